// The rules model against rules tried one by one.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberArray, State } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { restoreModel } from '../../packages/abound/src/models/restore.js'
import { type CountedRule, RulesModel } from '../../packages/abound/src/models/rules.js'
import { datasetOf, entriesOf, row, scoresOf, signedEighths } from '../learners/plain-rows.js'

const FEATURES = 6
const LABELS = 4

interface Plain {
  readonly rules: readonly (readonly CountedRule[])[]
  readonly defaults: readonly number[]
  readonly order: readonly number[] | undefined
}

const modelOf = ({ rules, defaults, order }: Plain): RulesModel =>
  RulesModel.of(rules, Float64Array.from(defaults), FEATURES, order && Uint32Array.from(order))

const confidence = ({ covered, errors }: CountedRule): number => (covered - errors + 1) / (covered + 2)

const rule: fc.Arbitrary<CountedRule> = fc
  .tuple(
    fc.uniqueArray(fc.nat({ max: 2 * FEATURES - 1 }), {
      minLength: 1,
      maxLength: 3,
      selector: (t) => t >> 1,
    }),
    fc.nat({ max: 20 }),
    fc.nat({ max: 20 }),
  )
  .map(([tests, right, errors]) => ({ tests, covered: right + errors, errors }))
const listOf = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(values, { minLength: LABELS, maxLength: LABELS })
const plainModel: fc.Arbitrary<Plain> = fc.record({
  rules: listOf(fc.array(rule, { maxLength: 4 })),
  defaults: listOf(fc.double({ min: 0, max: 1, noNaN: true })),
  order: fc.option(fc.shuffledSubarray([0, 1, 2, 3]), { nil: undefined }),
})
const queries = fc.array(entriesOf(FEATURES + 2, signedEighths), { minLength: 1, maxLength: 4 })
type Entries = readonly (readonly [number, number])[]

const fires = ({ tests }: CountedRule, x: Entries): boolean =>
  tests.every((test) => x.some(([column, value]) => column === test >> 1 && value > 0) === (test % 2 === 0))

/** The score of each label by the rules as they are written down. */
function naiveScores({ rules, defaults, order }: Plain, x: Entries): number[] {
  const best = rules.map((own) => {
    const firing = own.filter((one) => fires(one, x))
    return firing.length === 0 ? undefined : Math.max(...firing.map(confidence))
  })
  if (order === undefined) return best.map((c, label) => c ?? defaults[label])
  let left = 1
  const scores = new Map<number, number>()
  for (const label of order) {
    const c = best[label]
    if (c === undefined) continue
    scores.set(label, left * c)
    left *= 1 - c
  }
  return defaults.map((share, label) => scores.get(label) ?? left * share)
}

/** In turn, labels with rules are in the list. */
const sane = ({ order, rules, ...rest }: Plain): Plain => ({
  ...rest,
  order,
  rules: rules.map((own, label) => (order === undefined || order.includes(label) ? own : [])),
})

