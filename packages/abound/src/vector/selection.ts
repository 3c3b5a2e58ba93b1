// Feature selection: which terms a model keeps, by what training documents say of them. Works on the
// counted rows of a dataset; presence of a term is what counts for df, mutual information and χ².
//
//   df                  the N terms in most documents
//   mutual-information  I(t; l) = Σ_{t,l ∈ {0,1}} P(t,l) ln(P(t,l)/(P(t)P(l)))      (Joachims 1999)
//   chi2                m(ad − bc)²/((a+b)(c+d)(a+c)(b+d)) over the 2 × 2 table of term and label
//   rocchio             per label the max(100, 2.5 % of the terms with positive weight) terms of highest
//                       16 · mean(x in label) − 4 · mean(x not in label)             (Crammer & Singer 2002)
//
// Scope `local` keeps the union of every label's N best; `global` the N best of the sum over labels (mutual
// information) or of the maximum (χ²). Ties go to the lower id. Rocchio is always local, with its own N.

import type { Dataset } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'

export const SELECTIONS = ['none', 'rocchio', 'mutual-information', 'df', 'chi2'] as const
export type Selection = (typeof SELECTIONS)[number]
export const SELECTION_SCOPES = ['global', 'local'] as const
export type SelectionScope = (typeof SELECTION_SCOPES)[number]

const ROCCHIO_LEAST = 100
const ROCCHIO_SHARE = 0.025

/** 1 for each feature to keep. `data` holds counts, or weighted values for `rocchio`. */
export function selectFeatures(
  data: Dataset,
  by: Exclude<Selection, 'none'>,
  top: number,
  scope: SelectionScope,
): Uint8Array {
  const keep = new Uint8Array(data.featureCount)
  if (by === 'df') {
    keepBest(documentFrequency(data), top, keep)
    return keep
  }
  if (by === 'rocchio') {
    forEachLabel(data, true, (label) => keepRocchio(label, data.count, keep))
    return keep
  }
  const measure = by === 'chi2' ? chiSquare : mutualInformation
  const overall = new Float64Array(data.featureCount)
  const one = new Float64Array(data.featureCount)
  forEachLabel(data, false, ({ inLabel, total, documents }) => {
    for (let f = 0; f < one.length; f++) {
      one[f] = measure(inLabel[f], total[f] - inLabel[f], documents, data.count - documents)
      overall[f] = by === 'chi2' ? Math.max(overall[f], one[f]) : overall[f] + one[f]
    }
    if (scope === 'local') keepBest(one, top, keep)
  })
  if (scope === 'global') keepBest(overall, top, keep)
  return keep
}

/** Only terms of the label's own documents can have positive weight: cost O(terms touched). */
function keepRocchio({ inLabel, total, documents, touched }: LabelSums, all: number, keep: Uint8Array): void {
  const candidates: Candidate[] = []
  for (const feature of touched) {
    const outside = all > documents ? (total[feature] - inLabel[feature]) / (all - documents) : 0
    const weight = 16 * (inLabel[feature] / documents) - 4 * outside
    if (weight > 0) candidates.push({ feature, weight })
  }
  markBest(candidates, Math.max(ROCCHIO_LEAST, Math.floor(candidates.length * ROCCHIO_SHARE)), keep)
}

/** Marks the `top` features with the highest positive measure. */
function keepBest(measure: Float64Array, top: number, keep: Uint8Array): void {
  const candidates: Candidate[] = []
  for (let feature = 0; feature < measure.length; feature++) {
    if (measure[feature] > 0) candidates.push({ feature, weight: measure[feature] })
  }
  markBest(candidates, top, keep)
}

interface Candidate {
  readonly feature: number
  readonly weight: number
}

function markBest(candidates: Candidate[], top: number, keep: Uint8Array): void {
  candidates.sort((a, b) => b.weight - a.weight || a.feature - b.feature)
  for (const { feature } of candidates.slice(0, top)) keep[feature] = 1
}

function documentFrequency(data: Dataset): Float64Array {
  const df = new Float64Array(data.featureCount)
  for (let row = 0; row < data.count; row++) addRow(data, row, false, df)
  return df
}

/** Sums by feature, of values or of presence: over the documents of a label, and over all. */
interface LabelSums {
  readonly inLabel: Float64Array
  readonly total: Float64Array
  /** Documents of the label, and the features in them. */
  readonly documents: number
  readonly touched: readonly number[]
}

/** Calls back once per label that has documents; the sums are overwritten by the next call. */
function forEachLabel(data: Dataset, weighted: boolean, visit: (label: LabelSums) => void): void {
  const total = new Float64Array(data.featureCount)
  const members: number[][] = Array.from({ length: data.labelCount }, () => [])
  for (let row = 0; row < data.count; row++) {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    addRow(data, row, weighted, total)
    for (let t = chunk.labelOffsets[2 * r]; t < chunk.labelOffsets[2 * r + 1]; t++)
      members[chunk.labels[t]].push(row)
  }
  const inLabel = new Float64Array(data.featureCount)
  const touched: number[] = []
  for (const rows of members) {
    if (rows.length === 0) continue
    for (const row of rows) addRow(data, row, weighted, inLabel, touched)
    visit({ inLabel, total, documents: rows.length, touched })
    for (const feature of touched) inLabel[feature] = 0
    touched.length = 0
  }
}

function addRow(data: Dataset, row: number, weighted: boolean, into: Float64Array, touched?: number[]): void {
  const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
  const to = offsets[(row & CHUNK_MASK) + 1]
  for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
    if (into[columns[e]] === 0) touched?.push(columns[e])
    into[columns[e]] += weighted ? values[e] : 1
  }
}

/** a, b: documents with the term in and outside the label; inside, outside: documents in and outside it. */
function mutualInformation(a: number, b: number, inside: number, outside: number): number {
  const m = inside + outside
  const cell = (joint: number, term: number, label: number): number =>
    joint === 0 ? 0 : (joint / m) * Math.log((joint * m) / (term * label))
  const present = a + b
  return (
    cell(a, present, inside) +
    cell(b, present, outside) +
    cell(inside - a, m - present, inside) +
    cell(outside - b, m - present, outside)
  )
}

function chiSquare(a: number, b: number, inside: number, outside: number): number {
  const c = inside - a
  const d = outside - b
  const below = (a + b) * (c + d) * (a + c) * (b + d)
  return below === 0 ? 0 : ((inside + outside) * (a * d - b * c) ** 2) / below
}
