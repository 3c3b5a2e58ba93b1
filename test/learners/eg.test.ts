// EG: by hand, against whole vectors, its loss bound, growth, and going on after loading.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer, Shape } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { type EgOptions, eg } from '../../packages/abound/src/learners/eg/index.js'
import { MultiplicativeWeights } from '../../packages/abound/src/learners/eg/multiplicative-weights.js'
import { learnerNamed } from '../../packages/abound/src/learners/registry.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { dot, egStep, naiveWeights, targetOf, whole } from './naive-squares.js'
import {
  datasetOf,
  eighths,
  entriesOf,
  type PlainRow,
  plainRows,
  row,
  scoresOf,
  signedEighths,
} from './plain-rows.js'
import { expectToGoOn, learnAll } from './trained.js'

const DEFAULTS = defaultOptions(eg.options)
const FEATURES = 6
const LABELS = 4
const SHAPE: Shape = { documents: 0, features: FEATURES, labels: LABELS, largestRange: 8 }
const CONTEXT = { seed: 1, learnerNamed }

function trained(
  rows: readonly PlainRow[],
  given: Partial<EgOptions> = {},
  shape = SHAPE,
  absent = 0,
): OnlineTrainer {
  return learnAll(eg.start(shape, { ...DEFAULTS, ...given }, { ...CONTEXT, absentValue: absent }), rows)
}

const uniform = (n: number): number[] => new Array<number>(n).fill(1 / n)

/** Scores of queries, each label's weights worked out by the naive version. */
function expectNaive(
  trainer: OnlineTrainer,
  rows: readonly PlainRow[],
  queries: readonly PlainRow['x'][],
  rate: number,
  given: Partial<EgOptions> = {},
  absent = 0,
  digits = 9,
): void {
  const options = { ...DEFAULTS, ...given, absent }
  const data = datasetOf(queries.map((x) => row(x)))
  for (let label = 0; label < LABELS; label++) {
    const w = naiveWeights(rows, label, uniform(FEATURES), options, false, (v, x, y) => egStep(v, x, y, rate))
    for (const [at, x] of queries.entries()) {
      const score = scoresOf(trainer.model(), data, at).get(label)
      expect(score).toBeCloseTo(dot(w, whole({ x }, FEATURES, absent)), digits)
    }
  }
}

const queries = fc.array(entriesOf(FEATURES, eighths), { minLength: 1, maxLength: 3 })

