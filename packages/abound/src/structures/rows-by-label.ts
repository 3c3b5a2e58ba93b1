// Which rows of a dataset speak of a label.

import type { Dataset } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'

/** By label: the rows that have it, and the partly judged ones known not to have it. */
export interface RowsByLabel {
  readonly inside: readonly number[][]
  readonly denied: readonly number[][]
  /** How many of `inside` are fully judged. */
  readonly fullInside: Uint32Array
  /** Rows that say of every label whether they have it. */
  readonly full: Uint32Array
}

export function rowsByLabel(data: Dataset, labelCount: number): RowsByLabel {
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
  return { inside, denied, fullInside, full: Uint32Array.from(full) }
}

/** The rows that say something of their labels, and those that do not. */
export function rowsByJudgement(data: Dataset): {
  readonly judged: Uint32Array
  readonly unlabelled: Uint32Array
} {
  const judged: number[] = []
  const unlabelled: number[] = []
  for (let row = 0; row < data.count; row++) {
    const known = data.chunks[row >>> CHUNK_SHIFT].judged[row & CHUNK_MASK] !== 0
    if (known) judged.push(row)
    else unlabelled.push(row)
  }
  return { judged: Uint32Array.from(judged), unlabelled: Uint32Array.from(unlabelled) }
}

/** A label against the rest: the rows that say whether they have it, in order, and +1 or −1 for each. */
export function againstRest(
  data: Dataset,
  label: number,
  { inside, denied, fullInside, full }: RowsByLabel,
): { readonly rows: Uint32Array; readonly signs: Int8Array } {
  let rows = full
  if (denied[label].length > 0 || fullInside[label] < inside[label].length) {
    const named = inside[label].filter(
      (row) => data.chunks[row >>> CHUNK_SHIFT].judged[row & CHUNK_MASK] !== 1,
    )
    rows = Uint32Array.from([...full, ...named, ...denied[label]]).sort()
  }
  const signs = new Int8Array(rows.length).fill(-1)
  for (let i = 0, at = 0; i < rows.length; i++) {
    if (rows[i] !== inside[label][at]) continue
    signs[i] = 1
    at++
  }
  return { rows, signs }
}
