import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fMeasure } from '../../packages/abound/src/measure/f-measure.js'
import { sortBestFirst, sortDescending, sortScratch } from '../../packages/abound/src/measure/sorting.js'

const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number
const scoreOf = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(POSITIVE_INFINITY, NEGATIVE_INFINITY, -0),
  fc.double({ noNaN: true }),
)

describe('sortDescending', () => {
  it('is a stable sort of a part that carries the truth along', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(scoreOf, fc.nat(255)), { maxLength: 300, size: 'max' }),
        fc.nat(5),
        (pairs, skip) => {
          const from = Math.min(skip, pairs.length)
          const to = Math.max(from, pairs.length - skip)
          const scores = Float64Array.from(pairs, ([s]) => s)
          const truth = Uint8Array.from(pairs, ([, t]) => t)
          sortDescending(scores, truth, from, to, sortScratch(to - from))
          const part = pairs.slice(from, to).sort(([a], [b]) => (a > b ? -1 : a < b ? 1 : 0))
          const expected = [...pairs.slice(0, from), ...part, ...pairs.slice(to)]
          expect([...scores]).toEqual(expected.map(([s]) => s))
          expect([...truth]).toEqual(expected.map(([, t]) => t))
        },
      ),
    )
  })

  it('merges runs of equal scores', () => {
    const scores = Float64Array.from({ length: 200 }, (_, i) => Math.floor(i / 50))
    sortDescending(scores, new Uint8Array(200), 0, 200, sortScratch(200))
    expect([...scores]).toEqual(Array.from({ length: 200 }, (_, i) => 3 - Math.floor(i / 50)))
  })
})

describe('sortBestFirst', () => {
  it('puts higher scores first, then lower ids, and leaves the rest alone', () => {
    fc.assert(
      fc.property(fc.array(scoreOf, { maxLength: 80, size: 'max' }), fc.nat(80), (values, wish) => {
        const count = Math.min(wish, values.length)
        const labels = Uint32Array.from(values.keys()).reverse()
        const expected = [
          ...[...labels.subarray(0, count)].sort((a, b) =>
            values[a] > values[b] ? -1 : values[a] < values[b] ? 1 : a - b,
          ),
          ...labels.subarray(count),
        ]
        sortBestFirst(labels, count, Float64Array.from(values))
        expect([...labels]).toEqual(expected)
      }),
    )
  })
})

describe('fMeasure', () => {
  it('is the harmonic mean, leaning to recall as beta grows', () => {
    expect(fMeasure(1, 1, 3)).toBeCloseTo(1 / 3, 15) // P 1/2, R 1/4
    expect(fMeasure(1, 1, 3, 2)).toBeCloseTo((5 * 0.5 * 0.25) / (4 * 0.5 + 0.25), 15)
    expect(fMeasure(0, 2, 3)).toBe(0)
    expect(fMeasure(0, 0, 0)).toBe(1)
  })
})
