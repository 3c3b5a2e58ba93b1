// Rows as boosting reads them: only that a feature is there counts. Terms by row, rows by term, and what is
// known of each (row, label) pair. Unlabelled rows are left out.

import type { Dataset, ForkJoinPool, RowChunk } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { type IdLists, invertLists, listLength } from '../../structures/id-lists.js'

/** The rows as plain data. */
export interface BoostingRows {
  readonly count: number
  readonly featureCount: number
  readonly labelCount: number
  /** Terms of each row, and rows of each term, ascending. */
  readonly terms: IdLists
  readonly rows: IdLists
  /** Labels that a row has; those that a partly judged one is known not to have. */
  readonly labels: IdLists
  readonly denied: IdLists
  /** 1: a row that has all labels but its own denied. */
  readonly full: Uint8Array
  /** Number of (row, label) pairs of which it is known whether they hold. */
  readonly pairs: number
}

/** Reads the judged rows; with `bothSides`, only those that have a label and are known not to have another. */
export function readBoostingRows(data: Dataset, bothSides: boolean): BoostingRows {
  const { featureCount, labelCount } = data
  const kept = keptRows(data, bothSides)
  const count = kept.length
  const terms = gather(data, kept, 'columns', ({ offsets }, r) => [offsets[r], offsets[r + 1]])
  const labels = gather(data, kept, 'labels', ({ labelOffsets }, r) => [
    labelOffsets[2 * r],
    labelOffsets[2 * r + 1],
  ])
  const denied = gather(data, kept, 'labels', ({ labelOffsets, judged }, r) =>
    judged[r] === 2 ? [labelOffsets[2 * r + 1], labelOffsets[2 * r + 2]] : [0, 0],
  )
  const full = Uint8Array.from(kept, (row) =>
    data.chunks[row >>> CHUNK_SHIFT].judged[row & CHUNK_MASK] === 1 ? 1 : 0,
  )
  let pairs = 0
  for (let i = 0; i < count; i++) {
    pairs += full[i] === 1 ? labelCount : listLength(labels, i) + listLength(denied, i)
  }
  const rows = invertLists(terms, featureCount)
  return { count, featureCount, labelCount, terms, rows, labels, denied, full, pairs }
}

/** Writes ±1 for each label of a row, 0 where nothing is known. */
export function writeSigns({ labels, denied, full }: BoostingRows, row: number, out: Int8Array): void {
  out.fill(full[row] === 1 ? -1 : 0)
  for (let e = denied.offsets[row]; e < denied.offsets[row + 1]; e++) out[denied.ids[e]] = -1
  for (let e = labels.offsets[row]; e < labels.offsets[row + 1]; e++) out[labels.ids[e]] = 1
}

/** The same in memory that threads share. */
export function shareRows(rows: BoostingRows, pool: ForkJoinPool): BoostingRows {
  const shareIds = (own: Uint32Array): Uint32Array => {
    const shared = new Uint32Array(pool.memory(own.byteLength))
    shared.set(own)
    return shared
  }
  const share = ({ offsets, ids }: IdLists): IdLists => ({ offsets: shareIds(offsets), ids: shareIds(ids) })
  const full = new Uint8Array(pool.memory(rows.full.length))
  full.set(rows.full)
  return {
    ...rows,
    terms: share(rows.terms),
    rows: share(rows.rows),
    labels: share(rows.labels),
    denied: share(rows.denied),
    full,
  }
}

function keptRows(data: Dataset, bothSides: boolean): number[] {
  const kept: number[] = []
  for (let row = 0; row < data.count; row++) {
    const { labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    if (judged[r] === 0) continue
    const inside = labelOffsets[2 * r + 1] - labelOffsets[2 * r]
    const outside =
      judged[r] === 1 ? data.labelCount - inside : labelOffsets[2 * r + 2] - labelOffsets[2 * r + 1]
    if (!bothSides || (inside > 0 && outside > 0)) kept.push(row)
  }
  return kept
}

/** A range of ids of each kept row, end to end. */
function gather(
  data: Dataset,
  kept: readonly number[],
  from: 'columns' | 'labels',
  range: (chunk: RowChunk, r: number) => readonly [number, number],
): IdLists {
  const parts = kept.map((row) => {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    return chunk[from].subarray(...range(chunk, row & CHUNK_MASK))
  })
  const offsets = new Uint32Array(kept.length + 1)
  parts.forEach((part, i) => {
    offsets[i + 1] = offsets[i] + part.length
  })
  const ids = new Uint32Array(offsets[kept.length])
  parts.forEach((part, i) => {
    ids.set(part, offsets[i])
  })
  return { offsets, ids }
}
