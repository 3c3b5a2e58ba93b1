// Weights that change step by step, and their mean over all steps without touching them at each.
//
// With w_{t+1} = w_t + Δ_t and w_1 = 0, the mean of w_1 … w_{T+1} is Σ_t Δ_t (T + 1 − t)/(T + 1)
// = w_{T+1} − u/(T + 1), u = Σ_t t·Δ_t. So u is kept beside w and costs what w costs. The mean changes with
// every step, update or not: `view` works it out as it is read, `mean` makes a copy of it.

import type { Dataset, NumberArray, Scores, State, StateLayout } from '../contract.js'
import { InputError } from '../errors.js'
import { LinearModel } from '../models/linear.js'
import { WeightRows, weightRowsFrom } from '../models/weight-rows.js'
import type { Weights } from '../models/weights.js'
import { numberFrom } from '../structures/state-arrays.js'
import type { OnlineWeights } from './online-weights.js'

/** Where the state of weights has what; the mean over steps is not for shards. */
export const WEIGHTS_LAYOUT: StateLayout = {
  lists: [
    { lengths: 'current.lengths', labels: 'current.labels', values: 'current.weights' },
    { lengths: 'current.shared.lengths', labels: 'current.shared.epochs', values: 'current.shared.weights' },
  ],
  byFeature: [],
  byLabel: [],
  numbers: ['steps'],
}

export class AveragedWeights implements OnlineWeights {
  /** w as it stands. */
  readonly current: WeightRows
  /** u, if the mean is wanted. */
  readonly late: WeightRows | undefined
  /** T: how many steps were made. */
  steps: number
  private lateScales = new Float64Array(16)
  private built: LinearModel | undefined

  constructor(current: WeightRows, late: WeightRows | undefined, steps = 0) {
    this.current = current
    this.late = late
    this.steps = steps
  }

  /** Weights of 0; `smallBytes` is the limit of `WeightRows`. */
  static zero(features: number, labels: number, average: boolean, smallBytes?: number): AveragedWeights {
    return new AveragedWeights(
      new WeightRows(features, labels, smallBytes),
      average ? new WeightRows(features, labels, smallBytes) : undefined,
    )
  }

  get labelCount(): number {
    return this.current.labelCount
  }

  ensure(features: number, labels: number): void {
    this.current.ensure(features, labels)
    this.late?.ensure(features, labels)
  }

  /** Begins step t + 1: what is added belongs to it. */
  step(): void {
    this.steps++
  }

  /** The scores under w as it stands (see `WeightRows`). */
  score(data: Dataset, row: number, out: Scores): number {
    return this.current.score(data, row, out)
  }

  /** w_l += scale_l · x, as a part of the current step. */
  addScaledRow(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void {
    this.current.addScaledRow(data, row, labels, scales, count)
    if (this.late === undefined) return
    if (count > this.lateScales.length) this.lateScales = new Float64Array(count * 2)
    const { lateScales, steps } = this
    for (let i = 0; i < count; i++) lateScales[i] = scales[i] * steps
    this.late.addScaledRow(data, row, labels, lateScales, count)
  }

  /** w_l += scale · x for all labels, as a part of the current step. */
  addToAll(data: Dataset, row: number, scale: number): void {
    this.current.addToAll(data, row, scale)
    this.late?.addToAll(data, row, scale * this.steps)
  }

  /** A copy of the mean over all steps so far, if it is kept, else the weights as they stand. */
  mean(): WeightRows {
    return this.late === undefined ? this.current : this.current.plus(this.late, this.lateFactor)
  }

  /** The same to read, always up to date, without a copy. */
  view(): Weights {
    return this.late === undefined ? this.current : new MeanWeights(this, this.late)
  }

  /** The model of that view. */
  model(): LinearModel {
    if (this.built?.labelCount !== this.current.labelCount) this.built = LinearModel.ofWeights(this.view())
    return this.built
  }

  /** What u counts in the mean: −1/(T + 1). */
  get lateFactor(): number {
    return -1 / (this.steps + 1)
  }

  state(): State {
    const arrays: Record<string, NumberArray> = {}
    this.current.store('current', arrays)
    this.late?.store('late', arrays)
    return { numbers: { labelCount: this.current.labelCount, steps: this.steps }, arrays }
  }

  static from({ numbers, arrays }: State): AveragedWeights {
    const labelCount = wholeFrom(numbers, 'labelCount')
    const late = 'late.lengths' in arrays ? weightRowsFrom(arrays, 'late', labelCount) : undefined
    return new AveragedWeights(
      weightRowsFrom(arrays, 'current', labelCount),
      late,
      wholeFrom(numbers, 'steps'),
    )
  }
}

/** w − u/(T + 1), worked out as it is read. */
class MeanWeights implements Weights {
  private readonly of: AveragedWeights
  private readonly late: WeightRows

  constructor(of: AveragedWeights, late: WeightRows) {
    this.of = of
    this.late = late
  }

  get featureCount(): number {
    return this.of.current.featureCount
  }

  get labelCount(): number {
    return this.of.current.labelCount
  }

  get(feature: number, label: number): number {
    return this.of.current.get(feature, label) + this.of.lateFactor * this.late.get(feature, label)
  }

  addScores(data: Dataset, row: number, scores: Float64Array): void {
    this.of.current.addScores(data, row, scores)
    this.late.addScores(data, row, scores, this.of.lateFactor)
  }

  forEachOf(feature: number, visit: (label: number, weight: number) => void): void {
    const weights = new Float64Array(this.labelCount)
    this.of.current.forEachOf(feature, (label, weight) => {
      weights[label] = weight
    })
    this.late.forEachOf(feature, (label, weight) => {
      weights[label] += this.of.lateFactor * weight
    })
    for (let l = 0; l < weights.length; l++) if (weights[l] !== 0) visit(l, weights[l])
  }

  entries(): number {
    return this.of.current.entries()
  }

  rows(): WeightRows {
    return this.of.mean()
  }

  store(name: string, arrays: Record<string, NumberArray>): void {
    this.rows().store(name, arrays)
  }
}

function wholeFrom(numbers: State['numbers'], name: string): number {
  const value = numberFrom(numbers, name)
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new InputError(`the model's header has ${value} for "${name}": expected a whole number`)
  }
  return value
}
