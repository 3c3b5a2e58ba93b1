// Any bytes give documents or a clear error with file and line, never anything else, and the same however they
// are cut. (`readAll` lets every error through that is not an InputError.)

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StreamedFormat } from '../../packages/abound/src/data/format.js'
import { FORMATS } from '../../packages/abound/src/data/formats/index.js'
import { encode, readAll } from './read-all.js'

const STREAMED = FORMATS.filter((format): format is StreamedFormat => format.needs === 'bytes')

/** What else matters to a format, beside the words and signs of its example, for inputs that get past its first checks. */
const PIECES: Readonly<Record<string, string[]>> = {
  jsonl: ['{', '}', '"text":', '"labels":', '"a"', '[', ']', ',', '\n', '\r\n', 'null', '7', '"', '\\u12'],
  csv: ['text', 'labels', 'id', ',', '"', '""', '\n', '\r\n', '\r', 'a', '|', '?', '[', ']', '"a"', ' '],
  tsv: ['text', 'label', '\t', '"', '""', '\n', '\r\n', '\r', 'a', '?'],
  fasttext: ['__label__', '__label__a', ' ', '\n', '\r', 'a', ',', '\0', '_'],
  lines: ['{', '"text":', '"a"', '}', '\n', '\r\n', ' ', 'a'],
  svm: ['a', ',', ' ', '1:1', '7:0.5', ':', '#', '?', '\n', '\r\n', '1e9', '-', '.', '0'],
  sgm: [
    '<REUTERS',
    ' NEWID="1"',
    ' TOPICS="YES"',
    '>',
    '</REUTERS>',
    '<TOPICS>',
    '</TOPICS>',
    '<D>',
    '</D>',
  ].concat([
    '<TEXT>',
    '</TEXT>',
    '<BODY>',
    '</BODY>',
    '\n',
    ' ',
    '<!',
    '&#3;',
    '&#9999999;',
    '&lt;',
    '<',
    'a',
  ]),
}

const odd = fc.constantFrom('\ufeff', '\ud83d\ude00', '\u2028')
const bytes = ({ name, example }: StreamedFormat): fc.Arbitrary<Uint8Array> => {
  const valid = encode(example)
  const pieces = [
    ...new Set([...(example.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []), ...(PIECES[name] ?? [])]),
  ]
  return fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, odd), { maxLength: 60 })
      .map((some) => encode(some.join(''))),
    fc.nat(valid.length).map((length) => valid.slice(0, length)),
    fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 4 })
      .map((changes) => {
        const changed = valid.slice()
        for (const [at, byte] of changes) changed[at] = byte
        return changed
      }),
    // A part of it again in another place.
    fc.tuple(fc.nat(valid.length), fc.nat(valid.length), fc.nat(valid.length)).map(([from, to, at]) => {
      const part = valid.slice(Math.min(from, to), Math.max(from, to))
      return Uint8Array.from([...valid.slice(0, at), ...part, ...valid.slice(at)])
    }),
  )
}

describe.each(STREAMED)('$name', (format) => {
  it('reads its own example', () => {
    expect(readAll(format, format.example).error).toBeUndefined()
    expect(readAll(format, format.example).documents.length).toBeGreaterThan(1)
  })

  it('gives documents or an error that names file and line, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        bytes(format),
        fc.array(fc.nat(300), { maxLength: 12 }),
        fc.boolean(),
        fc.oneof(fc.constant(1 << 20), fc.integer({ min: 1, max: 80 })),
        (data, cuts, skipBad, recordLimit) => {
          const whole = readAll(format, data, { skipBad, recordLimit })
          expect(readAll(format, data, { skipBad, recordLimit, cuts })).toEqual(whole)
          const lines = data.filter((byte) => byte === 10).length + 1
          for (const message of [...whole.skipped, ...(whole.error === undefined ? [] : [whole.error])]) {
            const found = /^f:(\d+): expected [^\n]*$/.exec(message)
            expect(found, message).not.toBeNull()
            expect(Number(found?.[1])).toBeLessThanOrEqual(lines)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('gives the same byte by byte', () => {
    const data = encode(format.example)
    expect(readAll(format, data, { cuts: Array.from(data, (_, i) => i) })).toEqual(readAll(format, data))
  })
})
