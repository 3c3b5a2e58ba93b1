// Rocchio: by hand, and against the formula over whole vectors.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model } from '../../packages/abound/src/contract.js'
import { type RocchioOptions, rocchio } from '../../packages/abound/src/learners/rocchio/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import type { DatasetBuilder } from '../../packages/abound/src/structures/dataset.js'
import { dot, meanOf, whole } from './naive-squares.js'
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

const DEFAULTS = defaultOptions(rocchio.options)
const FEATURES = 6
const LABELS = 4

function trained(
  rows: readonly PlainRow[],
  given: Partial<RocchioOptions> = {},
  texts?: readonly PlainRow[],
  absentValue = 0,
): Model {
  const context = { seed: 1, absentValue, ...(texts === undefined ? {} : { labelTexts: datasetOf(texts) }) }
  return rocchio.train(dataOf(rows), { ...DEFAULTS, ...given }, context)
}

function dataOf(rows: readonly PlainRow[]): DatasetBuilder {
  const data = datasetOf(rows)
  data.featureCount = FEATURES
  data.labelCount = LABELS
  return data
}

const EMPTY_AND_UNITS = datasetOf([
  row([]),
  ...Array.from({ length: FEATURES }, (_, column) => row([[column, 1]])),
])

/** The weights of a label by feature: what each adds to the score of a row without any. */
function weightsOf(model: Model, label: number): number[] {
  const [none, ...scores] = Array.from(
    { length: FEATURES + 1 },
    (_, at) => scoresOf(model, EMPTY_AND_UNITS, at).get(label)!,
  )
  return scores.map((score) => score - none)
}

/** α·d + β·mean − γ·mean, clipped and scaled as asked, written out. */
function naive(
  rows: readonly PlainRow[],
  label: number,
  { alpha, beta, gamma, clip, unit }: RocchioOptions,
  texts: readonly PlainRow[],
  absent: number,
): number[] {
  const vectors = (some: readonly PlainRow[]): number[] =>
    some.length === 0 ? new Array(FEATURES).fill(0) : meanOf(some.map((one) => whole(one, FEATURES, absent)))
  const inside = vectors(rows.filter(({ labels }) => labels.includes(label)))
  const outside = vectors(
    rows.filter(
      ({ labels, not, judged }) => !labels.includes(label) && (judged === 1 || not.includes(label)),
    ),
  )
  const described = new Array<number>(FEATURES).fill(0)
  for (const { x, labels } of texts)
    if (labels.includes(label)) for (const [column, value] of x) described[column] += value + absent
  let w = inside.map((own, j) => alpha * described[j] + beta * own - gamma * outside[j])
  if (clip) w = w.map((weight) => Math.max(0, weight))
  const length = Math.hypot(...w)
  return unit && length > 0 ? w.map((weight) => weight / length) : w
}

