// Weights of labels that sum to 1 each and are multiplied step by step, with their mean over all steps, at the
// cost of a row's own entries rather than of all features.
//
// Weight j of a label is u_j/Z, Z = Σ u_j. A step multiplies a few u_j and mends Z by what they changed. For
// the mean, G = Σ_t 1/Z_t over the label's steps so far: what a u_j that never changed has added up to is
// u_j·G. So s_j, with s_j −= Δu_j·G at each change, makes Σ_t w_{t,j} = s_j + u_j·G at any time.
// `settle` adds u_j·G to s_j, sets G to 0, and divides u by a Z that it adds up from all u: before sums lose digits or
// numbers run out of range, and at most once for as many entries as there are features, so that it costs no more than the
// steps do. Features and labels are dense: every step moves every label.

import type { Dataset, NumberArray, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { InputError } from '../../errors.js'
import { WeightRows } from '../../models/weight-rows.js'
import { grow } from '../../structures/grow.js'
import { Postings } from '../../structures/postings.js'
import { floatsFrom, numberFrom, packNumbers } from '../../structures/state-arrays.js'
import { option, worded } from '../../wording.js'

/** More weights than this (8 bytes each, twice) are refused. */
const FEWER = worded`expected fewer (${option('minDf')}, ${option('select')})`
const MOST_WEIGHTS = 2 ** 29
/** The exponent of one factor stays within this, so that nothing overflows before Z is checked. */
const MOST_EXPONENT = 50
/** A label is settled when its Z has grown by this factor, or fallen to this share of its peak: else digits are lost. */
const MOST_GROWTH = 1e4
const LEAST_SHARE = 1e-4
/** A weight that is not 0 never becomes 0, from which no factor would bring it back. */
const LEAST_WEIGHT = 1e-290

/** What is known of each label: numbers by label, grown together. */
class LabelNumbers {
  /** u and s of a feature that no step has touched. */
  base = new Float64Array(0)
  baseSum = new Float64Array(0)
  /** Z, and its peak since it was last summed. */
  total = new Float64Array(0)
  peak = new Float64Array(0)
  /** G, and the number of steps. */
  gain = new Float64Array(0)
  steps = new Float64Array(0)

  grow(size: number): void {
    for (const name of LABEL_ARRAYS) this[name] = grow(this[name], size)
  }
}

const LABEL_ARRAYS = ['base', 'baseSum', 'total', 'peak', 'gain', 'steps'] as const

export class MultiplicativeWeights {
  featureCount = 0
  labelCount = 0
  private readonly average: boolean
  /** u and s, features × labels with `stride` a row. */
  private u: Float64Array = new Float64Array(0)
  private s: Float64Array = new Float64Array(0)
  private stride = 1
  private readonly of = new LabelNumbers()
  /** Entries of rows since all labels were settled. */
  private touched = 0
  private factors = new Float64Array(0)

  /** Uniform weights. */
  constructor(features: number, labels: number, average: boolean) {
    this.average = average
    this.ensure(features, labels)
  }

  /**
   * Makes features and labels below these exist. A new label starts uniform; a new feature as if it had been
   * there from the start and never in a document.
   */
  ensure(features: number, labels: number): void {
    if (features <= this.featureCount && labels <= this.labelCount) return
    const toFeatures = Math.max(features, this.featureCount)
    const toLabels = Math.max(labels, this.labelCount)
    this.reserve(toFeatures, toLabels)
    const { u, s, stride, of } = this
    for (let l = this.labelCount; l < toLabels; l++) {
      of.base[l] = 1
      for (let f = 0; f < this.featureCount; f++) u[f * stride + l] = 1
      of.total[l] = this.featureCount
    }
    for (let f = this.featureCount; f < toFeatures; f++) {
      for (let l = 0; l < toLabels; l++) {
        u[f * stride + l] = of.base[l]
        if (this.average) s[f * stride + l] = of.baseSum[l]
      }
    }
    for (let l = 0; l < toLabels; l++) {
      of.total[l] += (toFeatures - this.featureCount) * of.base[l]
      of.peak[l] = Math.max(of.peak[l], of.total[l])
    }
    this.featureCount = toFeatures
    this.labelCount = toLabels
  }

  /** Starts a label from these weights, scaled to sum 1; uniform if none is above 0. */
  startFrom(label: number, weights: Float64Array): void {
    const { u, stride, of, featureCount } = this
    let sum = 0
    for (let f = 0; f < featureCount; f++) sum += Math.max(0, weights[f])
    for (let f = 0; f < featureCount; f++) {
      u[f * stride + label] = sum > 0 ? Math.max(0, weights[f]) / sum : 1 / featureCount
      if (this.average) this.s[f * stride + label] = 0
    }
    of.base[label] = featureCount === 0 ? 1 : 1 / featureCount
    of.baseSum[label] = 0
    of.gain[label] = 0
    of.steps[label] = 0
    of.total[label] = featureCount === 0 ? 0 : 1
    of.peak[label] = of.total[label]
  }

  /** The weights of a label as they stand. */
  weightsOf(label: number): Float64Array {
    const { u, stride, of } = this
    return Float64Array.from({ length: this.featureCount }, (_, f) => u[f * stride + label] / of.total[label])
  }

  /** scores_l = w_l · x under the weights as they stand. */
  score(data: Dataset, row: number, scores: Float64Array): void {
    const { u, stride, labelCount, featureCount } = this
    const { total } = this.of
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let l = 0; l < labelCount; l++) scores[l] = 0
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      if (columns[e] >= featureCount) continue
      const x = values[e]
      const start = columns[e] * stride
      for (let l = 0; l < labelCount; l++) scores[l] += u[start + l] * x
    }
    for (let l = 0; l < labelCount; l++) if (total[l] > 0) scores[l] /= total[l]
  }

  /** One step of the first `count` labels: w_j ∝ w_j · exp(scale · x_j). */
  step(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void {
    const { u, s, stride, average } = this
    const { total, gain, steps, peak, base } = this.of
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const from = offsets[row & CHUNK_MASK]
    const to = offsets[(row & CHUNK_MASK) + 1]
    if (this.factors.length < count) this.factors = new Float64Array(count * 2)
    const { factors } = this
    for (let i = 0; i < count; i++) {
      const label = labels[i]
      steps[label]++
      if (total[label] > 0) gain[label] += 1 / total[label]
    }
    // Rows of presence have one value, for which the factors are worked out once.
    let last = Number.NaN
    for (let e = from; e < to; e++) {
      const x = values[e]
      if (x !== last) for (let i = 0; i < count; i++) factors[i] = factor(scales[i] * x)
      last = x
      const start = columns[e] * stride
      for (let i = 0; i < count; i++) {
        const label = labels[i]
        const at = start + label
        const before = u[at]
        let after = before * factors[i]
        if (after < LEAST_WEIGHT && before > 0) after = LEAST_WEIGHT
        u[at] = after
        total[label] += after - before
        if (average) s[at] -= (after - before) * gain[label]
      }
    }
    for (let i = 0; i < count; i++) {
      const label = labels[i]
      if (total[label] > peak[label]) peak[label] = total[label]
      const untouched = Math.max(1, base[label] * this.featureCount)
      if (total[label] < peak[label] * LEAST_SHARE || total[label] > untouched * MOST_GROWTH)
        this.settle(label)
    }
    this.touched += to - from
    if (this.touched <= 2 * this.featureCount) return
    for (let l = 0; l < this.labelCount; l++) this.settle(l)
    this.touched = 0
  }

  /** The mean over all steps so far, or the weights as they stand if it is not kept. */
  mean(): WeightRows {
    const { u, s, stride, average, featureCount, labelCount, of } = this
    const values = new Float64Array(featureCount * labelCount)
    for (let f = 0, at = 0; f < featureCount; f++) {
      for (let l = 0; l < labelCount; l++, at++) {
        const weight = u[f * stride + l]
        const now = 1 / of.total[l]
        values[at] = average
          ? Math.max(0, s[f * stride + l] + weight * (of.gain[l] + now)) / (of.steps[l] + 1)
          : weight * now
      }
    }
    const labels = Uint32Array.from({ length: values.length }, (_, at) => at % labelCount)
    const lengths = new Uint32Array(featureCount).fill(labelCount)
    return WeightRows.over(Postings.over(lengths, labels, values), labelCount)
  }

  /** Takes over the only label of another; features that it does not have get the weight 0. */
  adopt(label: number, one: MultiplicativeWeights, features: Uint32Array | undefined): void {
    const { u, s, stride } = this
    for (let f = 0; f < this.featureCount; f++) {
      u[f * stride + label] = 0
      if (this.average) s[f * stride + label] = 0
    }
    for (let column = 0; column < one.featureCount; column++) {
      const at = (features === undefined ? column : features[column]) * stride + label
      u[at] = one.u[column * one.stride]
      if (this.average) s[at] = one.s[column * one.stride]
    }
    for (const name of LABEL_ARRAYS) this.of[name][label] = one.of[name][0]
  }

  state(): { numbers: Record<string, number>; arrays: Record<string, NumberArray> } {
    const { featureCount, labelCount, touched, average } = this
    const arrays: Record<string, NumberArray> = { weights: packNumbers(this.packed(this.u)) }
    if (average) arrays.sums = packNumbers(this.packed(this.s))
    for (const name of LABEL_ARRAYS) arrays[name] = packNumbers(this.of[name].subarray(0, labelCount))
    return { numbers: { featureCount, labelCount, touched }, arrays }
  }

  static from({ numbers, arrays }: State): MultiplicativeWeights {
    const features = numberFrom(numbers, 'featureCount')
    const labels = numberFrom(numbers, 'labelCount')
    const u = floatsFrom(arrays.weights, features * labels, 'weights')
    if (u.some((weight) => weight < 0)) throw new InputError('the model’s weights are below 0')
    const out = new MultiplicativeWeights(0, 0, 'sums' in arrays)
    out.reserve(features, labels)
    out.featureCount = features
    out.labelCount = labels
    for (const name of LABEL_ARRAYS) out.of[name].set(floatsFrom(arrays[name], labels, `${name}s of labels`))
    for (let l = 0; l < labels && features > 0; l++) {
      if (!(out.of.total[l] > 0)) throw new InputError('the model’s weights of a label sum to 0')
    }
    out.unpack(u, out.u)
    if (out.average) out.unpack(floatsFrom(arrays.sums, features * labels, 'weight sums'), out.s)
    out.touched = numberFrom(numbers, 'touched')
    return out
  }

  /** Brings a label's sums up to date and its weights back to a sum of 1. */
  private settle(label: number): void {
    const { u, s, stride, featureCount, average, of } = this
    const gain = of.gain[label]
    let total = 0
    for (let f = 0, at = label; f < featureCount; f++, at += stride) total += u[at]
    if (!(total > 0)) return
    for (let f = 0, at = label; f < featureCount; f++, at += stride) {
      if (average) s[at] += u[at] * gain
      if (u[at] > 0) u[at] = Math.max(u[at] / total, LEAST_WEIGHT)
    }
    of.baseSum[label] += of.base[label] * gain
    of.base[label] = Math.max(of.base[label] / total, LEAST_WEIGHT)
    of.gain[label] = 0
    of.total[label] = 1
    of.peak[label] = 1
  }

  private reserve(features: number, labels: number): void {
    if (labels > this.of.base.length) this.of.grow(Math.max(labels, Math.ceil(this.of.base.length * 1.5)))
    if (labels <= this.stride && features * this.stride <= this.u.length) return
    const stride = labels > this.stride ? Math.max(labels, Math.ceil(this.stride * 1.5)) : this.stride
    const room = this.featureCount === 0 ? features : Math.max(features, Math.ceil(this.featureCount * 1.5))
    if (features * labels > MOST_WEIGHTS) {
      throw new InputError(
        worded`${features} words × ${labels} labels are too many weights for this learner: ${FEWER}, or choose ff`,
      )
    }
    this.u = this.restrided(this.u, room, stride)
    if (this.average) this.s = this.restrided(this.s, room, stride)
    this.stride = stride
  }

  private restrided(from: Float64Array, features: number, stride: number): Float64Array {
    const to = new Float64Array(features * stride)
    for (let f = 0; f < this.featureCount; f++) {
      to.set(from.subarray(f * this.stride, f * this.stride + this.labelCount), f * stride)
    }
    return to
  }

  private packed(from: Float64Array): Float64Array {
    const { featureCount, labelCount, stride } = this
    const to = new Float64Array(featureCount * labelCount)
    for (let f = 0; f < featureCount; f++) {
      to.set(from.subarray(f * stride, f * stride + labelCount), f * labelCount)
    }
    return to
  }

  private unpack(from: Float64Array, to: Float64Array): void {
    const { featureCount, labelCount, stride } = this
    for (let f = 0; f < featureCount; f++) {
      to.set(from.subarray(f * labelCount, (f + 1) * labelCount), f * stride)
    }
  }
}

function factor(exponent: number): number {
  return Math.exp(Math.max(-MOST_EXPONENT, Math.min(MOST_EXPONENT, exponent)))
}
