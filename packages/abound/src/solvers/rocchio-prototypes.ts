// Rocchio's prototypes, label by label: what the learner of that name is made of, and what Widrow-Hoff and EG may start
// from (per-label-training.ts).
//
//   w_l = α·d_l + β·mean(x in l) − γ·mean(x not in l); negative parts become 0 (clip); then length 1 (unit).
// With the sum over all rows known, only what the label's own rows and description touch is visited: other features have
// −γ/n times that sum, which clipping removes.

import type { Dataset } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { Postings } from '../structures/postings.js'
import { type RowsByLabel, rowsByLabel } from '../structures/rows-by-label.js'

export type RocchioOptions = {
  alpha: number
  beta: number
  gamma: number
  clip: boolean
  unit: boolean
}

/** The prototypes of all labels, by feature; descriptions of labels take part where there are any. */
export function rocchioPrototypes(
  data: Dataset,
  labelTexts: Dataset | undefined,
  options: RocchioOptions,
): { readonly weights: Postings; readonly labelCount: number } {
  const features = Math.max(data.featureCount, labelTexts?.featureCount ?? 0)
  const labelCount = Math.max(data.labelCount, labelTexts?.labelCount ?? 0)
  const rows = rowsByLabel(data, labelCount)
  const prototype = RocchioPrototype.over(data, rows, features, options)
  const descriptions = labelTexts === undefined ? undefined : rowsByLabel(labelTexts, labelCount)
  const weights = new Postings(features)
  weights.ensure(features - 1)
  for (let label = 0; label < labelCount; label++) {
    for (const row of descriptions?.inside[label] ?? []) prototype.add(labelTexts!, row, options.alpha)
    prototype.addDocuments(data, rows, label)
    prototype.finish(label, countOutside(rows, label), weights)
  }
  return { weights, labelCount }
}

/** How many rows are known not to have a label. */
export function countOutside({ full, fullInside, denied }: RowsByLabel, label: number): number {
  return full.length - fullInside[label] + denied[label].length
}

export function isFull(data: Dataset, row: number): boolean {
  return data.chunks[row >>> CHUNK_SHIFT].judged[row & CHUNK_MASK] === 1
}

/** sums += x of a row. */
export function addRow(sums: Float64Array, data: Dataset, row: number): void {
  const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
  const to = offsets[(row & CHUNK_MASK) + 1]
  for (let e = offsets[row & CHUNK_MASK]; e < to; e++) sums[columns[e]] += values[e]
}

/** The prototype of one label at a time, in an array over all features of which only what is touched is visited. */
export class RocchioPrototype {
  private readonly options: RocchioOptions
  /** Sum of all fully judged rows. */
  private readonly total: Float64Array
  /** Features whose weight need not be 0 though nothing of the label's own touches them. */
  private readonly elsewhere: readonly number[]
  private readonly weights: Float64Array
  /** The sum of the rows outside the label minus `total`. */
  private readonly less: Float64Array
  private readonly isTouched: Uint8Array
  private readonly touched: number[] = []

  constructor(total: Float64Array, options: RocchioOptions) {
    const features = total.length
    this.options = options
    this.total = total
    this.weights = new Float64Array(features)
    this.less = new Float64Array(features)
    this.isTouched = new Uint8Array(features)
    const elsewhere: number[] = []
    for (let f = 0; f < features && options.gamma > 0; f++) {
      // Values below 0 can make such a weight positive, so that clipping leaves it.
      if (options.clip ? total[f] < 0 : total[f] !== 0) elsewhere.push(f)
    }
    this.elsewhere = elsewhere
  }

  /** For the rows of a dataset. */
  static over(
    data: Dataset,
    { full }: RowsByLabel,
    features: number,
    options: RocchioOptions,
  ): RocchioPrototype {
    const total = new Float64Array(features)
    for (const row of full) addRow(total, data, row)
    return new RocchioPrototype(total, options)
  }

  /** weights += scale · x. */
  add(data: Dataset, row: number, scale: number): void {
    this.addTo(this.weights, data, row, scale)
  }

  /** The same for one feature, already scaled. */
  addInside(feature: number, amount: number): void {
    this.touch(feature)
    this.weights[feature] += amount
  }

  /** The sum outside the label differs by this from that of all. */
  addLess(feature: number, amount: number): void {
    this.touch(feature)
    this.less[feature] += amount
  }

  /** Adds a label's documents to what is there. */
  addDocuments(data: Dataset, rows: RowsByLabel, label: number): void {
    const inside = rows.inside[label]
    for (const row of inside) {
      this.addTo(this.weights, data, row, this.options.beta / inside.length)
      if (isFull(data, row)) this.addTo(this.less, data, row, -1)
    }
    for (const row of rows.denied[label]) this.addTo(this.less, data, row, 1)
  }

  /** Takes the documents outside of a label away from what is there, and moves the weights into the lists. */
  finish(label: number, outside: number, into: Postings): void {
    const { options, weights, less, total, touched } = this
    const minus = outside === 0 ? 0 : options.gamma / outside
    for (const feature of this.elsewhere) this.touch(feature)
    let squares = 0
    for (const feature of touched) {
      const weight = weights[feature] - minus * (total[feature] + less[feature])
      weights[feature] = options.clip && weight < 0 ? 0 : weight
      squares += weights[feature] ** 2
    }
    const length = options.unit && squares > 0 ? Math.sqrt(squares) : 1
    for (const feature of touched) {
      if (weights[feature] !== 0) into.append(feature, label, weights[feature] / length)
    }
    this.clear()
  }

  private addTo(sums: Float64Array, data: Dataset, row: number, scale: number): void {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      this.touch(columns[e])
      sums[columns[e]] += scale * values[e]
    }
  }

  private touch(feature: number): void {
    if (this.isTouched[feature] === 1) return
    this.isTouched[feature] = 1
    this.touched.push(feature)
  }

  private clear(): void {
    for (const feature of this.touched) {
      this.weights[feature] = 0
      this.less[feature] = 0
      this.isTouched[feature] = 0
    }
    this.touched.length = 0
  }
}
