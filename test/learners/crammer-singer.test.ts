// All labels in one problem: by hand, against projected gradients, and by what holds at the best alone.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CrammerSingerWeights,
  levelThatSpills,
  type NamedRows,
  solveCrammerSinger,
} from '../../packages/abound/src/learners/svm/crammer-singer.js'
import { squaredLengths } from '../../packages/abound/src/solvers/dual-descent.js'
import { crammerSingerObjectives } from '../solvers/objectives.js'
import { datasetOf, entriesOf, row, signedEighths } from './plain-rows.js'

interface Example {
  readonly x: [number, number][]
  readonly label: number
  readonly cost: number
}

const FEATURES = 4

function problemOf(examples: readonly Example[], labelCount: number): NamedRows {
  const data = datasetOf(examples.map(({ x, label }) => row(x, label)))
  data.featureCount = FEATURES
  data.labelCount = labelCount
  return {
    data,
    lengths: squaredLengths(data),
    labels: Uint32Array.from(examples, ({ label }) => label),
    costs: Float64Array.from(examples, ({ cost }) => cost),
  }
}

const PASSES = 100_000

const solved = (problem: NamedRows, tolerance = 1e-8, seed = 1): CrammerSingerWeights =>
  solveCrammerSinger(problem, { tolerance, maxPasses: PASSES, seed })

