// Rows of a text's terms, counted as by a Map.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TermRow } from '../../packages/abound/src/vector/term-row.js'

const texts = fc.array(fc.array(fc.integer({ min: -1, max: 40 }), { maxLength: 120 }), { maxLength: 8 })

/** Terms in the order in which they come, with their counts. */
function counts(ids: readonly number[]): [number, number][] {
  const all = new Map<number, number>()
  for (const id of ids) if (id >= 0) all.set(id, (all.get(id) ?? 0) + 1)
  return [...all]
}

function entries({ columns, values, size }: TermRow): [number, number][] {
  return Array.from({ length: size }, (_, i) => [columns[i], values[i]])
}

/** In lists with room behind, as those who find ids have them. */
function list(ids: readonly number[]): Int32Array {
  return Int32Array.from([...ids, 7, 7, 7])
}

describe('rows', () => {
  it('have each term once, in order, with its count, text after text', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const row = new TermRow()
        for (const ids of all) {
          row.count(list(ids), ids.length, 41)
          expect(entries(row)).toEqual(counts(ids))
          expect(row.counted).toBe(ids.filter((id) => id >= 0).length)
        }
      }),
    )
  })

  it('are right when more terms come than there was room for', () => {
    const row = new TermRow()
    row.count(list([0, 1, 0]), 3, 2)
    for (const terms of [20_000, 20_001, 100_001]) {
      row.count(list([terms - 1, 1, terms - 1, 0]), 4, terms)
      expect(entries(row)).toEqual([
        [terms - 1, 2],
        [1, 1],
        [0, 1],
      ])
    }
  })
})
