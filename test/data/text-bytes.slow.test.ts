// Texts as bytes: the same documents, warnings and errors as with strings, whatever the bytes and however they are cut.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import type { StreamedFormatName } from '../../packages/abound/src/data/formats/index.js'
import { encode, type Outcome, type Run, readAll } from './read-all.js'

const latin = new TextDecoder('latin1')

/** Strings become bytes as TextEncoder has them; keys in one order. */
function onBytes({ documents, ...rest }: Outcome): unknown {
  const bytes = ({ text, id, labels, notLabels, partial, part }: Document) => ({
    ...{ id, labels, notLabels, partial, part },
    // A letter a byte: long strings are compared faster than lists.
    text: text && latin.decode(typeof text === 'string' ? encode(text) : text),
  })
  return { ...rest, documents: documents.map(bytes) }
}

function same(format: StreamedFormatName, data: string | Uint8Array, run: Run = {}): Outcome {
  const found = readAll(format, data, { ...run, textBytes: true })
  for (const { text } of found.documents) expect(text).toBeInstanceOf(Uint8Array)
  expect(onBytes(found)).toEqual(onBytes(readAll(format, data, run)))
  // Whoever asks for no labels is told the same, but that no record has the field of the labels.
  const bare = readAll(format, data, { ...run, textBytes: true, withoutLabels: true })
  const { error } = found
  const ofLabels = error?.includes('(`labelColumn`)') === true && error.includes('no record has')
  expect(textsAndIds(bare)).toEqual(textsAndIds(ofLabels ? { ...found, error: undefined } : found))
  return found
}

function textsAndIds({ documents, ...rest }: Outcome): unknown {
  return { ...rest, documents: documents.map(({ id, text }) => ({ id, text })) }
}

/** A string in JSON, with escapes where none are needed. */
function jsonString(text: string, escapes: readonly number[]): string {
  let out = ''
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const how = escapes[i % escapes.length]
    if (how === 0) out += `\\u${code.toString(16).padStart(4, '0')}`
    else if (how === 1) out += `\\u${code.toString(16).padStart(4, '0').toUpperCase()}`
    else if (how === 2 && text[i] === '/') out += '\\/'
    else out += JSON.stringify(text[i]).slice(1, -1)
  }
  return `"${out}"`
}

const character = fc.oneof(
  fc.constantFrom('a', 'B', ' ', '\n', '\t', '"', '\\', '/', '\b', '\f', '\r', '\0', '\u007f', '{', ']', ','),
  fc.constantFrom('é', 'ß', '中', '\ufeff', '\u2028', '😀', '\ud83d', '\ude00', '\ud800', '\udc00', '\uffff'),
)
const text = fc.array(character, { maxLength: 24 }).map((characters) => characters.join(''))
const written = fc
  .tuple(text, fc.array(fc.nat(6), { minLength: 1, maxLength: 8 }))
  .map(([string, escapes]) => jsonString(string, escapes))
const anyJson = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    'null',
    'true',
    'false',
    '0',
    '-0',
    '1.5e-3',
    '01',
    '1.',
    '-',
    '+1',
    'nul',
    '1e',
    'NaN',
    '{',
    '',
  ),
)
const value = fc.oneof(
  { weight: 4, arbitrary: written },
  { weight: 2, arbitrary: fc.array(written, { maxLength: 20 }).map((items) => `[${items.join(', ')}]`) },
  { weight: 1, arbitrary: anyJson },
)
const key = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('"text"', '"labels"', '"id"', '"title"', '"label"') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('"notLabels"', '"partial"', '"when"', '"topic"', '"meta"', '"textual"'),
  },
  { weight: 1, arbitrary: fc.constantFrom('"__proto__"', '"t\\u0065xt"', '"téxt"', '""', '"toString"') },
)
const blank = fc.constantFrom('', '', '', ' ', '\t ', '\r')
const line = fc
  .array(fc.tuple(key, value, blank, blank), { maxLength: 6 })
  .map((pairs) => `{${pairs.map(([k, v, a, b]) => `${a}${k}${b}:${a}${v}${b}`).join(',')}}`)
const settings: fc.Arbitrary<Run> = fc.record(
  {
    fields: fc.constantFrom(['text'], ['title', 'text'], ['text', 'id'], ['body'], ['toString', 'text']),
    textColumn: fc.constantFrom('text', 'body', 'title'),
    labelColumn: fc.constantFrom('topic', 'labels', 'text', 'label'),
    labelSeparator: fc.constantFrom('|', ','),
    partField: fc.constantFrom('when', 'id'),
    skipBad: fc.boolean(),
    cuts: fc.array(fc.nat(400), { maxLength: 4 }),
  },
  { requiredKeys: [] },
)

