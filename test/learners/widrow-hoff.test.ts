// Widrow-Hoff: by hand, against whole vectors, its loss bound, and going on after loading.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { type WidrowHoffOptions, widrowHoff } from '../../packages/abound/src/learners/widrow-hoff/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { dot, naiveWeights, targetOf, whole, widrowHoffStep } from './naive-squares.js'
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
import { CONTEXT, EMPTY, expectToGoOn, learnAll } from './trained.js'

const DEFAULTS = defaultOptions(widrowHoff.options)
const FEATURES = 6
const LABELS = 4

function trained(
  rows: readonly PlainRow[],
  given: Partial<WidrowHoffOptions> = {},
  shape = EMPTY,
  absentValue = 0,
): OnlineTrainer {
  return learnAll(widrowHoff.start(shape, { ...DEFAULTS, ...given }, { ...CONTEXT, absentValue }), rows)
}

const squares = (x: readonly number[]): number => dot(x, x)

const anyOptions = fc.record({
  average: fc.boolean(),
  rateEach: fc.boolean(),
  rate: fc.constantFrom(0, 0, 0.001),
  highTarget: fc.constantFrom(1, 0.47),
  lowTarget: fc.constantFrom(0, 0.4),
})

const queries = fc.array(entriesOf(FEATURES, eighths), { minLength: 1, maxLength: 3 })

/** The rate at each row, with what is known of the longest before the first. */
function ratesOf(
  rows: readonly PlainRow[],
  { rate, rateEach }: { rate: number; rateEach: boolean },
  longest: number,
  absent: number,
): number[] {
  let most = longest * longest
  return rows.map((one) => {
    const own = squares(whole(one, FEATURES, absent))
    most = Math.max(most, own)
    if (rate > 0) return rate
    if (rateEach) return own === 0 ? 0 : 1 / own
    return most === 0 ? 0 : 1 / (4 * most)
  })
}

