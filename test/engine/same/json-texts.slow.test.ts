// Lines of JSON read by the wasm engine and by JSON.parse: the same texts and ids, whatever the bytes, wherever they lie
// and however they are cut.

import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { chooseEngineBy } from '../../../packages/abound/src/engine/engine.js'
import { plainEngine } from '../../../packages/abound/src/engine/plain/plain-engine.js'
import { WINDOW } from '../../../packages/abound/src/engine/wasm/json-texts.js'
import { wasmEngine } from '../../../packages/abound/src/engine/wasm/wasm-engine.js'
import { encode, type Outcome, type Run, readAll } from '../../data/read-all.js'

const FIELDS = ['text', 'id', 'labels', 'label', 'partial']
const TEXTS: Run = { skipBad: true, textBytes: true, withoutLabels: true }
const names = FIELDS.map((name) => encode(name))
const LABELS = FIELDS.indexOf('labels')
/** More than is read before reading is compiled. */
const ENOUGH = 1 << 16

wasmEngine.jsonTexts({ names, labels: LABELS })?.read(new Uint8Array(ENOUGH), 0, ENOUGH)

/** What both engines read of these bytes; that it is the same. */
function same(bytes: Uint8Array, run: Run = {}): Outcome {
  chooseEngineBy(() => plainEngine)
  const plain = readAll('jsonl', bytes, { ...TEXTS, ...run })
  chooseEngineBy(() => wasmEngine)
  const texts = ({ documents, ...rest }: Outcome): unknown => ({
    ...rest,
    // A letter a byte: long strings are compared faster than lists.
    documents: documents.map(({ id, text }) => [id, latin.decode(text as Uint8Array)]),
  })
  expect(texts(readAll('jsonl', bytes, { ...TEXTS, ...run }))).toEqual(texts(plain))
  return plain
}

/** How many lines the compiled code reads in one go from the start. */
function readAtOnce(bytes: Uint8Array): number {
  return wasmEngine.jsonTexts({ names, labels: LABELS })?.read(bytes, 0, bytes.length)?.count ?? 0
}

const latin = new TextDecoder('latin1')
afterAll(() => chooseEngineBy(() => wasmEngine))

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
  .array(fc.tuple(fc.constantFrom(...FIELDS, 'text', 'id', 'other'), value), { minLength: 1, maxLength: 3 })
  .map((pairs) => [
    0x7b,
    ...pairs.flatMap(([key, bytes]) => [...encode(`"${key}":`), ...bytes, 0x2c]).slice(0, -1),
    0x7d,
  ])

/** Lines that are read at once, unless they are broken. */
const usual = fc.tuple(string, fc.array(whole, { maxLength: 2 })).map(([text, labels]) => {
  const names = labels.map((label) => [0x22, 0x78, ...label.flatMap((bytes) => [...bytes]), 0x22, 0x2c])
  return [...encode('{"labels":['), ...names.flat().slice(0, -1), ...encode('],"text":'), ...text, 0x7d]
})

describe('lines of JSON, by either engine', () => {
  it('are the same texts, however they are cut', () => {
    let atOnce = 0
    fc.assert(
      fc.property(
        fc.array(fc.oneof(line, usual), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(1500), { maxLength: 8 }),
        (lines, cuts) => {
          const bytes = Uint8Array.from(lines.flatMap((one) => [...one, 10]))
          atOnce += readAtOnce(bytes)
          same(bytes)
          same(bytes, { cuts })
        },
      ),
      { numRuns: 1500 },
    )
    expect(atOnce).toBeGreaterThan(300)
  })

  it('are the same where they are cut off', () => {
    fc.assert(
      fc.property(line, (bytes) => {
        for (let to = 0; to <= bytes.length; to++) same(Uint8Array.from([...bytes.slice(0, to), 10]))
      }),
      { numRuns: 60 },
    )
  })

  it('are the same with any byte, or any two behind a backslash, at any place of sixteen', () => {
    for (let length = 0; length < 18; length++) {
      const lines: number[] = []
      for (let byte = 0; byte < 256; byte++) {
        for (const middle of [
          [byte],
          [0x5c, byte],
          [0xe4, byte, 0x80],
          [0xf0, byte, 0x80, 0x80],
          [0xf4, byte, 0xbf, 0xbf],
          [0xed, byte, 0x80],
        ]) {
          const start = encode(`{"text":"${'x'.repeat(length)}`)
          lines.push(...start, ...middle, ...encode(`${'y'.repeat(20)}"}\n`))
        }
      }
      same(Uint8Array.from(lines))
    }
  })

  it('are the same with any number for a character, and any digits', () => {
    const lines: string[] = []
    for (let code = 0; code < 0x10000; code += 7) {
      const digits = code.toString(16).padStart(4, '0')
      lines.push(`{"text":"a\\u${digits}\\u${digits.toUpperCase()}\\udc01\\uD800\\u${digits}"}`)
    }
    const bytes = encode(`${lines.join('\n')}\n`)
    expect(readAtOnce(bytes)).toBeGreaterThan(100)
    expect(same(bytes).documents).toHaveLength(lines.length)
    for (let byte = 0; byte < 256; byte++) {
      for (let digit = 0; digit < 4; digit++) {
        const odd = encode('{"text":"\\u12fA"}\n')
        odd[11 + digit] = byte
        same(odd)
      }
    }
  })

  it('are the same across windows, and where one is longer than a window', () => {
    const long = (length: number) => `{"text":"${'wheat \\n é '.repeat(Math.ceil(length / 11))}"}\n`
    for (const lengths of [
      [900, WINDOW - 1000, 200, 700, 900],
      [WINDOW + 1, 60],
      [WINDOW / 2, WINDOW / 2, WINDOW / 2],
    ])
      expect(same(encode(lengths.map(long).join(''))).documents).toHaveLength(lengths.length)
  })

  it('are read at once while they hold a text, an id, and labels with names', () => {
    const usual = ['{"text":"a"}', ' {"id":"7", "labels":["x","y"], "text":"\\n", "other":[{"n":-1.5e3}]} ']
    expect(readAtOnce(encode(`${usual.join('\n')}\n`))).toBe(2)
    for (const other of [
      '{"id":"7"}',
      '{"text":null}',
      '{"text":"a","text":"b"}',
      '{"text":"a","id":7}',
      '{"text":"a","id":"\\n"}',
      '{"text":"a","label":"x"}',
      '{"text":"a","labels":[""]}',
      '{"text":"a","labels":"x"}',
      '{"text":"a","labels":["x",]}',
      '{"text":"a","partial":true}',
      '{"t\\u0065xt":"a"}',
      `{"text":"a","deep":${'['.repeat(60)}${']'.repeat(60)}}`,
    ])
      expect([other, readAtOnce(encode(`${other}\n`))]).toEqual([other, 0])
  })

  it('are left to JSON.parse where there are more names than there is room for, or longer ones', () => {
    const many = Array.from({ length: 65 }, (_, i) => encode(`name${i}`))
    expect(wasmEngine.jsonTexts({ names: many, labels: 2 })).toBeUndefined()
    expect(wasmEngine.jsonTexts({ names: [new Uint8Array(5000)], labels: 2 })).toBeUndefined()
  })
})
