// Linear model: s_l = bias_l + slope_l · Σ_j x_j + Σ_j w_{j,l} · x_j. The slope is what every known
// feature adds before its own weight does; it keeps naive Bayes sparse, as absent (feature, label)
// pairs then have weight 0. Weights are stored features × labels, so that a sparse row streams through
// memory. Scores every label: cost O(k + entries of the document's rows).

import type { Contribution, Dataset, LabelWeight, Model, ScoreScale, Scores, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../kernels/dataset.js'
import { floatsFrom, idsFrom, lengthsFrom, numberFrom, packNumbers } from '../kernels/pack.js'
import { Postings } from '../kernels/postings.js'
import { touchAll } from '../kernels/scores.js'
import { strongest } from './strongest.js'

/** The parts of a linear model; arrays are used in place. */
export interface LinearParts {
  readonly labelCount: number
  readonly bias: Float64Array
  readonly slope: Float64Array
  /** Weights by feature: lists of (label, weight). */
  readonly weights: Postings
  readonly scale: ScoreScale
}

export class LinearModel implements Model {
  readonly kind = 'linear'
  readonly scale: ScoreScale
  readonly labelCount: number
  private readonly bias: Float64Array
  private readonly slope: Float64Array
  private readonly weights: Postings

  constructor(parts: LinearParts) {
    this.labelCount = parts.labelCount
    this.bias = parts.bias
    this.slope = parts.slope
    this.weights = parts.weights
    this.scale = parts.scale
  }

  get featureCount(): number {
    return this.weights.count
  }

  score(data: Dataset, row: number, out: Scores): void {
    const { labelCount, bias, slope } = this
    const { starts, lengths, labels, values: w, count: features } = this.weights
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { columns, values: x } = chunk
    const from = chunk.offsets[row & CHUNK_MASK]
    const to = chunk.offsets[(row & CHUNK_MASK) + 1]
    let total = 0
    for (let e = from; e < to; e++) if (columns[e] < features) total += x[e]
    touchAll(out, labelCount)
    const scores = out.values
    for (let l = 0; l < labelCount; l++) scores[l] = bias[l] + slope[l] * total
    for (let e = from; e < to; e++) {
      const feature = columns[e]
      if (feature >= features) continue
      const value = x[e]
      const start = starts[feature]
      const end = start + lengths[feature]
      for (let i = start; i < end; i++) scores[labels[i]] += value * w[i]
    }
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const to = chunk.offsets[(row & CHUNK_MASK) + 1]
    const parts: Contribution[] = []
    if (this.bias[label] !== 0) parts.push({ feature: -1, weight: this.bias[label] })
    for (let e = chunk.offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = chunk.columns[e]
      if (feature >= this.weights.count) continue
      parts.push({ feature, weight: chunk.values[e] * (this.weight(feature, label) + this.slope[label]) })
    }
    return parts
  }

  strongestFeatures(label: number, top: number): Contribution[] {
    const meanSlope = this.meanSlope()
    return strongest(this.weights.count, top, (feature) =>
      this.relativeWeight(feature, label, meanSlope),
    ).map(({ id, weight }) => ({ feature: id, weight }))
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    const meanSlope = this.meanSlope()
    return strongest(this.labelCount, top, (label) => this.relativeWeight(feature, label, meanSlope)).map(
      ({ id, weight }) => ({ label: id, weight }),
    )
  }

  figures(): Record<string, number> {
    return { weights: this.weights.entries() }
  }

  state(): State {
    const { lengths, labels, values } = this.weights.packed()
    return {
      numbers: { labelCount: this.labelCount, logJoint: this.scale === 'log-joint' ? 1 : 0 },
      arrays: {
        bias: packNumbers(this.bias.subarray(0, this.labelCount)),
        slope: packNumbers(this.slope.subarray(0, this.labelCount)),
        lengths: packNumbers(lengths),
        labels: packNumbers(labels),
        weights: packNumbers(values),
      },
    }
  }

  static from({ numbers, arrays }: State): LinearModel {
    const labelCount = numberFrom(numbers, 'labelCount')
    const labels = idsFrom(arrays.labels, labelCount, 'weight labels')
    return new LinearModel({
      labelCount,
      bias: floatsFrom(arrays.bias, labelCount, 'biases'),
      slope: floatsFrom(arrays.slope, labelCount, 'slopes'),
      weights: Postings.over(
        lengthsFrom(arrays.lengths, labels.length, 'weight lists'),
        labels,
        floatsFrom(arrays.weights, labels.length, 'weights'),
      ),
      scale: numberFrom(numbers, 'logJoint') === 1 ? 'log-joint' : 'comparable',
    })
  }

  private weight(feature: number, label: number): number {
    const { starts, lengths, labels, values } = this.weights
    const end = starts[feature] + lengths[feature]
    for (let i = starts[feature]; i < end; i++) if (labels[i] === label) return values[i]
    return 0
  }

  private meanSlope(): number {
    let sum = 0
    for (let l = 0; l < this.labelCount; l++) sum += this.slope[l]
    return sum / this.labelCount
  }

  /** Against the average label where only differences mean something (log-joint), else the weight. */
  private relativeWeight(feature: number, label: number, meanSlope: number): number {
    const own = this.weight(feature, label)
    if (this.scale === 'comparable') return own
    const { starts, lengths, values } = this.weights
    let sum = 0
    for (let i = starts[feature]; i < starts[feature] + lengths[feature]; i++) sum += values[i]
    return own + this.slope[label] - sum / this.labelCount - meanSlope
  }
}
