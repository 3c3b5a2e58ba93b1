// Calibration measures: by hand, and against plain filters over sorted lists.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brierScore,
  type CalibrationMeasures,
  calibrationMeasures,
  LabelProbabilities,
} from '../../packages/abound/src/measure/calibration.js'
import { scoresOf } from './scores-of.js'

type Pair = readonly [probability: number, truth: 0 | 1]

function measured(pairs: readonly Pair[], bins?: number): CalibrationMeasures {
  const p = Float64Array.from(pairs, ([probability]) => probability)
  return calibrationMeasures(
    p,
    Uint8Array.from(pairs, ([, truth]) => truth),
    bins,
  )
}

describe('calibration measures', () => {
  it('are right by hand', () => {
    const { pairs, brier, calibrationError, reliability, calibrationErrorByCount, reliabilityByCount } =
      measured(
        [
          [0.9, 1],
          [0.7, 0],
          [0.2, 0],
          [0.1, 1],
        ],
        2,
      )
    expect(pairs).toBe(4)
    // (0.01 + 0.49 + 0.04 + 0.81)/4
    expect(brier).toBeCloseTo(0.3375, 12)
    // Upper half: 0.8 predicted, 0.5 seen; lower: 0.15 predicted, 0.5 seen. (0.3 + 0.35)/2
    expect(calibrationError).toBeCloseTo(0.325, 12)
    expect(reliability).toEqual([
      { predicted: expect.closeTo(0.15, 12), observed: 0.5, count: 2 },
      { predicted: expect.closeTo(0.8, 12), observed: 0.5, count: 2 },
    ])
    expect(calibrationErrorByCount).toBeCloseTo(0.325, 12)
    expect(reliabilityByCount).toEqual(reliability)
  })

  it('have their edges in the upper bin, and 1 in the last', () => {
    const { reliability } = measured([
      [0, 0],
      [0.1, 0],
      [0.5, 1],
      [1, 1],
    ])
    expect(reliability.map(({ predicted }) => predicted)).toEqual([0, 0.1, 0.5, 1])
  })

  it('leave equal probabilities together', () => {
    const same = Array.from({ length: 19 }, (): Pair => [0.25, 0])
    expect(measured([...same, [0.75, 1]]).reliabilityByCount).toEqual([
      { predicted: 0.25, observed: 0, count: 19 },
      { predicted: 0.75, observed: 1, count: 1 },
    ])
  })

  it('are null without anything to measure', () => {
    expect(measured([])).toEqual({
      pairs: 0,
      brier: null,
      calibrationError: null,
      calibrationErrorByCount: null,
      reliability: [],
      reliabilityByCount: [],
    })
    expect(brierScore(new Float64Array(0), new Uint8Array(0))).toBe(null)
  })

  it('agree with plain lists', () => {
    const probability = fc.oneof(
      fc.integer({ min: 0, max: 20 }).map((n) => n / 20),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    const some = fc.array(fc.tuple(probability, fc.constantFrom<0 | 1>(0, 1)), {
      minLength: 1,
      maxLength: 120,
    })
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 12 }), (pairs, bins) => {
        const got = measured(pairs, bins)
        const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length
        const error = (groups: readonly Pair[][]): number =>
          groups.reduce(
            (sum, group) =>
              sum + Math.abs(mean(group.map(([p]) => p)) - mean(group.map(([, y]) => y))) * group.length,
            0,
          ) / pairs.length
        expect(got.brier).toBeCloseTo(mean(pairs.map(([p, y]) => (p - y) ** 2)), 10)

        const wide: Pair[][] = []
        for (let b = 0; b < bins; b++) {
          const group = pairs.filter(([p]) => Math.min(bins - 1, Math.floor(p * bins)) === b)
          if (group.length > 0) wide.push(group)
        }
        expect(got.calibrationError).toBeCloseTo(error(wide), 10)
        expect(got.reliability.map(({ count }) => count)).toEqual(wide.map((group) => group.length))

        // A bin ends at the first change of p at or behind its share of the pairs.
        const sorted = [...pairs].sort((a, b) => a[0] - b[0])
        const full: Pair[][] = []
        let from = 0
        for (let b = 1; b <= bins; b++) {
          let to = Math.max(from, Math.ceil((sorted.length * b) / bins))
          while (to > from && to < sorted.length && sorted[to][0] === sorted[to - 1][0]) to++
          if (to > from) full.push(sorted.slice(from, to))
          from = to
        }
        expect(got.reliabilityByCount.map(({ count }) => count)).toEqual(full.map((group) => group.length))
        expect(got.calibrationErrorByCount).toBeCloseTo(error(full), 10)
      }),
    )
  })
})

describe('the probabilities of all labels', () => {
  it('are measured as if all pairs were kept', () => {
    const document = fc.record({
      // Thousandths, so that no probability is on one side of a bin here and on the other there.
      retrieved: fc.uniqueArray(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 1000 })), {
        selector: ([label]) => label,
      }),
      truth: fc.array(fc.nat({ max: 5 })),
    })
    fc.assert(
      fc.property(fc.array(document, { maxLength: 10 }), (documents) => {
        const all = new LabelProbabilities()
        const pairs: Pair[] = []
        for (const { retrieved, truth } of documents) {
          const probabilities = new Float64Array(6).fill(Number.NaN)
          for (const [label, p] of retrieved) probabilities[label] = p / 1000
          for (const [label, p] of retrieved) pairs.push([p / 1000, truth.includes(label) ? 1 : 0])
          all.add(scoresOf(6, retrieved), probabilities, truth)
        }
        const expected = measured(pairs)
        const result = all.result()
        expect(result.pairs).toBe(pairs.length)
        expect(result.reliability).toEqual(expected.reliability)
        expect(result.calibrationError).toEqual(expected.calibrationError)
        if (pairs.length === 0) expect(result.brier).toBeNull()
        else expect(result.brier).toBeCloseTo(expected.brier!, 12)
      }),
    )
  })
})
