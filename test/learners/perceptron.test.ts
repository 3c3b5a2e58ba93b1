// The perceptron by hand, against the slow version, growing, going on after loading.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer, Shape } from '../../packages/abound/src/contract.js'
import { type PerceptronOptions, perceptron } from '../../packages/abound/src/learners/perceptron/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { startWeight } from '../../packages/abound/src/solvers/one-against-rest.js'
import { NaivePerceptron } from './naive-perceptron.js'
import { datasetOf, type PlainRow, plainRows, row, scoresOf, signedEighths } from './plain-rows.js'
import { EMPTY } from './trained.js'

const FEATURES = 5
const LABELS = 4
const FULL = { documents: 0, features: FEATURES, labels: LABELS }
/** More than is kept dense. */
const WIDE = { documents: 0, features: 100_000, labels: 100 }
const SEED = 7
const ROWS = plainRows(FEATURES, LABELS, signedEighths, { maxLength: 12 })

function optionsOf(given: Partial<PerceptronOptions>): PerceptronOptions {
  return { ...defaultOptions(perceptron.options), ...given }
}

function trained(
  rows: readonly PlainRow[],
  given: Partial<PerceptronOptions> = {},
  shape: Shape = EMPTY,
): OnlineTrainer {
  const options = optionsOf(given)
  const trainer = perceptron.start(shape, options, { seed: SEED })
  const data = datasetOf(rows)
  for (let pass = 0; pass < perceptron.passes(options); pass++) {
    for (let at = 0; at < data.count; at++) trainer.learn(data, at)
    trainer.endPass?.()
  }
  return trainer
}

/** The weights of each label by feature, as the model's scores of single words tell them. */
function weightsOf(trainer: OnlineTrainer, labels: number): number[][] {
  const words = datasetOf(Array.from({ length: FEATURES }, (_, feature) => row([[feature, 1]])))
  const byWord = Array.from({ length: FEATURES }, (_, at) => scoresOf(trainer.model(), words, at))
  return Array.from({ length: labels }, (_, label) => byWord.map((scores) => scores.get(label) ?? 0))
}

function naiveWeights(naive: NaivePerceptron, of: 'weight' | 'mean'): number[][] {
  return naive.history.map((_, label) =>
    Array.from({ length: FEATURES }, (_, feature) => naive[of](label, feature)),
  )
}

function expectClose(weights: readonly number[][], expected: readonly number[][]): void {
  expect(weights.length).toBe(expected.length)
  for (const [label, own] of weights.entries()) {
    for (const [feature, weight] of own.entries()) expect(weight).toBeCloseTo(expected[label][feature], 9)
  }
}

describe('the perceptron by hand', () => {
  const rows = [row('0:1 1:2', 0), row([[1, 1]], 1), row([[0, 3]], 0), row('0:1 1:1', 0)]
  // All scores 0: label 0 += x, label 1 −= x                   → w_0 = ( 1, 2), w_1 = (−1, −2).
  // s_0 = 2 though y = −1, s_1 = −2 though y = +1               → w_0 = ( 1, 1), w_1 = (−1, −1).
  // s_0 = 3, s_1 = −3: both right                               → as they were.
  // s_0 = 2, s_1 = −2: both right                               → as they were.

  it('moves a label only when it is wrong', () => {
    expect(weightsOf(trained(rows, {}, FULL), 2).map((own) => own.slice(0, 2))).toEqual([
      [1, 1],
      [-1, -1],
    ])
  })

  it('averages over all five vectors', () => {
    // w_0: (0, 0), (1, 2), (1, 1), (1, 1), (1, 1); w_1 the same with the other sign.
    const weights = weightsOf(trained(rows, { average: true }, FULL), 2)
    expectClose(
      weights.map((own) => own.slice(0, 2)),
      [
        [4 / 5, 5 / 5],
        [-4 / 5, -5 / 5],
      ],
    )
  })

  it('starts the weights of words that come in at random, and others not at all', () => {
    const weights = weightsOf(trained(rows.slice(0, 1), { randomStart: true }, FULL), 1)
    expect(weights[0]).toEqual([startWeight(SEED, 0, 0) + 1, startWeight(SEED, 1, 0) + 2, 0, 0, 0])
  })

  it('does not hold what is unknown against a label', () => {
    const partial: PlainRow = { x: [[0, 1]], labels: [1], not: [2], judged: 2 }
    expect(weightsOf(trained([partial], {}, FULL), 4).map(([first]) => first)).toEqual([0, 1, -1, 0])
  })

  it('learns from documents that have no label, and nothing from an empty one', () => {
    expect(weightsOf(trained([row([[0, 1]])], {}, FULL), 2).map(([first]) => first)).toEqual([-1, -1])
    expect(
      trained([row([], 0)])
        .model()
        .figures(),
    ).toEqual({ weights: 0 })
  })

  it('stops a label when its errors are no longer fewer', () => {
    // Word 0 speaks for label 0 twice and against it once; whatever the order, one or two of three stay wrong.
    const torn = [row([[0, 1]], 0), row([[0, 1]]), row([[0, 1]], 0)]
    const passes: number[] = []
    const train = (given: Partial<PerceptronOptions>): void => {
      passes.length = 0
      perceptron.trainWhole!(datasetOf(torn), optionsOf(given), {
        seed: SEED,
        progress: (pass) => passes.push(pass),
      })
    }
    // Errors are 1 to 3: they become fewer at most twice after the first pass.
    train({ patience: 5 })
    expect(passes.length).toBeGreaterThanOrEqual(6)
    expect(passes.length).toBeLessThanOrEqual(1 + 3 * 5)
    train({ patience: 5, maxPasses: 3 })
    expect(passes).toEqual([0, 1, 2])
  })
})

