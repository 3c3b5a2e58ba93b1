// Dual coordinate descent against its own optimum: the dual's value equals the primal's there, and nowhere else.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Descent,
  type DescentOptions,
  descend,
  freshDescent,
  type MarginLoss,
  type SignedRows,
  squaredLengths,
} from '../../packages/abound/src/solvers/dual-descent.js'
import { datasetOf, type PlainRow } from '../learners/plain-rows.js'
import { objectives } from './objectives.js'

const LOSSES: MarginLoss[] = ['hinge', 'squared-hinge', 'logistic']

interface Example {
  readonly x: [number, number][]
  readonly sign: 1 | -1
  readonly cost: number
}

function problemOf(examples: readonly Example[], features: number): SignedRows {
  const rows: PlainRow[] = examples.map(({ x }) => ({ x, labels: [], not: [], judged: 1 }))
  const data = datasetOf(rows)
  data.featureCount = features
  return {
    data,
    rows: Uint32Array.from(examples.keys()),
    lengths: squaredLengths(data),
    signs: Int8Array.from(examples, ({ sign }) => sign),
    costs: Float64Array.from(examples, ({ cost }) => cost),
  }
}

function solved(problem: SignedRows, loss: MarginLoss, given: Partial<DescentOptions> = {}): Descent {
  const descent = freshDescent(problem, loss)
  descend(problem, descent, { loss, tolerance: 1e-6, maxPasses: 20_000, seed: 1, ...given })
  return descent
}

const FEATURES = 5
const examples = fc.array(
  fc.record({
    x: fc
      .uniqueArray(fc.tuple(fc.nat(FEATURES - 1), fc.integer({ min: -8, max: 8 })), {
        selector: ([feature]) => feature,
        maxLength: 4,
      })
      .map((x) => x.filter(([, value]) => value !== 0).map(([f, value]): [number, number] => [f, value / 8])),
    sign: fc.constantFrom<1 | -1>(1, -1),
    cost: fc.constantFrom(0.1, 0.5, 1, 3),
  }),
  { minLength: 1, maxLength: 14 },
)

describe('dual coordinate descent', () => {
  it('by hand: two points on a line, hinge', () => {
    // x = 1 (+) and x = −1 (−), C = 1: b = 0 by symmetry, w = 2α with ½(w²) + 2·max(0, 1 − w) least at w = 1.
    const { weights, alphas } = solved(
      problemOf(
        [
          { x: [[0, 1]], sign: 1, cost: 1 },
          { x: [[0, -1]], sign: -1, cost: 1 },
        ],
        1,
      ),
      'hinge',
    )
    expect([...weights].map((w) => Math.round(w * 1e5) / 1e5)).toEqual([1, 0])
    expect([...alphas].map((a) => Math.round(a * 1e5) / 1e5)).toEqual([0.5, 0.5])
  })

  it('by hand: one point, every loss', () => {
    // x = 1, y = +, C = 1, so w = b = α and z = 2α. Hinge: α = ½. Squared: 2α − 1 + α/2 = 0, α = 0.4.
    // Logistic: 2α + ln(α/(1 − α)) = 0.
    const one = problemOf([{ x: [[0, 1]], sign: 1, cost: 1 }], 1)
    expect(solved(one, 'hinge').alphas[0]).toBeCloseTo(0.5, 6)
    expect(solved(one, 'squared-hinge').alphas[0]).toBeCloseTo(0.4, 6)
    const alpha = solved(one, 'logistic').alphas[0]
    expect(2 * alpha + Math.log(alpha / (1 - alpha))).toBeCloseTo(0, 5)
  })

  it('goes on while few gradients are alike but not 0', () => {
    // After the third pass one row is at its bound, and the other alone has a gradient, far from 0.
    const problem = problemOf(
      [
        { x: [], sign: -1, cost: 3 },
        {
          x: [
            [2, 0.875],
            [0, 1],
          ],
          sign: 1,
          cost: 1,
        },
      ],
      FEATURES,
    )
    const { primal, dual } = objectives(problem, solved(problem, 'hinge'), 'hinge')
    expect(primal - dual).toBeLessThan(1e-4)
  })

  it.each(LOSSES)('%s ends where primal and dual meet, with w = Σ α y x', (loss) => {
    fc.assert(
      fc.property(examples, (some) => {
        const problem = problemOf(some, FEATURES)
        const descent = solved(problem, loss)
        const { primal, dual } = objectives(problem, descent, loss)
        expect(primal - dual).toBeGreaterThan(-1e-6)
        expect(primal - dual).toBeLessThan(1e-3 * (1 + primal))
        const again = new Float64Array(FEATURES + 1)
        some.forEach(({ x, sign }, i) => {
          for (const [f, value] of x) again[f] += descent.alphas[i] * sign * value
          again[FEATURES] += descent.alphas[i] * sign
        })
        again.forEach((w, f) => {
          expect(descent.weights[f]).toBeCloseTo(w, 6)
        })
        descent.alphas.forEach((alpha, i) => {
          expect(alpha).toBeGreaterThanOrEqual(0)
          if (loss !== 'squared-hinge') expect(alpha).toBeLessThanOrEqual(some[i].cost)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('starts from where another has ended, and stays there', () => {
    fc.assert(
      fc.property(examples, (some) => {
        const problem = problemOf(some, FEATURES)
        const descent = solved(problem, 'hinge')
        const before = descent.weights.slice()
        const passes = descend(problem, descent, { loss: 'hinge', tolerance: 1e-2, maxPasses: 50, seed: 9 })
        expect(passes).toBe(1)
        before.forEach((w, f) => {
          expect(descent.weights[f]).toBeCloseTo(w, 3)
        })
      }),
      { numRuns: 40 },
    )
  })

  it('gives the same to the bit for the same seed', () => {
    const some = Array.from({ length: 40 }, (_, i): Example => {
      const x: [number, number][] = [
        [i % 5, 0.5],
        [(i * 3 + 1) % 7 < 5 ? (i + 1) % 5 : 4 - (i % 5), 0.25],
      ]
      return { x: x[0][0] === x[1][0] ? [x[0]] : x, sign: i % 3 === 0 ? 1 : -1, cost: 1 }
    })
    const problem = problemOf(some, FEATURES)
    for (const loss of LOSSES) {
      expect(solved(problem, loss, { tolerance: 0.1 })).toEqual(solved(problem, loss, { tolerance: 0.1 }))
    }
  })
})
