// Where a (feature, label) pair stands, against a Map.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PairIndex } from '../../packages/abound/src/structures/pair-index.js'
import { Postings } from '../../packages/abound/src/structures/postings.js'

/** Counts every pair; the places must be those of the lists. */
function countInto(
  postings: Postings,
  index: PairIndex,
  pairs: readonly (readonly [number, number])[],
): void {
  for (const [feature, label] of pairs) {
    postings.ensure(feature)
    const at = index.locate(feature, label)
    expect(at).toBeGreaterThanOrEqual(postings.starts[feature])
    expect(at).toBeLessThan(postings.starts[feature] + postings.lengths[feature])
    expect(postings.labels[at]).toBe(label)
    postings.values[at]++
  }
}

function countsOf(postings: Postings): Map<string, number> {
  const out = new Map<string, number>()
  for (let f = 0; f < postings.count; f++) {
    for (let i = postings.starts[f]; i < postings.starts[f] + postings.lengths[f]; i++) {
      const key = `${f} ${postings.labels[i]}`
      expect(out.has(key)).toBe(false)
      out.set(key, postings.values[i])
    }
  }
  return out
}

function naiveCounts(pairs: readonly (readonly [number, number])[]): Map<string, number> {
  const out = new Map<string, number>()
  for (const [feature, label] of pairs) {
    const key = `${feature} ${label}`
    out.set(key, (out.get(key) ?? 0) + 1)
  }
  return out
}

// Few features and some 40 labels, so that lists pass the length from which they are hashed.
const pairs = fc.array(fc.tuple(fc.nat(5), fc.nat(40)), { maxLength: 600 })

describe('PairIndex', () => {
  it('counts pairs as a Map does', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const postings = new Postings()
        countInto(postings, new PairIndex(postings), given)
        const byKey = (a: [string, number], b: [string, number]): number => (a[0] < b[0] ? -1 : 1)
        expect([...countsOf(postings)].sort(byKey)).toEqual([...naiveCounts(given)].sort(byKey))
      }),
    )
  })

  it('goes on over lists that were there before it', () => {
    fc.assert(
      fc.property(pairs, pairs, (before, after) => {
        const first = new Postings()
        countInto(first, new PairIndex(first), before)
        const { lengths, labels, values } = first.packed()
        const second = Postings.over(lengths, labels, values)
        countInto(second, new PairIndex(second), after)
        expect(new Map([...countsOf(second)].sort())).toEqual(
          new Map([...naiveCounts([...before, ...after])].sort()),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('appends a new pair with value 0, in order of arrival', () => {
    const postings = new Postings()
    postings.ensure(0)
    const index = new PairIndex(postings)
    for (let label = 99; label >= 0; label--) {
      const at = index.locate(0, label)
      expect(postings.values[at]).toBe(0)
    }
    const start = postings.starts[0]
    expect([...postings.labels.subarray(start, start + 3)]).toEqual([99, 98, 97])
  })

  it('holds many pairs, also with large ids', () => {
    const postings = new Postings()
    const index = new PairIndex(postings)
    const features = [0, 1, 65_535, 65_536]
    postings.ensure(65_536)
    for (let round = 0; round < 2; round++) {
      for (const feature of features) {
        for (let label = 0; label < 5000; label++) {
          const id = label * 858_993 // up to nearly 2³²
          const at = index.locate(feature, id)
          if (postings.values[at]++ !== round) expect.fail(`pair (${feature}, ${id}) is at ${at}`)
        }
      }
    }
    expect(postings.entries()).toBe(features.length * 5000)
  })
})
