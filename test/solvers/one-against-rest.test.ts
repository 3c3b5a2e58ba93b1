// Random starts: even, and each for itself.

import { describe, expect, it } from 'vitest'
import { startWeight } from '../../packages/abound/src/solvers/one-against-rest.js'

describe('random starts', () => {
  const starts = (count: number, at: (i: number) => number): number[] =>
    Array.from({ length: count }, (_, i) => at(i))

  it.each([
    ['features', (i: number) => startWeight(1, i, 5)],
    ['labels', (i: number) => startWeight(1, 5, i)],
    ['seeds', (i: number) => startWeight(i, 5, 5)],
    ['seeds beyond 32 bits', (i: number) => startWeight(i * 2 ** 32, 5, 5)],
    ['features and labels together', (i: number) => startWeight(1, i, i)],
  ])('are spread evenly in [-1, 1] over %s', (_, at) => {
    const all = starts(20_000, at)
    const tenths = new Array<number>(20).fill(0)
    for (const start of all) tenths[Math.floor((start + 1) * 10)]++
    expect(all.every((start) => Math.abs(start) < 1 && start !== 0)).toBe(true)
    // 1,000 expected in each of 20 parts, with a deviation of 31.
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150)
    // Neighbours do not go together: the mean product has a deviation of 0.0024.
    const products = all.slice(1).map((start, i) => start * all[i])
    expect(Math.abs(products.reduce((sum, one) => sum + one, 0) / products.length)).toBeLessThan(0.012)
  })

  it('are hardly ever the same', () => {
    const all = new Set(starts(40_000, (i) => startWeight(1, i % 200, Math.floor(i / 200))))
    // Of 40,000 numbers out of 2³² some 0.2 meet.
    expect(all.size).toBeGreaterThan(39_995)
  })
})
