// Probabilities by label: who gets what, that they never fall, and damaged data.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberArray, State } from '../../packages/abound/src/contract.js'
import { fitIsotonic } from '../../packages/abound/src/decide/isotonic.js'
import { fitSigmoid } from '../../packages/abound/src/decide/platt.js'
import {
  type Calibration,
  calibrationFrom,
  calibrationState,
  fitCalibration,
  probability,
} from '../../packages/abound/src/decide/probability-calibration.js'
import { createScores } from '../../packages/abound/src/engine/scores.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { type GroupedScores, LabelScores } from '../../packages/abound/src/measure/label-scores.js'

/** By label, pairs of score and truth, descending. */
function groupedOf(lists: readonly (readonly (readonly [number, 0 | 1])[])[]): GroupedScores {
  const sorted = lists.map((list) => [...list].sort((a, b) => b[0] - a[0]))
  const offsets = [0]
  for (const list of sorted) offsets.push(offsets[offsets.length - 1] + list.length)
  const all = sorted.flat()
  return {
    offsets: Uint32Array.from(offsets),
    scores: Float64Array.from(all, ([score]) => score),
    truth: Uint8Array.from(all, ([, truth]) => truth),
  }
}

const many = (score: number, truth: 0 | 1, count: number): [number, 0 | 1][] =>
  Array.from({ length: count }, () => [score, truth])

