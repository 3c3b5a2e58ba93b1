// FF's index while it is learned and labels are few: a row of weights for each feature, one place a label, where compiled
// code (assembly/focus-rows.ts) reads and changes them. The numbers are those of the lists (models/feature-index.ts), added
// in the same order: the same bits. Order within a list is not kept; `lists` sorts when learning is over.

import type { Dataset, Scores } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from './chunks.js'
import { FEW_LABELS, HEAD_BYTES, MOST_BYTES, type Numbers } from './compiled-scores.js'
import { WASM } from './wasm/focus-rows-wasm.js'
import { compileOn, Places, wholeLines } from './webassembly.js'

/** What is learned, by feature: lists of (label, w'), w' descending, then label; W_f and #f. */
export interface FocusLists {
  readonly lengths: Uint32Array
  readonly labels: Uint32Array
  readonly weights: Float64Array
  readonly totals: Float64Array
  readonly counts: Float64Array
}

type Code = Record<'count' | 'denseLists' | 'strengthen', Numbers>

/**
 * Room for so many features and labels; features seen fewer than `full` times speak more softly. Undefined where there
 * are too many, or no code can be compiled.
 */
export function focusRows(features: number, labels: number, full: number): FocusRows | undefined {
  if (features === 0 || labels === 0 || labels > FEW_LABELS) return undefined
  const stride = labels + (labels & 1)
  const bytes = wholeLines(HEAD_BYTES + 8 * stride)
  const places = new Places(
    ...[4 * features, 4 * features, 8 * features, 4 * features, 4 * FEW_LABELS, 8 * stride],
    bytes * features,
  )
  const made = places.bytes > MOST_BYTES ? undefined : compileOn<Code>(WASM, places.bytes)
  return made && new FocusRows({ features, labels, full, stride, bytes }, places.at, made)
}

export class FocusRows {
  private readonly features: number
  private readonly labelCount: number
  private readonly full: number
  private readonly code: Code
  /** The row that was taken. */
  private readonly columns: Uint32Array
  private readonly values: Float32Array
  private size = 0
  private readonly scores: Float64Array
  private readonly first: Uint32Array
  /** The same memory as numbers of 64 and of 32 bits. */
  private readonly numbers: Float64Array
  private readonly heads: Uint32Array
  private readonly stride: number
  private readonly bytes: number
  private readonly at: readonly number[]
  private highest = -1

  constructor(
    size: { features: number; labels: number; full: number; stride: number; bytes: number },
    at: readonly number[],
    made: { buffer: ArrayBufferLike; code: Code },
  ) {
    const { features, stride, bytes } = size
    const { buffer } = made
    this.features = features
    this.labelCount = size.labels
    this.full = size.full
    this.stride = stride
    this.bytes = bytes
    this.at = at
    this.code = made.code
    this.columns = new Uint32Array(buffer, at[0], features)
    this.values = new Float32Array(buffer, at[1], features)
    this.first = new Uint32Array(buffer, at[4], FEW_LABELS)
    this.scores = new Float64Array(buffer, at[5], stride)
    this.numbers = new Float64Array(buffer, at[6], (bytes / 8) * features)
    this.heads = new Uint32Array(buffer, at[6], (bytes / 4) * features)
    if (this.full === 0) for (let f = 0; f < features; f++) this.numbers[(f * bytes) / 8] = 1
  }

  /** Takes a row to learn from; false where rows of weights cannot: an unknown label or feature, or a value not above 0. */
  take(data: Dataset, row: number): boolean {
    const { offsets, columns, values, labelOffsets, labels } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 2]; t++) {
      if (labels[t] >= this.labelCount) return false
    }
    const from = offsets[r]
    const size = offsets[r + 1] - from
    const { features, columns: toColumns, values: toValues } = this
    if (size > features) return false
    let { highest } = this
    for (let i = 0; i < size; i++) {
      const column = columns[from + i]
      const value = values[from + i]
      if (column >= features || !(value > 0 && value < Number.POSITIVE_INFINITY)) return false
      if (column > highest) highest = column
      toColumns[i] = column
      toValues[i] = value
    }
    this.size = size
    this.highest = highest
    return true
  }

  /** Counts the row's features: #f. */
  count(): void {
    this.code.count(this.size, this.at[0], this.at[6], this.bytes, this.full)
  }

  /** The row's scores into a cleared accumulator; which labels are touched first is not kept. */
  score(out: Scores): void {
    const { scores, first, heads, bytes } = this
    const [columnsAt, valuesAt, factorsAt, rowsAt, firstAt, scoresAt, headsAt] = this.at
    scores.fill(0)
    const noted = this.code.denseLists(
      this.size,
      columnsAt,
      valuesAt,
      this.features,
      headsAt,
      bytes,
      this.stride,
      scoresAt,
      factorsAt,
      rowsAt,
      firstAt,
      0,
    )
    let spoken = 0
    for (let k = 0; k < noted; k++) spoken |= heads[(bytes / 4) * first[k] + 4]
    const { values, seen, touched } = out
    let count = 0
    for (let label = 0; label < this.labelCount; label++) {
      if (((spoken >>> label) & 1) === 0) continue
      seen[label] = 1
      touched[count++] = label
      values[label] = scores[label]
    }
    out.count = count
  }

  /** FSU(f, label, x_f) for every feature of the row; drops every entry with w'/W_f below `least`. */
  strengthen(label: number, least: number): void {
    const { at } = this
    this.code.strengthen(this.size, at[0], at[1], at[6], this.bytes, this.stride, label, least)
  }

  /** All that was learned. */
  lists(): FocusLists {
    const { heads, numbers } = this
    const features = this.highest + 1
    const step = this.bytes / 4
    const lengths = new Uint32Array(features)
    const totals = new Float64Array(features)
    const counts = new Float64Array(features)
    let entries = 0
    for (let f = 0, at = 0; f < features; f++, at += step) {
      totals[f] = numbers[at / 2 + 1]
      counts[f] = heads[at + 5]
      for (let left = heads[at + 4]; left !== 0; left &= left - 1) lengths[f]++
      entries += lengths[f]
    }
    const labels = new Uint32Array(entries)
    const weights = new Float64Array(entries)
    let end = 0
    for (let f = 0; f < features; f++) {
      const start = end
      const row = (f * step) / 2 + 3
      for (let left = heads[f * step + 4]; left !== 0; left &= left - 1) {
        const label = 31 - Math.clz32(left & -left)
        const weight = numbers[row + label]
        // Into its place: before all that are smaller.
        let at = end++
        for (; at > start && weights[at - 1] < weight; at--) {
          weights[at] = weights[at - 1]
          labels[at] = labels[at - 1]
        }
        weights[at] = weight
        labels[at] = label
      }
    }
    return { lengths, labels, weights, totals, counts }
  }
}
