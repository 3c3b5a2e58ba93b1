// The logistic function at its ends and in the middle.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logistic, logLogistic } from '../../packages/abound/src/structures/logistic.js'

describe('logistic', () => {
  it('is right by hand and at the ends', () => {
    expect(logistic(0)).toBe(0.5)
    expect(logistic(Math.log(3))).toBeCloseTo(0.75, 14)
    expect(logistic(-Math.log(3))).toBeCloseTo(0.25, 14)
    expect(logistic(Number.POSITIVE_INFINITY)).toBe(1)
    expect(logistic(Number.NEGATIVE_INFINITY)).toBe(0)
    expect(logLogistic(-1e76)).toBe(-1e76)
    expect(logLogistic(1e76)).toBe(-0)
    expect(logLogistic(-745)).toBeCloseTo(-745, 10)
  })

  it('never falls, and its logarithm is its logarithm', () => {
    const x = fc.double({ min: -30, max: 30, noNaN: true })
    fc.assert(
      fc.property(x, x, (a, b) => {
        if (a < b) expect(logistic(a)).toBeLessThanOrEqual(logistic(b))
        expect(logLogistic(a)).toBeCloseTo(Math.log(logistic(a)), 10)
        expect(logistic(a) + logistic(-a)).toBeCloseTo(1, 12)
      }),
    )
  })
})
