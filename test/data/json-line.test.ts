// Lines of JSON read by compiled and by plain code: the same are accepted, the same is found in them, whatever the bytes,
// wherever they lie and however they are cut.

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { JsonLine } from '../../packages/abound/src/data/json-line.js'
import { JsonBytes, WINDOW, WORTH_COMPILING } from '../../packages/abound/src/engine/json-bytes.js'
import { encode, readAll } from './read-all.js'

class Nothing extends JsonBytes {
  override has(): boolean {
    return false
  }
}

// A letter a byte: long strings are compared faster than lists.
const latin = new TextDecoder('latin1')
const FIELDS = ['text', 'title', 'labels']

/** What a line was found to hold, with its texts without escapes. */
function found(line: JsonLine, bytes: Uint8Array, from: number, to: number): unknown {
  if (!line.read(bytes, from, to)) return undefined
  return FIELDS.map((_, field) => {
    const kind = line.kinds[field]
    const start = line.starts[field]
    const end = line.ends[field]
    if (kind === 3)
      return [line.itemStarts, line.itemEnds, line.itemEscaped].map((all) => [...all.slice(start, end)])
    if (kind !== 1 && kind !== 2) return kind
    const out = new Uint8Array(end - start + 8)
    const length = line.unescape(field, new DataView(out.buffer), out, 3) - 3
    expect(length).toBeLessThanOrEqual(end - start)
    return [kind, start, end, latin.decode(out.subarray(3, 3 + length))]
  })
}

const compiled = new JsonLine(FIELDS)
const plain = new JsonLine(FIELDS, new Nothing([]))

function same(bytes: Uint8Array, from: number, to: number): unknown {
  const expected = found(plain, bytes, from, to)
  expect(found(compiled, bytes, from, to)).toEqual(expected)
  return expected
}

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 40 }).map((text) => encode(text.replace(/["\\]/g, 'x'))) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        '\\"',
        '\\\\',
        '\\/',
        '\\b',
        '\\f',
        '\\n',
        '\\r',
        '\\t',
        '\\u00e9',
        '\\uD83D\\uDE00',
        '\\u0000',
      )
      .map(encode),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('é', '中文', '😀', '\u{10ffff}', '\ud7ff', '\ue000', '\x7f').map(encode),
  },
  { weight: 1, arbitrary: fc.constantFrom('\\ud83d', '\\ude00', '\\ud83d\\u0041', '\\uDBFF\\n').map(encode) },
)
const oddPiece = fc.oneof(
  fc
    .constantFrom('"', '\\', '\\u', '\\u12', '\\u12g4', '\\U0041', '\\x', '\\0', '\t', '\n', '\0', '\x1f')
    .map(encode),
  fc.uint8Array({ minLength: 1, maxLength: 4 }),
  // Too long, halves of pairs, beyond the last, cut off, alone.
  fc.constantFrom(
    ...[
      [0xc0, 0x80],
      [0xc1, 0xbf],
      [0xe0, 0x9f, 0xbf],
      [0xed, 0xa0, 0x80],
      [0xed, 0xbf, 0xbf],
      [0xf0, 0x8f, 0xbf, 0xbf],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xc3],
      [0xe4, 0xb8],
      [0xf0, 0x9f, 0x98],
      [0x80],
    ].map((all) => Uint8Array.from(all)),
  ),
)
const whole = fc.array(piece, { maxLength: 12 })
const broken = fc.tuple(whole, oddPiece, whole).map(([before, odd, after]) => [...before, odd, ...after])
const string = fc
  .oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: broken })
  .map((pieces) => [0x22, ...pieces.flatMap((bytes) => [...bytes]), 0x22])
const value = fc.oneof(
  string,
  fc
    .array(string, { maxLength: 3 })
    .map((all) => [0x5b, ...all.flatMap((one) => [...one, 0x2c]).slice(0, -1), 0x5d]),
)
const line = fc
  .array(fc.tuple(fc.constantFrom(...FIELDS, 'other'), value), { minLength: 1, maxLength: 3 })
  .map((pairs) => [
    0x7b,
    ...pairs.flatMap(([key, bytes]) => [...encode(`"${key}":`), ...bytes, 0x2c]).slice(0, -1),
    0x7d,
  ])

beforeAll(() => {
  const much = new Uint8Array(WORTH_COMPILING)
  expect(new JsonBytes([]).has(much, 0, 1)).toBe(true)
})