describe('calibration', () => {
  it('fits each label on its own, and rare ones together', () => {
    const often = [...many(2, 1, 10), ...many(-2, 0, 10), ...many(0, 1, 5), ...many(0, 0, 5)]
    const rare = [...many(5, 1, 9), ...many(1, 0, 50)]
    const grouped = groupedOf([often, rare, []])
    const calibration = fitCalibration(grouped)
    const own = fitSigmoid(grouped.scores, grouped.truth, 0, often.length)
    // Nine true ones are too few for a sigmoid of the rare alone: that of all labels.
    const common = fitSigmoid(grouped.scores, grouped.truth)
    for (const score of [-3, 0, 0.5, 4]) {
      const p = (of: typeof own): number => 1 / (1 + Math.exp(of.slope * score + of.offset))
      expect(probability(calibration, 0, score)).toBeCloseTo(p(own), 12)
      for (const label of [1, 2, 3, 1000])
        expect(probability(calibration, label, score)).toBeCloseTo(p(common), 12)
    }
    const more = groupedOf([often, rare, [...many(4, 1, 1), ...many(2, 0, 7)]])
    const ofRare = fitSigmoid(more.scores, more.truth, often.length)
    for (const label of [1, 2, 3])
      expect(probability(fitCalibration(more), label, 3)).toBeCloseTo(
        1 / (1 + Math.exp(ofRare.slope * 3 + ofRare.offset)),
        9,
      )
    const fewer = fitCalibration(grouped, { enough: 9 })
    expect(probability(fewer, 1, 5)).not.toBe(probability(fewer, 2, 5))
  })

  it('has a common sigmoid from elsewhere where there is too little of everything', () => {
    const otherwise = { slope: -2, offset: 0 }
    for (const lists of [[], [[]], [[[1, 1] as const]]]) {
      const calibration = fitCalibration(groupedOf(lists), { otherwise })
      expect(probability(calibration, 0, 1)).toBeCloseTo(1 / (1 + Math.exp(-2)), 12)
    }
    expect(probability(fitCalibration(groupedOf([])), 0, 1)).toBe(0.5)
  })

  it('takes a table where there is much data, and lines between its points', () => {
    const list = [...many(1, 0, 1500), ...many(1, 1, 500), ...many(3, 0, 500), ...many(3, 1, 1500)]
    const calibration = fitCalibration(groupedOf([list]))
    expect(probability(calibration, 0, 1)).toBe(0.25)
    expect(probability(calibration, 0, 2)).toBe(0.5)
    expect(probability(calibration, 0, 2.5)).toBe(0.625)
    expect(probability(calibration, 0, 3)).toBe(0.75)
    expect(probability(calibration, 0, Number.POSITIVE_INFINITY)).toBe(0.75)
    expect(probability(calibration, 0, Number.NEGATIVE_INFINITY)).toBe(0.25)
    const platt = fitCalibration(groupedOf([list]), { method: 'platt' })
    expect(platt.scores.length).toBe(0)
    const small = fitCalibration(groupedOf([list.slice(400, 700)]))
    expect(small.scores.length).toBe(0)
  })

  it('takes what LabelScores collects', () => {
    const labelScores = new LabelScores(2)
    for (let i = 0; i < 40; i++) {
      const scores = createScores(2)
      scores.values.set([i % 2 === 0 ? 1 : -1, 0.25])
      scores.touched.set([0, 1])
      scores.seen.fill(1)
      scores.count = 2
      labelScores.add(scores, scores.values, i % 2 === 0 ? [0] : [])
    }
    const calibration = fitCalibration(labelScores.grouped())
    expect(probability(calibration, 0, 1)).toBeCloseTo(21 / 22, 6)
    expect(probability(calibration, 0, -1)).toBeCloseTo(1 / 22, 6)
  })

  const pair = fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.constantFrom<0 | 1>(0, 1))
  const lists = fc.array(fc.array(pair, { maxLength: 40 }), { maxLength: 4 })
  const method = fc.constantFrom('platt' as const, 'isotonic' as const, 'usual' as const)
  const anyScore = fc.double({ noNaN: true })

  it('stays within 0 and 1 and never falls, and is the same after storing', () => {
    fc.assert(
      fc.property(
        lists,
        method,
        fc.nat({ max: 6 }),
        fc.array(anyScore, { maxLength: 20 }),
        (all, by, label, more) => {
          const calibration = fitCalibration(groupedOf(all), { method: by, enough: 2 })
          const stored = calibrationFrom(structuredClone(calibrationState(calibration)))
          const scores = Float64Array.from([...(all[label] ?? []).map(([score]) => score), ...more]).sort()
          let last = 0
          for (const score of scores) {
            const p = probability(calibration, label, score)
            expect(p).toBeGreaterThanOrEqual(last)
            expect(p).toBeLessThanOrEqual(1)
            expect(probability(stored, label, score)).toBe(p)
            last = p
          }
        },
      ),
    )
  })

  it('agrees with a walk along the table', () => {
    fc.assert(
      fc.property(
        fc.array(pair, { minLength: 5, maxLength: 40 }),
        fc.double({ min: -10, max: 10, noNaN: true }),
        (list, score) => {
          const grouped = groupedOf([list])
          const { scores, probabilities } = fitIsotonic(grouped.scores, grouped.truth)
          const calibration = fitCalibration(grouped, { method: 'isotonic', enough: 0 })
          if (grouped.truth.every((truth) => truth === 0)) return
          const above = scores.findIndex((one) => one > score)
          let expected = probabilities[scores.length - 1]
          if (above === 0) expected = probabilities[0]
          else if (above > 0) {
            const share = (score - scores[above - 1]) / (scores[above] - scores[above - 1])
            expected = (1 - share) * probabilities[above - 1] + share * probabilities[above]
          }
          expect(probability(calibration, 0, score)).toBeCloseTo(expected, 10)
        },
      ),
    )
  })

  it('refuses damaged data', () => {
    const table = many(1, 0, 20).concat(many(1, 1, 10), many(3, 1, 20))
    const calibration: Calibration = fitCalibration(groupedOf([table, many(2, 0, 3)]), { method: 'isotonic' })
    const { numbers, arrays } = calibrationState(calibration)
    expect(arrays.scores.length).toBe(2)
    const refused = (change: Record<string, NumberArray | undefined>, count: number = 2): void => {
      const state = { numbers: { ...numbers, labelCount: count }, arrays: { ...arrays, ...change } } as State
      expect(() => calibrationFrom(state)).toThrow(InputError)
    }
    for (const name of Object.keys(arrays)) {
      refused({ [name]: undefined })
      refused({ [name]: arrays[name].slice(1) })
      if (arrays[name] instanceof Float64Array) refused({ [name]: arrays[name].slice().fill(Number.NaN) })
    }
    for (const count of [-1, 0, 1, 3, 2.5, Number.NaN, 1e15]) refused({}, count)
    refused({ slopes: Float64Array.of(-1, 0.5, -1) })
    refused({ offsets: Float64Array.of(Number.POSITIVE_INFINITY, 0, 0) })
    refused({ scores: Float64Array.of(3, 1) })
    refused({ scores: Float64Array.of(1, 1) })
    refused({ probabilities: Float64Array.of(0.5, 0.4) })
    refused({ probabilities: Float64Array.of(0.5, 1.1) })
    refused({ probabilities: Float64Array.of(-0.1, 1) })
    refused({ lengths: Uint32Array.of(3, 0) })
    for (const change of [
      { rivalShare: 1.5 },
      { rivalShare: -0.5 },
      { rivalShare: Number.NaN },
      { oneLabel: 2 },
    ])
      expect(() => calibrationFrom({ numbers: { ...numbers, ...change }, arrays })).toThrow(InputError)
    expect(() => calibrationFrom({ numbers: {}, arrays })).toThrow(InputError)
    expect(() => calibrationFrom({ numbers, arrays: {} })).toThrow(InputError)
  })
})
