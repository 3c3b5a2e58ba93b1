// Rocchio: by hand, and against the formula over whole vectors.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model } from '../../packages/abound/src/contract.js'
import { type RocchioOptions, rocchio } from '../../packages/abound/src/learners/rocchio/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { meanOf, whole } from './naive-squares.js'
import { datasetOf, eighths, type PlainRow, plainRows, row, scoresOf, signedEighths } from './plain-rows.js'

const DEFAULTS = defaultOptions(rocchio.options)
const FEATURES = 6
const LABELS = 4

function trained(
  rows: readonly PlainRow[],
  given: Partial<RocchioOptions> = {},
  texts?: readonly PlainRow[],
): Model {
  const data = datasetOf(rows)
  data.featureCount = FEATURES
  data.labelCount = LABELS
  const context = texts === undefined ? { seed: 1 } : { seed: 1, labelTexts: datasetOf(texts) }
  return rocchio.train(data, { ...DEFAULTS, ...given }, context)
}

/** The weights of a label by feature. */
function weightsOf(model: Model, label: number): number[] {
  const units = datasetOf(Array.from({ length: FEATURES }, (_, column) => row([[column, 1]])))
  return Array.from({ length: FEATURES }, (_, at) => scoresOf(model, units, at).get(label)!)
}

/** α·d + β·mean − γ·mean, clipped and scaled as asked, written out. */
function naive(
  rows: readonly PlainRow[],
  label: number,
  { alpha, beta, gamma, clip, unit }: RocchioOptions,
  texts: readonly PlainRow[],
): number[] {
  const vectors = (some: readonly PlainRow[]): number[] =>
    some.length === 0 ? new Array(FEATURES).fill(0) : meanOf(some.map((one) => whole(one, FEATURES, 0)))
  const inside = vectors(rows.filter(({ labels }) => labels.includes(label)))
  const outside = vectors(
    rows.filter(
      ({ labels, not, judged }) => !labels.includes(label) && (judged === 1 || not.includes(label)),
    ),
  )
  const described = vectors(texts.filter(({ labels }) => labels.includes(label)))
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
        (rows, given, said) => {
          const described = said.map(([label, column, value]) => row([[column, value]], label))
          const model = trained(rows, given, described)
          for (let label = 0; label < LABELS; label++) {
            const expected = naive(rows, label, given, described)
            weightsOf(model, label).forEach((weight, j) => {
              expect(weight).toBeCloseTo(expected[j], 9)
            })
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
