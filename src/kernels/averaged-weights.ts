// Weights that change step by step, and their mean over all steps without touching them at each.
//
// With w_{t+1} = w_t + Δ_t and w_1 = 0, the mean of w_1 … w_{T+1} is Σ_t Δ_t (T + 1 − t)/(T + 1)
// = w_{T+1} − u/(T + 1), u = Σ_t t·Δ_t. So u is kept beside w and costs what w costs.

import type { Dataset, NumberArray, State } from '../contract.js'
import { numberFrom } from './pack.js'
import { rowsFrom, storeRows, WeightRows } from './weight-rows.js'

export class AveragedWeights {
  /** w as it stands. */
  readonly current: WeightRows
  /** u, if the mean is wanted. */
  private readonly late: WeightRows | undefined
  private steps: number
  private lateScales = new Float64Array(16)

  constructor(current: WeightRows, late: WeightRows | undefined, steps = 0) {
    this.current = current
    this.late = late
    this.steps = steps
  }

  static zero(features: number, labels: number, average: boolean): AveragedWeights {
    return new AveragedWeights(
      new WeightRows(features, labels),
      average ? new WeightRows(features, labels) : undefined,
    )
  }

  ensure(features: number, labels: number): void {
    this.current.ensure(features, labels)
    this.late?.ensure(features, labels)
  }

  /** Begins step t + 1: what is added belongs to it. */
  step(): void {
    this.steps++
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

  /** The mean over all steps so far, if it is kept, else the weights as they stand. */
  mean(): WeightRows {
    const { current, late, steps } = this
    if (late === undefined) return current
    const mean = new WeightRows(current.featureCount, current.labelCount)
    current.forEach((feature, label, weight) => mean.add(feature, label, weight))
    late.forEach((feature, label, weight) => mean.add(feature, label, -weight / (steps + 1)))
    return mean
  }

  state(): State {
    const arrays: Record<string, NumberArray> = {}
    storeRows(this.current, 'current', arrays)
    if (this.late !== undefined) storeRows(this.late, 'late', arrays)
    return { numbers: { labelCount: this.current.labelCount, steps: this.steps }, arrays }
  }

  static from({ numbers, arrays }: State): AveragedWeights {
    const labelCount = numberFrom(numbers, 'labelCount')
    const late = 'late.lengths' in arrays ? rowsFrom(arrays, 'late', labelCount) : undefined
    return new AveragedWeights(rowsFrom(arrays, 'current', labelCount), late, numberFrom(numbers, 'steps'))
  }
}
