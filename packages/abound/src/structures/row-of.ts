// A row of a dataset as views, for whoever would rather not find it in its chunk: learners from outside.

import type { Dataset, Judgement } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'

/** A row: views of the dataset's own arrays, not to be changed. */
export interface DatasetRow {
  /** Its features, each once, and their values, none of them 0. */
  readonly columns: Uint32Array
  readonly values: Float32Array
  /** The labels it has, and those that it is known not to have. */
  readonly labels: Uint32Array
  readonly notLabels: Uint32Array
  /** 1 where all labels that are not named are known not to be its; 2 where they are unknown; 0 if nothing is known. */
  readonly judged: Judgement
  /** What an error on it costs; 1 unless it was given. */
  readonly weight: number
}

/**
 * A row of a dataset.
 *
 * @example
 * // In a learner: the sum of the values of each label's documents.
 * function addTo(sums: Float64Array, data: Dataset, row: number): void {
 *   const { values, labels } = rowOf(data, row)
 *   for (const label of labels) for (const value of values) sums[label] += value
 * }
 */
export function rowOf(data: Dataset, row: number): DatasetRow {
  const chunk = data.chunks[row >>> CHUNK_SHIFT]
  const r = row & CHUNK_MASK
  const { offsets, columns, values, labelOffsets, labels, judged, weights } = chunk
  return {
    columns: columns.subarray(offsets[r], offsets[r + 1]),
    values: values.subarray(offsets[r], offsets[r + 1]),
    labels: labels.subarray(labelOffsets[2 * r], labelOffsets[2 * r + 1]),
    notLabels: labels.subarray(labelOffsets[2 * r + 1], labelOffsets[2 * r + 2]),
    judged: judged[r] as Judgement,
    weight: weights?.[r] ?? 1,
  }
}
