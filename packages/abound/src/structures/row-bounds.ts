// The bounds of rows, their largest norm and range: what learning rates are made of.
//
// With a for what an absent feature is worth (0 but for `inquery`) and n features a row is a + x_j in its
// entries and a elsewhere: its squared length is n·a² + 2a·Σx + Σx², its range max(x, 0) − min(x, 0).

import type { Dataset } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'

export class RowBounds {
  largestNorm = 0
  largestRange = 0
  private readonly features: number
  private readonly absent: number

  constructor(features: number, absent = 0) {
    this.features = features
    this.absent = absent
  }

  /** The entries from … to of a row, as 32-bit floats. */
  add(values: Float32Array | Float64Array, from: number, to: number): void {
    let sum = 0
    let squares = 0
    let highest = 0
    let lowest = 0
    for (let e = from; e < to; e++) {
      const x = Math.fround(values[e])
      sum += x
      squares += x * x
      if (x > highest) highest = x
      if (x < lowest) lowest = x
    }
    this.largestNorm = Math.max(
      this.largestNorm,
      Math.sqrt(fullSquares(this.features, this.absent, sum, squares)),
    )
    this.largestRange = Math.max(this.largestRange, highest - lowest)
  }

  addRow(data: Dataset, row: number): void {
    const { offsets, values } = data.chunks[row >>> CHUNK_SHIFT]
    this.add(values, offsets[row & CHUNK_MASK], offsets[(row & CHUNK_MASK) + 1])
  }
}

/** The squared length of a row whose entries have this sum and sum of squares. */
export function fullSquares(features: number, absent: number, sum: number, squares: number): number {
  return absent === 0 ? squares : features * absent * absent + 2 * absent * sum + squares
}
