// The steps of least mean squares for all labels at once: w ← w − 2η(w·x − y)x, with w = v + b where absent words have a
// value (label-tilts.ts).

import type { Dataset, OnlineTrainer, RowChunk, Shape, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { InputError } from '../../errors.js'
import { LinearModel } from '../../models/linear.js'
import type { WeightRows } from '../../models/weight-rows.js'
import { AveragedWeights } from '../../solvers/averaged-weights.js'
import type { LabelTask } from '../../solvers/label-tasks.js'
import type { LabelTrainer, PerLabelOptions } from '../../solvers/per-label-training.js'
import { featuresUpTo, labelsUpTo } from '../../solvers/row-extent.js'
import { TargetErrors } from '../../solvers/target-errors.js'
import { fullSquares, RowBounds } from '../../structures/row-bounds.js'
import { numberFrom } from '../../structures/state-arrays.js'
import { option, worded } from '../../wording.js'
import { LabelTilts } from './label-tilts.js'

export type WidrowHoffOptions = {
  rate: number
  rateEach: boolean
  average: boolean
} & PerLabelOptions

export class WidrowHoffTrainer implements OnlineTrainer, LabelTrainer {
  private weights: AveragedWeights
  private readonly options: WidrowHoffOptions
  /** a: what every word is worth where it is absent. */
  private readonly absent: number
  /** X: the largest ‖x‖ so far. */
  private largestNorm: number
  /** All 0 unless absent words have a value. */
  private tilts: LabelTilts
  private readonly targets = new TargetErrors()
  private kept: { weights: Float64Array; tilt: number; sum: number } | undefined
  private built: LinearModel | undefined

  constructor(weights: AveragedWeights, options: WidrowHoffOptions, absent: number, largestNorm: number) {
    this.weights = weights
    this.options = options
    this.absent = absent
    this.largestNorm = largestNorm
    this.tilts = new LabelTilts(weights.current.labelCount)
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
    if (start !== undefined) addColumn(trainer.weights.current, start)
    start?.forEach((weight) => {
      trainer.tilts.sums[0] += weight
    })
    return trainer
  }

  learn(data: Dataset, row: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    this.ensure(featuresUpTo(chunk, r), labelsUpTo(chunk, r))
    const { weights, options, absent, targets } = this
    const { featureCount, labelCount } = weights.current
    const sum = rowSum(chunk, r)
    const squares = fullSquares(featureCount, absent, sum, rowSquares(chunk, r))
    this.score(data, row, sum)
    const known = targets.find(chunk, r, labelCount, options)
    const { labels, errors: scales } = targets
    const twice = 2 * this.rate(squares)
    let moved = 0
    for (let i = 0; i < known; i++) {
      const error = scales[i]
      if (!Number.isFinite(error)) {
        throw new InputError(worded`widrow-hoff went out of bounds: expected a smaller ${option('rate')}`)
      }
      if (error === 0) continue
      labels[moved] = labels[i]
      scales[moved++] = -twice * error
    }
    weights.step()
    this.built = undefined
    if (squares === 0) return
    weights.addScaledRow(data, row, labels, scales, moved)
    if (absent !== 0) this.moveTilts(moved, sum)
  }

  model(): LinearModel {
    this.built ??= this.build()
    return this.built
  }

  state(): State {
    const { numbers, arrays } = this.weights.state()
    const { absent, largestNorm, tilts, weights } = this
    return {
      numbers: { ...numbers, absent, largestNorm },
      arrays: absent === 0 ? arrays : { ...arrays, ...tilts.arrays(weights.current.labelCount) },
    }
  }

  static from(state: State, options: WidrowHoffOptions): WidrowHoffTrainer {
    const { numbers, arrays } = state
    const absent = numberFrom(numbers, 'absent')
    const weights = AveragedWeights.from(state)
    const trainer = new WidrowHoffTrainer(weights, options, absent, numberFrom(numbers, 'largestNorm'))
    if (absent !== 0) trainer.tilts = LabelTilts.from(arrays, weights.current.labelCount)
    return trainer
  }

  scoreNow(data: Dataset, row: number): number {
    this.ensure(0, 1)
    this.score(data, row, rowSum(data.chunks[row >>> CHUNK_SHIFT], row & CHUNK_MASK))
    return this.targets.scores[0]
  }

  keep(): void {
    const { tilt, sums } = this.tilts
    this.kept = { weights: readColumn(this.weights.current), tilt: tilt[0], sum: sums[0] }
  }

  useKept(): void {
    const { weights, tilt, sum } = this.kept!
    this.weights = AveragedWeights.zero(weights.length, 1, this.options.average)
    addColumn(this.weights.current, weights)
    this.tilts.tilt[0] = tilt
    this.tilts.lateTilt[0] = 0
    this.tilts.sums[0] = sum
    this.built = undefined
  }

  /** Takes over what another has learned as its only label; columns are features unless they are named. */
  adopt(label: number, one: WidrowHoffTrainer, features: Uint32Array | undefined): void {
    const { current, late, steps } = this.weights
    const { tilt, lateTilt, sums } = this.tilts
    const now = readColumn(one.weights.current)
    const mean = readColumn(one.weights.mean())
    const ownTilt = one.tilts.tilt[0]
    const meanTilt = one.meanTilt(0)
    // A label that sees few words has its tilt on those alone.
    const tilted = features === undefined
    tilt[label] = tilted ? ownTilt : 0
    lateTilt[label] = tilted ? (ownTilt - meanTilt) * (steps + 1) : 0
    sums[label] = one.tilts.sums[0] + (tilted ? 0 : now.length * ownTilt)
    for (let column = 0; column < now.length; column++) {
      const feature = tilted ? column : features[column]
      const weight = now[column] + (tilted ? 0 : ownTilt)
      const meanWeight = mean[column] + (tilted ? 0 : meanTilt)
      if (weight !== 0) current.add(feature, label, weight)
      // averaged-weights.ts has the mean as w − u/(T + 1): this is u.
      if (weight !== meanWeight) late?.add(feature, label, (weight - meanWeight) * (steps + 1))
    }
    this.largestNorm = Math.max(this.largestNorm, one.largestNorm)
  }

  private meanTilt(label: number): number {
    const { tilts, weights } = this
    return this.options.average ? tilts.mean(label, weights.steps) : tilts.tilt[label]
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

  /** η for a row of this squared length. */
  private rate(squares: number): number {
    const { rate, rateEach } = this.options
    if (rate > 0) return rate
    if (rateEach) return squares === 0 ? 0 : 1 / squares
    this.largestNorm = Math.max(this.largestNorm, Math.sqrt(squares))
    return this.largestNorm === 0 ? 0 : 1 / (4 * this.largestNorm * this.largestNorm)
  }

  /** The scores of all labels under the weights as they stand; `sum` is Σx. */
  private score(data: Dataset, row: number, sum: number): void {
    const { absent } = this
    const { scores } = this.targets
    const { tilt, sums } = this.tilts
    const { current } = this.weights
    const { labelCount, featureCount } = current
    for (let l = 0; l < labelCount; l++) {
      scores[l] = absent === 0 ? 0 : tilt[l] * sum + absent * (sums[l] + featureCount * tilt[l])
    }
    current.addScores(data, row, scores)
  }

  /** Takes the first `count` moves into the tilts; `sum` is Σx. */
  private moveTilts(count: number, sum: number): void {
    const { tilt, lateTilt, sums } = this.tilts
    const { labels, errors: scales } = this.targets
    for (let i = 0; i < count; i++) {
      const delta = scales[i] * this.absent
      tilt[labels[i]] += delta
      lateTilt[labels[i]] += delta * this.weights.steps
      sums[labels[i]] += scales[i] * sum
    }
  }

  private ensure(features: number, labels: number): void {
    this.weights.ensure(features, labels)
    const { labelCount } = this.weights.current
    if (labelCount <= this.targets.scores.length) return
    this.targets.reserve(labelCount)
    this.tilts.grow(labelCount * 2)
  }
}

function rowSum({ offsets, values }: RowChunk, r: number): number {
  let sum = 0
  for (let e = offsets[r]; e < offsets[r + 1]; e++) sum += values[e]
  return sum
}

function rowSquares({ offsets, values }: RowChunk, r: number): number {
  let squares = 0
  for (let e = offsets[r]; e < offsets[r + 1]; e++) squares += values[e] * values[e]
  return squares
}

/** The weights of label 0. */
function readColumn(rows: WeightRows): Float64Array {
  return Float64Array.from({ length: rows.featureCount }, (_, feature) => rows.get(feature, 0))
}

function addColumn(rows: WeightRows, column: Float64Array): void {
  column.forEach((weight, feature) => {
    if (weight !== 0) rows.add(feature, 0, weight)
  })
}