describe('Widrow-Hoff', () => {
  it('is what one works out by hand', () => {
    // One label, X = 2: η = 1/16. x = (1, 0), y = 1: w = (1/8, 0). x = (1, 1), y = 0: w·x = 1/8, and
    // w = (1/8 − 1/64, −1/64) = (7/64, −1/64). The mean of w_1 … w_3 is (15/192, −1/192).
    const rows = [row([[0, 1]], 0), row('0:1 1:1')]
    const shape = { documents: 2, features: 2, labels: 1, largestNorm: 2 }
    const query = datasetOf([row([[0, 1]]), row([[1, 1]])])
    const last = trained(rows, { average: false }, shape).model()
    expect([0, 1].map((at) => scoresOf(last, query, at).get(0))).toEqual([7 / 64, -1 / 64])
    const mean = trained(rows, {}, shape).model()
    expect(scoresOf(mean, query, 0).get(0)).toBeCloseTo(15 / 192, 12)
    expect(scoresOf(mean, query, 1).get(0)).toBeCloseTo(-1 / 192, 12)
  })

  it('is the naive version on any data, words and labels known before or met on the way', () => {
    fc.assert(
      fc.property(
        plainRows(FEATURES, LABELS, signedEighths, { maxLength: 40 }),
        queries,
        anyOptions,
        fc.constantFrom(0, 3, 12),
        fc.boolean(),
        (rows, asked, given, largestNorm, known) => {
          const shape = known ? { documents: 0, features: FEATURES, labels: LABELS, largestNorm } : EMPTY
          // A label that has not been met yet is no lower than 0 for others: only then is it the same.
          const options = known ? given : { ...given, lowTarget: 0 }
          const model = trained(rows, options, shape).model()
          const rates = ratesOf(rows, options, known ? largestNorm : 0, 0)
          const data = datasetOf(asked.map((x) => row(x)))
          for (let label = 0; label < model.labelCount; label++) {
            const w = naiveWeights(
              rows,
              label,
              new Array(FEATURES).fill(0),
              { ...DEFAULTS, ...options, absent: 0 },
              true,
              (v, x, y, t) => widrowHoffStep(v, x, y, rates[t]),
            )
            for (const [at, x] of asked.entries()) {
              expect(scoresOf(model, data, at).get(label)).toBeCloseTo(dot(w, whole({ x }, FEATURES, 0)), 8)
            }
          }
        },
      ),
      { numRuns: 80 },
    )
  })

  it('is the naive version where absent words have a value', () => {
    fc.assert(
      fc.property(
        plainRows(FEATURES, LABELS, eighths, { maxLength: 25 }),
        queries,
        anyOptions,
        (rows, asked, options) => {
          const shape = { documents: 0, features: FEATURES, labels: LABELS }
          const model = trained(rows, options, shape, 0.4).model()
          const rates = ratesOf(rows, options, 0, 0.4)
          const data = datasetOf(asked.map((x) => row(x)))
          for (let label = 0; label < LABELS; label++) {
            const w = naiveWeights(
              rows,
              label,
              new Array(FEATURES).fill(0),
              { ...DEFAULTS, ...options, absent: 0.4 },
              true,
              (v, x, y, t) => widrowHoffStep(v, x, y, rates[t]),
            )
            for (const [at, x] of asked.entries()) {
              expect(scoresOf(model, data, at).get(label)).toBeCloseTo(dot(w, whole({ x }, FEATURES, 0.4)), 7)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('keeps to the bound on its loss (LSCP96, equation 5)', () => {
    // Summed over the rows as they come: Σ(w_t·x − y)² ≤ 2 (Σ(u·x − y)² + ‖u‖² X²) for every u.
    fc.assert(
      fc.property(
        plainRows(FEATURES, 1, signedEighths, { maxLength: 40 }),
        fc.array(signedEighths, { minLength: FEATURES, maxLength: FEATURES }),
        (rows, u) => {
          const longest = Math.sqrt(Math.max(...rows.map((one) => squares(whole(one, FEATURES, 0)))))
          const shape = { documents: 0, features: FEATURES, labels: 1, largestNorm: longest }
          const data = datasetOf(rows)
          for (const scale of [0, 0.05, 0.2, 1]) {
            let loss = 0
            let best = 0
            const trainer = widrowHoff.start(shape, { ...DEFAULTS, average: false }, CONTEXT)
            for (const [at, one] of rows.entries()) {
              const y = targetOf(one, 0, { ...DEFAULTS, absent: 0 })
              if (y !== undefined) {
                loss += (scoresOf(trainer.model(), data, at).get(0)! - y) ** 2
                best += (scale * dot(u, whole(one, FEATURES, 0)) - y) ** 2
              }
              trainer.learn(data, at)
            }
            expect(loss).toBeLessThanOrEqual(2 * (best + scale * scale * squares(u) * longest ** 2) + 1e-9)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('moves only the labels that a partly judged document names', () => {
    const partial: PlainRow = { x: [[0, 1]], labels: [0], not: [1], judged: 2 }
    const first = row([[0, 1]], 1, 2)
    const query = datasetOf([row([[0, 1]])])
    const before = scoresOf(trained([first], { average: false }).model(), query, 0)
    const after = scoresOf(trained([first, partial], { average: false }).model(), query, 0)
    expect(before).toEqual(
      new Map([
        [0, 0],
        [1, 0.5],
        [2, 0.5],
      ]),
    )
    expect(after).toEqual(
      new Map([
        [0, 0.5],
        [1, 0.25],
        [2, 0.5],
      ]),
    )
  })

  it('goes on after saving and loading as if nothing had happened', () => {
    fc.assert(
      fc.property(
        plainRows(5, 4, signedEighths, { maxLength: 25 }),
        plainRows(8, 6, signedEighths, { maxLength: 25 }),
        anyOptions,
        fc.constantFrom(0, 0.4),
        (first, second, given, absent) => {
          const straight = trained(first, given, EMPTY, absent)
          const loaded = widrowHoff.resume(straight.state(), { ...DEFAULTS, ...given }, CONTEXT)
          expectToGoOn(loaded, straight, second)
          expect(loaded.model().state()).toEqual(straight.model().state())
        },
      ),
      { numRuns: 60 },
    )
  })

  it('says so when a rate drives it out of bounds', () => {
    const rows = Array.from({ length: 600 }, () => row([[0, 4]], 0))
    expect(() => trained(rows, { rate: 1000 })).toThrow(InputError)
  })
})
