// The index model against plain lists.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberArray, State } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { IndexHalf, IndexModel, type Retrieval } from '../../packages/abound/src/models/feature-index.js'
import { restoreModel } from '../../packages/abound/src/models/restore.js'
import { Postings } from '../../packages/abound/src/structures/postings.js'
import { datasetOf, eighths, entriesOf, row, scoresOf, signedEighths } from '../learners/plain-rows.js'

interface PlainFeature {
  readonly list: [label: number, weight: number][]
  /** What was dropped and leaked: W_f is more than the sum of the list. */
  readonly leaked: number
  readonly count: number
}

interface Plain {
  readonly plus: PlainFeature[]
  readonly minus: PlainFeature[] | undefined
  readonly retrieval: Retrieval
}

const LABELS = 7
const FEATURES = 5

const feature: fc.Arbitrary<PlainFeature> = fc.record({
  list: fc
    .uniqueArray(fc.tuple(fc.nat(LABELS - 1), eighths), { selector: ([label]) => label })
    .map((list) => list.sort((a, b) => b[1] - a[1] || a[0] - b[0])),
  leaked: fc.oneof(fc.constant(0), eighths),
  count: fc.integer({ min: 1, max: 15 }),
})
const half = fc.array(feature, { maxLength: FEATURES })
const plainModel: fc.Arbitrary<Plain> = fc.record({
  plus: half,
  minus: fc.option(half, { nil: undefined }),
  retrieval: fc.record({
    maxDegree: fc.integer({ min: 1, max: 8 }),
    retrieveAbove: fc.constantFrom(0, 0.125, 0.25),
    rating: fc.boolean(),
    presence: fc.boolean(),
  }),
})
const queries = fc.array(entriesOf(FEATURES + 2, signedEighths), { minLength: 1, maxLength: 4 })

const totalOf = ({ list, leaked }: PlainFeature): number => list.reduce((sum, [, w]) => sum + w, leaked)

function halfOf(features: readonly PlainFeature[]): IndexHalf {
  const out = IndexHalf.empty(0)
  for (const [f, one] of features.entries()) {
    out.ensure(f)
    out.totals[f] = totalOf(one)
    out.counts[f] = one.count
    for (const [label, weight] of one.list) out.postings.append(f, label, weight)
  }
  return out
}

function modelOf({ plus, minus, retrieval }: Plain): IndexModel {
  return new IndexModel(LABELS, halfOf(plus), minus === undefined ? undefined : halfOf(minus), retrieval)
}

/** The weights by label that a feature speaks with, per unit of its value. */
function voices(
  one: PlainFeature | undefined,
  { maxDegree, retrieveAbove, rating }: Retrieval,
): Map<number, number> {
  const out = new Map<number, number>()
  if (one === undefined) return out
  const rate = rating ? Math.min(1, one.count / 10) : 1
  for (const [label, weight] of one.list.slice(0, maxDegree)) {
    if (weight / totalOf(one) >= retrieveAbove) out.set(label, (rate * weight) / totalOf(one))
  }
  return out
}

function naiveScores(
  { plus, minus, retrieval }: Plain,
  x: readonly (readonly [number, number])[],
): Map<number, number> {
  const out = new Map<number, number>()
  for (const [column, value] of x) {
    const one = value < 0 ? minus?.[column] : plus[column]
    for (const [label, weight] of voices(one, retrieval)) {
      out.set(label, (out.get(label) ?? 0) + weight * (retrieval.presence ? 1 : Math.abs(value)))
    }
  }
  return out
}