describe('Rocchio', () => {
  it('is what one works out by hand', () => {
    // Label 0: word 0 16 · ½ = 8; word 1 16 · ½ − 4 · ½ = 6; word 2 −4 · ½, clipped. Scaled by 1/10.
    const rows = [row([[0, 1]], 0), row([[1, 1]], 0), row('1:1 2:1', 1), row([[3, 1]])]
    expect(weightsOf(trained(rows), 0)).toEqual([0.8, 0.6, 0, 0, 0, 0])
    expect(weightsOf(trained(rows, { unit: false }), 0)).toEqual([8, 6, 0, 0, 0, 0])
    expect(weightsOf(trained(rows, { unit: false, clip: false }), 0)).toEqual([8, 6, -2, -2, 0, 0])
    // Label 1: word 1 16 − 4 · ⅓, word 2 16; label 3 has no document.
    const one = weightsOf(trained(rows, { unit: false }), 1)
    expect(one[1]).toBeCloseTo(44 / 3, 12)
    expect(one[2]).toBe(16)
    expect(weightsOf(trained(rows), 3)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('weighs every word where absent ones have a value, by hand', () => {
    // Two words of worth 0.4 where absent, β = 2, γ = ½. Inside (0.6, 0.4), outside (0.4, 0.8): the description has word 1
    // with 0.4 + 0.1. Word 0: 2 · 0.6 − ½ · 0.4 = 1; word 1: 0.5 + 2 · 0.4 − ½ · 0.8 = 0.9; words 2 to 5, in no document:
    // (2 − ½) · 0.4 = 0.6. A document without any of them has 0.4 · (1 + 0.9 + 4 · 0.6) = 1.72.
    const options = { beta: 2, gamma: 0.5, unit: false }
    const rows = [row([[0, 0.2]], 0), row([[1, 0.4]])]
    const model = trained(rows, options, [row([[1, 0.1]], 0)], 0.4)
    const expected = [1, 0.9, 0.6, 0.6, 0.6, 0.6]
    weightsOf(model, 0).forEach((weight, j) => {
      expect(weight).toBeCloseTo(expected[j], 6)
    })
    expect(scoresOf(model, EMPTY_AND_UNITS, 0).get(0)).toBeCloseTo(1.72, 6)
    // A label that nothing is known of has no weights.
    expect(weightsOf(model, 3)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('is the same made of sums of parts', () => {
    fc.assert(
      fc.property(
        plainRows(FEATURES, LABELS, signedEighths, { maxLength: 20 }),
        fc.constantFrom(0, 0.4),
        (rows, absent) => {
          const data = dataOf(rows)
          const { collect, model } = rocchio.summing!
          const summed = model(collect(data, DEFAULTS), DEFAULTS, { seed: 1, absentValue: absent })
          const straight = trained(rows, {}, undefined, absent)
          for (let label = 0; label < LABELS; label++) {
            weightsOf(summed, label).forEach((weight, j) => {
              expect(weight).toBeCloseTo(weightsOf(straight, label)[j], 9)
            })
            const scoreOfNone = (one: Model) => scoresOf(one, EMPTY_AND_UNITS, 0).get(label)
            expect(scoreOfNone(summed)).toBeCloseTo(scoreOfNone(straight)!, 9)
          }
        },
      ),
    )
  })

  it('is the formula on any data, with and without descriptions', () => {
    const options = fc.record({
      alpha: fc.constantFrom(0, 1, 3),
      beta: fc.constantFrom(16, 2, 0),
      gamma: fc.constantFrom(4, 0.5, 0),
      clip: fc.boolean(),
      unit: fc.boolean(),
    })
    const texts = fc.uniqueArray(
      fc.tuple(fc.nat({ max: LABELS - 1 }), fc.nat({ max: FEATURES - 1 }), eighths),
      {
        selector: ([label]) => label,
        maxLength: LABELS,
      },
    )
    fc.assert(
      fc.property(
        plainRows(FEATURES, LABELS, signedEighths, { maxLength: 25 }),
        options,
        texts,
        fc.constantFrom(0, 0.4),
        fc.array(entriesOf(FEATURES, eighths), { minLength: 1, maxLength: 3 }),
        (rows, given, said, absent, asked) => {
          const described = said.map(([label, column, value]) => row([[column, value]], label))
          const model = trained(rows, given, described, absent)
          const data = datasetOf(asked.map((x) => row(x)))
          for (let label = 0; label < LABELS; label++) {
            const expected = naive(rows, label, given, described, absent)
            weightsOf(model, label).forEach((weight, j) => {
              expect(weight).toBeCloseTo(expected[j], 9)
            })
            for (const [at, x] of asked.entries())
              expect(scoresOf(model, data, at).get(label)).toBeCloseTo(
                dot(expected, whole({ x }, FEATURES, absent)),
                8,
              )
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('holds weights of a label’s own words alone when clipped', () => {
    const rows = Array.from({ length: FEATURES }, (_, column) => row([[column, 1]], column % LABELS))
    expect(trained(rows).figures()).toEqual({ weights: FEATURES })
    expect(trained(rows, { clip: false }).figures()).toEqual({ weights: FEATURES * LABELS })
  })

  it('knows a label by its description alone', () => {
    const model = trained([row([[0, 1]], 0)], {}, [row([[4, 2]], 2)])
    expect(weightsOf(model, 2)).toEqual([0, 0, 0, 0, 1, 0])
  })
})
