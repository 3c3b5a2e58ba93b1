// The linear model against dense arrays.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberArray, ScoreScale, State } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { LinearModel } from '../../packages/abound/src/models/linear.js'
import { restoreModel } from '../../packages/abound/src/models/restore.js'
import { WeightRows } from '../../packages/abound/src/models/weight-rows.js'
import { Postings } from '../../packages/abound/src/structures/postings.js'
import { datasetOf, entriesOf, row, scoresOf, signedEighths } from '../learners/plain-rows.js'

interface Plain {
  readonly bias: number[]
  readonly slope: number[]
  /** weights[feature][label]; 0 is not stored. */
  readonly weights: number[][]
  readonly scale: ScoreScale
}

const number = fc.oneof(fc.constant(0), signedEighths, fc.double({ min: -5, max: 5, noNaN: true }))
const LABELS = 5
const FEATURES = 6
const listOf = (values: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
  fc.array(values, { minLength: LABELS, maxLength: LABELS })
const modelsWith = (perLabel: fc.Arbitrary<number[]>): fc.Arbitrary<Plain> =>
  fc.record({
    bias: perLabel,
    slope: perLabel,
    weights: fc.array(perLabel, { minLength: FEATURES, maxLength: FEATURES }),
    scale: fc.constantFrom<ScoreScale>('comparable', 'log-joint'),
  })
const plainModel = modelsWith(listOf(number))
/** Weights that are equal or clearly apart, so that their order does not hang on rounding. */
const clearModel = modelsWith(listOf(fc.oneof(fc.constant(0), signedEighths)))
/** Some of the columns are beyond what the model knows. */
const queries = fc.array(entriesOf(FEATURES + 3, signedEighths), { minLength: 1, maxLength: 4 })

function modelOf({ bias, slope, weights, scale }: Plain): LinearModel {
  const postings = new Postings()
  for (const [feature, list] of weights.entries()) {
    postings.ensure(feature)
    for (const [label, weight] of list.entries()) if (weight !== 0) postings.append(feature, label, weight)
  }
  return new LinearModel({
    labelCount: bias.length,
    bias: Float64Array.from(bias),
    slope: Float64Array.from(slope),
    weights: WeightRows.over(postings, bias.length),
    scale,
  })
}

function denseScore(
  { bias, slope, weights }: Plain,
  x: readonly (readonly [number, number])[],
  label: number,
): number {
  const dense = weights.map((_, feature) => x.find(([column]) => column === feature)?.[1] ?? 0)
  const sum = dense.reduce((a, b) => a + b, 0)
  return bias[label] + slope[label] * sum + dense.reduce((a, value, f) => a + value * weights[f][label], 0)
}

const bitsOf = (scores: Map<number, number>): [number, number][] => [...scores]

describe('LinearModel', () => {
  it('scores every label as the dense formula does', () => {
    fc.assert(
      fc.property(plainModel, queries, (plain, xs) => {
        const model = modelOf(plain)
        const data = datasetOf(xs.map((x) => row(x)))
        for (const [at, x] of xs.entries()) {
          const scores = scoresOf(model, data, at)
          expect([...scores.keys()]).toEqual(plain.bias.map((_, label) => label))
          for (const [label, score] of scores) expect(score).toBeCloseTo(denseScore(plain, x, label), 9)
        }
      }),
    )
  })

  it('explains: the parts add up to the score', () => {
    fc.assert(
      fc.property(plainModel, queries, (plain, xs) => {
        const model = modelOf(plain)
        const data = datasetOf(xs.map((x) => row(x)))
        for (const at of xs.keys()) {
          for (const [label, score] of scoresOf(model, data, at)) {
            const parts = model.explain(data, at, label)
            expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(score, 9)
            expect(new Set(parts.map(({ feature }) => feature)).size).toBe(parts.length)
          }
        }
      }),
    )
  })

  it('comes back from its state bit by bit', () => {
    fc.assert(
      fc.property(plainModel, queries, (plain, xs) => {
        const model = modelOf(plain)
        const same = restoreModel('linear', model.state())
        expect(same).toBeInstanceOf(LinearModel)
        expect(same.scale).toBe(plain.scale)
        expect(same.featureCount).toBe(model.featureCount)
        expect(same.state()).toEqual(model.state())
        const data = datasetOf(xs.map((x) => row(x)))
        for (const at of xs.keys()) {
          expect(bitsOf(scoresOf(same, data, at))).toEqual(bitsOf(scoresOf(model, data, at)))
        }
      }),
    )
  })

  it('names the strongest features and labels', () => {
    fc.assert(
      fc.property(clearModel, fc.integer({ min: 0, max: 8 }), (plain, top) => {
        const model = modelOf(plain)
        const mean = (list: number[]): number => list.reduce((a, b) => a + b, 0) / list.length
        // Where only differences between labels mean something, against the average label.
        const relative = (feature: number, label: number): number => {
          const whole = plain.weights[feature].map((weight, l) => weight + plain.slope[l])
          return plain.scale === 'comparable' ? plain.weights[feature][label] : whole[label] - mean(whole)
        }
        const check = (
          found: { id: number; weight: number }[],
          count: number,
          weightOf: (id: number) => number,
        ): void => {
          const all = Array.from({ length: count }, (_, id) => weightOf(id))
          const positive = all.filter((weight) => weight > 1e-9).sort((a, b) => b - a)
          expect(found.length).toBeLessThanOrEqual(top)
          expect(found.length).toBeGreaterThanOrEqual(Math.min(top, positive.length))
          for (const [place, { id, weight }] of found.entries()) {
            expect(weight).toBeGreaterThan(0)
            expect(weight).toBeCloseTo(all[id], 9)
            expect(weight).toBeCloseTo(positive[place] ?? 0, 9)
            if (place > 0) expect(found[place - 1].weight).toBeGreaterThanOrEqual(weight)
            if (place > 0 && found[place - 1].weight === weight) expect(found[place - 1].id).toBeLessThan(id)
          }
        }
        for (let label = 0; label < LABELS; label++) {
          const found = model.strongestFeatures(label, top).map(({ feature: id, weight }) => ({ id, weight }))
          check(found, FEATURES, (feature) => relative(feature, label))
        }
        for (let feature = 0; feature < FEATURES; feature++) {
          const found = model.strongestLabels(feature, top).map(({ label: id, weight }) => ({ id, weight }))
          check(found, LABELS, (label) => relative(feature, label))
        }
      }),
    )
  })

  it('counts its weights', () => {
    const plain = {
      bias: [0, 0],
      slope: [0, 0],
      weights: [
        [1, 0],
        [2, 3],
      ],
      scale: 'comparable' as const,
    }
    expect(modelOf(plain).figures()).toEqual({ weights: 3 })
  })
})

describe('a damaged state of a linear model', () => {
  const whole = modelOf({
    bias: [0.1, 0.2],
    slope: [0, 0],
    weights: [
      [1, 2],
      [0, 0.3],
    ],
    scale: 'comparable',
  }).state()

  const damages: [string, Partial<Record<string, NumberArray | undefined>>, Record<string, number>?][] = [
    ['a label that is not there', { 'weights.labels': Uint8Array.of(0, 1, 2) }],
    ['labels that are no whole numbers', { 'weights.labels': Float32Array.of(0, 1, 1) }],
    ['labels that are missing', { 'weights.labels': undefined }],
    ['lists longer than the entries', { 'weights.lengths': Uint8Array.of(2, 2) }],
    ['lists shorter than the entries', { 'weights.lengths': Uint8Array.of(2, 0) }],
    ['a weight that is NaN', { 'weights.weights': Float64Array.of(1, Number.NaN, 1) }],
    ['a weight that is infinite', { 'weights.weights': Float64Array.of(1, Number.NEGATIVE_INFINITY, 1) }],
    ['too few weights', { 'weights.weights': Float64Array.of(1, 2) }],
    ['a bias that is NaN', { bias: Float64Array.of(0, Number.NaN) }],
    ['too many biases', { bias: Float64Array.of(0, 0, 0) }],
    ['slopes that are missing', { slope: undefined }],
    ['a label count that its arrays do not have', {}, { labelCount: 3 }],
    ['a label count that is no whole number', {}, { labelCount: 1.5 }],
    ['no label count', {}, { labelCount: Number.NaN }],
  ]

  it.each(damages)('%s is refused', (_, arrays, numbers = {}) => {
    const state = {
      numbers: { ...whole.numbers, ...numbers },
      arrays: { ...whole.arrays, ...arrays },
    } as State
    expect(() => LinearModel.from(state)).toThrow(InputError)
  })

  it('is whole without damage', () => {
    expect(() => LinearModel.from(whole)).not.toThrow()
  })
})

describe('restoreModel', () => {
  it('refuses a kind it does not know', () => {
    expect(() => restoreModel('cloud' as 'linear', { numbers: {}, arrays: {} })).toThrow(/"cloud".*not known/)
  })
})
