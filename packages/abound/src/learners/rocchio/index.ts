// Rocchio prototypes (Rocchio 1971, as in Lewis et al. 1996, Crammer & Singer 2002, Schapire & Singer 2000).
//
//   w_l = α·d_l + β·mean(x in l) − γ·mean(x not in l), d_l the label's description, 0 if it has none;
//   negative parts become 0 (clip), then each w_l is scaled to length 1 (unit).
// α is 1: without descriptions it has nothing to weigh. A partly judged document counts for the labels it
// names only; one known to have no label is outside of all.
// All rows are summed once, then each label's own: O(entries · labels a document). Outside its own documents
// and description a label's weight is −γ/n times the sum over all, which clipping takes away, so that the model
// holds weights of the label's own words alone. Unclipped it holds words × labels.

import type { BatchLearner, Dataset, NumberArray, OptionSpecs, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { LinearModel } from '../../models/linear.js'
import { WeightRows } from '../../models/weight-rows.js'
import { PairIndex } from '../../structures/pair-index.js'
import { Postings } from '../../structures/postings.js'
import { type RowsByLabel, rowsByLabel } from '../../structures/rows-by-label.js'
import { floatsFrom, idsFrom, lengthsFrom, numberFrom } from '../../structures/state-arrays.js'

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
    const prototype = Prototype.over(data, rows, features, options)
    const descriptions = labelTexts === undefined ? undefined : rowsByLabel(labelTexts, labelCount)
    const weights = new Postings(features)
    if (features > 0) weights.ensure(features - 1)
    for (let label = 0; label < labelCount; label++) {
      for (const row of descriptions?.inside[label] ?? []) prototype.add(labelTexts!, row, options.alpha)
      prototype.addDocuments(data, rows, label)
      prototype.finish(label, outsideOf(rows, label), weights)
    }
    return LinearModel.ofWeights(WeightRows.over(weights, labelCount))
  },
  summing: {
    layout: {
      lists: ['inside', 'less'].map((name) => ({
        lengths: `${name}.lengths`,
        labels: `${name}.labels`,
        values: `${name}.sums`,
      })),
      byFeature: ['total'],
      byLabel: ['documents', 'others'],
      numbers: ['full'],
    },
    collect: sumsOf,
    model: modelOfSums,
  },
}

const insideOf = ({ inside }: RowsByLabel, label: number): number => inside[label].length

const outsideOf = ({ full, fullInside, denied }: RowsByLabel, label: number): number =>
  full.length - fullInside[label] + denied[label].length

/**
 * What documents add up to, wherever they are: Σx by label (`inside`), what the sum outside of a label differs by from
 * the sum of all (`less`), that sum, and how many documents each is of (`others` and `full`: outside − all).
 */
function sumsOf(data: Dataset): State {
  const { featureCount, labelCount } = data
  const rows = rowsByLabel(data, labelCount)
  const total = new Float64Array(featureCount)
  for (const row of rows.full) forEachEntry(data, row, (feature, value) => addAt(total, feature, value))
  const arrays: Record<string, NumberArray> = {
    total,
    documents: Float64Array.from({ length: labelCount }, (_, label) => insideOf(rows, label)),
    others: Float64Array.from(
      { length: labelCount },
      (_, label) => outsideOf(rows, label) - rows.full.length,
    ),
  }
  const add = (sums: Postings, pairs: PairIndex, row: number, label: number, sign: number): void =>
    forEachEntry(data, row, (feature, value) => {
      const at = pairs.locate(feature, label)
      sums.values[at] += sign * value
    })
  const listed = (name: string, fill: (sums: Postings, pairs: PairIndex, label: number) => void): void => {
    const sums = new Postings(featureCount)
    if (featureCount > 0) sums.ensure(featureCount - 1)
    const pairs = new PairIndex(sums)
    for (let label = 0; label < labelCount; label++) fill(sums, pairs, label)
    const { lengths, labels, values } = sums.packed()
    Object.assign(arrays, {
      [`${name}.lengths`]: lengths,
      [`${name}.labels`]: labels,
      [`${name}.sums`]: values,
    })
  }
  listed('inside', (sums, pairs, label) => {
    for (const row of rows.inside[label]) add(sums, pairs, row, label, 1)
  })
  listed('less', (sums, pairs, label) => {
    for (const row of rows.inside[label]) if (isFull(data, row)) add(sums, pairs, row, label, -1)
    for (const row of rows.denied[label]) add(sums, pairs, row, label, 1)
  })
  return { numbers: { full: rows.full.length }, arrays }
}

