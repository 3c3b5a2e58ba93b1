// States cut by feature: put together they are what they were, and sums of slices are sums of states.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { State, StateLayout } from '../../packages/abound/src/contract.js'
import { openPayload } from '../../packages/lab/src/cluster/payload.js'
import { SliceSums, StateCutter, stateOf } from '../../packages/lab/src/cluster/slices.js'

const LAYOUT: StateLayout = {
  lists: [{ lengths: 'lengths', labels: 'labels', values: 'values' }],
  byFeature: ['totals'],
  byLabel: ['documents'],
  numbers: ['steps'],
}
const FEATURES = 7
const LABELS = 5

/** Dense, for the slow way. */
type Table = readonly (readonly number[])[]

const table = fc.array(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: LABELS, maxLength: LABELS }), {
  minLength: FEATURES,
  maxLength: FEATURES,
})

function stateFrom(cells: Table): State {
  const lengths: number[] = []
  const labels: number[] = []
  const values: number[] = []
  for (const row of cells) {
    lengths.push(row.filter((cell) => cell !== 0).length)
    row.forEach((cell, label) => {
      if (cell === 0) return
      labels.push(label)
      values.push(cell)
    })
  }
  return {
    numbers: { steps: cells.flat().length, other: 4 },
    arrays: {
      lengths: Uint32Array.from(lengths),
      labels: Uint32Array.from(labels),
      values: Float64Array.from(values),
      totals: Float64Array.from(cells, (row) => row.reduce((sum, cell) => sum + cell, 0)),
      documents: Float64Array.from({ length: LABELS }, (_, label) => cells[0][label]),
      limits: Uint32Array.of(LABELS),
    },
  }
}

function plus(a: Table, b: Table, factor: number): Table {
  return a.map((row, f) => row.map((cell, label) => cell + factor * b[f][label]))
}

/** The slices of several states added up, with what stands before them. */
function summed(states: readonly State[], buckets: number, base?: State, factor = 1): State {
  const slices = Array.from({ length: buckets }, (_, bucket) => {
    const sums = new SliceSums(LAYOUT, bucket, buckets)
    if (base !== undefined)
      sums.add(openPayload(new StateCutter(base, LAYOUT, buckets).slice(bucket), 'base'))
    for (const state of states) {
      sums.add(openPayload(new StateCutter(state, LAYOUT, buckets, base).slice(bucket), 'slice'), factor)
    }
    return openPayload(sums.payload(sums.state(true)), 'sums')
  })
  return stateOf(slices, LAYOUT)
}

const plain = ({ arrays }: State): Record<string, number[]> =>
  Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, Array.from(array)]))

describe('slices of a state', () => {
  it('make the state again', () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 9 }), (cells, buckets) => {
        const state = stateFrom(cells)
        const same = summed([state], buckets)
        expect(plain(same)).toEqual(plain(state))
        expect(same.numbers).toEqual(state.numbers)
      }),
    )
  })

  it('add up to the sum of the states', () => {
    fc.assert(
      fc.property(table, table, fc.integer({ min: 1, max: 4 }), (a, b, buckets) => {
        const sum = summed([stateFrom(a), stateFrom(b)], buckets)
        const expected = stateFrom(plus(a, b, 1))
        expect(plain(sum)).toEqual(plain(expected))
        expect(sum.numbers.steps).toBe(2 * FEATURES * LABELS)
      }),
    )
  })

  it('of changes add to what they began from: its mean where each counts half', () => {
    fc.assert(
      fc.property(table, table, table, fc.integer({ min: 1, max: 4 }), (base, a, b, buckets) => {
        const mean = summed([stateFrom(a), stateFrom(b)], buckets, stateFrom(base), 0.5)
        const expected = stateFrom(plus(plus(base, plus(a, base, -1), 0.5), plus(b, base, -1), 0.5))
        expect(plain(mean)).toEqual(plain(expected))
      }),
    )
  })
})
