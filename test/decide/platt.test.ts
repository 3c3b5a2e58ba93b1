// Platt's sigmoid: by hand, against known sigmoids, against plain gradient descent, at the edges.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitSigmoid, type Sigmoid } from '../../packages/abound/src/decide/platt.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'

type Pair = readonly [score: number, truth: 0 | 1]

function fitted(pairs: readonly Pair[]): Sigmoid {
  return fitSigmoid(
    Float64Array.from(pairs, ([score]) => score),
    Uint8Array.from(pairs, ([, truth]) => truth),
  )
}

const at = ({ slope, offset }: Sigmoid, score: number): number => 1 / (1 + Math.exp(slope * score + offset))

/** The loss straight from its definition. */
function plainLoss(pairs: readonly Pair[], slope: number, offset: number): number {
  const positives = pairs.filter(([, truth]) => truth === 1).length
  const high = (positives + 1) / (positives + 2)
  const low = 1 / (pairs.length - positives + 2)
  return pairs.reduce((sum, [score, truth]) => {
    const t = truth === 1 ? high : low
    const p = at({ slope, offset }, score)
    return sum - t * Math.log(p) - (1 - t) * Math.log(1 - p)
  }, 0)
}

describe('Platt’s sigmoid', () => {
  it('meets the targets by hand', () => {
    // Targets 3/4 at 2 and 1/4 at −2 can both be met: 2A + B = −ln 3, −2A + B = ln 3.
    const { slope, offset } = fitted([
      [2, 1],
      [2, 1],
      [-2, 0],
      [-2, 0],
    ])
    expect(slope).toBeCloseTo(-Math.log(3) / 2, 8)
    expect(offset).toBeCloseTo(0, 8)
    // Targets 2/3 at 10 and 1/4 at 4.
    const other = fitted([
      [10, 1],
      [4, 0],
      [4, 0],
    ])
    expect(at(other, 10)).toBeCloseTo(2 / 3, 8)
    expect(at(other, 4)).toBeCloseTo(1 / 4, 8)
  })

  it('finds the sigmoid that the truth was drawn from', () => {
    const rng = new Rng(5)
    for (const [slope, offset, scale] of [
      [-2, 0.5, 1],
      [-1, 3, 1],
      [-2e-6, 1, 1e6],
      [-300, -1, 0.01],
    ]) {
      const pairs = Array.from({ length: 40_000 }, (): Pair => {
        const score = scale * (4 * rng.float() - 2)
        return [score, rng.float() < at({ slope, offset }, score) ? 1 : 0]
      })
      const found = fitted(pairs)
      expect(found.slope / slope).toBeGreaterThan(0.95)
      expect(found.slope / slope).toBeLessThan(1.05)
      expect(Math.abs(found.offset - offset)).toBeLessThan(0.1)
    }
  })

  it('is never worse than any other sigmoid that does not fall', () => {
    const pair = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.constantFrom<0 | 1>(0, 1))
    const one = fc.double({ min: -2, max: 2, noNaN: true })
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 30 }), one, one, (pairs, a, b) => {
        const { slope, offset } = fitted(pairs)
        expect(slope).toBeLessThanOrEqual(0)
        const own = plainLoss(pairs, slope, offset)
        const least = own - 1e-6 * (1 + own)
        for (const size of [1, 0.1, 0.01]) {
          const tried = plainLoss(pairs, Math.min(0, slope + size * a), offset + size * b)
          if (tried < least) expect.fail(`${slope} ${offset}: ${own}, but ${tried} can be had`)
        }
      }),
    )
  })

  it('says the share where scores are of no use', () => {
    expect(fitted([])).toEqual({ slope: 0, offset: 0 })
    // N + 1 of N + 2, and 1 of N + 2.
    expect(
      at(
        fitted([
          [1, 1],
          [2, 1],
        ]),
        -50,
      ),
    ).toBeCloseTo(3 / 4, 12)
    expect(
      at(
        fitted([
          [1, 0],
          [2, 0],
          [3, 0],
        ]),
        50,
      ),
    ).toBeCloseTo(1 / 5, 12)
    // All equal: the mean of the targets 2/3, 1/4, 1/4.
    const equal = fitted([
      [7, 1],
      [7, 0],
      [7, 0],
    ])
    expect(equal.slope).toBe(0)
    expect(at(equal, 7)).toBeCloseTo((2 / 3 + 1 / 4 + 1 / 4) / 3, 12)
    // Upside down: the true score lower.
    const upside = fitted([
      [-3, 1],
      [-2, 1],
      [2, 0],
      [3, 0],
    ])
    expect(upside.slope).toBe(0)
    expect(at(upside, 99)).toBeCloseTo(0.5, 12)
  })

  it('survives huge, tiny and infinite scores', () => {
    for (const size of [1e-300, 1e-30, 1e38, 1e300, Number.POSITIVE_INFINITY]) {
      const { slope, offset } = fitted([
        [size, 1],
        [size, 1],
        [-size, 0],
        [0, 0],
      ])
      expect(Number.isFinite(slope) && Number.isFinite(offset)).toBe(true)
      expect(slope).toBeLessThanOrEqual(0)
    }
  })
})
