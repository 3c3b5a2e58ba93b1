import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { bootstrapInterval } from '../../packages/abound/src/measure/bootstrap.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'

const coin = (share: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (i < share * count ? 1 : 0))

describe('bootstrapInterval', () => {
  it('is as wide as theory says for a share', () => {
    const { low, high } = bootstrapInterval(coin(0.2, 400))!
    const deviation = Math.sqrt((0.2 * 0.8) / 400)
    expect(low).toBeCloseTo(0.2 - 1.96 * deviation, 2)
    expect(high).toBeCloseTo(0.2 + 1.96 * deviation, 2)
  })

  it('holds the true mean about 95 times in 100', () => {
    const rng = new Rng(11)
    let within = 0
    for (let trial = 0; trial < 300; trial++) {
      const figures = Array.from({ length: 60 }, () => rng.float() ** 2)
      const { low, high } = bootstrapInterval(figures, { seed: trial, resamples: 200 })!
      if (low <= 1 / 3 && 1 / 3 <= high) within++
    }
    expect(within / 300).toBeGreaterThan(0.9)
    expect(within / 300).toBeLessThan(0.98)
  })

  it('lies among the figures, and is the same for the same seed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        (figures, seed) => {
          const interval = bootstrapInterval(figures, { seed, resamples: 30 })!
          expect(interval.low).toBeLessThanOrEqual(interval.high)
          expect(interval.low).toBeGreaterThanOrEqual(Math.min(...figures) - 1e-12)
          expect(interval.high).toBeLessThanOrEqual(Math.max(...figures) + 1e-12)
          expect(bootstrapInterval(figures, { seed, resamples: 30 })).toEqual(interval)
        },
      ),
    )
  })

  it('has no width where all figures are alike, and is null without any', () => {
    expect(bootstrapInterval([0, 0, 0])).toEqual({ low: 0, high: 0 })
    expect(bootstrapInterval([1])).toEqual({ low: 1, high: 1 })
    expect(bootstrapInterval([])).toBeNull()
  })

  it('refuses a number of resamples that is none', () => {
    expect(() => bootstrapInterval([1], { resamples: 0 })).toThrow(InputError)
    expect(() => bootstrapInterval([1], { resamples: 1.5 })).toThrow(/resamples 1.5/)
  })
})