describe('RulesModel', () => {
  it('scores as trying every rule does', () => {
    fc.assert(
      fc.property(plainModel.map(sane), queries, (plain, xs) => {
        const model = modelOf(plain)
        const data = datasetOf(xs.map((x) => row(x)))
        for (const [at, x] of xs.entries()) {
          const expected = naiveScores(plain, x)
          const scores = scoresOf(model, data, at)
          expect([...scores.keys()]).toEqual([0, 1, 2, 3])
          for (const [label, score] of scores) expect(score).toBeCloseTo(expected[label], 12)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('explains: the parts add up, and the words are those of the rule that fires', () => {
    fc.assert(
      fc.property(plainModel.map(sane), queries, (plain, xs) => {
        const model = modelOf(plain)
        const data = datasetOf(xs.map((x) => row(x)))
        for (const [at, x] of xs.entries()) {
          for (const [label, score] of scoresOf(model, data, at)) {
            const parts = model.explain(data, at, label)
            expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(score, 12)
            const words = parts.map(({ feature }) => feature).filter((feature) => feature >= 0)
            const fired = model.firedRule(data, at, label)
            expect(words).toEqual(fired?.present ?? [])
            const firing = plain.rules[label].filter((one) => fires(one, x)).map(confidence)
            expect(fired?.confidence).toBe(firing.length === 0 ? undefined : Math.max(...firing))
          }
        }
      }),
    )
  })

  it('is what one works out by hand', () => {
    // grain: wheat and not gold, 8 right of 8: 0.9. metal: gold, 3 of 4: 4/6.
    const plain = {
      rules: [[{ tests: [0, 3], covered: 8, errors: 0 }], [{ tests: [2], covered: 4, errors: 1 }], []],
      defaults: [0.1, 0.2, 0.7],
      order: undefined,
    }
    const data = datasetOf([
      row([
        [0, 2],
        [4, 1],
      ]),
      row([
        [0, 1],
        [1, 1],
      ]),
      row([]),
    ])
    const each = modelOf(plain)
    expect([...scoresOf(each, data, 0).values()]).toEqual([0.9, 0.2, 0.7])
    expect([...scoresOf(each, data, 1).values()]).toEqual([0.1, 4 / 6, 0.7])
    expect([...scoresOf(each, data, 2).values()]).toEqual([0.1, 0.2, 0.7])
    expect(each.explain(data, 0, 0)).toEqual([
      { feature: -1, weight: 0.9 - 0.8 },
      { feature: 0, weight: 0.8 },
    ])
    // In turn, 0.1 is left when grain has taken 0.9.
    const inTurn = modelOf({ ...plain, order: [1, 0, 2] })
    const shares = [...scoresOf(inTurn, data, 0).values()]
    for (const [label, share] of [0.9, 0.1 * 0.2, 0.1 * 0.7].entries())
      expect(shares[label]).toBeCloseTo(share, 12)
    expect(each.rules(0)).toEqual([{ present: [0], absent: [1], confidence: 0.9, covered: 8, errors: 0 }])
    expect(each.figures()).toEqual({ rules: 2, tests: 3 })
  })

  it('names the strongest features and labels', () => {
    const model = modelOf({
      rules: [
        [
          { tests: [0, 2], covered: 8, errors: 0 },
          { tests: [2, 5], covered: 6, errors: 1 },
        ],
        [{ tests: [2], covered: 2, errors: 0 }],
        [],
        [],
      ],
      defaults: [0.1, 0.25, 0, 0],
      order: undefined,
    })
    // wheat has half of 0.9 − 0.1, gold all of 6/8 − 0.1 in the rule where it stands alone with an absence.
    const [first, second] = model.strongestFeatures(0, 5)
    expect(first.feature).toBe(1)
    expect(first.weight).toBeCloseTo(0.65, 12)
    expect(second.feature).toBe(0)
    expect(second.weight).toBeCloseTo(0.4, 12)
    expect(model.strongestFeatures(0, 1)).toHaveLength(1)
    expect(model.strongestFeatures(2, 5)).toEqual([])
    expect(model.strongestLabels(1, 5).map(({ label }) => label)).toEqual([0, 1])
    expect(model.strongestLabels(2, 5)).toEqual([])
  })

  it('comes back from its state bit by bit', () => {
    fc.assert(
      fc.property(plainModel.map(sane), queries, (plain, xs) => {
        const model = modelOf(plain)
        const same = restoreModel('rules', model.state())
        expect(same).toBeInstanceOf(RulesModel)
        expect(same.state()).toEqual(model.state())
        expect(same.featureCount).toBe(FEATURES)
        const data = datasetOf(xs.map((x) => row(x)))
        for (const at of xs.keys())
          expect([...scoresOf(same, data, at)]).toEqual([...scoresOf(model, data, at)])
      }),
    )
  })
})

describe('a damaged state of a rules model', () => {
  const whole = modelOf({
    rules: [[{ tests: [0, 3], covered: 8, errors: 0 }], [{ tests: [2], covered: 4, errors: 1 }], []],
    defaults: [0.1, 0.2, 0.7],
    order: [1, 0, 2],
  }).state()

  const damages: [string, Partial<Record<string, NumberArray | undefined>>, Record<string, number>?][] = [
    ['tests of a feature that is not there', { tests: Uint8Array.of(0, 3, 12) }],
    ['tests that are missing', { tests: undefined }],
    ['rules longer than the tests', { lengths: Uint8Array.of(2, 2) }],
    ['a rule without tests', { lengths: Uint8Array.of(3, 0) }],
    ['more rules than there are', { rules: Uint8Array.of(2, 1, 0) }],
    ['fewer rules than there are', { rules: Uint8Array.of(1, 0, 0) }],
    ['too few counts', { covered: Uint8Array.of(8) }],
    ['too many errors', { errors: Uint8Array.of(0, 1, 2) }],
    ['more errors than documents', { errors: Uint8Array.of(9, 1) }],
    ['counts that are no whole numbers', { covered: Float32Array.of(8.5, 4) }],
    ['defaults that are missing', { defaults: undefined }],
    ['a default above 1', { defaults: Float64Array.of(0.1, 0.2, 1.7) }],
    ['a default that is NaN', { defaults: Float64Array.of(0.1, Number.NaN, 0.7) }],
    ['a label in turn that is not there', { order: Uint8Array.of(1, 0, 3) }],
    ['a label with rules that has no turn', { order: Uint8Array.of(0, 2) }],
    ['a label that has two turns', { order: Uint8Array.of(1, 0, 1) }],
    ['no number of features', {}, { featureCount: Number.NaN }],
    ['a number of features below 0', {}, { featureCount: -1 }],
    ['a number of features beyond all', {}, { featureCount: 1e300 }],
  ]

  it.each(damages)('%s is refused', (_, arrays, numbers = {}) => {
    const state = {
      numbers: { ...whole.numbers, ...numbers },
      arrays: { ...whole.arrays, ...arrays },
    } as State
    expect(() => RulesModel.from(state)).toThrow(InputError)
  })

  it('is whole without damage', () => {
    expect(() => RulesModel.from(whole)).not.toThrow()
  })
})
