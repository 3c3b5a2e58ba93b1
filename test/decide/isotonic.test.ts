// Isotonic regression: by hand, and against the min–max formula.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitIsotonic, type ProbabilityTable } from '../../packages/abound/src/decide/isotonic.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'

type Pair = readonly [score: number, truth: 0 | 1]

function fitted(pairs: readonly Pair[]): ProbabilityTable {
  const sorted = [...pairs].sort((a, b) => b[0] - a[0])
  return fitIsotonic(
    Float64Array.from(sorted, ([score]) => score),
    Uint8Array.from(sorted, ([, truth]) => truth),
  )
}

describe('isotonic regression', () => {
  it('pools what falls, by hand', () => {
    // 1: false, 2: true, 3: false (falls: pooled to 1/2), 4: true, 5: true. Limits 1/(2+2) and (3+1)/(3+2).
    const { scores, probabilities } = fitted([
      [5, 1],
      [4, 1],
      [3, 0],
      [2, 1],
      [1, 0],
    ])
    expect([...scores]).toEqual([1, 2, 3, 4, 5])
    expect([...probabilities]).toEqual([0.25, 0.5, 0.5, 0.8, 0.8])
  })

  it('takes equal scores as one, and one class as one block', () => {
    const equal = fitted([
      [3, 1],
      [3, 0],
      [3, 0],
    ])
    expect([...equal.scores]).toEqual([3])
    expect(equal.probabilities[0]).toBeCloseTo(1 / 3, 12)
    const wrong = fitted([
      [1, 0],
      [2, 0],
    ])
    expect([...wrong.scores]).toEqual([1, 2])
    expect([...wrong.probabilities]).toEqual([0.25, 0.25])
    expect(fitted([]).scores.length).toBe(0)
  })

  it('is max over lower, min over upper ends of the mean in between', () => {
    const pair = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom<0 | 1>(0, 1))
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 40 }), (pairs) => {
        const { scores, probabilities } = fitted(pairs)
        const positives = pairs.filter(([, truth]) => truth === 1).length
        const least = 1 / (pairs.length - positives + 2)
        const most = (positives + 1) / (positives + 2)
        const distinct = [...new Set(pairs.map(([score]) => score))]
        const mean = (from: number, to: number): number => {
          const inside = pairs.filter(([score]) => score >= from && score <= to)
          return inside.filter(([, truth]) => truth === 1).length / inside.length
        }
        for (const score of distinct) {
          const lows = distinct.filter((one) => one <= score)
          const highs = distinct.filter((one) => one >= score)
          const value = Math.max(...lows.map((low) => Math.min(...highs.map((high) => mean(low, high)))))
          const expected = Math.min(Math.max(value, least), most)
          const upper = scores.findIndex((one) => one >= score)
          expect(probabilities[upper]).toBeCloseTo(expected, 12)
        }
      }),
    )
  })

  it('stays small and never falls, however much data', () => {
    const rng = new Rng(3)
    const pairs = Array.from({ length: 60_000 }, (): Pair => {
      const score = rng.float()
      return [score, rng.float() < score ? 1 : 0]
    })
    const { scores, probabilities } = fitted(pairs)
    expect(scores.length).toBeLessThanOrEqual(128)
    for (let i = 1; i < scores.length; i++) {
      expect(scores[i]).toBeGreaterThan(scores[i - 1])
      expect(probabilities[i]).toBeGreaterThanOrEqual(probabilities[i - 1])
    }
    for (let i = 0; i < scores.length; i++) expect(Math.abs(probabilities[i] - scores[i])).toBeLessThan(0.1)
  })
})
