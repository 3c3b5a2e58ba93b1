// Rocchio on several machines: the sums that each takes of its documents, and the model of them all.

import type { Dataset, NumberArray, State, StateLayout } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { LinearModel } from '../../models/linear.js'
import { WeightRows } from '../../models/weight-rows.js'
import {
  addRow,
  countOutside,
  isFull,
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
export function modelOfSums({ numbers, arrays }: State, options: RocchioOptions): LinearModel {
  const features = arrays.total?.length ?? 0
  const labelCount = arrays.documents?.length ?? 0
  const documents = floatsFrom(arrays.documents, labelCount, 'label counts')
  const others = floatsFrom(arrays.others, labelCount, 'counts of other documents')
  const full = numberFrom(numbers, 'full')
  const prototype = new RocchioPrototype(floatsFrom(arrays.total, features, 'sums'), options)
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

function forEachEntry(data: Dataset, row: number, visit: (feature: number, value: number) => void): void {
  const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
  const to = offsets[(row & CHUNK_MASK) + 1]
  for (let e = offsets[row & CHUNK_MASK]; e < to; e++) visit(columns[e], values[e])
}
