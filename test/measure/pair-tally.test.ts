import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PairTally } from '../../packages/abound/src/measure/pair-tally.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'

describe('PairTally', () => {
  it('counts as a map does, and lists the most frequent', () => {
    const ids = fc.constantFrom(0, 1, 2, 3, 77, 4294967295)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(ids, ids), { maxLength: 300 }),
        fc.integer({ min: 0, max: 8 }),
        (pairs, top) => {
          const tally = new PairTally()
          const counts = new Map<string, { first: number; second: number; count: number }>()
          for (const [first, second] of pairs) {
            tally.add(first, second)
            const count = (counts.get(`${first} ${second}`)?.count ?? 0) + 1
            counts.set(`${first} ${second}`, { first, second, count })
          }
          const sorted = [...counts.values()].sort(
            (a, b) => b.count - a.count || a.first - b.first || a.second - b.second,
          )
          expect(tally.size).toBe(counts.size)
          expect(tally.mostFrequent(top)).toEqual(sorted.slice(0, top))
          expect(tally.mostFrequent(top, true)).toEqual(
            sorted.filter(({ first, second }) => first !== second).slice(0, top),
          )
        },
      ),
    )
  })

  it('grows with the pairs', () => {
    const tally = new PairTally()
    for (let i = 0; i < 50_000; i++) tally.add(i % 25_000, i >> 3)
    for (let i = 0; i < 50_000; i += 2) tally.add(i % 25_000, i >> 3)
    let sum = 0
    tally.forEach((_first, _second, count) => {
      sum += count
    })
    expect(tally.size).toBe(50_000)
    expect(sum).toBe(75_000)
  })

  it('forgets rare pairs rather than growing beyond its bound', () => {
    const tally = new PairTally(1000)
    const rng = new Rng(3)
    let largest = 0
    for (let i = 0; i < 50_000; i++) {
      tally.add(rng.below(1 << 20), rng.below(1 << 20))
      if (i % 10 === 0) tally.add(7, 8)
      largest = Math.max(largest, tally.size)
    }
    expect(largest).toBe(1000)
    expect(tally.mostFrequent(1)).toEqual([{ first: 7, second: 8, count: 5000 }])
  })
})
