// What is kept at a price, against every choice there is.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  keptAtPrice,
  priceForSize,
  prunedLists,
  type WeightEffects,
} from '../../packages/abound/src/pipeline/prune-to-size.js'

const lengths = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 })
const amount = fc.integer({ min: 0, max: 40 })

const problem = lengths.chain((given) => {
  const total = given.reduce((sum, length) => sum + length, 0)
  return fc.record({
    lengths: fc.constant(given),
    effects: fc.array(amount, { minLength: total, maxLength: total }),
    besides: fc.option(fc.array(amount, { minLength: given.length, maxLength: given.length }), {
      nil: undefined,
    }),
    wordBytes: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: given.length, maxLength: given.length }),
    weightBytes: fc.constantFrom(2, 3),
  })
})

function effectsOf(given: {
  lengths: number[]
  effects: number[]
  besides: number[] | undefined
  wordBytes: number[]
  weightBytes: number
}): WeightEffects {
  const labels = Uint32Array.from(given.effects, (_, i) => i)
  return {
    lists: { lengths: Uint32Array.from(given.lengths), labels, values: Float64Array.from(given.effects) },
    effects: Float64Array.from(given.effects),
    besides: given.besides && Float64Array.from(given.besides),
    wordBytes: Float64Array.from(given.wordBytes),
    weightBytes: given.weightBytes,
    allWords: false,
  }
}

/** What a choice of weights and words is worth: effects kept − price · bytes. */
function worth(
  of: WeightEffects,
  price: number,
  words: ArrayLike<number>,
  weights: ArrayLike<number>,
): number {
  let sum = 0
  for (let f = 0, i = 0; f < of.lists.lengths.length; f++) {
    if (words[f] === 1) sum += (of.besides?.[f] ?? 0) - price * of.wordBytes[f]
    for (const end = i + of.lists.lengths[f]; i < end; i++) {
      if (weights[i] === 1)
        sum += words[f] === 1 ? of.effects[i] - price * of.weightBytes : Number.NEGATIVE_INFINITY
    }
  }
  return sum
}

describe('what is kept at a price', () => {
  it('is worth as much as any choice can be', () => {
    fc.assert(
      fc.property(problem, fc.integer({ min: 0, max: 12 }), (given, price) => {
        const of = effectsOf(given)
        const words = new Uint8Array(given.lengths.length)
        const weights = new Uint8Array(given.effects.length)
        const kept = keptAtPrice(of, price, words, weights)
        const found = worth(of, price, words, weights)
        const digits = words.length + weights.length
        let best = Number.NEGATIVE_INFINITY
        for (let choice = 0; choice < 2 ** digits; choice++) {
          const bit = (at: number): number => (choice >> at) & 1
          const chosen = Array.from({ length: digits }, (_, at) => bit(at))
          best = Math.max(best, worth(of, price, chosen, chosen.slice(words.length)))
        }
        expect(found).toBe(best)
        expect(kept.features).toBe(words.reduce((a, b) => a + b, 0))
        expect(kept.weights).toBe(weights.reduce((a, b) => a + b, 0))
        const bytes = Array.from(words).reduce((sum, one, f) => sum + one * of.wordBytes[f], 0)
        expect(kept.bytes).toBe(bytes + kept.weights * of.weightBytes)
        const lists = prunedLists(of.lists, words, weights)
        expect(lists.lengths).toHaveLength(kept.features)
        expect([...lists.labels]).toEqual([...weights.keys()].filter((i) => weights[i] === 1))
      }),
      { numRuns: 100 },
    )
  })

  it('fits the size whose price it is, and would not much below it', () => {
    fc.assert(
      fc.property(problem, fc.integer({ min: 0, max: 40 }), (given, size) => {
        const of = effectsOf(given)
        const price = priceForSize(of, size)
        expect(keptAtPrice(of, price).bytes).toBeLessThanOrEqual(size)
        if (price > 0) expect(keptAtPrice(of, price * 0.999).bytes).toBeGreaterThan(size)
      }),
    )
  })
})