describe('EG', () => {
  it('is what one works out by hand', () => {
    // Two words, one label, presence: η = ⅔. w = (½, ½), x = (1, 0), y = 1: w·x = ½, so that word 0 is
    // multiplied by exp(2 · ⅔ · ½) = e^⅔ = 1.947734 and w = (.660756, .339244).
    const shape = { documents: 0, features: 2, labels: 1, largestRange: 1 }
    const query = datasetOf([row([[0, 1]])])
    const last = trained([row([[0, 1]], 0)], { average: false }, shape)
    expect(scoresOf(last.model(), query, 0).get(0)).toBeCloseTo(0.660756, 6)
    const mean = trained([row([[0, 1]], 0)], {}, shape)
    expect(scoresOf(mean.model(), query, 0).get(0)).toBeCloseTo((0.5 + 0.660756) / 2, 6)
    // Then x = (1, 1), y = 0: both are multiplied alike, and nothing changes.
    const both = [
      [0, 1],
      [1, 1],
    ] as const
    const after = trained([row([[0, 1]], 0), row(both)], { average: false }, shape)
    expect(scoresOf(after.model(), query, 0).get(0)).toBeCloseTo(0.660756, 6)
  })

  it('is the naive version on any data', () => {
    fc.assert(
      fc.property(
        plainRows(FEATURES, LABELS, signedEighths, { maxLength: 60 }),
        queries,
        fc.boolean(),
        fc.constantFrom([1, 0], [0.47, 0.4]),
        (rows, asked, average, [highTarget, lowTarget]) => {
          const given = { average, highTarget, lowTarget }
          expectNaive(trained(rows, given), rows, asked, 2 / (3 * 64), given)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is the naive version under rates that move weights by orders of magnitude', () => {
    fc.assert(
      fc.property(
        plainRows(FEATURES, LABELS, fc.constant(1), { minLength: 20, maxLength: 60 }),
        queries,
        fc.boolean(),
        (rows, asked, average) => {
          // Such rates blow rounding up as well: the naive version is no more exact.
          const given = { average, rate: 2 }
          expectNaive(trained(rows, given), rows, asked, 2, given, 0, 5)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('is the naive version where absent words have a value', () => {
    fc.assert(
      fc.property(plainRows(FEATURES, LABELS, eighths, { maxLength: 30 }), queries, (rows, asked) => {
        const given = { highTarget: 0.47, lowTarget: 0.4 }
        expectNaive(trained(rows, given, SHAPE, 0.4), rows, asked, 2 / (3 * 64), given, 0.4)
      }),
      { numRuns: 40 },
    )
  })

  it('keeps to the bound on its loss (LSCP96, equation 6)', () => {
    // Summed over the rows as they come: Σ(w_t·x − y)² ≤ 3/2 (Σ(u·x − y)² + R² ln n) for every u of sum 1.
    fc.assert(
      fc.property(
        plainRows(FEATURES, 1, eighths, { maxLength: 40 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: FEATURES, maxLength: FEATURES }),
        (rows, parts) => {
          const sum = parts.reduce((a, b) => a + b, 0)
          const u = sum === 0 ? uniform(FEATURES) : parts.map((part) => part / sum)
          const trainer = eg.start({ ...SHAPE, largestRange: 4 }, { ...DEFAULTS, average: false }, CONTEXT)
          const data = datasetOf(rows)
          let loss = 0
          let best = 0
          for (const [at, one] of rows.entries()) {
            const y = targetOf(one, 0, { ...DEFAULTS, absent: 0 })
            if (y !== undefined) {
              loss += (scoresOf(trainer.model(), data, at).get(0)! - y) ** 2
              best += (dot(u, whole(one, FEATURES, 0)) - y) ** 2
            }
            trainer.learn(data, at)
          }
          expect(loss).toBeLessThanOrEqual(1.5 * (best + 16 * Math.log(FEATURES)) + 1e-9)
        },
      ),
    )
  })

  it('learns on: a new word starts as one that was never in a document, a new label uniform', () => {
    fc.assert(
      fc.property(plainRows(3, 2, fc.constant(1), { maxLength: 20 }), (rows) => {
        const shape = { documents: 0, features: 3, labels: 2, largestRange: 1 }
        const trainer = trained(rows, { average: false }, shape)
        learnAll(trainer, [row([[3, 1]], 2)])
        const all = datasetOf([0, 1, 2, 3].map((column) => row([[column, 1]])))
        for (let label = 0; label < 3; label++) {
          const weights = [0, 1, 2, 3].map((at) => scoresOf(trainer.model(), all, at).get(label)!)
          expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9)
        }
      }),
    )
    const trainer = trained([], { average: false }, { documents: 0, features: 2, labels: 1, largestRange: 1 })
    learnAll(trainer, [row([[0, 1]], 0), row([[2, 0.5]], 1)])
    const all = datasetOf([0, 1, 2].map((column) => row([[column, 1]])))
    const [a, b, c] = [0, 1, 2].map((at) => scoresOf(trainer.model(), all, at))
    // Label 0: e^⅔ : 1 : 1 when word 2 comes with ½; s = ½ · 1/3.947734, η = ⅔, so word 2 falls by
    // exp(−4/3 · .126655 · ½) = .919030.
    expect(a.get(0)).toBeCloseTo(1.947734 / 3.866764, 6)
    expect(c.get(0)).toBeCloseTo(0.91903 / 3.866764, 6)
    // Label 1: ⅓ each; s = 1/6, word 2 grows by exp(4/3 · 5/6 · ½) = 1.742909.
    expect(b.get(1)).toBeCloseTo(1 / 3.742909, 6)
    expect(c.get(1)).toBeCloseTo(1.742909 / 3.742909, 6)
  })

  it('goes on after saving and loading as if nothing had happened', () => {
    fc.assert(
      fc.property(
        plainRows(5, 4, signedEighths, { maxLength: 25 }),
        plainRows(8, 6, signedEighths, { maxLength: 25 }),
        fc.boolean(),
        (first, second, average) => {
          const options = { ...DEFAULTS, average }
          const straight = trained(first, { average })
          const loaded = eg.resume(straight.state(), options, CONTEXT)
          expectToGoOn(loaded, straight, second)
          expect(loaded.model().state()).toEqual(straight.model().state())
        },
      ),
      { numRuns: 40 },
    )
  })

  it('refuses damaged states and more weights than there is room for', () => {
    const { numbers, arrays } = trained([row([[0, 1]], 0)]).state()
    const damages = {
      weights: Float64Array.of(1),
      sums: Float64Array.of(Number.NaN),
      total: new Float64Array(LABELS),
    }
    for (const [name, damage] of Object.entries(damages)) {
      expect(
        () => eg.resume({ numbers, arrays: { ...arrays, [name]: damage } }, DEFAULTS, CONTEXT),
        name,
      ).toThrow(InputError)
    }
    expect(() => new MultiplicativeWeights(2 ** 20, 2 ** 20, true)).toThrow(/too many weights/)
  })
})
