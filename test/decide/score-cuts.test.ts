import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareCount, thresholdBelow } from '../../packages/abound/src/decide/score-cuts.js'
import { bestF1Threshold } from './best-f1-threshold.js'

const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number

/** Tries every midpoint and both infinities, from the top. */
function slowThreshold(scores: readonly number[], truth: readonly number[], missed: number): number {
  const levels = [...new Set(scores)].sort((a, b) => b - a)
  const candidates = [POSITIVE_INFINITY]
  for (let i = 1; i < levels.length; i++) candidates.push((levels[i - 1] + levels[i]) / 2)
  candidates.push(NEGATIVE_INFINITY)
  const positives = truth.reduce((a, b) => a + b, missed)
  let best = POSITIVE_INFINITY
  let bestF1 = -1
  for (const t of candidates) {
    const made = scores.filter((s) => s > t).length
    const right = scores.filter((s, i) => s > t && truth[i] === 1).length
    const f1 = made + positives === 0 ? 1 : (2 * right) / (made + positives)
    if (f1 > bestF1 + 1e-12) {
      best = t
      bestF1 = f1
    }
  }
  return best
}

describe('bestF1Threshold', () => {
  it('works by hand', () => {
    expect(bestF1Threshold([3, 2, 1], [1, 1, 0])).toBe(1.5)
    expect(bestF1Threshold([1, 2, 3], [1, 1, 1])).toBe(NEGATIVE_INFINITY)
    // Assigning one gives 2·1/(1 + 2), assigning all 2·2/(4 + 2): the same, and the higher wins.
    expect(bestF1Threshold([4, 3, 2, 1], [1, 0, 0, 1])).toBe(3.5)
    // Ties cannot be parted.
    expect(bestF1Threshold([2, 2, 1], [1, 0, 0])).toBe(1.5)
  })

  it('assigns nothing where there is nothing to find', () => {
    expect(bestF1Threshold([], [])).toBe(POSITIVE_INFINITY)
    expect(bestF1Threshold([1, 2], [0, 0])).toBe(POSITIVE_INFINITY)
    expect(bestF1Threshold([1, 2], [0, 0], 2, 3)).toBe(POSITIVE_INFINITY)
  })

  it('looks at the first n only and changes nothing', () => {
    const scores = [1, 3, 2, 99]
    expect(bestF1Threshold(scores, [0, 1, 1, 1], 3)).toBe(1.5)
    expect(scores).toEqual([1, 3, 2, 99])
  })

  it('agrees with brute force', () => {
    const item = fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: 0, max: 1 }))
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60, size: 'max' }), fc.nat(4), (items, missed) => {
        const scores = items.map(([s]) => s)
        const truth = items.map(([, t]) => t)
        expect(bestF1Threshold(scores, truth, scores.length, missed)).toBe(
          slowThreshold(scores, truth, missed),
        )
      }),
      { numRuns: 1000 },
    )
  })
})

describe('thresholdBelow', () => {
  it('parts any two scores, however near or far', () => {
    const score = fc.oneof(
      fc.double({ noNaN: true }),
      fc.constantFrom(0, Number.MIN_VALUE, 1, 1 + Number.EPSILON, Number.MAX_VALUE, -Number.MAX_VALUE),
    )
    fc.assert(
      fc.property(score, score, (a, b) => {
        fc.pre(a > b)
        const t = thresholdBelow(Float64Array.of(a, b), 0, 2, 1)
        expect(a > t && !(b > t)).toBe(true)
      }),
      {
        numRuns: 1000,
        examples: [
          [1 + Number.EPSILON, 1],
          [Number.MIN_VALUE, 0],
          [POSITIVE_INFINITY, 1],
        ],
      },
    )
  })
})

describe('shareCount', () => {
  const count = (scores: number[], wanted: number) =>
    shareCount(Float64Array.from(scores), 0, scores.length, wanted)

  it('takes as many as wanted, or the nearest that parts no ties', () => {
    expect(count([5, 4, 3], 2)).toBe(2)
    expect(count([5, 4, 3], 0)).toBe(0)
    expect(count([5, 4, 3], 9)).toBe(3)
    expect(count([5, 4, 4, 3], 2)).toBe(1) // 1 and 3 are as near: the fewer
    expect(count([5, 4, 4, 4, 3], 3)).toBe(4)
    expect(count([4, 4, 4], 1)).toBe(0)
    expect(count([4, 4, 4], 2)).toBe(3)
  })
})
