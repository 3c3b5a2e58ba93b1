// What `inspect` and explanations show of a model.

import type { Contribution, Dataset, LabelWeight } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'

/** The `top` features of 0 … count − 1 with the highest positive weight. */
export function strongestFeatures(
  count: number,
  top: number,
  weightOf: (feature: number) => number,
): Contribution[] {
  return strongest(count, top, weightOf).map(({ id, weight }) => ({ feature: id, weight }))
}

/** The same for labels. */
export function strongestLabels(
  count: number,
  top: number,
  weightOf: (label: number) => number,
): LabelWeight[] {
  return strongest(count, top, weightOf).map(({ id, weight }) => ({ label: id, weight }))
}

/** The `top` ids of 0 … count − 1 with the highest positive weight, strongest first, ties to the lower id. */
export function strongest(
  count: number,
  top: number,
  weightOf: (id: number) => number,
): { id: number; weight: number }[] {
  const best: { id: number; weight: number }[] = []
  if (top < 1) return best
  for (let id = 0; id < count; id++) {
    const weight = weightOf(id)
    if (!(weight > 0) || (best.length === top && weight <= best[top - 1].weight)) continue
    let at = best.length === top ? top - 1 : best.length
    while (at > 0 && best[at - 1].weight < weight) at--
    best.splice(at, 0, { id, weight })
    if (best.length > top) best.pop()
  }
  return best
}

/** What each feature of a row adds to a score, features without a part left out. */
export function explainRow(
  data: Dataset,
  row: number,
  partOf: (feature: number, value: number) => number | undefined,
): Contribution[] {
  const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
  const parts: Contribution[] = []
  for (let e = offsets[row & CHUNK_MASK]; e < offsets[(row & CHUNK_MASK) + 1]; e++) {
    const weight = partOf(columns[e], values[e])
    if (weight !== undefined) parts.push({ feature: columns[e], weight })
  }
  return parts
}
