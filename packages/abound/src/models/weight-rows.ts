// Weights by feature and label, stored features × labels so that a document's row streams through memory, and
// growing both ways. Dense while that is small, else lists (sparse-rows.ts), whichever takes fewer bytes; how they
// are stored changes no score. What was added to all labels at once is
// kept apart (shared-weights.ts): a weight is its own part and the shared one.

import type { Dataset, NumberArray, RowScorer, Scores, ScoringThread, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { engine } from '../engine/engine.js'
import { touchAll } from '../engine/scores.js'
import { Postings } from '../structures/postings.js'
import { floatsFrom, idsFrom, lengthsFrom, packNumbers } from '../structures/state-arrays.js'
import { SharedWeights } from './shared-weights.js'
import { areSingle, SparseRows } from './sparse-rows.js'

/** Dense weights up to this many bytes are never asked whether lists would be smaller. */
const SMALL_BYTES = 2 ** 26
/** A listed weight takes a label, a value, and its share of spare room. */
const LISTED_BYTES = 18
/** Rows that lists score before they become dense. */
const LISTED_ROWS = 128

/** Weights to read: as they are stored, or worked out from others. */
export interface Weights {
  readonly featureCount: number
  readonly labelCount: number
  get(feature: number, label: number): number
  /** scores_l += w_l · x for all labels. */
  addScores(data: Dataset, row: number, scores: Float64Array): void
  /** Calls back with every weight of a feature that is not 0. */
  forEachOf(feature: number, visit: (label: number, weight: number) => void): void
  /** How many numbers that are not 0 they are made of. */
  entries(): number
  /** The same as rows. */
  rows(): WeightRows
  /** Adds itself to the arrays of a state, under a name. */
  store(name: string, arrays: Record<string, NumberArray>): void
}

/** The weights of one label that are not 0. */
export interface LabelWeights {
  readonly features: Uint32Array
  readonly weights: Float64Array
}

export class WeightRows implements Weights {
  featureCount = 0
  labelCount = 0
  /** Row-major, `stride` a row; undefined when the weights are lists. */
  private dense: Float64Array | undefined
  private stride: number
  private sparse: SparseRows | undefined
  /** Whether lists are to become dense: before they change, or when so many rows are scored that it pays. */
  private densifies = false
  private scored = 0
  private shared: SharedWeights | undefined
  private readonly smallBytes: number

  constructor(features: number, labels: number, smallBytes = SMALL_BYTES) {
    this.smallBytes = smallBytes
    this.stride = Math.max(1, labels)
    if (features * this.stride * 8 <= smallBytes) this.dense = new Float64Array(features * this.stride)
    else this.sparse = new SparseRows(new Postings(features))
    this.ensure(features, labels)
  }

  /** Weights over stored lists, used in place. */
  static over(lists: Postings, labels: number, shared?: SharedWeights, smallBytes = SMALL_BYTES): WeightRows {
    const rows = new WeightRows(0, 0, smallBytes)
    rows.dense = undefined
    rows.sparse = new SparseRows(lists)
    rows.featureCount = lists.count
    rows.labelCount = labels
    rows.shared = shared
    const bytes = lists.count * labels * 8
    rows.densifies = bytes <= smallBytes || bytes <= lists.entries() * LISTED_BYTES
    return rows
  }

  /** Weights that come label by label: those of each label that are not 0, by ascending feature. */
  static ofLabels(labels: readonly LabelWeights[], features: number): WeightRows {
    const lengths = new Uint32Array(features)
    for (const { features: own } of labels) for (let i = 0; i < own.length; i++) lengths[own[i]]++
    const next = new Uint32Array(features)
    let total = 0
    for (let f = 0; f < features; f++) {
      next[f] = total
      total += lengths[f]
    }
    const ids = new Uint32Array(total)
    const values = new Float64Array(total)
    labels.forEach(({ features: own, weights }, label) => {
      for (let i = 0; i < own.length; i++) {
        const at = next[own[i]]++
        ids[at] = label
        values[at] = weights[i]
      }
    })
    return WeightRows.over(Postings.over(lengths, ids, values), labels.length)
  }

  /** The weights of a matrix, features × labels. */
  static ofMatrix(matrix: Float64Array, features: number, labels: number): WeightRows {
    const { lengths, labels: ids, values } = packDense(matrix, labels, features, labels)
    return WeightRows.over(Postings.over(lengths, ids, values), labels)
  }

  /** Makes features and labels below these exist. */
  ensure(features: number, labels: number): void {
    if (features <= this.featureCount && labels <= this.labelCount) return
    if (this.densifies) this.toDense()
    this.featureCount = Math.max(features, this.featureCount)
    this.labelCount = Math.max(labels, this.labelCount)
    if (this.sparse !== undefined) this.sparse.ensure(this.featureCount)
    else if (this.labelCount > this.stride || this.featureCount * this.stride > this.dense!.length)
      this.growDense()
  }

  get(feature: number, label: number): number {
    if (feature >= this.featureCount) return 0
    const own = this.own(feature, label)
    return this.shared === undefined ? own : own + this.shared.get(feature, label)
  }

  add(feature: number, label: number, delta: number): void {
    if (this.densifies) this.toDense()
    if (this.dense !== undefined) this.dense[feature * this.stride + label] += delta
    else this.sparse!.add(feature, label, delta, this.labelCount)
  }

  /** w_l += scale_l · x for the first `count` labels and scales: one pass over the row. */
  addScaledRow(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void {
    if (this.densifies) this.toDense()
    const { dense, stride } = this
    if (dense === undefined) {
      this.sparse!.addScaledRow(data, row, labels, scales, count, this.labelCount)
      return
    }
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const x = values[e]
      const base = columns[e] * stride
      for (let i = 0; i < count; i++) dense[base + labels[i]] += scales[i] * x
    }
  }

  /** w_l += scale · x for all labels: as much work as the row has entries. */
  addToAll(data: Dataset, row: number, scale: number): void {
    this.shared ??= new SharedWeights()
    this.shared.addScaledRow(data, row, scale, this.labelCount)
  }

  /** scores_l += factor · w_l · x for all labels. */
  addScores(data: Dataset, row: number, scores: Float64Array, factor = 1): void {
    if (this.densifies && ++this.scored > LISTED_ROWS) this.toDense()
    if (this.sparse !== undefined) this.sparse.addScores(data, row, scores, factor)
    else this.addDenseScores(data, row, scores, factor)
    this.shared?.addScores(data, row, scores, factor)
  }

  /**
   * The scores of a row into a cleared accumulator. The labels it does not touch, those without a listed weight
   * for any of the row's features, all have the score that is returned.
   */
  score(data: Dataset, row: number, out: Scores): number {
    if (this.densifies) this.toDense()
    const { sparse, shared, labelCount } = this
    if (sparse?.isListed(data, row) !== true || shared?.isEven(labelCount) === false) {
      touchAll(out, labelCount)
      this.addScores(data, row, out.values)
      return 0
    }
    sparse.touchScores(data, row, out)
    const rest = shared?.score(data, row) ?? 0
    for (let i = 0; i < out.count; i++) out.values[out.touched[i]] += rest
    return rest
  }

  /** Calls back with every weight that is not 0, by feature. */
  forEach(visit: (feature: number, label: number, weight: number) => void): void {
    for (let f = 0; f < this.featureCount; f++) this.forEachOf(f, (label, weight) => visit(f, label, weight))
  }

  /** The same for one feature; in the order of its list, or of the labels where all have a share. */
  forEachOf(feature: number, visit: (label: number, weight: number) => void): void {
    if (this.shared?.has(feature) !== true) {
      this.forEachOwn(feature, visit)
      return
    }
    const weights = new Float64Array(this.labelCount)
    this.forEachOwn(feature, (label, weight) => {
      weights[label] = weight
    })
    for (let l = 0; l < weights.length; l++) {
      const weight = weights[l] + this.shared.get(feature, l)
      if (weight !== 0) visit(l, weight)
    }
  }

  /** this + factor · other, for two that were changed in the same steps. */
  plus(other: WeightRows, factor: number): WeightRows {
    const features = Math.max(this.featureCount, other.featureCount)
    const sum = new WeightRows(features, Math.max(this.labelCount, other.labelCount), this.smallBytes)
    for (let f = 0; f < features; f++) {
      this.forEachOwn(f, (label, weight) => sum.add(f, label, weight))
      other.forEachOwn(f, (label, weight) => sum.add(f, label, factor * weight))
    }
    if (this.shared !== undefined && other.shared !== undefined) {
      sum.shared = this.shared.plus(other.shared, factor)
    }
    return sum
  }

  rows(): WeightRows {
    return this
  }

  /** What scores as `addScores` does after these biases; undefined where the weights are lists, or some are shared. */
  scorer(bias: Float64Array, room?: ScoringThread): RowScorer | undefined {
    const { dense, sparse, stride, featureCount, labelCount } = this
    if (this.shared !== undefined || (dense === undefined && !this.densifies)) return undefined
    const write = (weights: Float32Array | Float64Array, to: number): void => {
      sparse?.writeDense(weights, to)
      for (let f = 0; dense !== undefined && f < featureCount; f++)
        weights.set(dense.subarray(f * stride, f * stride + labelCount), f * to)
    }
    const isSingle = (): boolean => (dense === undefined ? sparse!.isSingle() : areSingle(dense))
    return engine().denseScorer({ features: featureCount, bias, labelCount, isSingle, write }, room)
  }

  /** All weights as lists end to end, labels ascending; what every label has alike is apart. */
  lists(): {
    readonly lengths: Uint32Array
    readonly labels: Uint32Array
    readonly values: Float64Array
    readonly common: Float64Array | undefined
  } {
    const { shared, featureCount, labelCount } = this
    if (shared?.isEven(labelCount) !== false) {
      const common = shared && Float64Array.from({ length: featureCount }, (_, f) => shared.get(f, 0))
      return { ...this.packed(), common }
    }
    const whole = new WeightRows(featureCount, labelCount, this.smallBytes)
    for (let f = 0; f < featureCount; f++) {
      this.forEachOf(f, (label, weight) => {
        whole.add(f, label, weight)
      })
    }
    return { ...whole.packed(), common: undefined }
  }

  /** The same without weights that are nearer to 0 than this. */
  pruned(least: number): WeightRows {
    const lengths = new Uint32Array(this.featureCount)
    let total = 0
    this.forEach((feature, _label, weight) => {
      if (Math.abs(weight) < least) return
      lengths[feature]++
      total++
    })
    const labels = new Uint32Array(total)
    const values = new Float64Array(total)
    let at = 0
    this.forEach((_feature, label, weight) => {
      if (Math.abs(weight) < least) return
      labels[at] = label
      values[at++] = weight
    })
    const lists = Postings.over(lengths, labels, values)
    return WeightRows.over(lists, this.labelCount, undefined, this.smallBytes)
  }

  /** Adds itself to the arrays of a state, under a name: weights that are not 0, labels ascending. */
  store(name: string, arrays: Record<string, NumberArray>): void {
    const { lengths, labels, values } = this.packed()
    arrays[`${name}.lengths`] = packNumbers(lengths)
    arrays[`${name}.labels`] = packNumbers(labels)
    arrays[`${name}.weights`] = packNumbers(values)
    this.shared?.store(`${name}.shared`, arrays)
  }

  private own(feature: number, label: number): number {
    if (this.dense !== undefined) return label < this.stride ? this.dense[feature * this.stride + label] : 0
    return this.sparse!.get(feature, label)
  }

  private addDenseScores(data: Dataset, row: number, scores: Float64Array, factor: number): void {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    const { stride, labelCount, featureCount } = this
    const dense = this.dense!
    // Four features at a time, so that a score is read and written once for four; each is added as it would be alone.
    let e = offsets[row & CHUNK_MASK]
    for (; e + 3 < to; e += 4) {
      const c0 = columns[e]
      const c1 = columns[e + 1]
      const c2 = columns[e + 2]
      const c3 = columns[e + 3]
      if (c0 >= featureCount || c1 >= featureCount || c2 >= featureCount || c3 >= featureCount) {
        for (let i = e; i < e + 4; i++) this.addDenseFeature(columns[i], factor * values[i], scores)
        continue
      }
      const x0 = factor * values[e]
      const x1 = factor * values[e + 1]
      const x2 = factor * values[e + 2]
      const x3 = factor * values[e + 3]
      const b0 = c0 * stride
      const b1 = c1 * stride
      const b2 = c2 * stride
      const b3 = c3 * stride
      for (let l = 0; l < labelCount; l++)
        scores[l] =
          scores[l] + x0 * dense[b0 + l] + x1 * dense[b1 + l] + x2 * dense[b2 + l] + x3 * dense[b3 + l]
    }
    for (; e < to; e++) this.addDenseFeature(columns[e], factor * values[e], scores)
  }

  private addDenseFeature(feature: number, x: number, scores: Float64Array): void {
    if (feature >= this.featureCount) return
    const dense = this.dense!
    const base = feature * this.stride
    for (let l = 0; l < this.labelCount; l++) scores[l] += x * dense[base + l]
  }

  private forEachOwn(feature: number, visit: (label: number, weight: number) => void): void {
    if (feature >= this.featureCount) return
    if (this.dense !== undefined) {
      const base = feature * this.stride
      for (let l = 0; l < this.labelCount; l++) if (this.dense[base + l] !== 0) visit(l, this.dense[base + l])
      return
    }
    this.sparse!.forEachOf(feature, visit)
  }

  /** The own weights that are not 0 as lists end to end, labels ascending. */
  private packed(): { lengths: Uint32Array; labels: Uint32Array; values: Float64Array } {
    const { featureCount } = this
    if (this.dense !== undefined) return packDense(this.dense, this.stride, featureCount, this.labelCount)
    const lengths = new Uint32Array(featureCount)
    for (let f = 0; f < featureCount; f++) {
      this.forEachOwn(f, () => {
        lengths[f]++
      })
    }
    const total = lengths.reduce((sum, length) => sum + length, 0)
    const labels = new Uint32Array(total)
    const values = new Float64Array(total)
    const weights = new Float64Array(this.labelCount)
    let at = 0
    let last = -1
    let sorted = true
    const add = (label: number, weight: number): void => {
      if (label < last) sorted = false
      last = label
      labels[at] = label
      values[at++] = weight
      weights[label] = weight
    }
    for (let f = 0; f < featureCount; f++) {
      const from = at
      last = -1
      sorted = true
      this.forEachOwn(f, add)
      if (sorted) continue
      labels.subarray(from, at).sort()
      for (let i = from; i < at; i++) values[i] = weights[labels[i]]
    }
    return { lengths, labels, values }
  }

  /** How many numbers that are not 0 are stored. */
  entries(): number {
    let count = this.shared?.entries() ?? 0
    for (let f = 0; f < this.featureCount; f++) {
      this.forEachOwn(f, () => {
        count++
      })
    }
    return count
  }

  /** Bytes of its arrays. */
  bytes(): number {
    return (this.dense?.byteLength ?? this.sparse!.bytes()) + (this.shared?.bytes() ?? 0)
  }

  private growDense(): void {
    const stride =
      this.labelCount > this.stride ? Math.max(this.labelCount, Math.ceil(this.stride * 1.5)) : this.stride
    const room = this.dense!.length / this.stride
    const features = this.featureCount > room ? Math.max(this.featureCount, Math.ceil(room * 1.5)) : room
    const bytes = features * stride * 8
    if (bytes > this.smallBytes && this.listedBytes() < bytes) {
      this.toLists()
      return
    }
    const grown = new Float64Array(features * stride)
    const old = this.dense!
    for (let from = 0, to = 0; from < old.length; from += this.stride, to += stride) {
      grown.set(old.subarray(from, from + this.stride), to)
    }
    this.dense = grown
    this.stride = stride
  }

  private toDense(): void {
    this.densifies = false
    const stride = Math.max(1, this.labelCount)
    const dense = new Float64Array(this.featureCount * stride)
    this.sparse!.writeDense(dense, stride)
    this.stride = stride
    this.dense = dense
    this.sparse = undefined
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
    this.sparse = new SparseRows(lists)
  }
}

function packDense(
  dense: Float64Array,
  stride: number,
  features: number,
  labelCount: number,
): { lengths: Uint32Array; labels: Uint32Array; values: Float64Array } {
  const lengths = new Uint32Array(features)
  let total = 0
  for (let f = 0; f < features; f++) {
    let length = 0
    for (let at = f * stride, end = at + labelCount; at < end; at++) if (dense[at] !== 0) length++
    lengths[f] = length
    total += length
  }
  const labels = new Uint32Array(total)
  const values = new Float64Array(total)
  let to = 0
  for (let f = 0; f < features; f++) {
    const base = f * stride
    for (let l = 0; l < labelCount; l++) {
      if (dense[base + l] === 0) continue
      labels[to] = l
      values[to++] = dense[base + l]
    }
  }
  return { lengths, labels, values }
}

/** Adds weights to the arrays of a state, under a name. */
export function storeRows(weights: Weights, name: string, arrays: Record<string, NumberArray>): void {
  weights.store(name, arrays)
}

/** Weights back from the arrays of a state; refuses what could not have been stored. */
export function rowsFrom(
  arrays: State['arrays'],
  name: string,
  labelCount: number,
  smallBytes = SMALL_BYTES,
): WeightRows {
  const labels = idsFrom(arrays[`${name}.labels`], labelCount, 'weight labels')
  const lengths = lengthsFrom(arrays[`${name}.lengths`], labels.length, 'weight lists')
  const values = floatsFrom(arrays[`${name}.weights`], labels.length, 'weights')
  const shared =
    `${name}.shared.limits` in arrays ? SharedWeights.from(arrays, `${name}.shared`, labelCount) : undefined
  return WeightRows.over(Postings.over(lengths, labels, values), labelCount, shared, smallBytes)
}
