// FF told beforehand how many features and few labels there are keeps rows in compiled code; told nothing, lists. Both
// come to the same bits.

import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FocusRows } from '../../packages/abound/src/engine/focus-rows.js'
import { ff } from '../../packages/abound/src/learners/ff/index.js'
import { datasetOf, type PlainRow, plainRows, row } from './plain-rows.js'
import { ALWAYS, CONTEXT, DEFAULTS, trained } from './trained-ff.js'

const FEATURES = 9
const values = fc.double({ min: 0.01, max: 3, noNaN: true })
const options = fc.record({
  margin: fc.constantFrom(0, 0.1, 0.5, -0.25, ALWAYS),
  passes: fc.integer({ min: 1, max: 3 }),
  minWeight: fc.constantFrom(0, 0.01, 0.1, 0.3),
  maxDegree: fc.constant(32),
  rating: fc.boolean(),
})
const shapeOf = (labels: number) => ({ documents: 1, features: FEATURES, labels })

const strengthened = vi.spyOn(FocusRows.prototype, 'strengthen')
const settled = vi.spyOn(FocusRows.prototype, 'lists')
afterEach(() => {
  strengthened.mockClear()
  settled.mockClear()
})

describe('FF on rows', () => {
  it.each([1, 2, 7, 20, 31, 32])('learns what lists learn, with %i labels', (labels) => {
    fc.assert(
      fc.property(
        plainRows(FEATURES, labels, values, { minLength: 20, maxLength: 80 }),
        options,
        (rows, chosen) => {
          const shape = shapeOf(labels)
          const lists = trained(rows, chosen, { ...shape, features: 0 })
          expect(trained(rows, chosen, shape).state()).toEqual(lists.state())
        },
      ),
      { numRuns: 40 },
    )
    expect(strengthened.mock.calls.length).toBeGreaterThan(300)
  })

  it('goes over to lists at a row that does not fit, and forgets nothing', () => {
    const odd: readonly PlainRow[] = [
      row([[3, -1]], 1),
      row([[FEATURES, 1]], 1),
      row([[3, 1]], 6),
      row([[3, 0]], 1),
      { x: [[2, 1]], labels: [0], not: [8], judged: 2 },
    ]
    fc.assert(
      fc.property(
        plainRows(FEATURES, 6, values, { minLength: 5, maxLength: 30 }),
        fc.constantFrom(...odd),
        plainRows(FEATURES, 6, values, { maxLength: 30 }),
        options,
        (before, other, after, chosen) => {
          const rows = [...before, other, ...after]
          const lists = trained(rows, chosen, { documents: 1, features: 0, labels: 6 })
          expect(trained(rows, chosen, shapeOf(6)).state()).toEqual(lists.state())
        },
      ),
    )
    expect(strengthened).toHaveBeenCalled()
  })

  it('goes on learning where its model was asked for', () => {
    fc.assert(
      fc.property(plainRows(FEATURES, 6, values, { minLength: 2, maxLength: 40 }), (rows) => {
        const data = datasetOf(rows)
        const asked = ff.start(shapeOf(6), DEFAULTS, CONTEXT)
        const plain = ff.start({ ...shapeOf(6), features: 0 }, DEFAULTS, CONTEXT)
        for (let at = 0; at < data.count; at++) {
          if (at === data.count >> 1) asked.model()
          asked.learn(data, at)
          plain.learn(data, at)
        }
        expect(asked.state()).toEqual(plain.state())
      }),
    )
    expect(settled).toHaveBeenCalled()
  })

  it.each([
    { labels: 33, given: { maxDegree: 50 } },
    { labels: 6, given: { maxDegree: 5 } },
    { labels: 6, given: { retrieveAbove: 0.1 } },
    { labels: 6, given: { leaks: false } },
  ])('keeps lists where rows would not do: $labels labels, $given', ({ labels, given }) => {
    const trainer = trained([row([[1, 1]], 0), row([[1, 1]], 1)], given, shapeOf(labels))
    expect(trainer.state().arrays['plus.labels']).toHaveLength(2)
    expect(strengthened).not.toHaveBeenCalled()
  })
})
