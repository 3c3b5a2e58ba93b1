import fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { readParquet } from '../../packages/abound/src/data/formats/parquet/parquet-rows.js'
import type { ReadSettings } from '../../packages/abound/src/data/reading.js'
import { type DataError, InputError } from '../../packages/abound/src/errors.js'
import { files } from './parquet-files.js'

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

async function read(
  bytes: Uint8Array<ArrayBuffer>,
  settings: Partial<ReadSettings> = {},
): Promise<Document[]> {
  const documents: Document[] = []
  for await (const batch of readParquet(bytes.buffer, { file: 'f', ...settings })) documents.push(...batch)
  return documents
}

const ROWS = [
  { id: 'a', text: 'Wheat exports rose 4 pct', labels: ['wheat', 'grain'] },
  { text: 'Grüße aus Köln', labels: [] },
  { id: 'c', text: 'Gold fell' },
]

describe('Parquet', () => {
  it.each(['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4'] as const)(
    'reads text, lists of labels and nulls: %s',
    async (name) => {
      expect(await read(bytesOf(files[name]))).toEqual(ROWS)
      expect(
        (await read(bytesOf(files[name]), { fields: ['title', 'text'] })).map(({ text }) => text),
      ).toEqual(['Wheat\nWheat exports rose 4 pct', 'Grüße aus Köln', 'Gold\nGold fell'])
    },
  )

  it('reads pages of version 2 and differences', async () => {
    expect(await read(bytesOf(files.pages2))).toEqual(ROWS)
  })

  it('agrees with another reader of Parquet', async () => {
    const theirs = await parquetReadObjects({ file: bytesOf(files.none).buffer })
    expect(await read(bytesOf(files.none))).toEqual(
      theirs.map(({ id, text, labels }) => ({ ...(id && { id }), text, ...(labels && { labels }) })),
    )
  })

  it('reads numbers and truth values, without losing digits', async () => {
    expect(await read(bytesOf(files.numbers))).toEqual([
      { id: '7', text: 'ham', labels: ['0'], partial: true },
      { id: '8', text: 'spam', labels: ['1'] },
      { id: '1152921504606846976', text: 'odd', labels: ['9007199254740993'] },
    ])
  })

  it('splits strings of labels', async () => {
    const bytes = bytesOf(files.separated)
    expect((await read(bytes, { textColumn: 'body' })).map(({ labels }) => labels)).toEqual([
      ['p', 'q'],
      [],
      ['r'],
    ])
    const run = { textColumn: 'body', labelColumn: 'topics', labelSeparator: ';' }
    expect((await read(bytes, run)).map(({ labels }) => labels)).toEqual([['a', 'b'], [], undefined])
  })

  it('says what was expected', async () => {
    await expect(read(bytesOf(files.separated))).rejects.toThrow(
      'f: expected a column "text" (another: `textColumn`), found: body, topics, labels',
    )
    await expect(read(bytesOf(files.missingText))).rejects.toThrow(
      'f:2: expected a row with "text" and "labels", found no "text"',
    )
    const skipped: DataError[] = []
    const documents = await read(bytesOf(files.missingText), { onBad: (error) => skipped.push(error) })
    expect(documents.map(({ text }) => text)).toEqual(['x', 'z'])
    expect(skipped.map(({ line }) => line)).toEqual([2])
    await expect(read(bytesOf(files.odd))).rejects.toThrow(
      'f: expected text in column "labels", found lists within lists',
    )
    await expect(read(bytesOf(files.odd), { labelColumn: 'label' })).rejects.toThrow(
      /"label", found neither text nor/,
    )
    await expect(read(bytesOf(files.odd), { labelColumn: 's' })).rejects.toThrow(/"s", found several values/)
  })

  it('says so where it is something else', async () => {
    for (const bytes of [new Uint8Array(0), new Uint8Array(100), bytesOf(files.none).slice(0, -1)]) {
      await expect(read(bytes)).rejects.toThrow(/^f: expected a Parquet file: /)
    }
  })

  it('gives documents or a clear error, soon, on damaged bytes', async () => {
    const names = ['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4', 'pages2', 'numbers'] as const
    const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), damage, fc.option(fc.nat()), async (name, changes, cut) => {
        const bytes = bytesOf(files[name])
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        try {
          await read(cut === null ? bytes : bytes.slice(0, cut % bytes.length))
        } catch (error) {
          expect(error).toBeInstanceOf(InputError)
        }
      }),
      { numRuns: 800 },
    )
  })
})
