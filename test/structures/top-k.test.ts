// The k best labels against a full sort.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scores } from '../../packages/abound/src/contract.js'
import { createScores } from '../../packages/abound/src/engine/scores.js'
import { before, topLabels } from '../../packages/abound/src/structures/top-k.js'

/** An accumulator of `room` labels in which the given ones were touched, in that order. */
function scoresOf(room: number, touched: readonly (readonly [label: number, score: number])[]): Scores {
  const scores = createScores(room)
  for (const [label, score] of touched) {
    scores.values[label] = score
    scores.seen[label] = 1
    scores.touched[scores.count++] = label
  }
  return scores
}

function top(scores: Scores, k: number): number[] {
  const out = new Uint32Array(Math.min(k, scores.count) + 2).fill(7777)
  const count = topLabels(scores, k, out)
  expect([...out.subarray(count)].every((rest) => rest === 7777)).toBe(true)
  return [...out.subarray(0, count)]
}

// Few values, so that ties are many.
const tied = fc.constantFrom(-1, -0, 0, 0.5, 1)
const any = fc.double({ noNaN: true })
const touchedLabels = (score: fc.Arbitrary<number>) =>
  fc.uniqueArray(fc.tuple(fc.nat(199), score), { selector: ([label]) => label, maxLength: 100 })

describe('topLabels', () => {
  it.each([
    ['many ties', tied],
    ['any scores', any],
  ])('equals a full sort: %s', (_, score) => {
    fc.assert(
      fc.property(touchedLabels(score), fc.nat(110), (touched, k) => {
        const sorted = [...touched].sort(([a, va], [b, vb]) => (va === vb ? a - b : va < vb ? 1 : -1))
        expect(top(scoresOf(200, touched), k)).toEqual(sorted.slice(0, k).map(([label]) => label))
      }),
    )
  })

  it('breaks ties by the lower label id, whatever the order of touching', () => {
    const touched = [9, 3, 7, 1, 5].map((label) => [label, 2] as const)
    expect(top(scoresOf(10, touched), 3)).toEqual([1, 3, 5])
    expect(top(scoresOf(10, touched.toReversed()), 3)).toEqual([1, 3, 5])
  })

  it('gives all in order when k is at least their number', () => {
    const scores = scoresOf(4, [
      [2, 0.1],
      [0, -3],
      [3, 8],
    ])
    expect(top(scores, 3)).toEqual([3, 2, 0])
    expect(top(scores, 4)).toEqual([3, 2, 0])
    expect(top(scores, 1e9)).toEqual([3, 2, 0])
  })

  it('gives nothing for k = 0 or when nothing was touched', () => {
    expect(top(scoresOf(3, [[1, 5]]), 0)).toEqual([])
    expect(top(scoresOf(3, []), 5)).toEqual([])
    expect(topLabels(scoresOf(3, [[1, 5]]), 0, new Uint32Array(0))).toBe(0)
  })

  it('leaves the accumulator as it was', () => {
    const scores = scoresOf(
      50,
      Array.from({ length: 50 }, (_, i) => [i, (i * 7) % 13] as const),
    )
    const copy = structuredClone(scores)
    top(scores, 10)
    expect(scores).toEqual(copy)
  })
})

it('before orders by score, then by label', () => {
  const values = Float64Array.of(1, 2, 2, -0, 0)
  expect(before(values, 1, 0)).toBe(true)
  expect(before(values, 0, 1)).toBe(false)
  expect(before(values, 1, 2)).toBe(true)
  expect(before(values, 2, 1)).toBe(false)
  expect(before(values, 3, 4)).toBe(true)
  expect(before(values, 4, 3)).toBe(false)
})
