// Weights by feature and label: what models ask of them, and what every way to store them offers. A document's row meets
// its features' weights, so they lie by feature.

import type { Dataset, NumberArray } from '../contract.js'
import { grow } from '../structures/grow.js'
import type { PackedLists } from '../structures/postings.js'
import type { WeightRows } from './weight-rows.js'

export type VisitWeight = (label: number, weight: number) => void

/** Weights to read: as they are stored, or worked out from others. */
export interface Weights {
  readonly featureCount: number
  readonly labelCount: number
  get(feature: number, label: number): number
  /** scores_l += w_l · x for all labels. */
  addScores(data: Dataset, row: number, scores: Float64Array): void
  /** Calls back with every weight of a feature that is not 0. */
  forEachOf(feature: number, visit: VisitWeight): void
  /** How many numbers other than 0 are stored. */
  entries(): number
  /** The same in a form that can change. */
  rows(): WeightRows
  /** Adds itself to the arrays of a state, under a name. */
  store(name: string, arrays: Record<string, NumberArray>): void
}

/** Labels ascend in each list. */
export interface WeightLists extends PackedLists {
  /** By feature: what is added to the weights of all labels. */
  readonly common?: Float64Array | undefined
}

/** How weights that change are stored (dense-rows.ts, sparse-rows.ts). */
export interface RowStorage {
  /** Makes features and labels below these exist. */
  ensure(features: number, labels: number): void
  get(feature: number, label: number): number
  add(feature: number, label: number, delta: number): void
  /** w_l += scale_l · x for the first `count` labels and scales, which are distinct. */
  addScaledRow(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void
  /** scores_l += factor · w_l · x. */
  addScores(data: Dataset, row: number, scores: Float64Array, factor: number): void
  forEachOf(feature: number, visit: VisitWeight): void
  /** How many weights are not 0. */
  entries(): number
  lists(): WeightLists
  /** Writes all weights into a matrix of zeros, `stride` a feature. */
  writeDense(matrix: Float32Array | Float64Array, stride: number): void
  /** Whether all weights are numbers of 32 bits. */
  isSingle(): boolean
  /** Bytes of its arrays. */
  bytes(): number
}

/** Lists of the weights that come for each feature, in any order. */
export function collectLists(
  features: number,
  collect: (feature: number, add: VisitWeight) => void,
): WeightLists {
  const lengths = new Uint32Array(features)
  let labels = new Uint32Array(1024)
  let values = new Float64Array(1024)
  let size = 0
  const add: VisitWeight = (label, weight) => {
    if (size === labels.length) {
      labels = grow(labels, 2 * size)
      values = grow(values, 2 * size)
    }
    labels[size] = label
    values[size++] = weight
  }
  for (let f = 0; f < features; f++) {
    const from = size
    collect(f, add)
    lengths[f] = size - from
    sortList(labels, values, from, size)
  }
  return { lengths, labels: labels.slice(0, size), values: values.slice(0, size) }
}

/** Sorts the list at from … to by label. */
export function sortList(labels: Uint32Array, values: Float64Array, from: number, to: number): void {
  let i = from + 1
  while (i < to && labels[i - 1] < labels[i]) i++
  if (i >= to) return
  const order = Array.from({ length: to - from }, (_, place) => from + place)
  order.sort((a, b) => labels[a] - labels[b])
  const [sortedLabels, sortedValues] = [order.map((at) => labels[at]), order.map((at) => values[at])]
  labels.set(sortedLabels, from)
  values.set(sortedValues, from)
}
