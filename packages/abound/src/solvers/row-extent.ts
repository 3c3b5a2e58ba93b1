// What a row asks of a learner that grows: room for its features and labels. And its sum, where values count something.

import type { RowChunk } from '../contract.js'
import { InputError } from '../errors.js'
import { highestId } from '../structures/dataset.js'

/** One more than the highest feature of row r; 0 if it has none. */
export function featuresUpTo({ offsets, columns }: RowChunk, r: number): number {
  return highestId(columns, offsets[r], offsets[r + 1]) + 1
}

/** One more than the highest label that row r names, whether it has it or not; 0 if it names none. */
export function labelsUpTo({ labelOffsets, labels }: RowChunk, r: number): number {
  return highestId(labels, labelOffsets[2 * r], labelOffsets[2 * r + 2]) + 1
}

/** Σx of row r; values below 0 are refused with this message. */
export function sumOfCounts({ offsets, values }: RowChunk, r: number, refusal: string): number {
  let sum = 0
  for (let e = offsets[r]; e < offsets[r + 1]; e++) {
    if (values[e] < 0) throw new InputError(refusal)
    sum += values[e]
  }
  return sum
}
