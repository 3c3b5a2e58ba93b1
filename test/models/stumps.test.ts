// Stumps against rules asked one by one.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberArray, State } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { restoreModel } from '../../packages/abound/src/models/restore.js'
import { type StumpRule, StumpsModel } from '../../packages/abound/src/models/stumps.js'
import { datasetOf, entriesOf, row, scoresOf, signedEighths } from '../learners/plain-rows.js'

const LABELS = 5
const FEATURES = 8

const number = fc.double({ min: -5, max: 5, noNaN: true })
const rulesOf = (c: fc.Arbitrary<number>): fc.Arbitrary<StumpRule[]> => {
  const parts = fc.array(c, { minLength: LABELS, maxLength: LABELS }).map((list) => Float64Array.from(list))
  const term = fc.nat({ max: FEATURES - 1 })
  const alpha = fc.double({ min: 0.1, max: 3, noNaN: true })
  return fc.array(fc.record({ term, alpha, present: parts, absent: parts }), { maxLength: 12 })
}
const abstaining = rulesOf(number).map((rules) =>
  rules.map((rule) => ({ ...rule, absent: new Float64Array(LABELS) })),
)
/** Confidences, signs (of which few labels differ, so that tests are lists), and rules that abstain. */
const someRules = fc.oneof(
  rulesOf(number),
  rulesOf(fc.oneof({ arbitrary: fc.constant(-1), weight: 9 }, fc.constant(1))),
  abstaining,
)
/** Some of the columns are beyond what the model knows. */
const queries = fc.array(entriesOf(FEATURES + 3, signedEighths), { minLength: 1, maxLength: 4 })

const modelOf = (rules: readonly StumpRule[]): StumpsModel => new StumpsModel(FEATURES, LABELS, rules)

describe('StumpsModel', () => {
  it('scores every label as the rules do one by one, and explains: the parts add up', () => {
    fc.assert(
      fc.property(someRules, queries, (rules, xs) => {
        const model = modelOf(rules)
        const data = datasetOf(xs.map((x) => row(x)))
        for (const [at, x] of xs.entries()) {
          const there = new Set(x.map(([column]) => column))
          const scores = scoresOf(model, data, at)
          expect([...scores.keys()]).toEqual([0, 1, 2, 3, 4])
          for (const [label, score] of scores) {
            const asked = rules.map((r) => r.alpha * (there.has(r.term) ? r.present : r.absent)[label])
            expect(score).toBeCloseTo(
              asked.reduce((a, b) => a + b, 0),
              9,
            )
            const parts = model.explain(data, at, label)
            // In the same order as the score, so to the bit.
            expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBe(score)
            expect(new Set(parts.map(({ feature }) => feature)).size).toBe(parts.length)
            for (const { feature } of parts) expect(feature === -1 || there.has(feature)).toBe(true)
          }
        }
      }),
    )
  })

  it('comes back from its state bit by bit', () => {
    fc.assert(
      fc.property(someRules, queries, (rules, xs) => {
        const model = modelOf(rules)
        const same = restoreModel('stumps', model.state()) as StumpsModel
        expect(same).toBeInstanceOf(StumpsModel)
        expect(same.featureCount).toBe(FEATURES)
        expect(same.labelCount).toBe(LABELS)
        expect(same.state()).toEqual(model.state())
        expect(same.rules.map(({ term, alpha }) => [term, alpha])).toEqual(
          rules.map(({ term, alpha }) => [term, alpha]),
        )
        const data = datasetOf(xs.map((x) => row(x)))
        for (const at of xs.keys()) {
          expect([...scoresOf(same, data, at)]).toEqual([...scoresOf(model, data, at)])
        }
      }),
    )
  })

  it('names the strongest features and labels, by what a term says more than its absence', () => {
    const model = new StumpsModel(4, 2, [
      { term: 3, alpha: 1, present: Float64Array.of(1, -1), absent: Float64Array.of(0.25, 0.25) },
      { term: 1, alpha: 2, present: Float64Array.of(1, 0.5), absent: Float64Array.of(0, -0.5) },
      { term: 3, alpha: 1, present: Float64Array.of(1, -1), absent: Float64Array.of(0, 1) },
    ])
    expect(model.strongestFeatures(0, 5)).toEqual([
      { feature: 1, weight: 2 },
      { feature: 3, weight: 1.75 },
    ])
    expect(model.strongestFeatures(1, 5)).toEqual([{ feature: 1, weight: 2 }])
    expect(model.strongestLabels(3, 5)).toEqual([{ label: 0, weight: 1.75 }])
    expect(model.strongestLabels(0, 5)).toEqual([])
    expect(model.figures()).toEqual({ rounds: 3, tests: 2 })
  })

  it('stores signs as bytes, and nothing for rules that abstain', () => {
    const c = Float64Array.of(1, -1, 1)
    const signs = new StumpsModel(1, 3, [{ term: 0, alpha: 0.3, present: c, absent: c }]).state()
    expect(signs.arrays.present).toEqual(Uint8Array.of(1, 0, 1))
    const silent = { term: 0, alpha: 1, present: c, absent: new Float64Array(3) }
    expect(new StumpsModel(1, 3, [silent]).state().arrays.absent).toBeUndefined()
  })
})

