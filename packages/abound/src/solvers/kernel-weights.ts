// Weights in the space of a kernel, as sums of documents: w_l = Σ_i c_il · φ(x_i). The coefficients are weights by document
// kept and label, so steps and their mean are those of linear weights (averaged-weights.ts): scores meet the kernels of a
// document with all that are kept, and what is added goes to the coefficients of the document itself.
// A document is kept when it first moves a label; seen again, it moves the coefficients that it has.

import type { Dataset, NumberArray, Scores, Shape, State } from '../contract.js'
import { KernelModel } from '../models/kernel.js'
import { KernelFunction, type KernelOptions } from '../models/kernel-function.js'
import { SupportRows } from '../models/support-rows.js'
import { AveragedWeights } from './averaged-weights.js'
import type { OnlineWeights } from './online-weights.js'

/** Why shards cannot learn with a kernel. */
export const KERNEL_ON_SHARDS =
  '--kernel other than linear keeps documents, which shards do not have in common'

export class KernelWeights implements OnlineWeights {
  private readonly support: SupportRows
  readonly coefficients: AveragedWeights
  private readonly built: KernelModel

  constructor(support: SupportRows, coefficients: AveragedWeights) {
    this.support = support
    this.coefficients = coefficients
    this.built = new KernelModel(support, coefficients.view())
  }

  static zero(
    options: KernelOptions & { readonly average: boolean },
    { features, labels }: Shape,
  ): KernelWeights {
    const support = new SupportRows(new KernelFunction(options), features)
    return new KernelWeights(support, AveragedWeights.zero(0, labels, options.average))
  }

  static from(state: State): KernelWeights {
    return new KernelWeights(SupportRows.from(state), AveragedWeights.from(state))
  }

  get labelCount(): number {
    return this.coefficients.labelCount
  }

  ensure(features: number, labels: number): void {
    this.support.ensure(features)
    this.coefficients.ensure(0, labels)
  }

  step(): void {
    this.coefficients.step()
  }

  score(data: Dataset, row: number, out: Scores): number {
    return this.coefficients.score(this.support.kernelsOf(data, row), 0, out)
  }

  addScaledRow(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void {
    this.coefficients.addScaledRow(this.own(data, row), 0, labels, scales, count)
  }

  addToAll(data: Dataset, row: number, scale: number): void {
    this.coefficients.addToAll(this.own(data, row), 0, scale)
  }

  model(): KernelModel {
    return this.built
  }

  state(): State {
    const { numbers, arrays } = this.coefficients.state()
    const allNumbers: Record<string, number> = { ...numbers }
    const allArrays: Record<string, NumberArray> = { ...arrays }
    this.support.store(allNumbers, allArrays)
    return { numbers: allNumbers, arrays: allArrays }
  }

  /** How many documents are kept. */
  get kept(): number {
    return this.support.count
  }

  /** The place of the document that was scored last: kept from now on. */
  place(data: Dataset, row: number): number {
    const place = this.support.place(data, row)
    this.coefficients.ensure(place + 1, 0)
    return place
  }

  private own(data: Dataset, row: number): Dataset {
    return this.support.unitRow(this.place(data, row))
  }
}
