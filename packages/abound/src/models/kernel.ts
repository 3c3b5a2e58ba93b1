// Kernel model: s_l = bias_l + Σ_i c_il · K(x, z_i) over the documents z_i that it keeps, one store of them for all labels.
// The coefficients are weights by kept document and label. Scores every label: cost the lists of the document's words, one
// kernel function for each document kept, and the coefficients.
//
// A kernel does not add up by words. Explanations are integrated gradients (Sundararajan, Taly & Yan 2017): along the
// straight way from the document without words, t·x for t from 0 to 1, each word gets what its growing changes the score by.
//   part of j = x_j · ∫ ∂s(t·x)/∂x_j dt; they add up to s(x) − s(0), and s(0) is the part of no word.
//   poly: ∫ K' dt = (K(x, z) − K(0, z))/x·z, which is shared out by x_j·z_j.
//   rbf: ∂K/∂x_j = 2γ(z_j − t·x_j)·K; A = ∫ K dt by Simpson's rule, and ∫ t·K dt = (2γ·x·z·A − (K(x, z) − K(0, z)))/(2γ‖x‖²).

import type { Contribution, Dataset, LabelWeight, Model, NumberArray, Scores, State } from '../contract.js'
import { touchAll } from '../engine/scores.js'
import { floatsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { explainRow, strongestFeatures, strongestLabels } from './strongest.js'
import { SupportRows } from './support-rows.js'
import { weightRowsFrom } from './weight-rows.js'
import type { Weights } from './weights.js'

/** Intervals of Simpson's rule; the sum of the parts does not depend on it. */
const INTERVALS = 64

export class KernelModel implements Model {
  readonly kind = 'kernel'
  readonly scale = 'comparable'
  readonly support: SupportRows
  private readonly coefficients: Weights
  /** By label; all 0 without it. */
  private readonly bias: Float64Array | undefined

  /** Coefficients by document kept and label. */
  constructor(support: SupportRows, coefficients: Weights, bias?: Float64Array) {
    this.support = support
    this.coefficients = coefficients
    this.bias = bias
  }

  get labelCount(): number {
    return this.coefficients.labelCount
  }

  get featureCount(): number {
    return this.support.featureCount
  }

  score(data: Dataset, row: number, out: Scores): void {
    const { labelCount, bias } = this
    touchAll(out, labelCount)
    if (bias !== undefined) out.values.set(bias)
    this.coefficients.addScores(this.support.kernelsOf(data, row), 0, out.values)
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    const { support, bias } = this
    const { kernel, dots, squares } = support
    const own = this.coefficientsOf(label)
    const kernels = support.kernelsOf(data, row).chunks[0].values
    const { square } = support
    // What word j has of document i: slopes[i]·z_ij, and bends·x_j of all documents together.
    const slopes = new Float64Array(support.count)
    let bends = 0
    let rest = bias?.[label] ?? 0
    for (let i = 0; i < support.count; i++) {
      const before = Math.fround(kernel.of(0, 0, squares[i]))
      const change = kernels[i] - before
      rest += own[i] * before
      if (kernel.kernel !== 'rbf') slopes[i] = dots[i] === 0 ? 0 : (own[i] * change) / dots[i]
      else if (own[i] !== 0 && square > 0) {
        const along = this.integral(dots[i], square, squares[i])
        slopes[i] = 2 * kernel.gamma * own[i] * along
        bends -= (own[i] * (2 * kernel.gamma * dots[i] * along - change)) / square
      }
    }
    const parts = explainRow(data, row, (feature, value) =>
      feature >= support.featureCount
        ? undefined
        : value * (support.sumOver(feature, (i, kept) => slopes[i] * kept) + bends * value),
    )
    return rest === 0 ? parts : [{ feature: -1, weight: rest }, ...parts]
  }

  /** By what a document of the word alone, with value 1, scores above one without words. */
  strongestFeatures(label: number, top: number): Contribution[] {
    const own = this.coefficientsOf(label)
    const common = this.ofNoKept(own)
    return strongestFeatures(this.featureCount, top, (feature) => this.lead(feature, own, common))
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    return strongestLabels(this.labelCount, top, (label) => {
      const own = this.coefficientsOf(label)
      return this.lead(feature, own, this.ofNoKept(own))
    })
  }

  figures(): Record<string, number> {
    return { 'documents kept': this.support.count, weights: this.coefficients.entries() }
  }

  state(): State {
    const { labelCount, coefficients, support } = this
    const numbers: Record<string, number> = { labelCount }
    const arrays: Record<string, NumberArray> = {}
    support.store(numbers, arrays)
    arrays.bias = packNumbers(this.bias ?? new Float64Array(labelCount))
    coefficients.store('coefficients', arrays)
    return { numbers, arrays }
  }

  /** Whether a state is that of a kernel model. */
  static isIn(state: State): boolean {
    return SupportRows.isIn(state)
  }

  static from(state: State): KernelModel {
    const { numbers, arrays } = state
    const labelCount = numberFrom(numbers, 'labelCount')
    const bias = floatsFrom(arrays.bias, labelCount, 'biases')
    return new KernelModel(SupportRows.from(state), weightRowsFrom(arrays, 'coefficients', labelCount), bias)
  }

  private coefficientsOf(label: number): Float64Array {
    const { coefficients, support } = this
    return Float64Array.from({ length: support.count }, (_, i) =>
      i < coefficients.featureCount ? coefficients.get(i, label) : 0,
    )
  }

  /** ∫ K(t·x, z) dt for t from 0 to 1. */
  private integral(dot: number, xx: number, zz: number): number {
    const { kernel } = this.support
    let sum = 0
    for (let n = 0; n <= INTERVALS; n++) {
      const t = n / INTERVALS
      const times = n === 0 || n === INTERVALS ? 1 : n % 2 === 1 ? 4 : 2
      sum += times * kernel.of(t * dot, t * t * xx, zz)
    }
    return sum / (3 * INTERVALS)
  }

  /** What any word adds by the documents that lack it. */
  private ofNoKept(own: Float64Array): number {
    const { kernel, squares } = this.support
    let sum = 0
    for (let i = 0; i < own.length; i++)
      sum += own[i] * (kernel.of(0, 1, squares[i]) - kernel.of(0, 0, squares[i]))
    return sum
  }

  private lead(feature: number, own: Float64Array, common: number): number {
    const { support } = this
    const { kernel, squares } = support
    return (
      common +
      support.sumOver(
        feature,
        (i, kept) => own[i] * (kernel.of(kept, 1, squares[i]) - kernel.of(0, 1, squares[i])),
      )
    )
  }
}
