import fc from 'fast-check'
import { expect, it } from 'vitest'
import { strongest } from '../../packages/abound/src/models/strongest.js'

it('gives the highest positive weights, ties to the lower id', () => {
  const weights = fc.array(fc.constantFrom(-1, 0, 1, 2, 2.5, 3, Number.NaN), { maxLength: 30 })
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 12 }), (given, top) => {
      const sorted = given
        .map((weight, id) => ({ id, weight }))
        .filter(({ weight }) => weight > 0)
        .sort((a, b) => b.weight - a.weight || a.id - b.id)
      expect(strongest(given.length, top, (id) => given[id])).toEqual(sorted.slice(0, top))
    }),
    { numRuns: 300 },
  )
})
