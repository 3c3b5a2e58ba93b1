// Rows as boosting reads them: only that a feature is there counts. Terms by row, rows by term, and what is
// known of each (row, label) pair. Unlabelled rows are left out.

import type { Dataset, ForkJoinPool } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'

/** Lists end to end: list i is `ids[offsets[i] … offsets[i + 1]]`. */
export interface Lists {
  readonly offsets: Uint32Array
  readonly ids: Uint32Array
}

/** The rows as plain data. */
export interface RowLists {
  readonly count: number
  readonly featureCount: number
  readonly labelCount: number
  /** Terms of each row, and rows of each term, ascending. */
  readonly terms: Lists
  readonly rows: Lists
  /** Labels that a row has; those that a partly judged one is known not to have. */
  readonly labels: Lists
  readonly denied: Lists
  /** 1: a row that has all labels but its own denied. */
  readonly full: Uint8Array
  /** Number of (row, label) pairs of which it is known whether they hold. */
  readonly pairs: number
}

export class BoostingRows implements RowLists {
  readonly count: number
  readonly featureCount: number
  readonly labelCount: number
  readonly terms: Lists
  readonly rows: Lists
  readonly labels: Lists
  readonly denied: Lists
  readonly full: Uint8Array
  readonly pairs: number

  /** With `bothSides`, only rows that have a label and are known not to have another. */
  constructor(data: Dataset, bothSides: boolean) {
    const kept = keptRows(data, bothSides)
    this.count = kept.length
    this.featureCount = data.featureCount
    this.labelCount = data.labelCount
    this.terms = gathered(data, kept, ({ offsets }, r) => [offsets[r], offsets[r + 1]], 'columns')
    this.labels = gathered(
      data,
      kept,
      ({ labelOffsets }, r) => [labelOffsets[2 * r], labelOffsets[2 * r + 1]],
      'labels',
    )
    this.denied = gathered(
      data,
      kept,
      ({ labelOffsets, judged }, r) =>
        judged[r] === 2 ? [labelOffsets[2 * r + 1], labelOffsets[2 * r + 2]] : [0, 0],
      'labels',
    )
    this.full = Uint8Array.from(kept, (row) =>
      data.chunks[row >>> CHUNK_SHIFT].judged[row & CHUNK_MASK] === 1 ? 1 : 0,
    )
    this.rows = inverted(this.terms, this.featureCount)
    let pairs = 0
    for (let i = 0; i < this.count; i++) {
      pairs += this.full[i] === 1 ? this.labelCount : sizeOf(this.labels, i) + sizeOf(this.denied, i)
    }
    this.pairs = pairs
  }

  /** Writes ±1 for each label of a row, 0 where nothing is known. */
  signsOf(row: number, out: Int8Array): void {
    const { labels, denied } = this
    out.fill(this.full[row] === 1 ? -1 : 0)
    for (let e = denied.offsets[row]; e < denied.offsets[row + 1]; e++) out[denied.ids[e]] = -1
    for (let e = labels.offsets[row]; e < labels.offsets[row + 1]; e++) out[labels.ids[e]] = 1
  }
}

/** The same in memory that threads share. */
export function sharedRows(rows: RowLists, pool: ForkJoinPool): RowLists {
  const ids = (own: Uint32Array): Uint32Array => {
    const shared = new Uint32Array(pool.memory(own.byteLength))
    shared.set(own)
    return shared
  }
  const lists = (own: Lists): Lists => ({ offsets: ids(own.offsets), ids: ids(own.ids) })
  const full = new Uint8Array(pool.memory(rows.full.length))
  full.set(rows.full)
  const { count, featureCount, labelCount, pairs } = rows
  const terms = lists(rows.terms)
  const having = lists(rows.rows)
  const labels = lists(rows.labels)
  return {
    count,
    featureCount,
    labelCount,
    terms,
    rows: having,
    labels,
    denied: lists(rows.denied),
    full,
    pairs,
  }
}

type Chunk = Dataset['chunks'][number]

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

/** A part of each kept row, end to end. */
function gathered(
  data: Dataset,
  kept: readonly number[],
  range: (chunk: Chunk, r: number) => readonly [number, number],
  from: 'columns' | 'labels',
): Lists {
  const offsets = new Uint32Array(kept.length + 1)
  kept.forEach((row, i) => {
    const [start, end] = range(data.chunks[row >>> CHUNK_SHIFT], row & CHUNK_MASK)
    offsets[i + 1] = offsets[i] + end - start
  })
  const ids = new Uint32Array(offsets[kept.length])
  kept.forEach((row, i) => {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const [start, end] = range(chunk, row & CHUNK_MASK)
    ids.set(chunk[from].subarray(start, end), offsets[i])
  })
  return { offsets, ids }
}

/** For each id below `count` the lists that hold it, ascending. */
function inverted({ offsets, ids }: Lists, count: number): Lists {
  const ends = new Uint32Array(count + 1)
  for (let e = 0; e < ids.length; e++) ends[ids[e] + 1]++
  for (let id = 0; id < count; id++) ends[id + 1] += ends[id]
  const starts = ends.slice()
  const lists = new Uint32Array(ids.length)
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) lists[starts[ids[e]]++] = i
  }
  return { offsets: ends, ids: lists }
}

export function sizeOf({ offsets }: Lists, i: number): number {
  return offsets[i + 1] - offsets[i]
}
