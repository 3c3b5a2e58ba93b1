// Term counts of a document → values, then the norm. Let d be a term's count in the document, u the
// document's number of distinct known terms, len its number of known tokens, df the number of training
// documents with the term, m their number, ū and len̄ training averages:
//
//   binary     1                               tf         d
//   log-tf     1 + ln d                        tfidf      (1 + ln d) · ln(m/df)
//   tfidf-raw  d · ln(m/df)
//   pivoted    ln(m/df) · [(1 + ln d)/(1 + ln(len/u))] / [(1 − s) + s · u/ū], s = 0.3   (Singhal 1996)
//   inquery    0.6 · [d/(d + 0.5 + 1.5 · len/len̄)] · [ln((m + 0.5)/df)/ln(m + 1)]: the part above 0.4,
//              which absent terms have too
//
// Terms of value 0 leave the row. `l2` divides by the Euclidean length.

export const WEIGHTINGS = ['binary', 'tf', 'log-tf', 'tfidf', 'tfidf-raw', 'pivoted', 'inquery'] as const
export type Weighting = (typeof WEIGHTINGS)[number]
export type Norm = 'l2' | 'none'

/** The norm that goes with a weighting unless something else is asked for. */
export function usualNorm(weighting: Weighting): Norm {
  return weighting === 'binary' || weighting === 'pivoted' || weighting === 'inquery' ? 'none' : 'l2'
}

/** The weightings by which a term is worth d or 1 + ln d, times its idf or not, whatever else is in the document. */
export const TERM_BY_TERM: {
  readonly [weighting in Weighting]?: { readonly logs: boolean; readonly idf: boolean }
} = {
  tf: { logs: false, idf: false },
  'log-tf': { logs: true, idf: false },
  tfidf: { logs: true, idf: true },
  'tfidf-raw': { logs: false, idf: true },
}

/** What weighting needs to know of the training documents. */
export interface TermStatistics {
  readonly documents: number
  /** Document frequency by column. */
  readonly df: Float64Array
  readonly meanDistinct: number
  readonly meanLength: number
  /** By column, ln(m/df) where it has been worked out, else 0. */
  readonly idf?: Float64Array | undefined
}

const PIVOT_SLOPE = 0.3

/** What a term that is not there is worth under `inquery`; rows hold what is above it. */
export const ABSENT_INQUERY = 0.4

/** Turns the counts of a row into values, in place; returns how many entries are left. */
export function weighRow(
  columns: Uint32Array,
  values: Float64Array,
  n: number,
  weighting: Weighting,
  norm: Norm,
  statistics: TermStatistics,
): number {
  const { documents: m } = statistics
  switch (weighting) {
    case 'tf':
      break
    case 'binary':
      for (let i = 0; i < n; i++) values[i] = 1
      break
    case 'log-tf':
      for (let i = 0; i < n; i++) values[i] = 1 + logOf(values[i])
      break
    case 'tfidf':
      for (let i = 0; i < n; i++) values[i] = (1 + logOf(values[i])) * idfOf(columns[i], statistics)
      break
    case 'tfidf-raw':
      for (let i = 0; i < n; i++) values[i] *= idfOf(columns[i], statistics)
      break
    case 'pivoted': {
      const average = 1 + Math.log(sum(values, n) / n)
      const pivot = 1 - PIVOT_SLOPE + (PIVOT_SLOPE * n) / statistics.meanDistinct
      for (let i = 0; i < n; i++) {
        values[i] = (idfOf(columns[i], statistics) * ((1 + logOf(values[i])) / average)) / pivot
      }
      break
    }
    case 'inquery': {
      const long = 0.5 + (1.5 * sum(values, n)) / statistics.meanLength
      for (let i = 0; i < n; i++) {
        const idf = Math.log((m + 0.5) / statistics.df[columns[i]]) / Math.log(m + 1)
        values[i] = 0.6 * (values[i] / (values[i] + long)) * idf
      }
      break
    }
  }
  const left = dropZeros(columns, values, n)
  if (norm === 'l2') normaliseRow(values, left)
  return left
}

/** ln of the counts that words usually have. */
const LOGS = Float64Array.from({ length: 256 }, (_, count) => Math.log(count))

function logOf(count: number): number {
  // Vectors have other values too.
  return count < 256 && count === (count | 0) && count >= 0 ? LOGS[count] : Math.log(count)
}

function idfOf(column: number, { documents, df, idf }: TermStatistics): number {
  if (idf === undefined) return Math.log(documents / df[column])
  return idf[column] || (idf[column] = Math.log(documents / df[column]))
}

/** What a term of this count is worth before the norm, as far as that does not depend on the rest of its document. */
export function typicalValue(weighting: Weighting, count: number, df: number, documents: number): number {
  switch (weighting) {
    case 'binary':
      return 1
    case 'tf':
      return count
    case 'log-tf':
      return 1 + Math.log(count)
    case 'tfidf-raw':
      return count * Math.log(documents / df)
    case 'tfidf':
    case 'pivoted':
      return (1 + Math.log(count)) * Math.log(documents / df)
    case 'inquery':
      return (count / (count + 2)) * (Math.log((documents + 0.5) / df) / Math.log(documents + 1))
  }
}

/** Whether what a term is worth depends on how many others of its document are known, beside the norm. */
export function heedsOthers(weighting: Weighting): boolean {
  return weighting === 'pivoted' || weighting === 'inquery'
}

/** Divides by the Euclidean length; a row of length 0 stays as it is. */
export function normaliseRow(values: Float64Array, n: number): void {
  let squares = 0
  for (let i = 0; i < n; i++) squares += values[i] * values[i]
  if (squares === 0) return
  const length = Math.sqrt(squares)
  for (let i = 0; i < n; i++) values[i] /= length
}

function dropZeros(columns: Uint32Array, values: Float64Array, n: number): number {
  let left = 0
  for (let i = 0; i < n; i++) {
    if (values[i] === 0) continue
    columns[left] = columns[i]
    values[left++] = values[i]
  }
  return left
}

function sum(values: Float64Array, n: number): number {
  let total = 0
  for (let i = 0; i < n; i++) total += values[i]
  return total
}
