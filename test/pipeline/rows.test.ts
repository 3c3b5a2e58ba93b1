// Documents' labels as ids, and rows out of rows.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { CHUNK_ROWS } from '../../packages/abound/src/engine/chunks.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { internLabels, judgementOf, labelsOf, subset } from '../../packages/abound/src/pipeline/rows.js'
import { ByteTable } from '../../packages/abound/src/structures/byte-table.js'
import { datasetOf, plainRow, plainRows, row, signedEighths } from '../learners/plain-rows.js'

describe('judgementOf', () => {
  it.each<[Document, number]>([
    [{ text: 'x' }, 0],
    [{ text: 'x', partial: true }, 0],
    [{ text: 'x', labels: [] }, 1],
    [{ text: 'x', labels: ['a'] }, 1],
    [{ text: 'x', labels: ['a'], notLabels: ['b'] }, 1],
    [{ text: 'x', labels: ['a'], partial: true }, 2],
    [{ text: 'x', notLabels: ['b'] }, 2],
    [{ text: 'x', labels: [], notLabels: ['b'], partial: true }, 2],
  ])('%j is %d', (document, judged) => {
    expect(judgementOf(document)).toBe(judged)
  })
})

describe('internLabels', () => {
  it('numbers labels in order of arrival, those of a document in the order of their names, each once', () => {
    const table = new ByteTable()
    expect(internLabels({ labels: ['b', 'a', 'b'] }, table)).toEqual({
      positives: [0, 1],
      negatives: [],
      judged: 1,
    })
    expect([0, 1].map((id) => table.string(id))).toEqual(['a', 'b'])
    expect(internLabels({ labels: ['a'], notLabels: ['c', 'c'] }, table)).toEqual({
      positives: [0],
      negatives: [2],
      judged: 1,
    })
    expect(internLabels({}, table)).toEqual({ positives: [], negatives: [], judged: 0 })
    expect(table.count).toBe(3)
  })

  it.each<[unknown, RegExp]>([
    [{ labels: ['new', ''] }, /expected a text of at least one character/],
    [{ labels: ['new', 3] }, /a label is 3/],
    [{ labels: [null] }, /a label is null/],
    [{ labels: 'new' }, /"labels" is "new": expected a list/],
    [{ labels: null }, /"labels" is null: expected a list/],
    [{ notLabels: 'new' }, /"notLabels" is "new": expected a list/],
    [{ labels: ['new', 'b'], notLabels: ['b'] }, /"b" is in labels and in notLabels/],
  ])('refuses %j and adds none of its labels', (document, message) => {
    const table = new ByteTable()
    expect(() => internLabels(document as Document, table)).toThrow(InputError)
    expect(() => internLabels(document as Document, table)).toThrow(message)
    expect(table.count).toBe(0)
  })
})

describe('labelsOf', () => {
  it('says what a row says', () => {
    fc.assert(
      fc.property(plainRows(5, 6, signedEighths, { maxLength: 20 }), (rows) => {
        const data = datasetOf(rows)
        for (const [at, one] of rows.entries()) {
          const { positives, negatives, judged } = labelsOf(data, at)
          expect([...positives]).toEqual(one.labels)
          expect([...negatives]).toEqual(one.not)
          expect(judged).toBe(one.judged)
        }
      }),
    )
  })
})

describe('subset', () => {
  it('has the named rows in their order, under the same columns and labels', () => {
    fc.assert(
      fc.property(
        plainRows(5, 6, signedEighths, { maxLength: 20 }).chain((rows) =>
          fc.tuple(fc.constant(rows), fc.array(fc.nat(rows.length - 1), { maxLength: 30 })),
        ),
        ([rows, chosen]) => {
          const data = datasetOf(rows)
          const part = subset(data, Uint32Array.from(chosen))
          expect(part.count).toBe(chosen.length)
          expect(part.featureCount).toBe(data.featureCount)
          expect(part.labelCount).toBe(data.labelCount)
          expect(chosen.map((_, i) => plainRow(part, i))).toEqual(chosen.map((at) => rows[at]))
        },
      ),
    )
  })

  it('reaches across chunks and copies long rows', () => {
    const long = Array.from({ length: 700 }, (_, column) => [column, 1 / 8] as const)
    const rows = Array.from({ length: CHUNK_ROWS + 2 }, (_, i) =>
      i % 1000 === 0 ? row(long, 1) : row([[i, 1]], 0),
    )
    const chosen = [CHUNK_ROWS + 1, 0, CHUNK_ROWS - 1, 4000]
    const part = subset(datasetOf(rows), Uint32Array.from(chosen))
    expect(chosen.map((_, i) => plainRow(part, i))).toEqual(chosen.map((at) => rows[at]))
  })
})
