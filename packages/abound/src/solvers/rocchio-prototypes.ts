// Rocchio's prototypes, label by label: what the learner of that name is made of, and what Widrow-Hoff and EG may start
// from (per-label-training.ts).
//
//   w_l = α·d_l + β·mean(x in l) − γ·mean(x not in l); negative parts become 0 (clip); then length 1 (unit).
// With the sum over all rows known, only what the label's own rows and description touch is visited: other features have
// −γ/n times that sum, which clipping removes.
//
// Where absent words have a value a (`inquery`), every word of a document is worth a more than its row says, so that every
// weight gains (β − γ)·a, and those of a description's words α·a. Then a label has a weight for every word: O(words · labels).

import type { Dataset, TrainingContext } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { InputError } from '../errors.js'
import { LinearModel } from '../models/linear.js'
import { WeightRows } from '../models/weight-rows.js'
import { Postings } from '../structures/postings.js'
import { type RowsByLabel, rowsByLabel } from '../structures/rows-by-label.js'
import { option, worded } from '../wording.js'

/** More weights than this are refused. */
const MOST_WEIGHTS = 2 ** 29

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
  { labelTexts, absentValue = 0 }: Pick<TrainingContext, 'labelTexts' | 'absentValue'>,
  options: RocchioOptions,
): { readonly weights: Postings; readonly labelCount: number } {
  const features = Math.max(data.featureCount, labelTexts?.featureCount ?? 0)
  const labelCount = Math.max(data.labelCount, labelTexts?.labelCount ?? 0)
  const rows = rowsByLabel(data, labelCount)
  const total = new Float64Array(features)
  for (const row of rows.full) addRow(total, data, row)
  const prototype = new RocchioPrototype(total, labelCount, { ...options, absentValue })
  const descriptions = labelTexts === undefined ? undefined : rowsByLabel(labelTexts, labelCount)
  const weights = new Postings(features)
  weights.ensure(features - 1)
  for (let label = 0; label < labelCount; label++) {
    for (const row of descriptions?.inside[label] ?? []) prototype.addDescription(labelTexts!, row)
    prototype.addDocuments(data, rows, label)
    prototype.finish(
      label,
      { inside: rows.inside[label].length, outside: countOutside(rows, label) },
      weights,
    )
  }
  return { weights, labelCount }
}

/** The model of such weights: where absent words have a value, they add it times their weights to every score. */
export function prototypeModel(weights: Postings, labelCount: number, absentValue: number): LinearModel {
  const rows = WeightRows.over(weights, labelCount)
  if (absentValue === 0) return LinearModel.ofWeights(rows)
  const bias = new Float64Array(labelCount)
  rows.forEach((_feature, label, weight) => {
    bias[label] += absentValue * weight
  })
  return LinearModel.ofWeights(rows, bias)
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

type PrototypeOptions = RocchioOptions & Required<Pick<TrainingContext, 'absentValue'>>

/** The prototype of one label at a time, in an array over all features of which only what is touched is visited. */
export class RocchioPrototype {
  private readonly options: PrototypeOptions
  /** Sum of all fully judged rows. */
  private readonly total: Float64Array
  /** Features whose weight need not be 0 though nothing of the label's own touches them. */
  private readonly elsewhere: readonly number[]
  private readonly weights: Float64Array
  /** The sum of the rows outside the label minus `total`. */
  private readonly less: Float64Array
  private readonly isTouched: Uint8Array
  private readonly touched: number[] = []

  constructor(total: Float64Array, labels: number, options: PrototypeOptions) {
    const features = total.length
    if (options.absentValue !== 0 && features * labels > MOST_WEIGHTS) {
      throw new InputError(
        worded`${features} words × ${labels} labels are too many weights for Rocchio where absent words have a value: expected another ${option('weighting')}`,
      )
    }
    this.options = options
    this.total = total
    this.weights = new Float64Array(features)
    this.less = new Float64Array(features)
    this.isTouched = new Uint8Array(features)
    const elsewhere: number[] = []
    const { absentValue, beta, clip, gamma } = options
    for (let f = 0; f < features; f++) {
      // Values below 0 can make such a weight positive, so that clipping leaves it.
      const moved = gamma > 0 && (clip ? total[f] < 0 : total[f] !== 0)
      if (moved || absentValue * (beta + gamma) !== 0) elsewhere.push(f)
    }
    this.elsewhere = elsewhere
  }

  /** weights += α · x over the words of a description; words that are not in it weigh nothing there. */
  addDescription(data: Dataset, row: number): void {
    const { alpha, absentValue } = this.options
    this.addTo(this.weights, data, row, alpha, absentValue)
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

  /**
   * Takes the documents outside of a label away from what is there, and moves the weights into the lists; `counts` are of
   * the documents inside and outside.
   */
  finish(label: number, counts: { inside: number; outside: number }, into: Postings): void {
    const { options, weights, less, total, touched } = this
    const { beta, gamma, absentValue } = options
    const minus = counts.outside === 0 ? 0 : gamma / counts.outside
    const gain = absentValue * ((counts.inside === 0 ? 0 : beta) - (counts.outside === 0 ? 0 : gamma))
    for (const feature of this.elsewhere) this.touch(feature)
    let squares = 0
    for (const feature of touched) {
      const weight = weights[feature] + gain - minus * (total[feature] + less[feature])
      weights[feature] = options.clip && weight < 0 ? 0 : weight
      squares += weights[feature] ** 2
    }
    const length = options.unit && squares > 0 ? Math.sqrt(squares) : 1
    for (const feature of touched) {
      if (weights[feature] !== 0) into.append(feature, label, weights[feature] / length)
    }
    this.clear()
  }

  private addTo(sums: Float64Array, data: Dataset, row: number, scale: number, more = 0): void {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      this.touch(columns[e])
      sums[columns[e]] += scale * (values[e] + more)
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