describe('IndexModel', () => {
  it('scores the labels it reaches as plain lists do, and no others', () => {
    fc.assert(
      fc.property(plainModel, queries, (plain, xs) => {
        const model = modelOf(plain)
        const data = datasetOf(xs.map((x) => row(x)))
        for (const [at, x] of xs.entries()) {
          const scores = scoresOf(model, data, at)
          const naive = naiveScores(plain, x)
          expect([...scores.keys()]).toEqual([...naive.keys()].sort((a, b) => a - b))
          for (const [label, score] of scores) expect(score).toBeCloseTo(naive.get(label) ?? Number.NaN, 10)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('explains: the parts add up to the score, and labels not reached have none', () => {
    fc.assert(
      fc.property(plainModel, queries, (plain, xs) => {
        const model = modelOf(plain)
        const data = datasetOf(xs.map((x) => row(x)))
        for (const at of xs.keys()) {
          const scores = scoresOf(model, data, at)
          for (let label = 0; label < LABELS; label++) {
            const parts = model.explain(data, at, label)
            expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(scores.get(label) ?? 0, 10)
            expect(parts.every(({ weight }) => weight > 0)).toBe(true)
            expect(parts.length > 0).toBe(scores.has(label))
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  it('comes back from its state bit by bit', () => {
    fc.assert(
      fc.property(plainModel, queries, (plain, xs) => {
        const model = modelOf(plain)
        const same = restoreModel('index', model.state())
        expect(same).toBeInstanceOf(IndexModel)
        expect(same.state()).toEqual(model.state())
        expect(same.featureCount).toBe(Math.max(plain.plus.length, plain.minus?.length ?? 0))
        expect(same.labelCount).toBe(LABELS)
        expect(same.figures()).toEqual(model.figures())
        const data = datasetOf(xs.map((x) => row(x)))
        for (const at of xs.keys())
          expect([...scoresOf(same, data, at)]).toEqual([...scoresOf(model, data, at)])
      }),
    )
  })

  it('names the strongest features and labels, as they speak', () => {
    fc.assert(
      fc.property(plainModel, fc.integer({ min: 0, max: 6 }), (plain, top) => {
        const model = modelOf(plain)
        const close = (weight: number): number => Math.round(weight * 1e9) / 1e9
        for (let f = 0; f < FEATURES; f++) {
          const expected = [...voices(plain.plus[f], plain.retrieval)].slice(0, top)
          const found = model.strongestLabels(f, top)
          expect(found.map(({ label, weight }) => [label, close(weight)])).toEqual(
            expected.map(([label, weight]) => [label, close(weight)]),
          )
        }
        for (let label = 0; label < LABELS; label++) {
          const all = plain.plus.map((one) => voices(one, plain.retrieval).get(label) ?? 0)
          const expected = all.filter((weight) => weight > 0).sort((a, b) => b - a)
          const found = model.strongestFeatures(label, top)
          expect(found.map(({ weight }) => close(weight))).toEqual(expected.slice(0, top).map(close))
          for (const { feature: f, weight } of found) expect(weight).toBeCloseTo(all[f], 9)
        }
      }),
    )
  })

  it('counts edges, and how many a document meets', () => {
    const plain: Plain = {
      plus: [
        {
          list: [
            [0, 2],
            [1, 1],
            [2, 1],
          ],
          leaked: 0,
          count: 3,
        },
        { list: [], leaked: 1, count: 1 },
      ],
      minus: [{ list: [[0, 1]], leaked: 0, count: 2 }],
      retrieval: { maxDegree: 2, retrieveAbove: 0, rating: true },
    }
    // Feature 0 meets 2 of its 3 edges, three times; the minus feature its one, twice: 8 of 6 active.
    expect(modelOf(plain).figures()).toEqual({ edges: 4, edgesPerFeature: 8 / 6 })
    expect(new IndexModel(0, IndexHalf.empty(0), undefined, plain.retrieval).figures()).toEqual({
      edges: 0,
      edgesPerFeature: 0,
    })
  })
})

describe('a damaged state of an index model', () => {
  const whole = modelOf({
    plus: [
      {
        list: [
          [0, 2],
          [1, 1],
        ],
        leaked: 0,
        count: 3,
      },
      { list: [[2, 0.5]], leaked: 1, count: 1 },
    ],
    minus: [{ list: [[6, 1]], leaked: 0, count: 2 }],
    retrieval: { maxDegree: 2, retrieveAbove: 0, rating: true },
  }).state()

  const damages: [string, Partial<Record<string, NumberArray | undefined>>, Record<string, number>?][] = [
    ['a label that is not there', { 'plus.labels': Uint8Array.of(0, 7, 2) }],
    ['a label of the minus half that is not there', { 'minus.labels': Uint8Array.of(7) }],
    ['lists longer than the entries', { 'plus.lengths': Uint8Array.of(2, 2) }],
    ['lists shorter than the entries', { 'plus.lengths': Uint8Array.of(2, 0) }],
    ['no lists', { 'plus.lengths': undefined }],
    ['a weight that is NaN', { 'plus.weights': Float64Array.of(2, Number.NaN, 0.5) }],
    ['too many weights', { 'plus.weights': Float64Array.of(2, 1, 0.5, 0.5) }],
    ['a total that is infinite', { 'plus.totals': Float64Array.of(3, Number.POSITIVE_INFINITY) }],
    ['a total of 0 over edges', { 'plus.totals': Float64Array.of(3, 0) }],
    ['a total below 0', { 'minus.totals': Float64Array.of(-1) }],
    ['too few totals', { 'plus.totals': Float64Array.of(3) }],
    ['counts that are missing', { 'plus.counts': undefined }],
    ['too few counts of the minus half', { 'minus.counts': new Uint8Array(0) }],
    ['a label count below its labels', {}, { labelCount: 2 }],
    ['a label count that is no whole number', {}, { labelCount: 7.5 }],
    ['no d_max', {}, { maxDegree: Number.NaN }],
    ['no rating', {}, { rating: Number.NaN }],
  ]

  it.each(damages)('%s is refused', (_, arrays, numbers = {}) => {
    const state = {
      numbers: { ...whole.numbers, ...numbers },
      arrays: { ...whole.arrays, ...arrays },
    } as State
    expect(() => IndexModel.from(state)).toThrow(InputError)
  })

  it('is whole without damage', () => {
    expect(() => IndexModel.from(whole)).not.toThrow()
  })

  it('does not need totals where there are no edges', () => {
    const half = new IndexHalf(
      Postings.over(Uint32Array.of(0), new Uint32Array(0), new Float64Array(0)),
      new Float64Array(1),
      new Float64Array(1),
    )
    const state = new IndexModel(1, half, undefined, { maxDegree: 1, retrieveAbove: 0, rating: true }).state()
    expect(() => IndexModel.from(state)).not.toThrow()
  })
})
