// The generator: frozen sequences, its definition, and that what is drawn is spread as it should be.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permutation, Rng } from '../../packages/abound/src/structures/rng.js'

const draw = (rng: Rng, n: number): number[] => Array.from({ length: n }, () => rng.next())

/** sfc32 from its definition, without 32-bit tricks. */
function naive(seed: number, n: number): number[] {
  const u32 = (x: bigint): bigint => BigInt.asUintN(32, x)
  let a = 0x9e3779b9n
  let b = u32(BigInt(seed))
  let c = BigInt(seed) >> 32n
  let counter = 1n
  const out: number[] = []
  for (let i = 0; i < 16 + n; i++) {
    const sum = u32(a + b + counter)
    counter = u32(counter + 1n)
    a = b ^ (b >> 9n)
    b = u32(c + (c << 3n))
    c = u32(((c << 21n) | (c >> 11n)) + sum)
    if (i >= 16) out.push(Number(sum))
  }
  return out
}

/** Pearson's statistic against equal shares. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, x) => sum + x, 0) / counts.length
  return counts.reduce((sum, x) => sum + (x - expected) ** 2 / expected, 0)
}

describe('Rng', () => {
  it('gives these numbers for seeds 1 and 2, for ever', () => {
    expect(draw(new Rng(1), 8)).toEqual([
      1990310018, 1483619830, 3469955947, 2361186479, 2974955572, 3943464883, 3388641160, 502823136,
    ])
    expect(draw(new Rng(2), 8)).toEqual([
      2826073212, 291973154, 845397153, 3980787702, 930476310, 721342826, 4069343318, 2650575849,
    ])
  })

  it('is sfc32', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (seed) => {
        expect(draw(new Rng(seed), 40)).toEqual(naive(seed, 40))
      }),
    )
  })

  it('differs between seeds, also beyond 32 bits', () => {
    const seeds = [0, 1, 2, 3, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 33 + 1, 2 ** 53 - 1]
    expect(new Set(seeds.map((seed) => draw(new Rng(seed), 2).join())).size).toBe(seeds.length)
  })

  it('sets each of its 32 bits half of the time', () => {
    const rng = new Rng(7)
    const n = 20_000
    const ones = new Array<number>(32).fill(0)
    for (let i = 0; i < n; i++) {
      const x = rng.next()
      for (let bit = 0; bit < 32; bit++) ones[bit] += (x >>> bit) & 1
    }
    // Six standard deviations of a fair coin.
    for (const count of ones) expect(Math.abs(count - n / 2)).toBeLessThan(6 * Math.sqrt(n / 4))
  })

  it('float is uniform in [0, 1)', () => {
    const rng = new Rng(3)
    const counts = new Array<number>(20).fill(0)
    for (let i = 0; i < 50_000; i++) {
      counts[Math.floor(rng.float() * 20)]++
    }
    // Nothing fell outside the twenty.
    expect(counts.length).toBe(20)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50_000)
    // 19 degrees of freedom: 50 is beyond the 0.9999 quantile.
    expect(chiSquare(counts)).toBeLessThan(50)
  })

  it.each([2, 3, 5, 6, 7, 10])('below(%i) gives each number as often', (n) => {
    const rng = new Rng(n)
    const counts = new Array<number>(n).fill(0)
    for (let i = 0; i < 60_000; i++) counts[rng.below(n)]++
    expect(counts.length).toBe(n)
    expect(chiSquare(counts)).toBeLessThan(35)
  })

  it('below throws away what would favour small numbers', () => {
    // Of 2³² values 3 · 2³⁰ fit; a plain remainder would give the first third twice as often.
    const n = 3 * 2 ** 30
    const rng = new Rng(11)
    const counts = [0, 0, 0]
    for (let i = 0; i < 30_000; i++) counts[Math.floor(rng.below(n) / 2 ** 30)]++
    expect(chiSquare(counts)).toBeLessThan(20)
  })

  it('below covers the ends of its range', () => {
    const rng = new Rng(1)
    expect(rng.below(1)).toBe(0)
    expect(rng.below(2 ** 32)).toBe(draw(new Rng(1), 2)[1])
  })

  it('shuffle keeps all items, and repeats with the seed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(), (items, seed) => {
        const shuffled = new Rng(seed).shuffle([...items])
        expect([...shuffled].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b))
        expect(new Rng(seed).shuffle([...items])).toEqual(shuffled)
      }),
    )
  })

  it('shuffle works in place and makes every order as often', () => {
    const rng = new Rng(5)
    const counts = new Map<string, number>()
    for (let i = 0; i < 24_000; i++) {
      const items = [0, 1, 2, 3]
      rng.shuffle(items)
      counts.set(items.join(), (counts.get(items.join()) ?? 0) + 1)
    }
    expect(counts.size).toBe(24)
    // 23 degrees of freedom: 58 is beyond the 0.9999 quantile.
    expect(chiSquare([...counts.values()])).toBeLessThan(58)
  })
})

describe('permutation', () => {
  it('holds each number once', () => {
    for (const n of [0, 1, 2, 1000]) {
      expect([...permutation(n, new Rng(4))].sort((a, b) => a - b)).toEqual(
        Array.from({ length: n }, (_, i) => i),
      )
    }
  })

  it('is this one for seed 1, for ever', () => {
    expect([...permutation(10, new Rng(1))]).toEqual([6, 2, 5, 0, 9, 4, 1, 3, 7, 8])
  })
})
