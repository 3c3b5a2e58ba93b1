// Rows of a text's terms: counted and weighed as a plain reading of the rules has it, by plain and by compiled code.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CompiledTermRow,
  LONGEST_ROW,
  PlainTermRow,
  type TermRow,
} from '../../packages/abound/src/engine/term-rows.js'

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

function compiled(): CompiledTermRow {
  return CompiledTermRow.make()!
}

describe.each([
  ['plain', () => new PlainTermRow()],
  ['compiled', compiled],
])('%s rows', (_, make) => {
  it('have each term once, in order, with its count, text after text', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const row = make()
        for (const ids of all) {
          row.count(list(ids), ids.length, 41)
          expect(entries(row)).toEqual(counts(ids))
          expect(row.counted).toBe(ids.filter((id) => id >= 0).length)
        }
      }),
    )
  })

  it('are right when more terms come than there was room for', () => {
    const row = make()
    row.count(list([0, 1, 0]), 3, 2)
    for (const terms of [20_000, 20_001, 100_001]) {
      if (row instanceof CompiledTermRow) expect(row.reserveTerms(terms)).toBe(true)
      row.count(list([terms - 1, 1, terms - 1, 0]), 4, terms)
      expect(entries(row)).toEqual([
        [terms - 1, 2],
        [1, 1],
        [0, 1],
      ])
    }
  })
})

describe('compiled rows', () => {
  it('are weighed by d or 1 + ln d, idf and length, zeros left out', () => {
    const idf = Float64Array.from({ length: 41 }, (_, term) => (term % 5 === 0 ? 0 : Math.log(1 + term)))
    const row = compiled()
    row.idf(41).set(idf)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 40 }), fc.integer({ min: 1, max: 700 })), { maxLength: 20 }),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (given, logs, withIdf, normalised) => {
          const ids = given.flatMap(([term, count]) => new Array<number>(count).fill(term))
          row.count(list(ids), ids.length)
          row.weigh(logs, withIdf, normalised)
          const values = counts(ids)
            .map(([term, d]) => [term, (logs ? 1 + Math.log(d) : d) * (withIdf ? idf[term] : 1)] as const)
            .filter(([, value]) => value !== 0)
          const length = Math.sqrt(values.reduce((sum, [, value]) => sum + value * value, 0))
          expect(entries(row)).toEqual(
            values.map(([term, value]) => [term, normalised ? value / length : value]),
          )
        },
      ),
    )
  })

  it('refuse what they have no room for', () => {
    const row = compiled()
    expect(() => row.reserve(LONGEST_ROW)).not.toThrow()
    expect(() => row.reserve(LONGEST_ROW + 1)).toThrow(RangeError)
    expect(row.reserveTerms(2 ** 30)).toBe(false)
    row.count(list([3, 3]), 2)
    expect(entries(row)).toEqual([[3, 2]])
  })
})
