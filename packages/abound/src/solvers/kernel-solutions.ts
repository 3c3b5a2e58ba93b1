// What descents under a kernel found, label by label, as a model that keeps only the documents that have an α.

import type { Dataset } from '../contract.js'
import { KernelModel } from '../models/kernel.js'
import type { KernelFunction } from '../models/kernel-function.js'
import { SupportRows } from '../models/support-rows.js'
import { type LabelWeights, WeightRows } from '../models/weight-rows.js'
import type { SignedRows } from './dual-descent.js'

export class KernelSolutions {
  private readonly data: Dataset
  private readonly kernel: KernelFunction
  /** Whether a row of the data is kept. */
  private readonly kept: Uint8Array
  private readonly labels: LabelWeights[] = []
  private readonly bias: number[] = []

  constructor(data: Dataset, kernel: KernelFunction) {
    this.data = data
    this.kernel = kernel
    this.kept = new Uint8Array(data.count)
  }

  /** Takes the solution of the next label. */
  add({ rows, signs }: SignedRows, alphas: Float64Array): void {
    const places = Uint32Array.from(rows.keys()).filter((i) => alphas[i] !== 0)
    places.sort((a, b) => rows[a] - rows[b])
    const weights = Float64Array.from(places, (i) => alphas[i] * signs[i])
    const features = places.map((i) => rows[i])
    for (const row of features) this.kept[row] = 1
    this.labels.push({ features, weights })
    this.bias.push(weights.reduce((sum, weight) => sum + weight, 0))
  }

  model(): KernelModel {
    const { data, kept } = this
    const support = new SupportRows(this.kernel, data.featureCount)
    const places = new Uint32Array(data.count)
    for (let row = 0; row < data.count; row++) {
      if (kept[row] === 0) continue
      places[row] = support.count
      support.keep(data, row)
    }
    const labels = this.labels.map(({ features, weights }) => ({
      features: features.map((row) => places[row]),
      weights,
    }))
    return new KernelModel(support, WeightRows.ofLabels(labels, support.count), Float64Array.from(this.bias))
  }
}
