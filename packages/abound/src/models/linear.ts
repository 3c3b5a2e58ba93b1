// Linear model: s_l = bias_l + slope_l · Σ_j x_j + Σ_j w_{j,l} · x_j. The slope is what every known
// feature adds before its own weight does; it keeps naive Bayes sparse, as absent (feature, label)
// pairs then have weight 0. Weights are stored features × labels, dense or as lists (weight-rows.ts).
// Scores every label: cost O(k + weights of the document's features).
//
// As shares (weights ≥ 0; PrTFIDF): s_l = S_l / Σ_l' S_l' with S_l = Σ_j w_{j,l} · x_j, and where that sum is 0
// the biases are the scores.

import type {
  Contribution,
  Dataset,
  LabelWeight,
  Model,
  NumberArray,
  RowScorer,
  ScoreScale,
  Scores,
  ScoringThread,
  State,
} from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { touchAll } from '../engine/scores.js'
import { floatsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { CompactRows } from './compact-rows.js'
import { explainRow, strongestFeatures, strongestLabels } from './strongest.js'
import { WeightRows, weightRowsFrom } from './weight-rows.js'
import type { WeightLists, Weights } from './weights.js'

/** The parts of a linear model; arrays are used in place. */
interface LinearParts {
  readonly labelCount: number
  readonly bias: Float64Array
  readonly slope: Float64Array
  readonly weights: Weights
  readonly scale: ScoreScale
  /** Whether scores are divided by their sum; slopes are then 0, and biases stand in where it is 0. */
  readonly shares?: boolean
  /** What it was before small weights were dropped. */
  readonly unpruned?: Model
}

/**
 * A model of weights by feature and label, and perhaps a bias for each label.
 *
 * @example
 * const weights = WeightRows.ofMatrix(Float64Array.of(1, 0, 0, 2), 2, 2) // of two features and two labels
 * const model = LinearModel.ofWeights(weights, Float64Array.of(0.5, 0))
 * model.strongestFeatures(1, 5) // [{ feature: 1, weight: 2 }]
 */
export class LinearModel implements Model {
  readonly kind = 'linear'
  readonly scale: ScoreScale
  readonly labelCount: number
  private readonly bias: Float64Array
  private readonly slope: Float64Array
  private readonly weights: Weights
  private readonly sloped: boolean
  private readonly shares: boolean
  private unpruned: Model | undefined

  constructor(parts: LinearParts) {
    this.labelCount = parts.labelCount
    this.bias = parts.bias
    this.slope = parts.slope
    this.weights = parts.weights
    this.scale = parts.scale
    this.sloped = parts.slope.some((slope) => slope !== 0)
    this.shares = parts.shares ?? false
    this.unpruned = parts.unpruned
  }

  /** A model of weights and biases alone. */
  static ofWeights(weights: Weights, bias: Float64Array = new Float64Array(weights.labelCount)): LinearModel {
    const { labelCount } = weights
    const slope = new Float64Array(labelCount)
    return new LinearModel({ labelCount, bias, slope, weights, scale: 'comparable' })
  }

  /** The same without weights that are nearer to 0 than this; biases stay. */
  pruned(least: number): LinearModel {
    if (least === 0) return this
    const { labelCount, bias, slope, scale, shares } = this
    const weights = this.weights.rows().pruned(least)
    return new LinearModel({ labelCount, bias, slope, weights, scale, shares, unpruned: this })
  }

  /** Its weights, to be made small. */
  lists(): WeightLists {
    const { weights } = this
    return weights instanceof CompactRows ? weights.lists() : weights.rows().lists()
  }

  /** What each label has before any word is looked at. */
  biases(): Float64Array {
    return this.bias.subarray(0, this.labelCount)
  }

  /** What every known word adds to a label before its own weight does, if anything. */
  slopes(): Float64Array | undefined {
    return this.sloped ? this.slope : undefined
  }

  /** The same with other weights, slopes divided. */
  withWeights(weights: Weights, divisor: number): LinearModel {
    const { labelCount, bias, scale, shares } = this
    const slope = this.slope.map((one) => one / divisor)
    return new LinearModel({ labelCount, bias, slope, weights, scale, shares })
  }

  takeUnpruned(): Model | undefined {
    const { unpruned } = this
    this.unpruned = undefined
    return unpruned
  }

  get featureCount(): number {
    return this.weights.featureCount
  }

  score(data: Dataset, row: number, out: Scores): void {
    const { labelCount, bias, slope } = this
    touchAll(out, labelCount)
    const scores = out.values
    if (this.shares) {
      this.addShares(data, row, scores)
      return
    }
    if (this.sloped) {
      const total = this.totalOf(data, row)
      for (let l = 0; l < labelCount; l++) scores[l] = bias[l] + slope[l] * total
    } else for (let l = 0; l < labelCount; l++) scores[l] = bias[l]
    this.weights.addScores(data, row, scores)
  }

  scorer(thread?: ScoringThread): RowScorer | undefined {
    const { weights } = this
    return this.sloped || this.shares || !(weights instanceof WeightRows)
      ? undefined
      : weights.scorer(this.bias, thread)
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    const sum = this.shares ? this.addShares(data, row, new Float64Array(this.labelCount)) : 1
    const parts = explainRow(data, row, (feature, value) => {
      if (feature >= this.featureCount) return undefined
      return sum === 0 ? 0 : (value * (this.weights.get(feature, label) + this.slope[label])) / sum
    })
    const bias = !this.shares || sum === 0 ? this.bias[label] : 0
    return bias === 0 ? parts : [{ feature: -1, weight: bias }, ...parts]
  }

  strongestFeatures(label: number, top: number): Contribution[] {
    const meanSlope = this.meanSlope()
    return strongestFeatures(this.featureCount, top, (f) => this.relativeWeight(f, label, meanSlope))
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    const meanSlope = this.meanSlope()
    return strongestLabels(this.labelCount, top, (l) => this.relativeWeight(feature, l, meanSlope))
  }

  figures(): Record<string, number> {
    return { weights: this.weights.entries() }
  }

  state(): State {
    const arrays: Record<string, NumberArray> = {
      bias: packNumbers(this.bias.subarray(0, this.labelCount)),
      slope: packNumbers(this.slope.subarray(0, this.labelCount)),
    }
    this.weights.store('weights', arrays)
    const numbers = { labelCount: this.labelCount, logJoint: this.scale === 'log-joint' ? 1 : 0 }
    return { numbers: this.shares ? { ...numbers, shares: 1 } : numbers, arrays }
  }

  static from({ numbers, arrays }: State): LinearModel {
    const labelCount = numberFrom(numbers, 'labelCount')
    return new LinearModel({
      labelCount,
      bias: floatsFrom(arrays.bias, labelCount, 'biases'),
      slope: floatsFrom(arrays.slope, labelCount, 'slopes'),
      weights: CompactRows.isIn(arrays, 'weights')
        ? CompactRows.from(arrays, 'weights', labelCount)
        : weightRowsFrom(arrays, 'weights', labelCount),
      scale: numberFrom(numbers, 'logJoint') === 1 ? 'log-joint' : 'comparable',
      shares: numbers.shares === 1,
    })
  }

  /** Writes the scores as shares into an array of zeros; returns the sum that they were divided by, 0 if by none. */
  private addShares(data: Dataset, row: number, scores: Float64Array): number {
    const { labelCount, bias } = this
    this.weights.addScores(data, row, scores)
    let sum = 0
    for (let l = 0; l < labelCount; l++) sum += scores[l]
    if (sum > 0) for (let l = 0; l < labelCount; l++) scores[l] /= sum
    else for (let l = 0; l < labelCount; l++) scores[l] = bias[l]
    return Math.max(sum, 0)
  }

  /** Σ x over the features it knows. */
  private totalOf(data: Dataset, row: number): number {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const features = this.featureCount
    const to = offsets[(row & CHUNK_MASK) + 1]
    let total = 0
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) if (columns[e] < features) total += values[e]
    return total
  }

  private meanSlope(): number {
    let sum = 0
    for (let l = 0; l < this.labelCount; l++) sum += this.slope[l]
    return sum / this.labelCount
  }

  /** Against the average label where only differences mean something (log-joint), else the weight. */
  private relativeWeight(feature: number, label: number, meanSlope: number): number {
    const own = this.weights.get(feature, label)
    if (this.scale === 'comparable') return own
    let sum = 0
    this.weights.forEachOf(feature, (_label, weight) => {
      sum += weight
    })
    return own + this.slope[label] - sum / this.labelCount - meanSlope
  }
}
