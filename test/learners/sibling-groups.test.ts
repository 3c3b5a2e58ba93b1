// Groups of siblings: what they must keep of the tree, and whether similar classes come together.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupSiblings } from '../../packages/abound/src/learners/top-down/sibling-groups.js'
import { datasetOf, eighths, plainRows, row } from './plain-rows.js'

/** The classes with labels at or below the group, or the class itself. */
function above(parents: Int32Array, one: number, known: number): number {
  let at = parents[one]
  while (at >= known) at = parents[at]
  return at
}

describe('groups of siblings', () => {
  it('leave a tree with few siblings as it is', () => {
    const parents = Int32Array.of(3, 3, -1, -1)
    expect(groupSiblings(datasetOf([row([[0, 1]], 0)]), parents, 2, 1)).toBe(parents)
  })

  it('keep every class below the class above it, with at most 32 side by side', () => {
    fc.assert(
      fc.property(plainRows(6, 150, eighths, { maxLength: 60 }), fc.nat({ max: 5 }), (rows, seed) => {
        // Labels 0 … 149 by turns below two classes.
        const parents = Int32Array.from({ length: 152 }, (_, one) => (one < 150 ? 150 + (one % 2) : -1))
        const data = datasetOf(rows)
        data.labelCount = 150
        const grouped = groupSiblings(data, parents, 40, seed)
        expect(groupSiblings(data, parents, 40, seed)).toEqual(grouped)
        const side = new Map<number, number>()
        for (const [one, parent] of grouped.entries()) {
          side.set(parent, (side.get(parent) ?? 0) + 1)
          if (one < parents.length) expect(above(grouped, one, parents.length)).toBe(parents[one])
        }
        expect(Math.max(...side.values())).toBeLessThanOrEqual(32)
        // No group of one, which would say nothing.
        for (let group = parents.length; group < grouped.length; group++)
          expect(side.get(group)).toBeGreaterThan(1)
      }),
      { numRuns: 30 },
    )
  })

  it('put classes of the same words together', () => {
    // 64 classes, the words of class c being those of its kind c % 2: half of the groups have each kind alone.
    const rows = Array.from({ length: 64 }, (_, one) =>
      row(
        [
          [one % 2, 1],
          [2 + one, 0.1],
        ],
        one,
      ),
    )
    const parents = new Int32Array(64).fill(-1)
    for (const seed of [1, 2, 3]) {
      const grouped = groupSiblings(datasetOf(rows), parents, 40, seed)
      for (let group = 64; group < grouped.length; group++) {
        const members = [...parents.keys()].filter((one) => grouped[one] === group)
        expect(new Set(members.map((one) => one % 2)).size).toBe(1)
      }
    }
  })
})
