// Kernel model: s_l = bias_l + Σ_i c_il · K(x, z_i) over the documents z_i that it keeps, one store of them for all labels.
// The coefficients are weights by kept document and label. Scores every label: cost the lists of the document's words, one
// kernel function for each document kept, and the coefficients.
// Explanations: documents-explained.ts.

import type { Contribution, Dataset, LabelWeight, Model, NumberArray, Scores, State } from '../contract.js'
import { touchAll } from '../engine/scores.js'
import { floatsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { explainByDocuments } from './documents-explained.js'
import { strongestFeatures, strongestLabels } from './strongest.js'
import { SupportRows } from './support-rows.js'
import { weightRowsFrom } from './weight-rows.js'
import type { Weights } from './weights.js'

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
    return explainByDocuments(this.support, this.coefficientsOf(label), this.bias?.[label] ?? 0, data, row)
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