const problems = fc.integer({ min: 1, max: 5 }).chain((labelCount) =>
  fc
    .array(
      fc.record({
        x: entriesOf(FEATURES, signedEighths, 3),
        label: fc.nat({ max: labelCount - 1 }),
        cost: fc.constantFrom(0.1, 1, 3),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((examples) => ({ examples, labelCount })),
)

/** w_m·x + b_m, plus 1 for labels that are not the row's own. */
function gradients({ x, label }: Example, weights: Float64Array, k: number): number[] {
  return Array.from({ length: k }, (_, m) =>
    x.reduce(
      (sum, [feature, value]) => sum + value * weights[feature * k + m],
      weights[FEATURES * k + m] + (m === label ? 0 : 1),
    ),
  )
}

/** The dual's value by gradient steps on α, each followed by the nearest α that is allowed. */
function byProjectedGradients(examples: readonly Example[], k: number): number {
  const alphas = examples.map(() => new Array<number>(k).fill(0))
  const weights = new Float64Array((FEATURES + 1) * k)
  const step = 1 / examples.reduce((sum, { x }) => sum + x.reduce((own, [, v]) => own + v * v, 1), 0)
  for (let round = 0; round < 20_000; round++) {
    weights.fill(0)
    examples.forEach(({ x }, i) => {
      for (let m = 0; m < k; m++) {
        for (const [feature, value] of x) weights[feature * k + m] += alphas[i][m] * value
        weights[FEATURES * k + m] += alphas[i][m]
      }
    })
    const all = examples.map((example) => gradients(example, weights, k))
    let moved = 0
    examples.forEach(({ label, cost }, i) => {
      const wanted = alphas[i].map((alpha, m) => alpha - step * all[i][m])
      const next = nearestAllowed(wanted, label, cost)
      moved = Math.max(moved, ...next.map((alpha, m) => Math.abs(alpha - alphas[i][m])))
      alphas[i] = next
    })
    if (moved < 1e-10) break
  }
  const norm = weights.reduce((sum, weight) => sum + weight * weight, 0)
  return examples.reduce((sum, { label }, i) => sum + alphas[i][label], -norm / 2)
}

/** The nearest point with sum 0 and no part above its bound, by halving the shift that all parts take. */
function nearestAllowed(wanted: readonly number[], label: number, cost: number): number[] {
  const cut = (shift: number): number[] =>
    wanted.map((alpha, m) => Math.min(m === label ? cost : 0, alpha + shift))
  let low = -1000
  let high = 1000
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2
    if (cut(middle).reduce((sum, alpha) => sum + alpha, 0) < 0) low = middle
    else high = middle
  }
  return cut(high)
}

describe('all labels in one problem', () => {
  it('by hand: two documents, two labels', () => {
    // x_0 (label 0) and x_1 (label 1): by symmetry α = (a, −a) for the first, (−a, a) for the second, b = 0, and
    // 1 + s_1 − s_0 = 1 − 2a for both: ½·4a² + 2C(1 − 2a)₊ is least at a = ½ for C = 1, at a = C below ½.
    const examples = (cost: number): Example[] => [
      { x: [[0, 1]], label: 0, cost },
      { x: [[1, 1]], label: 1, cost },
    ]
    const { weights, alphas } = solved(problemOf(examples(1), 2))
    expect([...alphas].map((alpha) => Math.round(alpha * 1e6) / 1e6)).toEqual([0.5, -0.5, -0.5, 0.5])
    expect([...weights.subarray(0, 4)].map((w) => Math.round(w * 1e6) / 1e6)).toEqual([0.5, -0.5, -0.5, 0.5])
    expect(solved(problemOf(examples(0.2), 2)).alphas[0]).toBeCloseTo(0.2, 9)
  })

  it('comes to the value that projected gradients come to', () => {
    fc.assert(
      fc.property(problems, ({ examples, labelCount }) => {
        const problem = problemOf(examples, labelCount)
        const { dual } = crammerSingerObjectives(problem, solved(problem))
        const naive = byProjectedGradients(examples, labelCount)
        expect(Math.abs(dual - naive)).toBeLessThan(1e-3 * Math.max(1, Math.abs(naive)))
      }),
      { numRuns: 30 },
    )
  })

  it('ends where the problem and its dual have one value, allowed, and no document has more to gain', () => {
    fc.assert(
      fc.property(problems, ({ examples, labelCount: k }) => {
        const problem = problemOf(examples, k)
        // A pass ends by what documents had to gain when it came to them; those after them move the weights again.
        const found = solved(problem, 1e-8)
        // One document at a time creeps where three lie nearly on a line: what the limit of passes cut off has not ended.
        fc.pre(found.passes < PASSES)
        const { primal, dual } = crammerSingerObjectives(problem, found)
        expect(primal - dual).toBeLessThan(1e-5 * Math.max(1, primal))
        expect(primal - dual).toBeGreaterThan(-1e-9)
        examples.forEach((example, i) => {
          const own = found.alphas.subarray(i * k, i * k + k)
          const bound = (m: number): number => (m === example.label ? example.cost : 0)
          expect(Math.abs(own.reduce((sum, alpha) => sum + alpha, 0))).toBeLessThan(1e-9)
          own.forEach((alpha, m) => {
            expect(alpha).toBeLessThanOrEqual(bound(m))
          })
          const all = gradients(example, found.weights, k)
          const free = all.filter((_, m) => own[m] < bound(m))
          expect(Math.max(...all) - Math.min(...free)).toBeLessThan(1e-6)
        })
      }),
      { numRuns: 200 },
    )
  })

  it('is the same for the same seed, and as good for another', () => {
    fc.assert(
      fc.property(problems, ({ examples, labelCount }) => {
        const problem = problemOf(examples, labelCount)
        const first = solved(problem, 1e-4, 1)
        expect(solved(problem, 1e-4, 1)).toEqual(first)
        const { primal } = crammerSingerObjectives(problem, first)
        expect(crammerSingerObjectives(problem, solved(problem, 1e-4, 2)).primal).toBeCloseTo(primal, 2)
      }),
      { numRuns: 50 },
    )
  })

  it('weighs a document twice as much as it would count twice', () => {
    fc.assert(
      fc.property(problems, ({ examples, labelCount }) => {
        const [first, ...others] = examples
        const heavy = problemOf([{ ...first, cost: 2 * first.cost }, ...others], labelCount)
        const twice = problemOf([first, first, ...others], labelCount)
        const one = solved(heavy)
        const other = solved(twice)
        for (let at = 0; at < one.weights.length; at++)
          expect(one.weights[at]).toBeCloseTo(other.weights[at], 3)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the level that spills', () => {
  it('is such that what is above it adds up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 20 }),
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        (list, spill) => {
          const level = levelThatSpills(Float64Array.from(list), list.length, spill)
          expect(list.reduce((sum, one) => sum + Math.max(0, one - level), 0)).toBeCloseTo(spill, 8)
        },
      ),
    )
  })
})
