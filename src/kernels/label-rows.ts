// Which rows of a dataset speak of a label.

import type { Dataset } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from './dataset.js'

/** By label: the rows that have it, and the partly judged ones known not to have it. */
export interface LabelRows {
  readonly inside: readonly number[][]
  readonly denied: readonly number[][]
  /** How many of `inside` are fully judged. */
  readonly fullInside: Uint32Array
  /** Rows that say of every label whether they have it. */
  readonly full: readonly number[]
}

export function rowsByLabel(data: Dataset, labelCount: number): LabelRows {
  const inside: number[][] = Array.from({ length: labelCount }, () => [])
  const denied: number[][] = Array.from({ length: labelCount }, () => [])
  const fullInside = new Uint32Array(labelCount)
  const full: number[] = []
  for (let row = 0; row < data.count; row++) {
    const { labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const middle = labelOffsets[2 * r + 1]
    if (judged[r] === 1) full.push(row)
    for (let t = labelOffsets[2 * r]; t < middle; t++) {
      inside[labels[t]].push(row)
      if (judged[r] === 1) fullInside[labels[t]]++
    }
    if (judged[r] !== 2) continue
    for (let t = middle; t < labelOffsets[2 * r + 2]; t++) denied[labels[t]].push(row)
  }
  return { inside, denied, fullInside, full }
}
