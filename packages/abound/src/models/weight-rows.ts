// Weights by feature and label that grow both ways. Dense while that is small, else lists, whichever takes fewer bytes;
// how they are stored changes no score. What was added to all labels at once is kept apart (shared-weights.ts): a weight
// is the sum of its own part and the shared one.

import type { Dataset, NumberArray, RowScorer, Scores, ScoringThread, State } from '../contract.js'
import { engine } from '../engine/engine.js'
import { touchAll } from '../engine/scores.js'
import { Postings, storeLists } from '../structures/postings.js'
import { DenseRows } from './dense-rows.js'
import { SharedWeights } from './shared-weights.js'
import { SparseRows } from './sparse-rows.js'
import { collectLists, type RowStorage, type VisitWeight, type WeightLists, type Weights } from './weights.js'

/** Dense weights up to this many bytes are never compared with lists. */
const SMALL_BYTES = 2 ** 26
/** A listed weight takes a label, a value, and its share of spare room. */
const LISTED_BYTES = 18
/** Rows that lists score before they become dense. */
const LISTED_ROWS = 128

/** The weights of one label that are not 0, by ascending feature. */
export interface LabelWeights {
  readonly features: Uint32Array
  readonly weights: Float64Array
}

/**
 * Weights by feature and label, 0 at first; both may grow.
 *
 * @example
 * const weights = new WeightRows(0, 0)
 * weights.ensure(3, 2) // features 0 to 2, labels 0 and 1
 * weights.add(2, 1, 0.5)
 * weights.get(2, 1) // 0.5
 */
export class WeightRows implements Weights {
  featureCount = 0
  labelCount = 0
  private storage: RowStorage
  /** Whether lists are to become dense: before they change, or when enough rows have been scored to pay for it. */
  private densifies = false
  private scored = 0
  private shared: SharedWeights | undefined
  private readonly smallBytes: number

  constructor(features: number, labels: number, smallBytes = SMALL_BYTES) {
    this.smallBytes = smallBytes
    this.storage =
      features * Math.max(1, labels) * 8 <= smallBytes
        ? new DenseRows(features, labels)
        : new SparseRows(new Postings(features), labels)
    this.ensure(features, labels)
  }

  /** Weights over stored lists, used in place. */
  static over(lists: Postings, labels: number, shared?: SharedWeights, smallBytes = SMALL_BYTES): WeightRows {
    const rows = new WeightRows(0, 0, smallBytes)
    rows.storage = new SparseRows(lists, labels)
    rows.featureCount = lists.count
    rows.labelCount = labels
    rows.shared = shared
    const bytes = lists.count * labels * 8
    rows.densifies = bytes <= smallBytes || bytes <= lists.entries() * LISTED_BYTES
    return rows
  }

  static ofLists(
    { lengths, labels, values }: WeightLists,
    labelCount: number,
    smallBytes?: number,
  ): WeightRows {
    return WeightRows.over(Postings.over(lengths, labels, values), labelCount, undefined, smallBytes)
  }