describe('the perceptron against the slow one', () => {
  const shapes = fc.constantFrom<Shape>(EMPTY, EMPTY, EMPTY, FULL, FULL, FULL, WIDE)
  const given = fc.record({
    passes: fc.integer({ min: 1, max: 3 }),
    randomStart: fc.boolean(),
    average: fc.boolean(),
  })

  it('has its weights, growing or not, dense or in lists', () => {
    fc.assert(
      fc.property(ROWS, given, shapes, (rows, options, shape) => {
        const naive = new NaivePerceptron(shape.labels, options.randomStart ? SEED : undefined)
        for (let pass = 0; pass < options.passes; pass++) for (const one of rows) naive.learn(one)
        const weights = weightsOf(trained(rows, options, shape), naive.history.length)
        if (options.average) expectClose(weights, naiveWeights(naive, 'mean'))
        else expect(weights).toEqual(naiveWeights(naive, 'weight'))
      }),
      { numRuns: 150 },
    )
  })

  it('settles label by label, as if each were alone', () => {
    const patience = fc.integer({ min: 1, max: 4 })
    const maxPasses = fc.constantFrom(1, 2, 5, 30)
    fc.assert(
      fc.property(
        ROWS,
        given,
        patience,
        maxPasses,
        fc.boolean(),
        (rows, options, patience, maxPasses, keepOrder) => {
          const data = datasetOf(rows)
          const trainer = perceptron.trainWhole!(data, optionsOf({ ...options, patience, maxPasses }), {
            seed: SEED,
            keepOrder,
          })
          const naive = new NaivePerceptron(data.labelCount, options.randomStart ? SEED : undefined)
          naive.trainWithEarlyStopping(rows, patience, maxPasses, keepOrder ? undefined : SEED)
          const weights = weightsOf(trainer, data.labelCount)
          if (options.average) expectClose(weights, naiveWeights(naive, 'mean'))
          else expect(weights).toEqual(naiveWeights(naive, 'weight'))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('settles so in lists, too', () => {
    fc.assert(
      fc.property(ROWS, (rows) => {
        const data = datasetOf(rows)
        data.featureCount = WIDE.features
        data.labelCount = WIDE.labels
        const trainer = perceptron.trainWhole!(data, optionsOf({ randomStart: true, patience: 2 }), {
          seed: SEED,
        })
        const naive = new NaivePerceptron(WIDE.labels, SEED)
        naive.trainWithEarlyStopping(rows, 2, 100, SEED)
        expect(weightsOf(trainer, WIDE.labels)).toEqual(naiveWeights(naive, 'weight'))
      }),
      { numRuns: 8 },
    )
  })
})

describe('going on', () => {
  it('goes on after loading as if nothing had happened', () => {
    const given = fc.record({ randomStart: fc.boolean(), average: fc.boolean() })
    const patience = fc.constantFrom(0, 2)
    fc.assert(
      fc.property(ROWS, ROWS, given, patience, (rows, more, some, patience) => {
        const options = optionsOf({ ...some, patience })
        const context = { seed: SEED }
        const trainer =
          patience > 0 ? perceptron.trainWhole!(datasetOf(rows), options, context) : trained(rows, options)
        const loaded = perceptron.resume(trainer.state(), options, context)
        const data = datasetOf(more)
        for (let at = 0; at < data.count; at++) {
          trainer.learn(data, at)
          loaded.learn(data, at)
          // A model that was asked for before must not be stale now.
          expect(weightsOf(loaded, LABELS)).toStrictEqual(weightsOf(trainer, LABELS))
        }
        expect(loaded.state()).toStrictEqual(trainer.state())
        const again = perceptron.resume(trainer.state(), options, context)
        expect(weightsOf(again, LABELS)).toStrictEqual(weightsOf(trainer, LABELS))
      }),
      { numRuns: 80 },
    )
  })

  it('needs all rows only to be patient', () => {
    expect(perceptron.needsWhole!(optionsOf({}))).toBe(false)
    expect(perceptron.needsWhole!(optionsOf({ patience: 1 }))).toBe(true)
  })
})