describe('texts as bytes', () => {
  it('JSONL: any objects, escapes, odd values, twice the same field, other names', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), settings, (lines, run) => {
        same('jsonl', lines.join('\n'), run)
      }),
      { numRuns: 1500 },
    )
  })

  it('JSONL: bytes changed anywhere', () => {
    const change = fc.tuple(
      fc.nat(10_000),
      fc.oneof(fc.nat(255), fc.constantFrom(0x22, 0x5c, 0x80, 0xc3, 0xed)),
    )
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 3 }),
        fc.array(change, { maxLength: 3 }),
        settings,
        (lines, changes, run) => {
          const bytes = encode(lines.join('\n'))
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte
          same('jsonl', bytes, run)
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('JSONL: hand-picked lines', () => {
    const texts = (data: string) =>
      same('jsonl', data).documents.map((document) => new TextDecoder().decode(document.text as Uint8Array))
    expect(texts('{"text":"a\\u00e9\\ud83d\\ude00\\n\\"b\\/","labels":[]}')).toEqual(['aé😀\n"b/'])
    // Halves of pairs: alone, in the wrong order, and before another escape.
    expect(texts('{"text":"\\ud83d x \\ude00\\ud83d \\ud83d\\n\\ud83d\\u0041"}')).toEqual([
      '\ufffd x \ufffd\ufffd \ufffd\n\ufffdA',
    ])
    expect(texts('{"text":"a","text":"b"}')).toEqual(['b'])
    expect(texts('{"t\\u0065xt":"a"}')).toEqual(['a'])
    expect(texts('{"meta":{"text":["x",{"y":-1.5e+3}]},"text":"a"}')).toEqual(['a'])
    expect(texts(`{"deep":${'['.repeat(60)}${']'.repeat(60)},"text":"a"}`)).toEqual(['a'])
    expect(texts('{"text":null,"title":"t","labels":["x"]}\n{"text":""}'.split('\n')[1])).toEqual([''])
    for (const bad of [
      '{"text":"a"',
      '{"text":"a"}x',
      '{"text":"a",}',
      '{"text":7}',
      '{"labels":["x"]}',
      '{}',
      '[]',
      '{"text":"\\x"}',
      '{"text":"\t"}',
      '{"text":"a","labels":[""]}',
      '{"text":"a","n":01}',
      '{"text":"\\u12g4"}',
    ])
      expect(same('jsonl', bad).error).toContain('f:1: expected')
    const many = JSON.stringify({ text: 'a', labels: Array.from({ length: 200 }, (_, i) => `l${i}`) })
    expect(same('jsonl', many).documents[0].labels).toHaveLength(200)
    expect(same('jsonl', Uint8Array.of(...encode('{"text":"'), 0xe9, ...encode('"}'))).warnings).toHaveLength(
      1,
    )
  })

  it('texts longer than a piece of memory, and many that share one', () => {
    const long = 'wheat \\u00e9 '.repeat(50_000)
    const lines = Array.from({ length: 500 }, (_, i) => `{"text":"${i} \\n ${'x'.repeat(i * 3)}"}`)
    const { documents } = same('jsonl', `${lines.join('\n')}\n{"text":"${long}"}\n${lines.join('\n')}`)
    expect(documents).toHaveLength(1001)
  })

  const PIECES: Partial<Record<StreamedFormatName, string[]>> = {
    csv: ['text,labels\n', 'id,text,label\n', ',', '"', '""', '\n', '\r\n', 'a', 'é', '|', '?', 'x"y', ' '],
    tsv: ['text\tlabels\n', '\t', '"', '""', '\n', '\r\n', '\r', 'a', 'é', '?'],
    fasttext: ['__label__', '__label__a', '__label__é,', ' ', '\n', '\r', 'a', 'é', ',', '\0', '_', '\u00a0'],
    lines: ['{', '"text":', '"a"', '}', '\n', '\r\n', ' ', 'a', 'é', '\ufeff'],
  }
  it.each(Object.entries(PIECES))('%s: any pieces, bytes changed anywhere', (format, pieces) => {
    const any = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((found) => found.join(''))
    const data = format === 'csv' || format === 'tsv' ? any.map((rest) => pieces[0] + rest) : any
    fc.assert(
      fc.property(
        data,
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 2 }),
        settings,
        (whole, changes, run) => {
          const bytes = encode(whole)
          for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte
          same(format as StreamedFormatName, bytes, run)
        },
      ),
      { numRuns: 600 },
    )
  })
})
