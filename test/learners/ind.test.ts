// IND against counts by hand and against a slow version.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { type IndOptions, ind } from '../../packages/abound/src/learners/ind/index.js'
import { permutation, Rng } from '../../packages/abound/src/structures/rng.js'
import { datasetOf, entriesOf, type PlainRow, plainRows, row, scoresOf, signedEighths } from './plain-rows.js'
import { CONTEXT, EMPTY, expectToGoOn, learnAll } from './trained.js'

const GRID = [
  0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55,
  0.6,
]

function trained(rows: readonly PlainRow[], options: IndOptions): OnlineTrainer {
  return learnAll(ind.start(EMPTY, options, CONTEXT), rows)
}

/** Σ_{f∈x} w_{f,c} by going through all documents for each pair. */
function naiveScores(rows: readonly PlainRow[], threshold: number, x: PlainRow['x']): Map<number, number> {
  const scores = new Map<number, number>()
  for (const [column, value] of x) {
    const having = rows.filter((one) => one.x.some(([c, v]) => c === column && v < 0 === value < 0))
    for (let label = 0; label < 10; label++) {
      const judging = having.filter(
        (one) => one.judged === 1 || one.labels.includes(label) || one.not.includes(label),
      )
      const share = judging.filter((one) => one.labels.includes(label)).length / judging.length
      if (share > 0 && share >= threshold) scores.set(label, (scores.get(label) ?? 0) + share)
    }
  }
  return new Map([...scores].sort((a, b) => a[0] - b[0]))
}

/** The best threshold of the grid by R1 on the held-out fifth. */
function naiveThreshold(rows: readonly PlainRow[], seed: number): number {
  const order = [...permutation(rows.length, new Rng(seed))]
  const heldOut = order.splice(0, Math.floor(rows.length / 5)).map((at) => rows[at])
  const counted = order.map((at) => rows[at])
  const right = GRID.map(
    (threshold) =>
      heldOut.filter((one) => {
        const known = (label: number): boolean =>
          one.judged === 1 || one.labels.includes(label) || one.not.includes(label)
        const ranking = [...naiveScores(counted, threshold, one.x)]
          .filter(([label]) => known(label))
          .sort((a, b) => b[1] - a[1] || a[0] - b[0])
        return ranking.length > 0 && one.labels.includes(ranking[0][0])
      }).length,
  )
  return GRID[right.indexOf(Math.max(...right))]
}

const tests = fc.array(entriesOf(7, signedEighths), { maxLength: 4 })
const thresholds = fc.constantFrom(0.01, 0.07, 0.25, 1 / 3, 0.5, 0.6, 1)

function expectScores(
  trainer: OnlineTrainer,
  rows: readonly PlainRow[],
  threshold: number,
  xs: PlainRow['x'][],
): void {
  const data = datasetOf(xs.map((x) => row(x)))
  for (const [at, x] of xs.entries()) {
    expect(scoresOf(trainer.model(), data, at)).toEqual(naiveScores(rows, threshold, x))
  }
}

describe('IND', () => {
  it('counts by hand', () => {
    // wheat = 0, price = 1; grain = 0, metal = 1.
    const rows = [
      row('0:3 1:1', 0),
      row([[0, 0.5]], 0),
      row('0:1 1:2', 0, 1),
      row([[1, 1]], 1),
      row([[1, 7]]),
    ]
    // wheat: grain 3/3, metal 1/3; price: grain 2/4, metal 2/4. Values do not matter.
    const query = datasetOf([row('0:9 1:0.1')])
    const at = (threshold: number): [number, number][] => [
      ...scoresOf(trained(rows, { threshold }).model(), query, 0),
    ]
    expect(at(0.01)).toEqual([
      [0, 1.5],
      [1, 1 / 3 + 0.5],
    ])
    expect(at(0.5)).toEqual([
      [0, 1.5],
      [1, 0.5],
    ])
    expect(at(0.6)).toEqual([[0, 1]])
    expect(trained(rows, { threshold: 0.5 }).model().figures()).toMatchObject({ edges: 3, threshold: 0.5 })
  })

  it('counts a partly judged document only for the labels it speaks of', () => {
    const rows: PlainRow[] = [
      row([[0, 1]], 0),
      { x: [[0, 1]], labels: [1], not: [2], judged: 2 },
      row([[0, 1]], 2),
    ]
    // 0: 1 of 2; 1: 1 of 3 (the partly judged one counts); 2: 1 of 3.
    expect([...scoresOf(trained(rows, { threshold: 0.01 }).model(), datasetOf([row([[0, 1]])]), 0)]).toEqual([
      [0, 1 / 2],
      [1, 1 / 3],
      [2, 1 / 3],
    ])
  })

  it('scores as the slow version does, while it grows', () => {
    fc.assert(
      fc.property(
        plainRows(5, 6, signedEighths, { maxLength: 25 }),
        plainRows(7, 9, signedEighths, { maxLength: 15 }),
        thresholds,
        tests,
        (first, second, threshold, xs) => {
          const trainer = trained(first, { threshold })
          expectScores(trainer, first, threshold, xs)
          learnAll(trainer, second)
          expectScores(trainer, [...first, ...second], threshold, xs)
        },
      ),
    )
  })

  it('tunes as the slow version does', () => {
    fc.assert(
      fc.property(
        plainRows(5, 6, signedEighths, { maxLength: 40 }),
        fc.nat({ max: 5 }),
        tests,
        (rows, seed, xs) => {
          const trainer = ind.trainWhole!(datasetOf(rows), { threshold: 0 }, { seed })
          const threshold = naiveThreshold(rows, seed)
          expect(trainer.model().figures().threshold).toBe(threshold)
          expectScores(trainer, rows, threshold, xs)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('asks for all documents only when it tunes', () => {
    expect(ind.needsWhole!({ threshold: 0 })).toBe(true)
    expect(ind.needsWhole!({ threshold: 0.1 })).toBe(false)
  })

  it('keeps its tuned threshold and exact counts when it is saved, and goes on', () => {
    fc.assert(
      fc.property(
        plainRows(5, 6, signedEighths, { maxLength: 30 }),
        plainRows(7, 9, signedEighths, { maxLength: 15 }),
        tests,
        (first, second, xs) => {
          const straight = ind.trainWhole!(datasetOf(first), { threshold: 0 }, CONTEXT)
          const loaded = ind.resume(straight.state(), { threshold: 0 }, CONTEXT)
          expectToGoOn(loaded, straight, second)
          const threshold = loaded.model().figures().threshold
          expectScores(loaded, [...first, ...second], threshold, xs)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('counts long lists exactly', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => row([[0, 1]], i % 100, 100 + (i % 50)))
    const model = trained(rows, { threshold: 0.015 }).model()
    const scores = scoresOf(model, datasetOf([row([[0, 1]])]), 0)
    expect([...scores]).toEqual(Array.from({ length: 50 }, (_, i) => [100 + i, 60 / 3000]))
  })

  it('refuses counts that no documents could have', () => {
    const { numbers, arrays } = trained([row([[0, 1]], 0), row([[0, 1]], 0)], { threshold: 0.1 }).state()
    const broken = { numbers, arrays: { ...arrays, 'plus.documents': Uint8Array.of(1) } }
    expect(() => ind.resume(broken, { threshold: 0.1 }, CONTEXT)).toThrow(InputError)
  })
})
