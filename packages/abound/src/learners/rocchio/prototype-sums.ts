// Rocchio on several machines: the sums that each takes of its documents, and the model of them all.

import type { Dataset, NumberArray, State, StateLayout, TrainingContext } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import type { LinearModel } from '../../models/linear.js'
import {
  addRow,
  countOutside,
  isFull,
  prototypeModel,
  type RocchioOptions,
  RocchioPrototype,
} from '../../solvers/rocchio-prototypes.js'
import { PairIndex } from '../../structures/pair-index.js'
import { Postings } from '../../structures/postings.js'
import { rowsByLabel } from '../../structures/rows-by-label.js'
import { floatsFrom, idsFrom, lengthsFrom, numberFrom } from '../../structures/state-arrays.js'

/** Where the sums lie in a state. */
export const PROTOTYPE_SUMS_LAYOUT: StateLayout = {
  lists: ['inside', 'less'].map((name) => ({
    lengths: `${name}.lengths`,
    labels: `${name}.labels`,
    values: `${name}.sums`,
  })),
  byFeature: ['total'],
  byLabel: ['documents', 'others'],
  numbers: ['full'],
}

/**
 * The sums of documents, wherever they are: Σx by label (`inside`), the sum outside of a label minus the sum of all
 * (`less`), the sum of all, and how many documents each is of (`others`: outside minus all; `full`: all).
 */
export function collectSums(data: Dataset): State {
  const { featureCount, labelCount } = data
  const rows = rowsByLabel(data, labelCount)
  const total = new Float64Array(featureCount)
  for (const row of rows.full) addRow(total, data, row)
  const arrays: Record<string, NumberArray> = {
    total,
    documents: Float64Array.from({ length: labelCount }, (_, label) => rows.inside[label].length),
    others: Float64Array.from(
      { length: labelCount },
      (_, label) => countOutside(rows, label) - rows.full.length,
    ),
  }
  const inside = new SumLists(data)
  const less = new SumLists(data)
  for (let label = 0; label < labelCount; label++) {
    for (const row of rows.inside[label]) {
      inside.add(row, label, 1)
      if (isFull(data, row)) less.add(row, label, -1)
    }
    for (const row of rows.denied[label]) less.add(row, label, 1)
  }
  inside.store('inside', arrays)
  less.store('less', arrays)
  return { numbers: { full: rows.full.length }, arrays }
}

/** Sums of rows by feature and label. */
class SumLists {
  private readonly data: Dataset
  private readonly sums: Postings
  private readonly pairs: PairIndex

  constructor(data: Dataset) {
    this.data = data
    this.sums = new Postings(data.featureCount)
    this.sums.ensure(data.featureCount - 1)
    this.pairs = new PairIndex(this.sums)
  }

  /** Adds sign · x of a row to a label's sums. */
  add(row: number, label: number, sign: number): void {
    const { offsets, columns, values } = this.data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const at = this.pairs.locate(columns[e], label)
      this.sums.values[at] += sign * values[e]
    }
  }

  store(name: string, arrays: Record<string, NumberArray>): void {
    const { lengths, labels, values } = this.sums.packed()
    Object.assign(arrays, {
      [`${name}.lengths`]: lengths,
      [`${name}.labels`]: labels,
      [`${name}.sums`]: values,
    })
  }
}

/** The model of such sums. */
export function modelOfSums(
  { numbers, arrays }: State,
  options: RocchioOptions,
  { absentValue = 0 }: TrainingContext,
): LinearModel {
  const features = arrays.total?.length ?? 0
  const labelCount = arrays.documents?.length ?? 0
  const documents = floatsFrom(arrays.documents, labelCount, 'label counts')
  const others = floatsFrom(arrays.others, labelCount, 'counts of other documents')
  const full = numberFrom(numbers, 'full')
  const total = floatsFrom(arrays.total, features, 'sums')
  const prototype = new RocchioPrototype(total, labelCount, { ...options, absentValue })
  const inside = byLabel(arrays, 'inside', labelCount)
  const less = byLabel(arrays, 'less', labelCount)
  const weights = new Postings(features)
  weights.ensure(features - 1)
  for (let label = 0; label < labelCount; label++) {
    inside(label, (feature, sum) => prototype.addInside(feature, (options.beta / documents[label]) * sum))
    less(label, (feature, sum) => prototype.addLess(feature, sum))
    prototype.finish(label, { inside: documents[label], outside: full + others[label] }, weights)
  }
  return prototypeModel(weights, labelCount, absentValue)
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
