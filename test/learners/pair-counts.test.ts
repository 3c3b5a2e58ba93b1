// Shares from exact counts, with fully and partly judged documents.

import { describe, expect, it } from 'vitest'
import type { NumberArray } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { PairCounts } from '../../packages/abound/src/learners/ind/pair-counts.js'

function sharesOf(counts: PairCounts, feature: number, labelCount: number): [number, number][] {
  const out: [number, number][] = []
  counts.forEachShare(feature, labelCount, (label, share) => out.push([label, share]))
  return out
}

describe('PairCounts', () => {
  const counts = new PairCounts(1)
  counts.ensure(40)
  for (let document = 0; document < 4; document++) counts.documents[40]++
  for (const label of [3, 3, 3, 1]) counts.countTogether(40, label)

  it('gives the share of a feature’s documents that have a label', () => {
    expect(sharesOf(counts, 40, 5)).toEqual([
      [3, 3 / 4],
      [1, 1 / 4],
    ])
    expect(sharesOf(counts, 0, 5)).toEqual([])
    expect(counts.featureCount).toBe(41)
  })

  it('counts partly judged documents for their own labels alone, and comes back from a state', () => {
    counts.countTogether(40, 1)
    counts.countPartly(40, 1)
    counts.countPartly(40, 2)
    const expected = [
      [3, 3 / 4],
      [1, 2 / 5],
    ]
    expect(sharesOf(counts, 40, 5)).toEqual(expected)
    const arrays: Record<string, NumberArray> = {}
    counts.store('some', arrays)
    const same = PairCounts.from(arrays, 'some', 5)
    expect(sharesOf(same, 40, 5)).toEqual(expected)
    const again: Record<string, NumberArray> = {}
    same.store('some', again)
    expect(again).toEqual(arrays)
    expect(() => PairCounts.from(arrays, 'some', 3)).toThrow(InputError)
    expect(() => PairCounts.from({ ...arrays, 'some.documents': new Uint8Array(41) }, 'some', 5)).toThrow(
      InputError,
    )
  })
})
