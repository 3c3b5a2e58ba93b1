// Weights by feature and label as lists of the labels a feature has a weight for, sorted by label. A list that holds a
// good part of all labels becomes a full row. An update merges into the lists: it costs the labels it changes, and a move
// of those behind the first new one.

import type { Dataset, Scores } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { grow } from '../structures/grow.js'
import type { Postings } from '../structures/postings.js'
import { areSingle } from './dense-rows.js'
import { collectLists, type RowStorage, sortList, type VisitWeight, type WeightLists } from './weights.js'

/** A list that holds more than one in this many labels becomes a full row. */
const FULL_FROM = 4

export class SparseRows implements RowStorage {
  private readonly postings: Postings
  private labelCount: number
  /** By feature: place in `full` + 1, or 0 if it has a list. */
  private fullAt: Uint32Array
  private readonly full: Float64Array[] = []
  /** Whether all lists are known to be sorted. */
  private sorted: boolean

  /** The labels of the update at hand, ascending; their scales by label; where each stands in a list. */
  private labels = new Uint32Array(64)
  private scaleOf = new Float64Array(64)
  private places = new Int32Array(64)

  /** Over lists that are there already, used in place and in any order until something is added. */
  constructor(lists: Postings, labels: number) {
    this.postings = lists
    this.labelCount = labels
    this.fullAt = new Uint32Array(lists.count)
    this.sorted = lists.count === 0
  }

  ensure(features: number, labels: number): void {
    this.labelCount = Math.max(labels, this.labelCount)
    this.postings.ensure(features - 1)
    if (features <= this.fullAt.length) return
    this.fullAt = grow(this.fullAt, Math.max(features, Math.ceil(this.fullAt.length * 1.5)))
  }

  get(feature: number, label: number): number {
    const at = this.fullAt[feature]
    if (at > 0) return label < this.full[at - 1].length ? this.full[at - 1][label] : 0
    const { starts, lengths, labels, values } = this.postings
    const end = starts[feature] + lengths[feature]
    for (let i = starts[feature]; i < end; i++) if (labels[i] === label) return values[i]
    return 0
  }

  add(feature: number, label: number, delta: number): void {
    this.reserve(label, 1)
    this.labels[0] = label
    this.scaleOf[label] = delta
    this.merge(feature, 1, 1)
  }

  addScaledRow(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void {
    this.reserve(this.labelCount - 1, count)
    for (let i = 0; i < count; i++) {
      this.labels[i] = labels[i]
      this.scaleOf[labels[i]] = scales[i]
    }
    this.labels.subarray(0, count).sort()
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) this.merge(columns[e], values[e], count)
  }

  addScores(data: Dataset, row: number, scores: Float64Array, factor: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { columns } = chunk
    const to = chunk.offsets[(row & CHUNK_MASK) + 1]
    const { starts, lengths, labels, values, count } = this.postings
    const { full, fullAt } = this
    for (let e = chunk.offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = columns[e]
      if (feature >= count) continue
      const x = factor * chunk.values[e]
      if (fullAt[feature] > 0) {
        const weights = full[fullAt[feature] - 1]
        const end = Math.min(weights.length, scores.length)
        for (let l = 0; l < end; l++) scores[l] += x * weights[l]
        continue
      }
      const end = starts[feature] + lengths[feature]
      for (let i = starts[feature]; i < end; i++) scores[labels[i]] += x * values[i]
    }
  }

