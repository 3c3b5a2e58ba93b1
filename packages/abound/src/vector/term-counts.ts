// What a vectoriser has counted in training documents, by term: document frequencies and occurrences, with their totals.

import { grow } from '../structures/grow.js'
import { readsOtherTerms, type TermStatistics, type Weighting } from './weighting.js'

/** Rows that are weighed by the same frequencies before the idf of all terms is computed. */
const ROWS_BEFORE_IDF = 16

export class TermCounts {
  documents: number
  df: Float64Array
  /** Occurrences of each term in all documents. */
  occurrences: Float64Array
  private totalDf = 0
  private totalOccurrences = 0
  /** Whether the totals are known: they are summed when something first needs them. */
  private summed: boolean
  /** By term, ln(m/df), while documents and frequencies stay what they are. */
  private idf: Float64Array | undefined
  private weighed = 0

  constructor(documents?: number, df?: Float64Array, occurrences?: Float64Array) {
    this.documents = documents ?? 0
    this.df = df ?? new Float64Array(1024)
    this.occurrences = occurrences ?? new Float64Array(1024)
    this.summed = df === undefined
  }

  /** Before anything is counted, with `terms` terms that were counted so far. */
  prepare(terms: number): void {
    if (!this.summed) this.sumUp(terms)
  }

  /** Makes room for this many terms. */
  reserve(terms: number): void {
    if (terms <= this.df.length) return
    const size = Math.max(terms, this.df.length * 2)
    this.df = grow(this.df, size)
    this.occurrences = grow(this.occurrences, size)
  }

  /** Counts a document by its row of counts. */
  addRow(columns: Uint32Array, values: Float64Array, size: number): void {
    const { df, occurrences } = this
    let tokens = 0
    for (let i = 0; i < size; i++) {
      const column = columns[i]
      const value = values[i]
      df[column]++
      occurrences[column] += value
      tokens += value
    }
    this.totalDf += size
    this.totalOccurrences += tokens
    this.documents++
    this.forgetIdf()
  }

  /** Adds what was counted elsewhere; `renamed` tells our columns from those there. */
  add(
    { documents, df, occurrences }: Pick<TermCounts, 'documents' | 'df' | 'occurrences'>,
    renamed: Int32Array,
  ): void {
    for (let t = 0; t < df.length; t++) {
      this.df[renamed[t]] += df[t]
      this.occurrences[renamed[t]] += occurrences[t]
      this.totalDf += df[t]
      this.totalOccurrences += occurrences[t]
    }
    this.documents += documents
    this.forgetIdf()
  }

  /** Drops the terms that are not kept; returns the new column of each old one, −1 if it was dropped. */
  filter(keep: Uint8Array): Int32Array {
    const renamed = new Int32Array(keep.length)
    let kept = 0
    for (let t = 0; t < keep.length; t++) {
      renamed[t] = keep[t] === 0 ? -1 : kept
      if (keep[t] === 0) continue
      this.df[kept] = this.df[t]
      this.occurrences[kept++] = this.occurrences[t]
    }
    this.df = this.df.slice(0, kept)
    this.occurrences = this.occurrences.slice(0, kept)
    this.idf = undefined
    this.sumUp(kept)
    return renamed
  }

  /**
   * What a weighting reads for the next row, with `terms` terms: sums as they stand, so that a model that goes on learning
   * weighs by what it has seen so far.
   */
  statistics(weighting: Weighting, terms: number): TermStatistics {
    if (!this.summed && readsOtherTerms(weighting)) this.sumUp(terms)
    if (++this.weighed > ROWS_BEFORE_IDF && weighting.reads.includes('df')) this.idf ??= this.idfOf(terms)
    const { documents, df, idf } = this
    return {
      documents,
      df,
      meanDistinct: this.totalDf / documents,
      meanLength: this.totalOccurrences / documents,
      idf,
    }
  }

  private forgetIdf(): void {
    this.idf = undefined
    this.weighed = 0
  }

  private sumUp(terms: number): void {
    this.summed = true
    this.totalDf = 0
    this.totalOccurrences = 0
    for (let t = 0; t < terms; t++) {
      this.totalDf += this.df[t]
      this.totalOccurrences += this.occurrences[t]
    }
  }

  private idfOf(terms: number): Float64Array {
    const { documents, df } = this
    const idf = new Float64Array(terms)
    for (let t = 0; t < terms; t++) idf[t] = Math.log(documents / df[t])
    return idf
  }
}
