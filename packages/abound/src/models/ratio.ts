// Ratio model: each (feature, label) pair has two weights, one that votes for the label and one against it.
// s_l = Σ_{f∈x} for_{f,l} / Σ_{f∈x} (for_{f,l} + against_{f,l}): only that a feature is there counts.
// Features not met yet, and those with a value below 0, are silent; with none left nothing is retrieved,
// else every label is.
//
// Weights are dense: a feature's row is its votes for all labels, then those against; cost O(features of
// the document · labels) in time, O(features · labels) in memory. Weights are above 0, so a row of 0 is a
// feature that was not met.

import type { Contribution, Dataset, LabelWeight, Model, Scores, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { touchAll } from '../engine/scores.js'
import { InputError } from '../errors.js'
import { floatsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { option, worded } from '../wording.js'
import { explainRow, strongestFeatures, strongestLabels } from './strongest.js'

/** More weights than this are refused: 4 GB. */
const MOST_WEIGHTS = 2 ** 29

export class RatioModel implements Model {
  readonly kind = 'ratio'
  readonly scale = 'comparable'
  featureCount: number
  labelCount: number
  /** A row is `stride` votes for, `stride` votes against; spare room in a row that was met holds 1. */
  private weights: Float64Array
  private stride: number
  /** Σ for and Σ against of the document at hand, by label. */
  private sumsFor: Float64Array
  private sumsAgainst: Float64Array

  constructor(features: number, labels: number, weights = allocate(features, Math.max(1, labels))) {
    this.featureCount = features
    this.labelCount = labels
    this.weights = weights
    this.stride = Math.max(1, labels)
    this.sumsFor = new Float64Array(this.stride)
    this.sumsAgainst = new Float64Array(this.stride)
  }

  /** Makes features and labels below these exist. The weights of a label that comes late are 1. */
  ensure(features: number, labels: number): void {
    this.featureCount = Math.max(features, this.featureCount)
    this.labelCount = Math.max(labels, this.labelCount)
    const { stride, featureCount, labelCount } = this
    const rows = this.weights.length / (2 * stride)
    if (featureCount <= rows && labelCount <= stride) return
    this.move(
      featureCount <= rows ? rows : Math.max(featureCount, Math.ceil(rows * 1.5)),
      labelCount <= stride ? stride : Math.max(labelCount, Math.ceil(stride * 1.5)),
    )
  }

  /** Gives the features of a row weight 1 where they were not met before. */
  meet(data: Dataset, row: number): void {
    const { weights, stride } = this
    const { offsets, columns } = data.chunks[row >>> CHUNK_SHIFT]
    for (let e = offsets[row & CHUNK_MASK]; e < offsets[(row & CHUNK_MASK) + 1]; e++) {
      const at = columns[e] * 2 * stride
      if (weights[at] === 0) weights.fill(1, at, at + 2 * stride)
    }
  }

  /** Σ for and Σ against over a row's features, by label (views that the next call overwrites). */
  sums(data: Dataset, row: number): { sumsFor: Float64Array; sumsAgainst: Float64Array } {
    const { weights, stride, labelCount, featureCount, sumsFor, sumsAgainst } = this
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    sumsFor.fill(0)
    sumsAgainst.fill(0)
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      if (columns[e] >= featureCount || values[e] < 0) continue
      const votesFor = columns[e] * 2 * stride
      const against = votesFor + stride
      for (let l = 0; l < labelCount; l++) {
        sumsFor[l] += weights[votesFor + l]
        sumsAgainst[l] += weights[against + l]
      }
    }
    return { sumsFor, sumsAgainst }
  }

  /** Multiplies the votes of a row's features by factors for each label, never to below `least`. */
  multiply(
    data: Dataset,
    row: number,
    factorsFor: Float64Array,
    factorsAgainst: Float64Array,
    least: number,
  ): void {
    const { weights, stride, labelCount } = this
    const { offsets, columns } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const votesFor = columns[e] * 2 * stride
      const against = votesFor + stride
      for (let l = 0; l < labelCount; l++) {
        weights[votesFor + l] = Math.max(weights[votesFor + l] * factorsFor[l], least)
        weights[against + l] = Math.max(weights[against + l] * factorsAgainst[l], least)
      }
    }
  }

  score(data: Dataset, row: number, out: Scores): void {
    const { labelCount } = this
    const { sumsFor, sumsAgainst } = this.sums(data, row)
    // Weights are above 0: no sum, no feature.
    if (!(sumsAgainst[0] > 0)) return
    touchAll(out, labelCount)
    const { values } = out
    for (let l = 0; l < labelCount; l++) values[l] = sumsFor[l] / (sumsFor[l] + sumsAgainst[l])
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    const { sumsFor, sumsAgainst } = this.sums(data, row)
    return explainRow(data, row, (feature, value) =>
      this.met(feature) && value >= 0
        ? this.weights[feature * 2 * this.stride + label] / (sumsFor[label] + sumsAgainst[label])
        : undefined,
    )
  }

  strongestFeatures(label: number, top: number): Contribution[] {
    return strongestFeatures(this.featureCount, top, (feature) => this.lead(feature, label))
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    return strongestLabels(this.labelCount, top, (label) => this.lead(feature, label))
  }

  figures(): Record<string, number> {
    let met = 0
    for (let f = 0; f < this.featureCount; f++) if (this.met(f)) met++
    return { experts: 2 * met * this.labelCount }
  }

  state(): State {
    const { featureCount, labelCount, weights, stride } = this
    const packed = new Float64Array(featureCount * 2 * labelCount)
    for (let half = 0; half < 2 * featureCount; half++) {
      packed.set(weights.subarray(half * stride, half * stride + labelCount), half * labelCount)
    }
    return { numbers: { featureCount, labelCount }, arrays: { experts: packNumbers(packed) } }
  }

  static from({ numbers, arrays }: State): RatioModel {
    const features = sizeFrom(numbers, 'featureCount')
    const labels = sizeFrom(numbers, 'labelCount')
    const experts = floatsFrom(arrays.experts, features * 2 * labels, 'experts')
    for (let i = 0; i < experts.length; i++) {
      const met = experts[i - (i % (2 * labels))] !== 0
      if (met ? !(experts[i] > 0) : experts[i] !== 0)
        throw new InputError(`the model's experts hold ${experts[i]}: expected more than 0`)
    }
    return new RatioModel(features, labels, labels === 0 ? allocate(features, 1) : experts)
  }

  private move(toRows: number, toStride: number): void {
    const { weights: old, stride } = this
    const grown = allocate(toRows, toStride)
    for (let from = 0, to = 0; from < old.length; from += 2 * stride, to += 2 * toStride) {
      if (old[from] === 0) continue
      grown.fill(1, to, to + 2 * toStride)
      grown.set(old.subarray(from, from + stride), to)
      grown.set(old.subarray(from + stride, from + 2 * stride), to + toStride)
    }
    this.weights = grown
    this.stride = toStride
    this.sumsFor = new Float64Array(toStride)
    this.sumsAgainst = new Float64Array(toStride)
  }

  private met(feature: number): boolean {
    return feature < this.featureCount && this.weights[feature * 2 * this.stride] > 0
  }

  /** By how much a feature's vote for a label outweighs its vote against it. */
  lead(feature: number, label: number): number {
    if (!this.met(feature)) return 0
    const at = feature * 2 * this.stride + label
    return this.weights[at] - this.weights[at + this.stride]
  }
}

function allocate(rows: number, stride: number): Float64Array {
  if (rows * 2 * stride > MOST_WEIGHTS) {
    throw new InputError(
      worded`two weights for each of ${rows} words and ${stride} labels are more than fit in memory: drop rare words (${option('minDf')}), or use a learner for many labels such as ff`,
    )
  }
  return new Float64Array(rows * 2 * stride)
}

function sizeFrom(numbers: State['numbers'], name: string): number {
  const size = numberFrom(numbers, name)
  if (!Number.isInteger(size) || size < 0)
    throw new InputError(`the model's header has ${size} as "${name}": expected a whole number`)
  return size
}