  /** Whether none of a row's features has a full row, as `touchScores` expects. */
  isListed(data: Dataset, row: number): boolean {
    const { offsets, columns } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    const { fullAt } = this
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) if (fullAt[columns[e]] > 0) return false
    return true
  }

  /** The same as `addScores`; touches only the labels in the lists of the row's features. */
  touchScores(data: Dataset, row: number, out: Scores): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { columns } = chunk
    const to = chunk.offsets[(row & CHUNK_MASK) + 1]
    const { starts, lengths, labels, values, count: features } = this.postings
    const { values: scores, seen, touched } = out
    let count = out.count
    for (let e = chunk.offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = columns[e]
      if (feature >= features) continue
      const x = chunk.values[e]
      const end = starts[feature] + lengths[feature]
      for (let i = starts[feature]; i < end; i++) {
        const label = labels[i]
        if (seen[label] === 0) {
          seen[label] = 1
          touched[count++] = label
        }
        scores[label] += x * values[i]
      }
    }
    out.count = count
  }

  forEachOf(feature: number, visit: VisitWeight): void {
    if (this.fullAt[feature] > 0) {
      const weights = this.full[this.fullAt[feature] - 1]
      for (let l = 0; l < weights.length; l++) if (weights[l] !== 0) visit(l, weights[l])
      return
    }
    const { starts, lengths, labels, values } = this.postings
    const end = starts[feature] + lengths[feature]
    for (let i = starts[feature]; i < end; i++) if (values[i] !== 0) visit(labels[i], values[i])
  }

  writeDense(dense: Float32Array | Float64Array, stride: number): void {
    const { starts, lengths, labels, values, count } = this.postings
    const { full, fullAt } = this
    for (let f = 0; f < count; f++) {
      const base = f * stride
      if (fullAt[f] > 0) dense.set(full[fullAt[f] - 1], base)
      const end = starts[f] + lengths[f]
      for (let i = starts[f]; i < end; i++) dense[base + labels[i]] = values[i]
    }
  }

  entries(): number {
    let count = 0
    for (let f = 0; f < this.postings.count; f++) this.forEachOf(f, () => count++)
    return count
  }

  lists(): WeightLists {
    return collectLists(this.postings.count, (feature, add) => this.forEachOf(feature, add))
  }

  isSingle(): boolean {
    const { starts, lengths, values, count } = this.postings
    for (let f = 0; f < count; f++) {
      const end = starts[f] + lengths[f]
      for (let i = starts[f]; i < end; i++) if (Math.fround(values[i]) !== values[i]) return false
    }
    return this.full.every(areSingle)
  }

  bytes(): number {
    let sum = this.postings.bytes() + this.fullAt.byteLength
    for (const row of this.full) sum += row.byteLength
    return sum
  }

  private reserve(label: number, count: number): void {
    if (label >= this.scaleOf.length) this.scaleOf = new Float64Array(label * 2)
    if (count > this.labels.length) {
      this.labels = new Uint32Array(count * 2)
      this.places = new Int32Array(count * 2)
    }
    if (!this.sorted) this.sortLists()
  }

  /** Adds x times their scales to the weights of a feature for the first `count` of `labels`. */
  private merge(feature: number, x: number, count: number): void {
    if (this.fullAt[feature] > 0) {
      this.addToFull(feature, x, count)
      return
    }
    const { labels: own, scaleOf, places, postings: lists } = this
    const start = lists.starts[feature]
    const length = lists.lengths[feature]
    const end = start + length
    let missing = 0
    for (let j = 0, at = start; j < count; j++) {
      const label = own[j]
      at = lowerBound(lists.labels, at, end, label)
      if (at < end && lists.labels[at] === label) {
        lists.values[at] += scaleOf[label] * x
        places[j] = -1
      } else {
        places[j] = at - start
        missing++
      }
    }
    if (missing === 0) return
    for (let i = 0; i < missing; i++) lists.append(feature, 0, 0)
    this.insert(feature, x, count, length)
    if ((length + missing) * FULL_FROM > this.labelCount) this.fill(feature)
  }

  /** From the back, makes way in a list that had this length for the labels that have a place, and puts them in. */
  private insert(feature: number, x: number, count: number, length: number): void {
    const { labels: own, scaleOf, places } = this
    const { starts, lengths, labels, values } = this.postings
    const start = starts[feature]
    let from = start + length - 1
    let to = start + lengths[feature] - 1
    for (let j = count - 1; to > from; j--) {
      if (places[j] < 0) continue
      for (const place = start + places[j]; from >= place; from--, to--) {
        labels[to] = labels[from]
        values[to] = values[from]
      }
      labels[to] = own[j]
      values[to--] = scaleOf[own[j]] * x
    }
  }

  private addToFull(feature: number, x: number, count: number): void {
    const { labels, scaleOf } = this
    const place = this.fullAt[feature] - 1
    let weights = this.full[place]
    if (labels[count - 1] >= weights.length) {
      weights = grow(weights, Math.max(this.labelCount, Math.ceil(weights.length * 1.5)))
      this.full[place] = weights
    }
    for (let j = 0; j < count; j++) weights[labels[j]] += scaleOf[labels[j]] * x
  }

  private fill(feature: number): void {
    const weights = new Float64Array(this.labelCount)
    this.forEachOf(feature, (label, weight) => {
      weights[label] = weight
    })
    this.postings.lengths[feature] = 0
    this.fullAt[feature] = this.full.push(weights)
  }

  private sortLists(): void {
    const { starts, lengths, labels, values, count } = this.postings
    for (let f = 0; f < count; f++) sortList(labels, values, starts[f], starts[f] + lengths[f])
    this.sorted = true
  }
}

/** The first place in from … to whose label is not below this one: near steps first, then halves. */
function lowerBound(labels: Uint32Array, from: number, to: number, label: number): number {
  let step = 1
  while (from + step <= to && labels[from + step - 1] < label) {
    from += step
    step *= 2
  }
  let high = Math.min(to, from + step - 1)
  while (from < high) {
    const middle = (from + high) >>> 1
    if (labels[middle] < label) from = middle + 1
    else high = middle
  }
  return high
}
