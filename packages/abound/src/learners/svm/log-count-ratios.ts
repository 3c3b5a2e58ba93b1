// How much more a feature is in rows with a label than in those without (Wang & Manning 2012), and rows weighed by it:
// r_j = ln((p_j/‖p‖₁)/(n_j/‖n‖₁)), p and n one plus the number of rows that hold j with and without the label.

import type { RowChunk } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { type SignedRows, squaredLengths } from '../../solvers/dual-descent.js'

/** r by feature. */
export function logCountRatios({ data, rows, signs }: SignedRows): Float64Array {
  const withLabel = new Float64Array(data.featureCount).fill(1)
  const without = new Float64Array(data.featureCount).fill(1)
  for (let i = 0; i < rows.length; i++) {
    const { offsets, columns } = data.chunks[rows[i] >>> CHUNK_SHIFT]
    const counts = signs[i] > 0 ? withLabel : without
    const r = rows[i] & CHUNK_MASK
    for (let e = offsets[r]; e < offsets[r + 1]; e++) counts[columns[e]]++
  }
  const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0)
  const shift = Math.log(sum(without) / sum(withLabel))
  return withLabel.map((count, feature) => Math.log(count / without[feature]) + shift)
}

/** The same rows with every value multiplied by its feature's factor. */
export function scaledBy(problem: SignedRows, factors: Float64Array): SignedRows {
  const chunks = problem.data.chunks.map(
    (chunk): RowChunk => ({
      ...chunk,
      values: chunk.values.map((value, e) => value * factors[chunk.columns[e]]),
    }),
  )
  const { count, featureCount, labelCount } = problem.data
  const data = { count, featureCount, labelCount, chunks }
  return { ...problem, data, lengths: squaredLengths(data) }
}
