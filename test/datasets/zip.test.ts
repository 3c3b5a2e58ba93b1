import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DataError } from '../../packages/abound/src/errors.js'
import { readZip } from '../../packages/lab/src/datasets/zip.js'
import { zipOf } from '../data/archives.js'

async function members(bytes: Uint8Array): Promise<[string, string][]> {
  const archive = {
    byteLength: bytes.length,
    slice: (start: number, end: number) => Uint8Array.from(bytes.subarray(start, end)).buffer,
  }
  const found: [string, string][] = []
  for await (const { path, chunks } of readZip(archive, 'x.zip')) {
    let content = ''
    for await (const chunk of chunks()) content += Buffer.from(chunk).toString('latin1')
    found.push([path, content])
  }
  return found
}

const problem = (bytes: Uint8Array): Promise<string> => members(bytes).then(String, String)
const LONG = 'wheat '.repeat(100_000)

describe('readZip', () => {
  it('gives stored and deflated files in order, folders left out', async () => {
    const bytes = zipOf([
      { path: 'a/' },
      { path: 'a/one', content: 'eins', stored: true },
      { path: 'a/long', content: LONG },
      { path: 'empty' },
    ])
    expect(await members(bytes)).toEqual([
      ['a/one', 'eins'],
      ['a/long', LONG],
      ['empty', ''],
    ])
  })

  it('knows the 64-bit kind, and comments at the end', async () => {
    const entries = [
      { path: 'a', content: 'one' },
      { path: 'b', content: 'two', stored: true },
    ]
    const expected = [
      ['a', 'one'],
      ['b', 'two'],
    ]
    expect(await members(zipOf(entries, { large: true }))).toEqual(expected)
    expect(await members(zipOf(entries, { comment: 'made by PK\u0005\u0006 hand' }))).toEqual(expected)
    expect(await members(zipOf([]))).toEqual([])
  })

  it('says what is wrong', async () => {
    expect(await problem(zipOf([{ path: '../a', content: 'x' }]))).toContain(
      'expected paths inside the archive',
    )
    expect(await problem(zipOf([{ path: 'a', content: 'x', encrypted: true }]))).toContain(
      'it is encrypted: a',
    )
    expect(await problem(zipOf([{ path: 'a', content: 'x', method: 12 }]))).toContain('packed by method 12')
    expect(await problem(zipOf([{ path: 'a', content: 'x', crc: 1 }]))).toContain('a is damaged')
    expect(await problem(zipOf([{ path: 'a', content: 'xy', size: 3 }]))).toContain('a is damaged')
    expect(await problem(zipOf([{ path: 'bomb', content: LONG, size: 10 }]))).toContain(
      'bomb is longer than it says',
    )
    expect(await problem(zipOf([{ path: 'a', content: LONG }]).subarray(0, 200))).toContain('cut off')
    expect(await problem(new Uint8Array(0))).toContain('damaged')
    expect(await problem(Buffer.from('<html>not found</html>'))).toContain('something else')
  })

  it('takes damage as damage, never as a fault of ours', async () => {
    for (const large of [false, true]) {
      const whole = zipOf(
        [
          { path: 'a', content: 'some text, some text' },
          { path: 'b', content: 'x'.repeat(50), stored: true },
        ],
        { large },
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }),
          fc.nat(40),
          async (changes, missing) => {
            const bytes = Buffer.from(whole.subarray(0, whole.length - (missing > 20 ? 0 : missing)))
            for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
            const result = await members(bytes).catch((error: unknown) => error)
            if (!Array.isArray(result)) expect(result).toBeInstanceOf(DataError)
          },
        ),
        { numRuns: 300 },
      )
    }
  })
})
