// Rocchio prototypes (Rocchio 1971, as in Lewis et al. 1996, Crammer & Singer 2002, Schapire & Singer 2000).
//
//   w_l = α·d_l + β·mean(x in l) − γ·mean(x not in l), d_l the label's description, 0 if it has none;
//   negative parts become 0 (clip), then each w_l is scaled to length 1 (unit).
// α is 1: without descriptions it has nothing to weigh. A partly judged document counts for the labels it
// names only; one known to have no label is outside of all.
// All rows are summed once, then each label's own: O(entries · labels a document). Outside its own documents
// and description a label's weight is −γ/n times the sum over all, which clipping takes away, so that the model
// holds weights of the label's own words alone. Unclipped it holds words × labels.

import type { BatchLearner, Dataset, OptionSpecs } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../kernels/dataset.js'
import { type LabelRows, rowsByLabel } from '../kernels/label-rows.js'
import { Postings } from '../kernels/postings.js'
import { WeightRows } from '../kernels/weight-rows.js'
import { LinearModel } from '../models/linear.js'

export type RocchioOptions = {
  alpha: number
  beta: number
  gamma: number
  clip: boolean
  unit: boolean
}

const OPTIONS: OptionSpecs<RocchioOptions> = {
  alpha: {
    kind: 'number',
    default: 1,
    min: 0,
    help: 'what the description of a label weighs, if it has one',
  },
  beta: { kind: 'number', default: 16, min: 0, help: 'what the documents of a label weigh' },
  gamma: { kind: 'number', default: 4, min: 0, help: 'what the other documents weigh against it' },
  clip: { kind: 'boolean', default: true, help: 'words never speak against a label' },
  unit: {
    kind: 'boolean',
    default: true,
    help: 'scale prototypes to length 1, so that labels can be compared',
  },
}

export const rocchio: BatchLearner<RocchioOptions> = {
  name: 'rocchio',
  online: false,
  summary: 'one prototype a label: the mean of its documents less part of the mean of the others',
  goodFor:
    'a fast, readable baseline, and labels with a description and few documents. ' +
    'Learners that correct their mistakes (widrow-hoff, mmp) rank better; it is poor on plain presence of words.',
  source: 'Rocchio 1971, as in Lewis, Schapire, Callan & Papka, SIGIR 1996',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  takesLabelTexts: true,
  train: (data, options, { labelTexts }) => {
    const features = Math.max(data.featureCount, labelTexts?.featureCount ?? 0)
    const labelCount = Math.max(data.labelCount, labelTexts?.labelCount ?? 0)
    const rows = rowsByLabel(data, labelCount)
    const prototype = new Prototype(data, rows, features, options)
    const descriptions = labelTexts === undefined ? undefined : rowsByLabel(labelTexts, labelCount)
    const weights = new Postings(features)
    if (features > 0) weights.ensure(features - 1)
    for (let label = 0; label < labelCount; label++) {
      for (const row of descriptions?.inside[label] ?? []) prototype.add(labelTexts!, row, options.alpha)
      prototype.finish(label, weights)
    }
    return LinearModel.ofWeights(WeightRows.over(weights, labelCount))
  },
}

/** The weights of one label at a time, in an array over all features of which only what is touched is visited. */
class Prototype {
  private readonly data: Dataset
  private readonly rows: LabelRows
  private readonly options: RocchioOptions
  /** Sum of all fully judged rows. */
  private readonly total: Float64Array
  /** Features whose weight need not be 0 though nothing of the label's own touches them. */
  private readonly elsewhere: readonly number[]
  private readonly weights: Float64Array
  /** What the sum of the rows outside the label differs by from `total`. */
  private readonly less: Float64Array
  private readonly isTouched: Uint8Array
  private readonly touched: number[] = []

  constructor(data: Dataset, rows: LabelRows, features: number, options: RocchioOptions) {
    this.data = data
    this.rows = rows
    this.options = options
    this.weights = new Float64Array(features)
    this.less = new Float64Array(features)
    this.isTouched = new Uint8Array(features)
    this.total = new Float64Array(features)
    for (const row of rows.full) this.addTo(this.total, data, row, 1)
    this.clear()
    const elsewhere: number[] = []
    for (let f = 0; f < features && options.gamma > 0; f++) {
      // Values below 0 can make such a weight positive, so that clipping leaves it.
      if (options.clip ? this.total[f] < 0 : this.total[f] !== 0) elsewhere.push(f)
    }
    this.elsewhere = elsewhere
  }

  /** weights += scale · x. */
  add(data: Dataset, row: number, scale: number): void {
    this.addTo(this.weights, data, row, scale)
  }

  /** Adds the documents' part to what is there, and moves the weights into the lists. */
  finish(label: number, into: Postings): void {
    const { data, options, weights, less, total, touched } = this
    const inside = this.rows.inside[label]
    const denied = this.rows.denied[label]
    const outside = this.rows.full.length - this.rows.fullInside[label] + denied.length
    const minus = outside === 0 ? 0 : options.gamma / outside
    for (const row of inside) {
      this.addTo(weights, data, row, options.beta / inside.length)
      const judged = data.chunks[row >>> CHUNK_SHIFT].judged[row & CHUNK_MASK]
      if (judged === 1) this.addTo(less, data, row, -1)
    }
    for (const row of denied) this.addTo(less, data, row, 1)
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
