// What a writer writes, the reader of its format reads back; what a format cannot hold is refused.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { createWriter } from '../../packages/abound/src/data/create-writer.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { documentsOf } from './read-all.js'

type WrittenFormat = 'jsonl' | 'csv' | 'tsv' | 'fasttext' | 'svm'

function write(format: WrittenFormat, documents: readonly Document[], warnings: string[] = []): string {
  const writer = createWriter(format, { file: 'out', onWarning: (message) => warnings.push(message) })
  const text = writer.header() + documents.map((document) => writer.document(document)).join('')
  writer.end()
  return text
}

const nasty = fc.constantFrom(
  '"',
  ',',
  '\t',
  '\n',
  '\r',
  '|',
  '[',
  ']',
  '?',
  '#',
  ' ',
  '\0',
  '\ufeff',
  '__label__',
  ':',
)
const text = fc
  .array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 8 })
  .map((parts) => parts.join(''))
const name = text.filter((label) => label !== '')
const names = fc.uniqueArray(name, { maxLength: 4 })
/** Leaves out what is null, as a document without that key. */
const without = (draft: Record<string, unknown>): Document =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))

describe('JSONL', () => {
  it('holds everything but vectors', () => {
    const document = fc
      .record({
        id: fc.option(fc.string({ unit: 'binary' })),
        text: fc.string({ unit: 'binary' }),
        labels: fc.option(names),
        partial: fc.constantFrom(null, true),
      })
      .map(without)
    fc.assert(
      fc.property(fc.array(document), (documents) => {
        expect(documentsOf('jsonl', write('jsonl', documents))).toEqual(documents)
      }),
    )
    const judged = [{ text: 'a', labels: ['x'], notLabels: ['y'], partial: true }]
    expect(documentsOf('jsonl', write('jsonl', judged))).toEqual(judged)
  })
})

describe.each(['csv', 'tsv'] as const)('%s', (format) => {
  it('holds ids, texts and labels of any kind', () => {
    const document = fc.record({ id: fc.option(name), text, labels: fc.option(names) }).map(without)
    fc.assert(
      fc.property(fc.array(document), fc.array(fc.nat(200)), (documents, cuts) => {
        expect(documentsOf(format, write(format, documents), { cuts })).toEqual(documents)
      }),
      { numRuns: 300 },
    )
  })

  it('is plain where it can be', () => {
    const delimiter = format === 'csv' ? ',' : '\t'
    const documents = [
      { text: 'a b', labels: ['x', 'y z'] },
      { text: 'c', labels: [] },
      { id: '7', text: 'd' },
    ]
    expect(write(format, documents)).toBe(
      ['id,text,labels', ',a b,x|y z', ',c,', '7,d,?', ''].join('\n').replaceAll(',', delimiter),
    )
  })
})

describe('fastText', () => {
  it('holds texts on one line, and labels without blanks', () => {
    const label = name.filter((value) => !/[ \t\v\f\r\n\0]/.test(value))
    const plain = text.filter((value) => !/(^|[ \t\v\f\r\n\0\ufeff])__label__/.test(value))
    const document = fc
      .record({ text: plain, labels: fc.option(fc.uniqueArray(label, { minLength: 1, maxLength: 4 })) })
      .map(without)
    fc.assert(
      fc.property(fc.array(document), (documents) => {
        expect(documentsOf('fasttext', write('fasttext', documents))).toEqual(
          documents.map((one) => ({
            ...one,
            text: String(one.text)
              .replace(/\r\n|\r|\n/g, ' ')
              .replace(/^[ \t\v\f\0\ufeff]+/, ''),
          })),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('says what it leaves out', () => {
    const warnings: string[] = []
    expect(write('fasttext', [{ id: '1', text: 'a', labels: [] }], warnings)).toBe('a\n')
    expect(warnings).toEqual([
      'out: fastText has no place for ids: left out',
      'out: 1 documents known to have no label are unlabelled in fastText',
    ])
  })
})

describe('svmlight', () => {
  it('holds vectors, and labels without comma or blank', () => {
    const label = name.filter((value) => !/[ \t\r\n,]|^\ufeff|^[?#]$/.test(value))
    const value = fc.float({ noNaN: true, noDefaultInfinity: true }).filter((number) => number !== 0)
    const vector = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 4294967294 }), value), {
        selector: ([feature]) => feature,
      })
      .map((entries) => ({
        features: Uint32Array.from(entries, ([feature]) => feature),
        values: Float64Array.from(entries, ([, number]) => number),
      }))
    const document = fc
      .record({ vector, labels: fc.option(fc.uniqueArray(label, { maxLength: 4 })) })
      .map(without)
    fc.assert(
      fc.property(fc.array(document), (documents) => {
        expect(documentsOf('svm', write('svm', documents))).toEqual(documents)
      }),
      { numRuns: 300 },
    )
  })
})

describe('what a format cannot hold', () => {
  const vector = { features: Uint32Array.of(1), values: Float64Array.of(1) }
  it.each<[WrittenFormat, Document, RegExp]>([
    ['jsonl', { vector }, /a ready-made vector can only be written as \.svm/],
    ['csv', { id: '7', vector }, /^out: document "7": a ready-made vector/],
    ['jsonl', { text: 'a', labels: [''] }, /a label must not be empty/],
    ['csv', { text: 'a', labels: [''] }, /a label must not be empty/],
    ['csv', { id: '', text: 'a' }, /an id must not be empty/],
    [
      'csv',
      { text: 'a', notLabels: ['x'], partial: true },
      /notLabels and partial can only be written as \.jsonl/,
    ],
    ['tsv', { text: 'a', partial: true }, /can only be written as \.jsonl/],
    ['fasttext', { text: 'a', partial: true }, /can only be written as \.jsonl/],
    ['fasttext', { text: 'a', labels: ['x y'] }, /fastText labels must not hold blanks: "x y"/],
    ['fasttext', { text: 'a __label__b c' }, /must not start with __label__/],
    ['fasttext', { text: '__label__b c' }, /must not start with __label__/],
    ['fasttext', { vector }, /a ready-made vector/],
    ['svm', { text: 'a' }, /svmlight holds vectors, not text/],
    ['svm', { vector, labels: ['a,b'] }, /no comma or blank: "a,b"/],
    ['svm', { vector, labels: ['a b'] }, /no comma or blank: "a b"/],
    ['svm', { vector, labels: ['?'] }, /"\?" means something else/],
    ['svm', { vector, labels: ['#'] }, /"#" means something else/],
    ['svm', { vector, partial: true }, /can only be written as \.jsonl/],
  ])('%s: %o', (format, document, message) => {
    expect(() => write(format, [document])).toThrow(InputError)
    expect(() => write(format, [document])).toThrow(message)
  })

  it('says which formats are only read', () => {
    for (const format of ['parquet', 'sgm'] as const) {
      expect(() => createWriter(format, { file: 'out' })).toThrow(`out: .${format} is only read`)
    }
  })

  it('takes texts as bytes too', () => {
    expect(write('jsonl', [{ text: new TextEncoder().encode('Köln') }])).toBe('{"text":"Köln"}\n')
  })
})