describe('a line of JSON, by compiled and plain code', () => {
  it('is the same wherever it lies, and whatever stands around it', () => {
    let accepted = 0
    fc.assert(
      fc.property(
        line,
        fc.nat(40),
        fc.uint8Array({ maxLength: 40 }),
        fc.nat(7),
        (bytes, before, behind, offset) => {
          const memory = new Uint8Array(offset + before + bytes.length + behind.length)
          memory.set(bytes, offset + before)
          memory.set(behind, offset + before + bytes.length)
          if (same(memory.subarray(offset), before, before + bytes.length) !== undefined) accepted++
        },
      ),
      { numRuns: 3000 },
    )
    expect(accepted).toBeGreaterThan(500)
  })

  it('is the same where it is cut off', () => {
    fc.assert(
      fc.property(line, (bytes) => {
        const memory = Uint8Array.from(bytes)
        for (let to = 0; to <= bytes.length; to++) same(memory, 0, to)
      }),
      { numRuns: 100 },
    )
  })

  it('is the same with any byte, or any two behind a backslash, at any place of sixteen', () => {
    for (let length = 0; length < 18; length++) {
      const start = encode(`{"text":"${'x'.repeat(length)}`)
      const end = encode(`${'y'.repeat(20)}"}`)
      for (let byte = 0; byte < 256; byte++) {
        for (const middle of [
          [byte],
          [0x5c, byte],
          [0xe4, byte, 0x80],
          [0xf0, byte, 0x80, 0x80],
          [0xf4, byte, 0xbf, 0xbf],
          [0xed, byte, 0x80],
        ]) {
          const bytes = Uint8Array.from([...start, ...middle, ...end])
          same(bytes, 0, bytes.length)
        }
      }
    }
  })

  it('is the same with any number for a character, and any digits', () => {
    for (let code = 0; code < 0x10000; code += 7) {
      const digits = code.toString(16).padStart(4, '0')
      const bytes = encode(`{"text":"a\\u${digits}\\u${digits.toUpperCase()}\\udc01\\uD800\\u${digits}"}`)
      expect(same(bytes, 0, bytes.length)).toBeDefined()
    }
    for (let byte = 0; byte < 256; byte++) {
      for (let digit = 0; digit < 4; digit++) {
        const bytes = encode('{"text":"\\u12fA"}')
        bytes[11 + digit] = byte
        same(bytes, 0, bytes.length)
      }
    }
  })

  it('is the same behind the first window, and where it is longer than one', () => {
    const long = (length: number) => `{"text":"${'wheat \\n é '.repeat(Math.ceil(length / 11))}"}`
    for (const lengths of [
      [900, WINDOW - 1000, 200, 700, 900],
      [WINDOW + 1, 60],
      [WINDOW / 2, WINDOW / 2, WINDOW / 2],
    ]) {
      const lines = lengths.map((length) => encode(long(length)))
      const bytes = encode(lengths.map(long).join(''))
      let from = 0
      for (const { length } of lines) {
        expect(same(bytes, from, from + length)).toBeDefined()
        from += length
      }
      same(bytes, 0, lines[0].length)
    }
  })

  it('is its own when others read between', () => {
    const other = new JsonLine(FIELDS)
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 6 }), (lines) => {
        const bytes = Uint8Array.from(lines.flat())
        const backwards = bytes.slice().reverse()
        let from = 0
        for (const { length } of lines) {
          same(bytes, from, from + length)
          other.read(backwards, 0, backwards.length)
          from += length
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('lines of JSON, by compiled code', () => {
  it('are the same documents however they are cut, as texts and as bytes', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(1500), { maxLength: 8 }),
        (lines, cuts) => {
          const bytes = Uint8Array.from(lines.flatMap((one) => [...one, 10]))
          const run = { skipBad: true, fields: ['title', 'text'] }
          const expected = readAll('jsonl', bytes, run)
          const uncut = readAll('jsonl', bytes, { ...run, textBytes: true })
          expect(readAll('jsonl', bytes, { ...run, textBytes: true, cuts })).toEqual(uncut)
          expect(uncut.skipped).toEqual(expected.skipped)
          expect(uncut.warnings).toEqual(expected.warnings)
          expect(uncut.documents).toEqual(
            expected.documents.map((document) => ({ ...document, text: encode(document.text as string) })),
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('are the same documents cut at every place: lines of one shape, put together in one buffer', () => {
    const lines = ['wheat', 'maize', 'sugar', 'cocoa', 'steel'].map(
      (word) => `{"text":"${word} \\n \\"${word}\\" é","labels":["${word}"]}\n`,
    )
    const bytes = encode(lines.join(''))
    const expected = readAll('jsonl', bytes, { textBytes: true })
    expect(expected.documents.map(({ text }) => new TextDecoder().decode(text as Uint8Array))).toEqual(
      lines.map((one) => JSON.parse(one).text),
    )
    for (let cut = 1; cut < 100; cut++) {
      const cuts = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, i) => i * cut)
      expect(readAll('jsonl', bytes, { textBytes: true, cuts })).toEqual(expected)
    }
  })
})
