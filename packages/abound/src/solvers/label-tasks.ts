// The rows of one label as a data set of their own, for training label by label (per-label-training.ts): all columns, or
// the words of highest Rocchio weight and those of its description.

import type { Dataset, RowChunk, TrainingContext } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { DatasetBuilder } from '../structures/dataset.js'
import { againstRest, rowsByLabel } from '../structures/rows-by-label.js'
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
  { start, words }: PerLabelOptions,
  context: TrainingContext,
  visit: (label: number, task: LabelTask) => void,
): void {
  const { labelTexts } = context
  const guided = start === 'rocchio' || words > 0
  const prototypes = guided ? prototypesByLabel(data, context) : []
  const described = labelTexts === undefined ? undefined : rowsByLabel(labelTexts, labelTexts.labelCount)
  const labelRows = rowsByLabel(data, data.labelCount)
  for (let label = 0; label < data.labelCount; label++) {
    context.progress?.(label, data.labelCount, 'labels')
    const prototype = prototypes[label]
    const { rows, signs } = againstRest(data, label, labelRows)
    const whole = withOneLabel(data, rows, signs)
    let features: Uint32Array | undefined
    if (words > 0) {
      const chosen = bestWords(prototype, words)
      for (const row of described?.inside[label] ?? []) addWords(labelTexts!, row, data.featureCount, chosen)
      features = Uint32Array.from(chosen).sort()
    }
    const columns = features === undefined ? undefined : columnPlaces(features, data.featureCount)
    visit(label, {
      data: columns === undefined ? whole : withColumns(whole, columns, features!.length),
      positives: rows.filter((_, i) => signs[i] > 0),
      negatives: rows.filter((_, i) => signs[i] < 0),
      features,
      start:
        start === 'rocchio'
          ? columnWeights(prototype, features?.length ?? data.featureCount, columns)
          : undefined,
    })
  }
}

/** The words of a label's Rocchio vector, ascending, and their weights. */
interface SparsePrototype {
  readonly features: number[]
  readonly weights: number[]
}

function prototypesByLabel(data: Dataset, context: TrainingContext): SparsePrototype[] {
  const { starts, lengths, labels, values } = rocchioPrototypes(data, context, ROCCHIO).weights
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

/** The words of highest weight, ties to the lower id. */
function bestWords({ features, weights }: SparsePrototype, top: number): Set<number> {
  const best = features.map((_, i) => i)
  best.sort((a, b) => weights[b] - weights[a] || features[a] - features[b])
  return new Set(best.slice(0, top).map((i) => features[i]))
}

function addWords(data: Dataset, row: number, featureCount: number, into: Set<number>): void {
  const { offsets, columns } = data.chunks[row >>> CHUNK_SHIFT]
  const to = offsets[(row & CHUNK_MASK) + 1]
  for (let e = offsets[row & CHUNK_MASK]; e < to; e++) if (columns[e] < featureCount) into.add(columns[e])
}

/** By feature: its place among the chosen ones, −1 if it is not one. */
function columnPlaces(features: Uint32Array, featureCount: number): Int32Array {
  const places = new Int32Array(featureCount).fill(-1)
  features.forEach((feature, place) => {
    places[feature] = place
  })
  return places
}

/** Rocchio's weights by column. */
function columnWeights(
  { features, weights }: SparsePrototype,
  count: number,
  columns: Int32Array | undefined,
): Float64Array {
  const out = new Float64Array(count)
  features.forEach((feature, i) => {
    const at = columns === undefined ? feature : columns[feature]
    if (at >= 0) out[at] = weights[i]
  })
  return out
}

/** The same data under one label, 0; rows that are not named are unlabelled. */
function withOneLabel(data: Dataset, rows: Uint32Array, signs: Int8Array): Dataset {
  const sign = new Int8Array(data.count)
  rows.forEach((row, i) => {
    sign[row] = signs[i]
  })
  const chunks = data.chunks.map(({ offsets, columns, values }, c): RowChunk => {
    const own = sign.subarray(c << CHUNK_SHIFT, (c + 1) << CHUNK_SHIFT)
    const labelOffsets = new Uint32Array(2 * own.length + 1)
    let at = 0
    for (let r = 0; r < own.length; r++) {
      if (own[r] > 0) at++
      labelOffsets[2 * r + 1] = at
      labelOffsets[2 * r + 2] = at
    }
    const judged = Uint8Array.from(own, Math.abs)
    return { offsets, columns, values, labelOffsets, labels: new Uint32Array(at), judged }
  })
  return { count: data.count, chunks, featureCount: data.featureCount, labelCount: 1 }
}

/** The same rows with the chosen columns only, under new numbers. */
function withColumns(data: Dataset, places: Int32Array, count: number): Dataset {
  const out = new DatasetBuilder()
  for (let row = 0; row < data.count; row++) {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const columns: number[] = []
    const values: number[] = []
    for (let e = chunk.offsets[r]; e < chunk.offsets[r + 1]; e++) {
      const at = places[chunk.columns[e]]
      if (at < 0) continue
      columns.push(at)
      values.push(chunk.values[e])
    }
    const positives = chunk.labelOffsets[2 * r + 1] > chunk.labelOffsets[2 * r] ? [0] : []
    const judged = chunk.judged[r] === 0 ? 0 : 1
    out.addRow(Uint32Array.from(columns), Float64Array.from(values), columns.length, {
      positives,
      negatives: [],
      judged,
    })
  }
  out.featureCount = count
  out.labelCount = 1
  return out
}
