// How far rows reach.

import { describe, expect, it } from 'vitest'
import { RowBounds } from '../../packages/abound/src/structures/row-bounds.js'
import { datasetOf, row } from '../learners/plain-rows.js'

describe('extent', () => {
  it('has the largest length and the largest range, absent features being 0', () => {
    const data = datasetOf([
      row([
        [0, 3],
        [1, 4],
      ]),
      row([
        [2, -2],
        [3, 2.5],
      ]),
      row([]),
    ])
    const extent = new RowBounds(4)
    for (let at = 0; at < data.count; at++) extent.addRow(data, at)
    expect(extent.largestNorm).toBe(5)
    expect(extent.largestRange).toBe(4.5)
  })

  it('counts what absent features are worth', () => {
    const extent = new RowBounds(4, 0.5)
    extent.add(Float64Array.of(1, 0.5), 0, 2)
    // (1.5, 1, ½, ½)
    expect(extent.largestNorm).toBeCloseTo(Math.sqrt(2.25 + 1 + 0.25 + 0.25), 12)
    expect(extent.largestRange).toBe(1)
  })
})
