// The rows of one label as a data set of their own, for training label by label (per-label-training.ts): all columns, or
// the words of highest Rocchio weight and those of its description.

import type { Dataset, RowChunk, TrainingContext } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { DatasetBuilder } from '../structures/dataset.js'
import type { PerLabelOptions } from './per-label-training.js'
import { rocchioPrototypes } from './rocchio-prototypes.js'

/** Lewis et al. 1996, section 7.2. */
const ROCCHIO = { alpha: 1, beta: 2, gamma: 0.5, clip: true, unit: false }

/** One label's training: its examples under the label 0, in rows that may have columns of their own. */
export interface LabelTask {
  readonly data: Dataset
  readonly positives: Uint32Array
  readonly negatives: Uint32Array
  /** The feature of each column, if a label sees few. */
  readonly features: Uint32Array | undefined
  /** Rocchio's weights by column, if it starts from them. */
  readonly start: Float64Array | undefined
}

/** Calls back with the task of each label in turn; a task is only good until the next. */
export function forEachLabelTask(
  data: Dataset,
  options: PerLabelOptions,
  context: TrainingContext,
  visit: (label: number, task: LabelTask) => void,
): void {
  const guided = options.start === 'rocchio' || options.words > 0
  const prototypes = guided ? prototypesByLabel(data, context.labelTexts) : undefined
  for (let label = 0; label < data.labelCount; label++) {
    context.progress?.(label, data.labelCount, 'labels')
    visit(label, taskOf(data, label, options, prototypes?.[label], context.labelTexts))
  }
}

/** The words of Rocchio's vector of a label, and its weights. */
interface SparsePrototype {
  readonly features: number[]
  readonly weights: number[]
}

function prototypesByLabel(data: Dataset, labelTexts: Dataset | undefined): SparsePrototype[] {
  const { weights } = rocchioPrototypes(data, labelTexts, ROCCHIO)
  const { starts, lengths, labels, values } = weights
  const out: SparsePrototype[] = Array.from({ length: data.labelCount }, () => ({
    features: [],
    weights: [],
  }))
  for (let feature = 0; feature < data.featureCount; feature++) {
    for (let i = starts[feature]; i < starts[feature] + lengths[feature]; i++) {
      if (labels[i] >= out.length) continue
      out[labels[i]].features.push(feature)
      out[labels[i]].weights.push(values[i])
    }
  }
  return out
}

function taskOf(
  data: Dataset,
  label: number,
  { start, words }: PerLabelOptions,
  prototype: SparsePrototype | undefined,
  labelTexts: Dataset | undefined,
): LabelTask {
  const positives: number[] = []
  const negatives: number[] = []
  for (let row = 0; row < data.count; row++) {
    const sign = judgementOf(data, row, label)
    if (sign > 0) positives.push(row)
    else if (sign < 0) negatives.push(row)
  }
  const features = words > 0 ? wordsOf(label, prototype!, words, labelTexts, data.featureCount) : undefined
  const column = new Int32Array(data.featureCount).fill(-1)
  features?.forEach((feature, at) => {
    column[feature] = at
  })
  let first: Float64Array | undefined
  if (start === 'rocchio') {
    const weights = new Float64Array(features?.length ?? data.featureCount)
    prototype!.features.forEach((feature, i) => {
      const at = features === undefined ? feature : column[feature]
      if (at >= 0) weights[at] = prototype!.weights[i]
    })
    first = weights
  }
  return {
    data:
      features === undefined
        ? relabelled(data, label)
        : narrowed(relabelled(data, label), column, features.length),
    positives: Uint32Array.from(positives),
    negatives: Uint32Array.from(negatives),
    features,
    start: first,
  }
}

/** 1: the row has the label, −1: it is known not to, 0: nothing is known. */
function judgementOf(data: Dataset, row: number, label: number): number {
  const { labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
  const r = row & CHUNK_MASK
  const middle = labelOffsets[2 * r + 1]
  for (let t = labelOffsets[2 * r]; t < middle; t++) if (labels[t] === label) return 1
  if (judged[r] !== 2) return judged[r] === 1 ? -1 : 0
  for (let t = middle; t < labelOffsets[2 * r + 2]; t++) if (labels[t] === label) return -1
  return 0
}

/** The same rows with one label, 0, in place of all. */
function relabelled(data: Dataset, label: number): Dataset {
  const chunks = data.chunks.map(({ offsets, columns, values }, c): RowChunk => {
    const rows = Math.min(data.count - (c << CHUNK_SHIFT), CHUNK_MASK + 1)
    const labelOffsets = new Uint32Array(2 * rows + 1)
    const judged = new Uint8Array(rows)
    let at = 0
    for (let r = 0; r < rows; r++) {
      const sign = judgementOf(data, (c << CHUNK_SHIFT) + r, label)
      judged[r] = sign === 0 ? 0 : 1
      if (sign > 0) at++
      labelOffsets[2 * r + 1] = at
      labelOffsets[2 * r + 2] = at
    }
    return { offsets, columns, values, labelOffsets, labels: new Uint32Array(at), judged }
  })
  return { count: data.count, chunks, featureCount: data.featureCount, labelCount: 1 }
}

/** The same rows with the chosen columns only, under new numbers. */
function narrowed(data: Dataset, column: Int32Array, count: number): Dataset {
  const out = new DatasetBuilder()
  let columns = new Uint32Array(256)
  let values = new Float64Array(256)
  for (let row = 0; row < data.count; row++) {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const from = chunk.offsets[r]
    const to = chunk.offsets[r + 1]
    if (to - from > columns.length) {
      columns = new Uint32Array((to - from) * 2)
      values = new Float64Array((to - from) * 2)
    }
    let n = 0
    for (let e = from; e < to; e++) {
      const at = column[chunk.columns[e]]
      if (at < 0) continue
      columns[n] = at
      values[n++] = chunk.values[e]
    }
    const positives = chunk.labelOffsets[2 * r + 1] > chunk.labelOffsets[2 * r] ? [0] : []
    out.addRow(columns, values, n, { positives, negatives: [], judged: chunk.judged[r] === 0 ? 0 : 1 })
  }
  out.featureCount = count
  out.labelCount = 1
  return out
}

/** The label's best words by Rocchio weight, ties to the lower id, and those of its description; ascending. */
function wordsOf(
  label: number,
  { features, weights }: SparsePrototype,
  top: number,
  labelTexts: Dataset | undefined,
  featureCount: number,
): Uint32Array {
  const best = features.map((_, i) => i)
  best.sort((a, b) => weights[b] - weights[a] || features[a] - features[b])
  const chosen = new Set(best.slice(0, top).map((i) => features[i]))
  for (let row = 0; row < (labelTexts?.count ?? 0); row++) {
    if (judgementOf(labelTexts!, row, label) <= 0) continue
    const { offsets, columns } = labelTexts!.chunks[row >>> CHUNK_SHIFT]
    const described = columns.subarray(offsets[row & CHUNK_MASK], offsets[(row & CHUNK_MASK) + 1])
    for (const feature of described) if (feature < featureCount) chosen.add(feature)
  }
  return Uint32Array.from(chosen).sort()
}
