// What a weighting is: how term counts of a document become values, before the norm. Each is declared once, in a
// file of its own below weightings/, and listed in weightings/index.ts. In their formulas d is a term's count in
// the document, u the document's number of distinct known terms, len its number of known tokens, df the number of
// training documents with the term, m their number, ū and len̄ training averages.
//
// Terms of value 0 leave the row. `l2` divides by the Euclidean length.

export const NORMS = ['l2', 'none'] as const
export type Norm = (typeof NORMS)[number]

/** What a weighting may read of the training documents. */
type StatisticName = 'df' | 'meanDistinct' | 'meanLength'

export interface Weighting {
  /** What `--weighting` calls it. */
  readonly name: string
  /** The norm that goes with it unless something else is asked for. */
  readonly norm: Norm
  /** What it reads of the training documents; with a mean, a value also depends on the rest of its document. */
  readonly reads: readonly StatisticName[]
  /**
   * Where a term is worth d or 1 + ln d, times its idf or not, whatever else is in the document: the engine weighs
   * such rows itself, to the bits of `weigh`.
   */
  readonly termByTerm?: { readonly logs: boolean; readonly idf: boolean }
  /** The part of a value that comes from how many of the documents have the term, and changes with them; absent where none does. */
  ofFrequency?(df: number, documents: number): number
  /** What an absent term is worth; rows hold what is above it. */
  readonly absent?: number
  /** The distance between the largest and the smallest value of a row, where that is always the same. */
  readonly range?: number
  /** Turns the counts of a row's `n` entries into values, in place. */
  weigh(columns: Uint32Array, values: Float64Array, n: number, statistics: TermStatistics): void
  /** What a term of this count is worth, as far as that does not depend on the rest of its document. */
  typical(count: number, df: number, documents: number): number
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

/**
 * Declares a weighting.
 *
 * @example
 * const squareRoot = defineWeighting({
 *   name: 'square-root',
 *   norm: 'l2',
 *   reads: [],
 *   weigh(columns, values, n) {
 *     for (let i = 0; i < n; i++) values[i] = Math.sqrt(values[i])
 *   },
 *   typical: (count) => Math.sqrt(count),
 * })
 * extend({ weightings: [squareRoot] })
 * const model = await train(documents, { learner: 'naive-bayes', weighting: 'square-root' })
 * model.rank('corn')[0].label // 'grain'
 */
export function defineWeighting<const Declaration extends Weighting>(weighting: Declaration): Declaration {
  return weighting
}

/** Whether what a term is worth depends on the other terms of its document, beside the norm. */
export function readsOtherTerms({ reads }: Weighting): boolean {
  return reads.includes('meanDistinct') || reads.includes('meanLength')
}

/** Turns the counts of a row into values, in place; returns how many entries are left. */
export function weighRow(
  columns: Uint32Array,
  values: Float64Array,
  n: number,
  weighting: Weighting,
  norm: Norm,
  statistics: TermStatistics,
): number {
  weighting.weigh(columns, values, n, statistics)
  let left = 0
  let squares = 0
  for (let i = 0; i < n; i++) {
    const value = values[i]
    squares += value * value
    if (value === 0) continue
    columns[left] = columns[i]
    values[left++] = value
  }
  if (norm === 'none' || squares === 0) return left
  const length = Math.sqrt(squares)
  for (let i = 0; i < left; i++) values[i] /= length
  return left
}

/** ln of the counts that words usually have. */
const LOGS = Float64Array.from({ length: 256 }, (_, count) => Math.log(count))

/** ln of a count. */
export function logOf(count: number): number {
  // Vectors have other values too.
  return count < 256 && count === (count | 0) && count >= 0 ? LOGS[count] : Math.log(count)
}

/** ln(m/df) of a column, kept where there is room for it. */
export function idfOf(column: number, { documents, df, idf }: TermStatistics): number {
  if (idf === undefined) return Math.log(documents / df[column])
  return idf[column] || (idf[column] = Math.log(documents / df[column]))
}

/** The sum of a row. */
export function sum(values: Float64Array, n: number): number {
  let total = 0
  for (let i = 0; i < n; i++) total += values[i]
  return total
}
