import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { createReader, streamedFormat } from '../../packages/abound/src/data/create-reader.js'
import type { ReadSettings } from '../../packages/abound/src/data/reading.js'
import { cutBlocks, passBlock, readBlock } from '../../packages/abound/src/node/line-blocks.js'

type LineFormat = 'jsonl' | 'lines' | 'fasttext'

/** What one reader finds in the whole, and whatever it says. */
function whole(bytes: Uint8Array, format: LineFormat, settings: ReadSettings, skip: boolean): unknown[] {
  const found: unknown[] = []
  const emit = (document: Document): void => {
    found.push(document)
  }
  const said: string[] = []
  const reader = createReader(format, {
    ...settings,
    onWarning: (message) => said.push(message),
    ...(skip ? { onBad: ({ message }) => said.push(message) } : {}),
  })
  try {
    reader.push(bytes, emit)
    reader.end(emit)
  } catch (error) {
    return [found, said, String(error)]
  }
  return [found, said, '']
}

/** The same by blocks, all of them read before the first is settled. */
async function inBlocks(
  bytes: Uint8Array,
  cuts: readonly number[],
  format: LineFormat,
  settings: ReadSettings,
  skip: boolean,
): Promise<unknown[]> {
  const said: string[] = []
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1))), bytes.length].sort((a, b) => a - b)
    for (const [i, end] of ends.entries()) yield bytes.subarray(i === 0 ? 0 : ends[i - 1], end)
  }
  const blocks = cutBlocks(chunks(), streamedFormat(format), {
    ...settings,
    onWarning: (message) => said.push(message),
    ...(skip ? { onBad: ({ message }) => said.push(message) } : {}),
  })
  const read = []
  for await (const block of blocks) {
    const { documents, news } = readBlock(block.bytes, block.reading)
    // Handed on one by one they are the same, each in its time.
    const passed: Document[] = []
    const found = passBlock(block.bytes, block.reading, ({ text, ...rest }) => {
      passed.push({ ...rest, ...(text === undefined ? {} : { text: text.slice() }) })
    })
    expect([passed, found]).toEqual([documents, news])
    read.push({ block, documents, news })
  }
  const found: Document[] = []
  for (const { block, documents, news } of read) {
    found.push(...documents)
    try {
      block.settle(news)
    } catch (error) {
      return [found, said, String(error)]
    }
  }
  return [found, said, '']
}

const line = fc.constantFrom(
  '{"text":"wheat rose","labels":["grain"]}',
  '{"id":"a","text":"caf\u00e9"}',
  '{"text": ',
  '  ',
  '',
  '__label__x, wheat __label__y',
  '__label__gold gold fell',
  '\u00ff',
  '\ufeff{"text":"mark"}',
  '{"text":"long and longer and longer than the others are, by far"}',
)

describe('blocks of lines', () => {
  it('are read as the whole is, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<LineFormat>('jsonl', 'lines', 'fasttext'),
        fc.array(line, { maxLength: 30 }),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.nat({ max: 2000 }), { maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom({}, { labelColumn: 'labels' }, { labelColumn: 'lables' }, { fields: ['id', 'text'] }),
        async (format, lines, end, cuts, textBytes, skip, short, marked, named) => {
          // As latin1, so that some of it is not UTF-8.
          const mark = marked ? '\u00ef\u00bb\u00bf' : ''
          const bytes = new Uint8Array(Buffer.from(mark + lines.join(end), 'latin1'))
          const settings = { file: 'f', textBytes, ...named, ...(short ? { recordLimit: 45 } : {}) }
          expect(await inBlocks(bytes, cuts, format, settings, skip)).toEqual(
            whole(bytes, format, settings, skip),
          )
        },
      ),
      { numRuns: 1000 },
    )
  })
})