  /** Weights that come label by label. */
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
    return WeightRows.ofLists({ lengths, labels: ids, values }, labels.length)
  }

  /** The weights of a matrix, features × labels. */
  static ofMatrix(matrix: Float64Array, features: number, labels: number): WeightRows {
    return WeightRows.ofLists(
      collectLists(features, (feature, add) => {
        for (let l = 0, at = feature * labels; l < labels; l++, at++) if (matrix[at] !== 0) add(l, matrix[at])
      }),
      labels,
    )
  }

  /** Makes features and labels below these exist. */
  ensure(features: number, labels: number): void {
    if (features <= this.featureCount && labels <= this.labelCount) return
    if (this.densifies) this.toDense()
    this.featureCount = Math.max(features, this.featureCount)
    this.labelCount = Math.max(labels, this.labelCount)
    const { storage } = this
    if (storage instanceof DenseRows) {
      const bytes = storage.bytesFor(this.featureCount, this.labelCount)
      const grows = bytes > storage.bytes()
      if (grows && bytes > this.smallBytes && storage.entries() * LISTED_BYTES < bytes) {
        const { lengths, labels: ids, values } = storage.lists()
        this.storage = new SparseRows(Postings.over(lengths, ids, values), this.labelCount)
      }
    }
    this.storage.ensure(this.featureCount, this.labelCount)
  }

  get(feature: number, label: number): number {
    if (feature >= this.featureCount) return 0
    const own = this.storage.get(feature, label)
    return this.shared === undefined ? own : own + this.shared.get(feature, label)
  }

  add(feature: number, label: number, delta: number): void {
    if (this.densifies) this.toDense()
    this.storage.add(feature, label, delta)
  }

  /** w_l += scale_l · x for the first `count` labels and scales: one pass over the row. */
  addScaledRow(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void {
    if (this.densifies) this.toDense()
    this.storage.addScaledRow(data, row, labels, scales, count)
  }

  /** w_l += scale · x for all labels: as much work as the row has entries. */
  addToAll(data: Dataset, row: number, scale: number): void {
    this.shared ??= new SharedWeights()
    this.shared.addScaledRow(data, row, scale, this.labelCount)
  }

  /** scores_l += factor · w_l · x for all labels. */
  addScores(data: Dataset, row: number, scores: Float64Array, factor = 1): void {
    if (this.densifies && ++this.scored > LISTED_ROWS) this.toDense()
    this.storage.addScores(data, row, scores, factor)
    this.shared?.addScores(data, row, scores, factor)
  }

  /**
   * The scores of a row into a cleared accumulator. The labels it does not touch, those without a listed weight
   * for any of the row's features, all have the score that is returned.
   */
  score(data: Dataset, row: number, out: Scores): number {
    if (this.densifies) this.toDense()
    const { storage, shared, labelCount } = this
    const listed = storage instanceof SparseRows && storage.isListed(data, row)
    if (!listed || shared?.isEven(labelCount) === false) {
      touchAll(out, labelCount)
      this.addScores(data, row, out.values)
      return 0
    }
    storage.touchScores(data, row, out)
    const rest = shared?.score(data, row) ?? 0
    for (let i = 0; i < out.count; i++) out.values[out.touched[i]] += rest
    return rest
  }

  /** Calls back with every weight that is not 0, by feature. */
  forEach(visit: (feature: number, label: number, weight: number) => void): void {
    for (let f = 0; f < this.featureCount; f++) this.forEachOf(f, (label, weight) => visit(f, label, weight))
  }

  /** The same for one feature; in the order of its list, or of the labels where all have a share. */
  forEachOf(feature: number, visit: VisitWeight): void {
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
  scorer(bias: Float64Array, thread?: ScoringThread): RowScorer | undefined {
    const { storage, featureCount, labelCount } = this
    if (this.shared !== undefined || (storage instanceof SparseRows && !this.densifies)) return undefined
    return engine().denseScorer({ features: featureCount, bias, labelCount, weights: storage }, thread)
  }

  /** All weights, what every label has in common apart. */
  lists(): WeightLists {
    const { shared, featureCount, labelCount } = this
    if (shared === undefined) return this.storage.lists()
    if (shared.isEven(labelCount)) {
      const common = Float64Array.from({ length: featureCount }, (_, f) => shared.get(f, 0))
      return { ...this.storage.lists(), common }
    }
    return collectLists(featureCount, (feature, add) => this.forEachOf(feature, add))
  }

  /** The same without weights that are nearer to 0 than this. */
  pruned(least: number): WeightRows {
    const lists = collectLists(this.featureCount, (feature, add) =>
      this.forEachOf(feature, (label, weight) => {
        if (Math.abs(weight) >= least) add(label, weight)
      }),
    )
    return WeightRows.ofLists(lists, this.labelCount, this.smallBytes)
  }

  store(name: string, arrays: Record<string, NumberArray>): void {
    storeLists(this.storage.lists(), name, arrays)
    this.shared?.store(`${name}.shared`, arrays)
  }

  /** How many numbers other than 0 are stored. */
  entries(): number {
    return this.storage.entries() + (this.shared?.entries() ?? 0)
  }

  /** Bytes of its arrays. */
  bytes(): number {
    return this.storage.bytes() + (this.shared?.bytes() ?? 0)
  }

  private forEachOwn(feature: number, visit: VisitWeight): void {
    if (feature < this.featureCount) this.storage.forEachOf(feature, visit)
  }

  private toDense(): void {
    this.densifies = false
    this.storage = DenseRows.of(this.storage, this.featureCount, this.labelCount)
  }
}

/**
 * Weights back from the arrays of a state; refuses what could not have been stored.
 *
 * @example
 * const weights = new WeightRows(2, 1)
 * weights.add(1, 0, 3)
 * const arrays: Record<string, NumberArray> = {}
 * weights.store('mine', arrays)
 * weightRowsFrom(arrays, 'mine', 1).get(1, 0) // 3
 */
export function weightRowsFrom(
  arrays: State['arrays'],
  name: string,
  labelCount: number,
  smallBytes = SMALL_BYTES,
): WeightRows {
  const lists = Postings.from(arrays, name, labelCount, 'weight', 'weights')
  const shared =
    `${name}.shared.limits` in arrays ? SharedWeights.from(arrays, `${name}.shared`, labelCount) : undefined
  return WeightRows.over(lists, labelCount, shared, smallBytes)
}