/** The model of such sums. */
function modelOfSums({ numbers, arrays }: State, options: RocchioOptions): LinearModel {
  const features = arrays.total?.length ?? 0
  const labelCount = arrays.documents?.length ?? 0
  const documents = floatsFrom(arrays.documents, labelCount, 'label counts')
  const others = floatsFrom(arrays.others, labelCount, 'counts of other documents')
  const full = numberFrom(numbers, 'full')
  const prototype = new Prototype(floatsFrom(arrays.total, features, 'sums'), options)
  const inside = byLabel(arrays, 'inside', labelCount)
  const less = byLabel(arrays, 'less', labelCount)
  const weights = new Postings(features)
  if (features > 0) weights.ensure(features - 1)
  for (let label = 0; label < labelCount; label++) {
    inside(label, (feature, sum) => prototype.addInside(feature, (options.beta / documents[label]) * sum))
    less(label, (feature, sum) => prototype.addLess(feature, sum))
    prototype.finish(label, full + others[label], weights)
  }
  return LinearModel.ofWeights(WeightRows.over(weights, labelCount))
}

/** Lists by feature read label by label, features ascending. */
function byLabel(
  arrays: State['arrays'],
  name: string,
  labelCount: number,
): (label: number, visit: (feature: number, sum: number) => void) => void {
  const labels = idsFrom(arrays[`${name}.labels`], labelCount, 'sum labels')
  const lengths = lengthsFrom(arrays[`${name}.lengths`], labels.length, 'sum lists')
  const sums = floatsFrom(arrays[`${name}.sums`], labels.length, 'sums')
  const ends = new Uint32Array(labelCount + 1)
  for (let i = 0; i < labels.length; i++) ends[labels[i] + 1]++
  for (let label = 0; label < labelCount; label++) ends[label + 1] += ends[label]
  const starts = ends.slice()
  const features = new Uint32Array(labels.length)
  const values = new Float64Array(labels.length)
  for (let f = 0, i = 0; f < lengths.length; f++) {
    for (const end = i + lengths[f]; i < end; i++) {
      const at = starts[labels[i]]++
      features[at] = f
      values[at] = sums[i]
    }
  }
  return (label, visit) => {
    for (let i = ends[label]; i < ends[label + 1]; i++) visit(features[i], values[i])
  }
}

function addAt(sums: Float64Array, feature: number, value: number): void {
  sums[feature] += value
}

function forEachEntry(data: Dataset, row: number, visit: (feature: number, value: number) => void): void {
  const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
  const to = offsets[(row & CHUNK_MASK) + 1]
  for (let e = offsets[row & CHUNK_MASK]; e < to; e++) visit(columns[e], values[e])
}

function isFull(data: Dataset, row: number): boolean {
  return data.chunks[row >>> CHUNK_SHIFT].judged[row & CHUNK_MASK] === 1
}

/** The weights of one label at a time, in an array over all features of which only what is touched is visited. */
class Prototype {
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
  static over(data: Dataset, { full }: RowsByLabel, features: number, options: RocchioOptions): Prototype {
    const total = new Float64Array(features)
    for (const row of full) forEachEntry(data, row, (feature, value) => addAt(total, feature, value))
    return new Prototype(total, options)
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
