// Rows of a fold as they will be. A new document loses the words that no training document has, and is brought to length 1
// without them, so its scores are larger than those of a held-out document whose every word counted in the vocabulary and in
// the idf. What is fitted to scores of held-out rows holds for new documents only if the rows are those that a model of the
// other folds would have made: its words, its idf, its length.
//
// Rows are kept weighted, not as counts. A value is the product of a part of the document and a part of the term's
// frequency, so the latter is divided out and put in again; the length is computed again where the norm asks for it. Training
// averages of lengths (pivoted, inquery) and the choice of features stay those of all documents. Cost: O(entries) a fold.

import type { Dataset } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import type { Vectoriser } from '../vector/vectoriser.js'
import type { Norm } from '../vector/weighting.js'
import { weightings } from '../vector/weightings/index.js'
import { subset } from './rows.js'

/** How the rows of all documents were weighted. Plain data. */
export interface RowWeights {
  readonly weighting: string
  readonly norm: Norm
  readonly minDf: number
  /** The documents that frequencies were counted in, and in how many of them each column's term is. */
  readonly documents: number
  readonly df: Float64Array
}

/** The weights of a vectoriser's rows; undefined for ready-made vectors, which are the same in every fold. */
export function rowWeights(vectoriser: Vectoriser): RowWeights | undefined {
  if (vectoriser.vectors === true) return undefined
  const { weighting, norm, minDf } = vectoriser.options
  const { documents, df } = vectoriser.parts()
  return { weighting, norm, minDf, documents, df }
}

/** Some rows of a dataset. */
export interface RowsOfData {
  readonly data: Dataset
  readonly rows: Uint32Array
}

/** Makes the named rows of a dataset as a model of one part of it would have made them. */
export type FoldRows = (rows: Uint32Array, shared?: boolean) => RowsOfData

/** The rows by a model that was trained on the rows of `train` alone. */
export function rowsOfFold(data: Dataset, train: Uint32Array, weights: RowWeights | undefined): FoldRows {
  if (weights === undefined) return (rows) => ({ data, rows })
  const own = countColumns(data, train, new Float64Array(data.featureCount))
  const factors = changeOfWeights(own, train.length, weights)
  return (rows, shared) => scaledRows(data, rows, factors, weights.norm, shared)
}

/** The rows by a model whose idf is that of all documents, but which has met only the terms that `met` counts. */
export function rowsOfKnownTerms(
  data: Dataset,
  met: Float64Array,
  weights: RowWeights | undefined,
): FoldRows {
  if (weights === undefined) return (rows) => ({ data, rows })
  const known = met.map((count) => (count > 0 ? 1 : 0))
  return (rows, shared) => scaledRows(data, rows, known, weights.norm, shared)
}

/** All rows of a held-out dataset without the terms that only they have, by the vectoriser of all documents. */
export function rowsAsMetByRest(heldOut: Dataset, vectoriser: Vectoriser): RowsOfData {
  const rows = Uint32Array.from({ length: heldOut.count }, (_, row) => row)
  const weights = rowWeights(vectoriser)
  if (weights === undefined) return { data: heldOut, rows }
  const own = countColumns(heldOut, rows, new Float64Array(weights.df.length))
  return rowsOfKnownTerms(
    heldOut,
    weights.df.map((count, column) => count - own[column]),
    weights,
  )(rows)
}

/** Adds to each column's count the rows that have it. */
export function countColumns(data: Dataset, rows: Uint32Array, counts: Float64Array): Float64Array {
  for (let i = 0; i < rows.length; i++) {
    const { offsets, columns } = data.chunks[rows[i] >>> CHUNK_SHIFT]
    const r = rows[i] & CHUNK_MASK
    for (let e = offsets[r]; e < offsets[r + 1]; e++) counts[columns[e]]++
  }
  return counts
}

/** By column: what a value is multiplied by; 0 where the term leaves. */
function changeOfWeights(own: Float64Array, documents: number, weights: RowWeights): Float64Array {
  const { ofFrequency } = weightings.named(weights.weighting)
  const factors = new Float64Array(own.length)
  for (let c = 0; c < own.length; c++) {
    if (own[c] === 0 || own[c] < weights.minDf) continue
    if (ofFrequency === undefined) factors[c] = 1
    else {
      const before = ofFrequency(weights.df[c], weights.documents)
      factors[c] = before === 0 ? 1 : ofFrequency(own[c], documents) / before
    }
  }
  return factors
}

/** A copy of the named rows with each value multiplied by its column's factor, and brought to length 1 again by the norm. */
function scaledRows(
  data: Dataset,
  rows: Uint32Array,
  factors: Float64Array,
  norm: Norm,
  shared?: boolean,
): RowsOfData {
  const scale = (columns: Uint32Array, values: Float64Array, n: number): number => {
    let size = 0
    let squares = 0
    let same = true
    for (let e = 0; e < n; e++) {
      const factor = factors[columns[e]]
      if (factor !== 1) same = false
      const value = values[e] * factor
      if (value === 0) continue
      squares += value * value
      columns[size] = columns[e]
      values[size++] = value
    }
    if (!same && norm === 'l2' && squares > 0) {
      const length = Math.sqrt(squares)
      for (let i = 0; i < size; i++) values[i] /= length
    }
    return size
  }
  const out = subset(data, rows, shared, scale)
  return { data: out, rows: Uint32Array.from({ length: out.count }, (_, row) => row) }
}
