// Weights by feature and label, stored features × labels so that a document's row streams through memory, and
// growing both ways. Dense while that is small, else lists of the labels each feature has a weight for,
// whichever takes fewer bytes.

import type { Dataset, NumberArray, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from './dataset.js'
import { floatsFrom, idsFrom, lengthsFrom, packNumbers } from './pack.js'
import { PairIndex } from './pair-index.js'
import { Postings } from './postings.js'

/** Dense weights up to this many bytes are never asked whether lists would be smaller. */
const SMALL_BYTES = 2 ** 26
/** A listed weight takes a label, a value, and its share of spare room and of the index over long lists. */
const LISTED_BYTES = 24

export class WeightRows {
  featureCount = 0
  labelCount = 0
  /** Row-major, `stride` a row; undefined when the weights are lists. */
  private dense: Float64Array | undefined
  private stride: number
  private lists: Postings | undefined
  private pairs: PairIndex | undefined

  constructor(features: number, labels: number) {
    this.stride = Math.max(1, labels)
    if (features * this.stride * 8 <= SMALL_BYTES) this.dense = new Float64Array(features * this.stride)
    else this.lists = new Postings(features)
    this.ensure(features, labels)
  }

  /** Weights over stored lists, used in place. */
  static over(lists: Postings, labels: number): WeightRows {
    const rows = new WeightRows(0, 0)
    rows.dense = undefined
    rows.lists = lists
    rows.featureCount = lists.count
    rows.labelCount = labels
    rows.settle()
    return rows
  }

  /** Makes features and labels below these exist. */
  ensure(features: number, labels: number): void {
    if (features <= this.featureCount && labels <= this.labelCount) return
    this.featureCount = Math.max(features, this.featureCount)
    this.labelCount = Math.max(labels, this.labelCount)
    if (this.lists !== undefined) this.lists.ensure(this.featureCount - 1)
    else if (this.labelCount > this.stride || this.featureCount * this.stride > this.dense!.length)
      this.growDense()
  }

  get(feature: number, label: number): number {
    if (feature >= this.featureCount) return 0
    if (this.dense !== undefined) return label < this.stride ? this.dense[feature * this.stride + label] : 0
    const { starts, lengths, labels, values } = this.lists!
    const end = starts[feature] + lengths[feature]
    for (let i = starts[feature]; i < end; i++) if (labels[i] === label) return values[i]
    return 0
  }

  add(feature: number, label: number, delta: number): void {
    if (this.dense !== undefined) this.dense[feature * this.stride + label] += delta
    else {
      const at = (this.pairs ??= new PairIndex(this.lists!)).locate(feature, label)
      this.lists!.values[at] += delta
    }
  }

  /** w_l += scale_l · x for the first `count` labels and scales: one pass over the row. */
  addScaledRow(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { columns, values } = chunk
    const to = chunk.offsets[(row & CHUNK_MASK) + 1]
    const { dense, stride } = this
    for (let e = chunk.offsets[row & CHUNK_MASK]; e < to; e++) {
      const x = values[e]
      if (dense !== undefined) {
        const base = columns[e] * stride
        for (let i = 0; i < count; i++) dense[base + labels[i]] += scales[i] * x
      } else for (let i = 0; i < count; i++) this.add(columns[e], labels[i], scales[i] * x)
    }
  }

  /** scores_l += w_l · x for all labels. */
  addScores(data: Dataset, row: number, scores: Float64Array): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { columns, values } = chunk
    const from = chunk.offsets[row & CHUNK_MASK]
    const to = chunk.offsets[(row & CHUNK_MASK) + 1]
    const { dense, stride, labelCount, featureCount } = this
    if (dense !== undefined) {
      for (let e = from; e < to; e++) {
        if (columns[e] >= featureCount) continue
        const x = values[e]
        const base = columns[e] * stride
        for (let l = 0; l < labelCount; l++) scores[l] += x * dense[base + l]
      }
      return
    }
    const { starts, lengths, labels, values: w } = this.lists!
    for (let e = from; e < to; e++) {
      const feature = columns[e]
      if (feature >= featureCount) continue
      const x = values[e]
      const end = starts[feature] + lengths[feature]
      for (let i = starts[feature]; i < end; i++) scores[labels[i]] += x * w[i]
    }
  }

  /** Calls back with every weight that is not 0, by feature, then in the order of its list. */
  forEach(visit: (feature: number, label: number, weight: number) => void): void {
    for (let f = 0; f < this.featureCount; f++) this.forEachOf(f, (label, weight) => visit(f, label, weight))
  }

  /** The same for one feature. */
  forEachOf(feature: number, visit: (label: number, weight: number) => void): void {
    if (feature >= this.featureCount) return
    if (this.dense !== undefined) {
      const base = feature * this.stride
      for (let l = 0; l < this.labelCount; l++) if (this.dense[base + l] !== 0) visit(l, this.dense[base + l])
      return
    }
    const { starts, lengths, labels, values } = this.lists!
    const end = starts[feature] + lengths[feature]
    for (let i = starts[feature]; i < end; i++) if (values[i] !== 0) visit(labels[i], values[i])
  }

  /** The weights that are not 0 as lists end to end, labels ascending: what a model file stores. */
  packed(): { lengths: Uint32Array; labels: Uint32Array; values: Float64Array } {
    const lists = new Postings(this.featureCount)
    if (this.featureCount > 0) lists.ensure(this.featureCount - 1)
    for (let f = 0; f < this.featureCount; f++) {
      const row: [number, number][] = []
      this.forEachOf(f, (label, weight) => row.push([label, weight]))
      row.sort(([a], [b]) => a - b)
      for (const [label, weight] of row) lists.append(f, label, weight)
    }
    return lists.packed()
  }

  /** How many weights are not 0. */
  entries(): number {
    let count = 0
    this.forEach(() => count++)
    return count
  }

  /** Bytes of its arrays. */
  bytes(): number {
    return this.dense?.byteLength ?? this.lists!.bytes()
  }

  private growDense(): void {
    const stride =
      this.labelCount > this.stride ? Math.max(this.labelCount, Math.ceil(this.stride * 1.5)) : this.stride
    const features = Math.max(this.featureCount, Math.ceil((this.dense!.length / this.stride) * 1.5))
    const bytes = features * stride * 8
    if (bytes > SMALL_BYTES && this.listedBytes() < bytes) return this.toLists()
    const grown = new Float64Array(features * stride)
    const old = this.dense!
    for (let from = 0, to = 0; from < old.length; from += this.stride, to += stride) {
      grown.set(old.subarray(from, from + this.stride), to)
    }
    this.dense = grown
    this.stride = stride
  }

  /** Lists that came from a file become dense where that is smaller. */
  private settle(): void {
    const bytes = this.featureCount * this.labelCount * 8
    if (bytes > SMALL_BYTES && bytes > this.lists!.entries() * LISTED_BYTES) return
    const dense = new Float64Array(this.featureCount * Math.max(1, this.labelCount))
    const stride = Math.max(1, this.labelCount)
    this.forEach((feature, label, weight) => {
      dense[feature * stride + label] = weight
    })
    this.stride = stride
    this.dense = dense
    this.lists = undefined
  }

  private listedBytes(): number {
    const { dense } = this
    let entries = 0
    for (let i = 0; i < dense!.length; i++) if (dense![i] !== 0) entries++
    return entries * LISTED_BYTES
  }

  private toLists(): void {
    const lists = new Postings(this.featureCount)
    lists.ensure(this.featureCount - 1)
    const { dense, stride } = this
    for (let i = 0; i < dense!.length; i++) {
      if (dense![i] !== 0) lists.append(Math.floor(i / stride), i % stride, dense![i])
    }
    this.dense = undefined
    this.lists = lists
  }
}

/** Adds weights to the arrays of a state, under a name. */
export function storeRows(rows: WeightRows, name: string, arrays: Record<string, NumberArray>): void {
  const { lengths, labels, values } = rows.packed()
  arrays[`${name}.lengths`] = packNumbers(lengths)
  arrays[`${name}.labels`] = packNumbers(labels)
  arrays[`${name}.weights`] = packNumbers(values)
}

/** Weights back from the arrays of a state; refuses what could not have been stored. */
export function rowsFrom(arrays: State['arrays'], name: string, labelCount: number): WeightRows {
  const labels = idsFrom(arrays[`${name}.labels`], labelCount, 'weight labels')
  const lengths = lengthsFrom(arrays[`${name}.lengths`], labels.length, 'weight lists')
  const values = floatsFrom(arrays[`${name}.weights`], labels.length, 'weights')
  return WeightRows.over(Postings.over(lengths, labels, values), labelCount)
}
