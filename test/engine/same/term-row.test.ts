// Rows of a text's terms: counted and weighed as a plain reading of the rules has it, by either engine.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TermRow } from '../../../packages/abound/src/engine/contract.js'
import { plainEngine } from '../../../packages/abound/src/engine/plain/plain-engine.js'
import { wasmEngine } from '../../../packages/abound/src/engine/wasm/wasm-engine.js'
import { weighRow } from '../../../packages/abound/src/vector/weighting.js'
import { weightings } from '../../../packages/abound/src/vector/weightings/index.js'

/** More than compiled rows have room for. */
const LONG = 1 << 17

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

function compiled(): TermRow {
  const row = wasmEngine.termRow()
  expect(row.ids).toBeDefined()
  return row
}

describe.each([
  ['plain', () => plainEngine.termRow()],
  ['wasm', compiled],
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
      row.count(list([terms - 1, 1, terms - 1, 0]), 4, terms)
      expect(entries(row)).toEqual([
        [terms - 1, 2],
        [1, 1],
        [0, 1],
      ])
    }
  })
})

describe('wasm rows', () => {
  it('are weighed as the formulas of the weightings have it', () => {
    const df = Float64Array.from({ length: 41 }, (_, term) => (term % 5 === 0 ? 100 : 1 + term))
    const statistics = { documents: 100, df, meanDistinct: 1, meanLength: 1 }
    const idf = df.map((documents) => Math.log(100 / documents))
    const row = compiled()
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 40 }), fc.integer({ min: 1, max: 700 })), { maxLength: 20 }),
        fc.constantFrom('tf', 'log-tf', 'tfidf', 'tfidf-raw'),
        fc.constantFrom('l2', 'none'),
        (given, weighting, norm) => {
          const ids = given.flatMap(([term, count]) => new Array<number>(count).fill(term))
          const plain = plainEngine.termRow()
          plain.count(list(ids), ids.length, 41)
          expect(plain.weigh(true, idf, true)).toBe(false)
          plain.size = weighRow(
            plain.columns,
            plain.values,
            plain.size,
            weightings.named(weighting),
            norm,
            statistics,
          )
          row.count(list(ids), ids.length, 41)
          const { logs, idf: byIdf } = weightings.named(weighting).termByTerm ?? expect.unreachable()
          expect(row.weigh(logs, byIdf ? idf : undefined, norm === 'l2')).toBe(true)
          expect(entries(row)).toEqual(entries(plain))
        },
      ),
    )
  })

  it('are weighed by the idf of terms that came later, too', () => {
    const row = compiled()
    for (const terms of [41, 40_000, 40_001]) {
      const idf = Float64Array.from({ length: terms }, (_, term) => term + terms)
      row.count(list([terms - 1, 3]), 2, terms)
      expect(row.weigh(false, idf, false)).toBe(true)
      expect(entries(row)).toEqual([
        [terms - 1, 2 * terms - 1],
        [3, 3 + terms],
      ])
    }
  })

  it('are plain where they are too long, and compiled again behind that', () => {
    const row = compiled()
    row.count(
      Int32Array.from({ length: LONG }, (_, i) => i % 70_000),
      LONG,
      70_000,
    )
    expect(row.size).toBe(70_000)
    expect(row.counted).toBe(LONG)
    expect(row.weigh(false, undefined, false)).toBe(false)
    row.count(list([3, 3]), 2, 41)
    expect(entries(row)).toEqual([[3, 2]])
    expect(row.weigh(false, undefined, false)).toBe(true)
  })
})
