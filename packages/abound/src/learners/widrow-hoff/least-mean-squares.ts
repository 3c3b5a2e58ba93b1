// The steps of least mean squares for all labels at once: w ← w − 2η(w·x − y)x. Where absent words have a value a, x is
// a + x_j everywhere and w = v + b: v is kept by word, b ("tilt") and Σv by label, and the mean over steps of each.

import type { Dataset, NumberArray, OnlineTrainer, Shape, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { InputError } from '../../errors.js'
import { LinearModel } from '../../models/linear.js'
import type { WeightRows } from '../../models/weight-rows.js'
import { AveragedWeights } from '../../solvers/averaged-weights.js'
import type { LabelTask } from '../../solvers/label-tasks.js'
import type { LabelTrainer, PerLabelOptions } from '../../solvers/per-label-training.js'
import { highestId } from '../../structures/dataset.js'
import { fullSquares, RowBounds } from '../../structures/row-bounds.js'
import { floatsFrom, numberFrom, packNumbers } from '../../structures/state-arrays.js'

export type WidrowHoffOptions = {
  rate: number
  rateEach: boolean
  average: boolean
} & PerLabelOptions

export class WidrowHoffTrainer implements OnlineTrainer, LabelTrainer {
  private weights: AveragedWeights
  private readonly options: WidrowHoffOptions
  private readonly absent: number
  /** The largest ‖x‖ so far. */
  private largestNorm: number
  private steps: number
  /** b, Σ t·Δb and Σv of each label; all 0 unless absent words have a value. */
  private tilt: Float64Array
  private lateTilt: Float64Array
  private sums: Float64Array
  private scores = new Float64Array(0)
  private isTrue = new Uint8Array(0)
  private labels = new Uint32Array(64)
  private scales = new Float64Array(64)
  private kept: { weights: Float64Array; tilt: number; sum: number } | undefined
  private built: LinearModel | undefined

  constructor(
    weights: AveragedWeights,
    options: WidrowHoffOptions,
    absent: number,
    largestNorm: number,
    steps = 0,
  ) {
    this.weights = weights
    this.options = options
    this.absent = absent
    this.largestNorm = largestNorm
    this.steps = steps
    const { labelCount } = weights.current
    this.tilt = new Float64Array(labelCount)
    this.lateTilt = new Float64Array(labelCount)
    this.sums = new Float64Array(labelCount)
  }

  static zero(shape: Shape, options: WidrowHoffOptions, absent: number): WidrowHoffTrainer {
    const weights = AveragedWeights.zero(shape.features, shape.labels, options.average)
    return new WidrowHoffTrainer(weights, options, absent, shape.largestNorm ?? 0)
  }

  /** One label, from the task's start. */
  static forTask({ data, start }: LabelTask, options: WidrowHoffOptions, absent: number): WidrowHoffTrainer {
    const bounds = new RowBounds(data.featureCount, absent)
    for (let row = 0; row < data.count; row++) bounds.addRow(data, row)
    const shape = { documents: 0, features: data.featureCount, labels: 1, largestNorm: bounds.largestNorm }
    const trainer = WidrowHoffTrainer.zero(shape, options, absent)
    start?.forEach((weight, feature) => {
      if (weight !== 0) trainer.weights.current.add(feature, 0, weight)
      trainer.sums[0] += weight
    })
    return trainer
  }

  learn(data: Dataset, row: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const { labels, labelOffsets } = chunk
    const from = chunk.offsets[r]
    const to = chunk.offsets[r + 1]
    this.ensure(
      highestId(chunk.columns, from, to) + 1,
      highestId(labels, labelOffsets[2 * r], labelOffsets[2 * r + 2]) + 1,
    )
    const { weights, scores, isTrue, options, absent } = this
    let sum = 0
    let squares = 0
    for (let e = from; e < to; e++) {
      sum += chunk.values[e]
      squares += chunk.values[e] * chunk.values[e]
    }
    squares = fullSquares(weights.current.featureCount, absent, sum, squares)
    this.scoreAll(data, row, sum)
    const trueTo = labelOffsets[2 * r + 1]
    const partial = chunk.judged[r] === 2
    const named = labelOffsets[2 * r]
    const count = partial ? labelOffsets[2 * r + 2] - named : weights.current.labelCount
    for (let t = named; t < trueTo; t++) isTrue[labels[t]] = 1
    let moved = 0
    const twice = 2 * this.rateFor(squares)
    for (let i = 0; i < count; i++) {
      const label = partial ? labels[named + i] : i
      const error = scores[label] - (isTrue[label] === 1 ? options.highTarget : options.lowTarget)
      if (!Number.isFinite(error)) {
        throw new InputError('widrow-hoff went out of bounds: expected a smaller --rate')
      }
      if (error === 0) continue
      this.labels[moved] = label
      this.scales[moved++] = -twice * error
    }
    for (let t = named; t < trueTo; t++) isTrue[labels[t]] = 0
    weights.step()
    this.steps++
    this.built = undefined
    if (squares === 0) return
    weights.addScaledRow(data, row, this.labels, this.scales, moved)
    if (absent !== 0) this.moveTilt(moved, sum)
  }

  model(): LinearModel {
    this.built ??= this.build()
    return this.built
  }

  state(): State {
    const { numbers, arrays } = this.weights.state()
    const { absent, largestNorm } = this
    const out: Record<string, NumberArray> = { ...arrays }
    if (absent !== 0) {
      const count = this.weights.current.labelCount
      out.tilt = packNumbers(this.tilt.subarray(0, count))
      out.lateTilt = packNumbers(this.lateTilt.subarray(0, count))
      out.sums = packNumbers(this.sums.subarray(0, count))
    }
    return { numbers: { ...numbers, absent, largestNorm }, arrays: out }
  }

  static from(state: State, options: WidrowHoffOptions): WidrowHoffTrainer {
    const { numbers, arrays } = state
    const absent = numberFrom(numbers, 'absent')
    const weights = AveragedWeights.from(state)
    const largestNorm = numberFrom(numbers, 'largestNorm')
    const steps = numberFrom(numbers, 'steps')
    const trainer = new WidrowHoffTrainer(weights, options, absent, largestNorm, steps)
    if (absent !== 0) {
      const count = weights.current.labelCount
      trainer.tilt = floatsFrom(arrays.tilt, count, 'tilts').slice()
      trainer.lateTilt = floatsFrom(arrays.lateTilt, count, 'late tilts').slice()
      trainer.sums = floatsFrom(arrays.sums, count, 'weight sums').slice()
    }
    return trainer
  }

  scoreNow(data: Dataset, row: number): number {
    const { offsets, values } = data.chunks[row >>> CHUNK_SHIFT]
    let sum = 0
    for (let e = offsets[row & CHUNK_MASK]; e < offsets[(row & CHUNK_MASK) + 1]; e++) sum += values[e]
    this.ensure(0, 1)
    this.scoreAll(data, row, sum)
    return this.scores[0]
  }

  keep(): void {
    const { current } = this.weights
    const weights = new Float64Array(current.featureCount)
    for (let f = 0; f < weights.length; f++) weights[f] = current.get(f, 0)
    this.kept = { weights, tilt: this.tilt[0], sum: this.sums[0] }
  }

  useKept(): void {
    const { weights, tilt, sum } = this.kept!
    this.weights = AveragedWeights.zero(weights.length, 1, this.options.average)
    weights.forEach((weight, feature) => {
      if (weight !== 0) this.weights.current.add(feature, 0, weight)
    })
    this.tilt[0] = tilt
    this.lateTilt[0] = 0
    this.sums[0] = sum
    this.steps = 0
    this.built = undefined
  }

  /** Copies in what another has learned as its only label; columns are features unless they are named. */
  adopt(
    label: number,
    one: WidrowHoffTrainer,
    features: Uint32Array | undefined,
    late: WeightRows | undefined,
  ): void {
    const [now, mean] = [one.column(false), one.column(true)]
    // A label that sees few words has its tilt on those alone.
    const tilted = features === undefined
    this.tilt[label] = tilted ? now.tilt : 0
    this.lateTilt[label] = tilted ? (now.tilt - mean.tilt) * (this.steps + 1) : 0
    this.sums[label] = one.sums[0] + (tilted ? 0 : now.weights.length * now.tilt)
    for (let column = 0; column < now.weights.length; column++) {
      const feature = tilted ? column : features[column]
      const weight = now.weights[column] + (tilted ? 0 : now.tilt)
      const meanWeight = mean.weights[column] + (tilted ? 0 : mean.tilt)
      if (weight !== 0) this.weights.current.add(feature, label, weight)
      // averaged-weights.ts has the mean as w − u/(T + 1): this is u.
      if (weight !== meanWeight) late?.add(feature, label, (weight - meanWeight) * (this.steps + 1))
    }
    this.largestNorm = Math.max(this.largestNorm, one.largestNorm)
  }

  /** v and b of label 0, as they stand or in the mean. */
  private column(mean: boolean): { weights: Float64Array; tilt: number } {
    const rows = mean ? this.weights.mean() : this.weights.current
    const weights = new Float64Array(rows.featureCount)
    for (let f = 0; f < weights.length; f++) weights[f] = rows.get(f, 0)
    return { weights, tilt: mean ? this.meanTilt(0) : this.tilt[0] }
  }

  private meanTilt(label: number): number {
    return this.options.average
      ? this.tilt[label] - this.lateTilt[label] / (this.steps + 1)
      : this.tilt[label]
  }

  private build(): LinearModel {
    const weights = this.weights.mean()
    const { labelCount, featureCount } = weights
    const { absent } = this
    if (absent === 0) return LinearModel.ofWeights(weights)
    const bias = new Float64Array(labelCount)
    const slope = new Float64Array(labelCount)
    weights.forEach((_feature, label, weight) => {
      bias[label] += absent * weight
    })
    for (let l = 0; l < labelCount; l++) {
      slope[l] = this.meanTilt(l)
      bias[l] += absent * featureCount * slope[l]
    }
    return new LinearModel({ labelCount, bias, slope, weights, scale: 'comparable' })
  }

  private rateFor(squares: number): number {
    const { rate, rateEach } = this.options
    if (rate > 0) return rate
    if (rateEach) return squares === 0 ? 0 : 1 / squares
    this.largestNorm = Math.max(this.largestNorm, Math.sqrt(squares))
    return this.largestNorm === 0 ? 0 : 1 / (4 * this.largestNorm * this.largestNorm)
  }

  /** All scores under the current weights; `sum` is Σx. */
  private scoreAll(data: Dataset, row: number, sum: number): void {
    const { scores, tilt, sums, absent } = this
    const { current } = this.weights
    const { labelCount, featureCount } = current
    for (let l = 0; l < labelCount; l++) {
      scores[l] = absent === 0 ? 0 : tilt[l] * sum + absent * (sums[l] + featureCount * tilt[l])
    }
    current.addScores(data, row, scores)
  }

  private moveTilt(count: number, sum: number): void {
    for (let i = 0; i < count; i++) {
      const label = this.labels[i]
      const delta = this.scales[i] * this.absent
      this.tilt[label] += delta
      this.lateTilt[label] += delta * this.steps
      this.sums[label] += this.scales[i] * sum
    }
  }

  private ensure(features: number, labels: number): void {
    this.weights.ensure(features, labels)
    const { labelCount } = this.weights.current
    if (labelCount <= this.scores.length) return
    const size = labelCount * 2
    this.scores = new Float64Array(size)
    this.isTrue = new Uint8Array(size)
    this.labels = new Uint32Array(size)
    this.scales = new Float64Array(size)
    this.tilt = grown(this.tilt, size)
    this.lateTilt = grown(this.lateTilt, size)
    this.sums = grown(this.sums, size)
  }
}

function grown(from: Float64Array, size: number): Float64Array {
  const to = new Float64Array(size)
  to.set(from)
  return to
}