describe('a damaged state of stumps', () => {
  const whole = new StumpsModel(4, 2, [
    { term: 3, alpha: 1, present: Float64Array.of(0.1, -1), absent: Float64Array.of(0.2, 0.3) },
    { term: 1, alpha: 1, present: Float64Array.of(0.3, 0.5), absent: Float64Array.of(0, -0.5) },
  ]).state()

  const damages: [string, Partial<Record<string, NumberArray | undefined>>, Record<string, number>?][] = [
    ['a term that is not there', { terms: Uint8Array.of(3, 4) }],
    ['terms that are no whole numbers', { terms: Float32Array.of(3, 1) }],
    ['terms that are missing', { terms: undefined }],
    ['too few terms', { terms: Uint8Array.of(3) }],
    ['too few strengths', { alphas: Float64Array.of(1) }],
    ['a strength that is NaN', { alphas: Float64Array.of(1, Number.NaN) }],
    ['too few parts with the term', { present: Float64Array.of(1, 2, 3) }],
    ['parts with the term that are missing', { present: undefined }],
    ['too many parts without it', { absent: Float64Array.of(1, 2, 3, 4, 5) }],
    ['a part that is infinite', { absent: Float64Array.of(1, 2, 3, Number.POSITIVE_INFINITY) }],
    [
      'parts beyond all bounds',
      { alphas: Float64Array.of(1e300, 1), present: Float64Array.of(1e300, 0, 0, 0) },
    ],
    ['too many biases', { bias: Float64Array.of(0, 0, 0) }],
    ['biases that are missing', { bias: undefined }],
    ['a label count that its arrays do not have', {}, { labelCount: 3 }],
    ['a label count that is no whole number', {}, { labelCount: 1.5 }],
    ['a label count below 0', {}, { labelCount: -2 }],
    ['no feature count', {}, { featureCount: Number.NaN }],
    ['a feature count that is no whole number', {}, { featureCount: 4.5 }],
    ['no word on signs', {}, { signs: Number.NaN }],
  ]

  it.each(damages)('%s is refused', (_, arrays, numbers = {}) => {
    const state = {
      numbers: { ...whole.numbers, ...numbers },
      arrays: { ...whole.arrays, ...arrays },
    } as State
    expect(() => StumpsModel.from(state)).toThrow(InputError)
  })

  it('is whole without damage', () => {
    expect(() => StumpsModel.from(whole)).not.toThrow()
  })

  it('cannot claim labels or words that take room without being there', () => {
    const empty = new StumpsModel(2 ** 31, 0, []).state()
    expect(StumpsModel.from(empty).featureCount).toBe(2 ** 31)
    expect(() =>
      StumpsModel.from({ numbers: { ...empty.numbers, labelCount: 2 ** 40 }, arrays: empty.arrays }),
    ).toThrow(InputError)
  })
})
