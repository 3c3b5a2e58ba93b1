import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import {
  meanAndDeviation,
  signTest,
  signTestOfCounts,
} from '../../packages/abound/src/measure/significance.js'

/** P(X ≥ k) of n fair coins with whole numbers of any size. */
function exactTail(n: number, k: number): number {
  let choose = 1n
  let tail = 0n
  for (let j = 0; j <= n; j++) {
    if (j >= k) tail += choose
    choose = (choose * BigInt(n - j)) / BigInt(j + 1)
  }
  return Number((tail * 10n ** 30n) / 2n ** BigInt(n)) / 1e30
}

describe('the sign test', () => {
  it('gives textbook values', () => {
    expect(signTestOfCounts(8, 2).oneTailed).toBeCloseTo(56 / 1024, 15)
    expect(signTestOfCounts(8, 2).twoTailed).toBeCloseTo(112 / 1024, 15)
    expect(signTestOfCounts(2, 8).oneTailed).toBeCloseTo(1013 / 1024, 15)
    expect(signTestOfCounts(2, 8).twoTailed).toBeCloseTo(112 / 1024, 15)
    expect(signTestOfCounts(5, 0).oneTailed).toBe(1 / 32)
    expect(signTestOfCounts(3, 3).twoTailed).toBe(1)
    expect(signTestOfCounts(0, 0)).toEqual({ wins: 0, losses: 0, ties: 0, oneTailed: 1, twoTailed: 1 })
    expect(signTestOfCounts(0, 1)).toMatchObject({ oneTailed: 1, twoTailed: 1 })
  })

  it('drops ties and reports them', () => {
    expect(signTest([3, 2, 2, 5, 1], [1, 2, 1, 4, 2])).toEqual({ ...signTestOfCounts(3, 1), ties: 1 })
  })

  it('agrees with exact arithmetic', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }), (wins, losses) => {
        const { oneTailed, twoTailed } = signTestOfCounts(wins, losses)
        const n = wins + losses
        expect(Math.abs(oneTailed - exactTail(n, wins))).toBeLessThan(1e-13)
        const both = Math.min(1, 2 * exactTail(n, Math.max(wins, losses)))
        expect(Math.abs(twoTailed - both)).toBeLessThan(1e-13)
      }),
    )
  })

  it('keeps its precision far out', () => {
    expect(signTestOfCounts(1000, 0).oneTailed / 2 ** -1000).toBeCloseTo(1, 10)
    expect(signTestOfCounts(1_000_000, 0).oneTailed).toBe(0)
  })

  it('handles a million pairs', () => {
    // The terms in log space, from the middle one on.
    const n = 1_000_000
    const wins = 501_000
    const half = n / 2
    let term = -0.5 * Math.log(Math.PI * half) - 1 / (8 * half) // ln of the middle term, by Stirling
    let tail = 0
    for (let j = half; j <= n && term > -700; j++) {
      if (j >= wins) tail += Math.exp(term)
      term += Math.log(n - j) - Math.log(j + 1)
    }
    const { oneTailed, twoTailed } = signTestOfCounts(wins, n - wins)
    expect(oneTailed / tail).toBeCloseTo(1, 8)
    expect(oneTailed).toBeCloseTo(0.0228, 3) // two deviations
    expect(twoTailed).toBe(2 * oneTailed)
  })

  it('refuses what is not a list of pairs of numbers', () => {
    expect(() => signTest([1], [1, 2])).toThrow(InputError)
    expect(() => signTest([1, Number.NaN], [1, 2])).toThrow(/pair 2/)
  })
})

describe('meanAndDeviation', () => {
  it('takes the deviation of a sample', () => {
    expect(meanAndDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({
      count: 8,
      mean: 5,
      deviation: Math.sqrt(32 / 7),
    })
  })

  it('is null where it is not defined', () => {
    expect(meanAndDeviation([])).toEqual({ count: 0, mean: null, deviation: null })
    expect(meanAndDeviation([3])).toEqual({ count: 1, mean: 3, deviation: null })
  })

  it('does not lose small deviations beside a large mean', () => {
    expect(meanAndDeviation([1e9 + 1, 1e9 + 2, 1e9 + 3]).deviation).toBe(1)
  })
})
