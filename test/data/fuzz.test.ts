// Any bytes give documents or a clear error with file and line, never anything else, and the same however they
// are cut. (`readAll` lets every error through that is not an InputError.)

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StreamFormat } from '../../packages/abound/src/data/reader.js'
import { encode, readAll } from './read-all.js'

const VALID: Record<StreamFormat, string> = {
  jsonl:
    '{"id":"1","text":"Köln","labels":["a"]}\r\n\n{"text":"b","labels":[],"notLabels":["x"],"partial":true}\n',
  csv: 'id,text,labels\r\n1,"a ""b""\r\nc",x|y\n2,Köln,\n\n3,"d",?\n',
  tsv: 'text\tlabel\na\tx\n"b\tc"\ty\n',
  fasttext: '__label__a __label__b, Köln\n\nx __label__c y\n__label__a__label__b z\n',
  lines: 'one text\n\n{"text":"a line like any other"}\n',
  svm: 'a,b 1:0.5 7:1e-3 # c\n 3:1\n? 9:2\n# x\n',
  sgm: '<!DOCTYPE x>\n<REUTERS TOPICS="YES" NEWID="1">\n<TOPICS><D>a</D></TOPICS>\n<TEXT>&#2;\n<TITLE>T</TITLE><BODY>b &lt;c\n</BODY></TEXT>\n</REUTERS>\n<REUTERS TOPICS="NO" NEWID="2"><TOPICS></TOPICS><TEXT>Köln</TEXT></REUTERS>\n',
}
const FORMATS = Object.keys(VALID) as StreamFormat[]

/** What matters to a format, for inputs that get past its first checks. */
const PIECES: Record<StreamFormat, string[]> = {
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
const bytes = (format: StreamFormat): fc.Arbitrary<Uint8Array> => {
  const valid = encode(VALID[format])
  return fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES[format]) }, odd), { maxLength: 60 })
      .map((pieces) => encode(pieces.join(''))),
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

describe.each(FORMATS)('%s', (format) => {
  it('reads its own example', () => {
    expect(readAll(format, VALID[format]).error).toBeUndefined()
    expect(readAll(format, VALID[format]).documents.length).toBeGreaterThan(1)
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
    const data = encode(VALID[format])
    expect(readAll(format, data, { cuts: Array.from(data, (_, i) => i) })).toEqual(readAll(format, data))
  })
})
