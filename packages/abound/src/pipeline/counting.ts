// Counting documents on several threads with the same result as on one.
//
// Each thread has a counter with a vocabulary of its own, which grows from batch to batch. For a batch, the counter answers
// with rows under its own columns and with the terms that were new to it. The merger has one vocabulary for all, and for
// each counter a table from the counter's columns to its own. Every counter gets its batches in the order of the
// documents, and batches are merged in that order; so a term that is new to the merger is always among the new terms of
// the batch, in the order of the texts, and gets the column that a single counter would have given it. Statistics are sums
// of whole numbers, the same in any order: each counter adds up its own and hands them over at the end.

import type { Document } from '../contract.js'
import { InputError } from '../errors.js'
import type { ByteStrings } from '../structures/byte-strings.js'
import { grow } from '../structures/grow.js'
import type { SettledOptions } from '../vector/vector-options.js'
import { Vectoriser, type VocabularyParts } from '../vector/vectoriser.js'
import { judgementOf } from './rows.js'

/** How documents are counted. Plain data. */
export interface CountTask {
  readonly vectorOptions: SettledOptions
  /** Whether unlabelled documents are counted, too. */
  readonly unlabelled: boolean
}

/** A batch that was counted. Plain data. */
export interface CountedDocuments {
  /** The number of the counter. */
  readonly counter: number
  /** The documents without their texts. */
  readonly documents: readonly Document[]
  /** The terms that the counter had not met before: its next columns. */
  readonly terms: ByteStrings
  /** Rows of the counted documents: row i is `offsets[i] … offsets[i + 1]` of columns and values. */
  readonly offsets: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float64Array
  /** Why the last document has no row. */
  readonly failure?: string
}

/** The statistics of all that a counter has counted. Plain data. */
export interface CounterTotals extends Omit<VocabularyParts, 'terms'> {
  readonly counter: number
}

/**
 * Reads a corpus in batches. A batch may come counted, as the task says, or as plain documents. The totals of each counter
 * come after the last batch.
 */
export type FirstPassReader = (
  task: CountTask,
) => AsyncIterable<readonly Document[] | CountedDocuments | CounterTotals>

export class DocumentCounter {
  private readonly counter: number
  private readonly vectoriser: Vectoriser
  private readonly unlabelled: boolean
  /** Entries of the batch, in arrays that double. */
  private columns = new Uint32Array(1 << 14)
  private values = new Float64Array(1 << 14)

  static async load(counter: number, { vectorOptions, unlabelled }: CountTask): Promise<DocumentCounter> {
    return new DocumentCounter(counter, await Vectoriser.load(vectorOptions), unlabelled)
  }

  private constructor(counter: number, vectoriser: Vectoriser, unlabelled: boolean) {
    this.counter = counter
    this.vectoriser = vectoriser
    this.unlabelled = unlabelled
  }

  count(batch: readonly Document[]): CountedDocuments {
    const { vectoriser } = this
    const known = vectoriser.terms.count
    const documents: Document[] = []
    const offsets = new Uint32Array(batch.length + 1)
    let rows = 0
    let failure: string | undefined
    for (const document of batch) {
      documents.push(withoutText(document))
      if (!this.unlabelled && judgementOf(document) === 0) continue
      try {
        vectoriser.look(document)
      } catch (error) {
        if (!(error instanceof InputError)) throw error
        failure = error.message
        break
      }
      offsets[rows + 1] = this.addRow(offsets[rows])
      rows++
    }
    const end = offsets[rows]
    return {
      counter: this.counter,
      documents,
      terms: vectoriser.terms.since(known),
      offsets: offsets.slice(0, rows + 1),
      columns: this.columns.slice(0, end),
      values: this.values.slice(0, end),
      ...(failure === undefined ? {} : { failure }),
    }
  }

  totals(): CounterTotals {
    const { df, occurrences, documents, vectors } = this.vectoriser.parts()
    return { counter: this.counter, df: df.slice(), occurrences: occurrences.slice(), documents, vectors }
  }

  /** Copies the row that the vectoriser made; returns where it ends. */
  private addRow(at: number): number {
    const end = at + this.vectoriser.size
    if (end > this.columns.length) {
      const length = Math.max(end, 2 * this.columns.length)
      this.columns = grow(this.columns, length)
      this.values = grow(this.values, length)
    }
    return this.vectoriser.storeRow(this.columns, this.values, at)
  }
}

function withoutText({ labels, notLabels, partial, weight }: Document): Document {
  return {
    ...(labels === undefined ? {} : { labels }),
    ...(notLabels === undefined ? {} : { notLabels }),
    ...(partial === undefined ? {} : { partial }),
    ...(weight === undefined ? {} : { weight }),
  }
}

/** Merges what counters answer into one vectoriser. */
export class CountMerger {
  private readonly vectoriser: Vectoriser
  /** By counter: our column for each of its columns. */
  private readonly counters: { columns: Int32Array; count: number }[] = []

  constructor(vectoriser: Vectoriser) {
    this.vectoriser = vectoriser
  }

  /** Adds the new terms of a batch, and replaces the columns in its rows by ours. */
  takeRows({ counter, terms, columns }: CountedDocuments): void {
    this.counters[counter] ??= { columns: new Int32Array(1024), count: 0 }
    const own = this.counters[counter]
    const count = own.count + terms.count
    if (count > own.columns.length) own.columns = grow(own.columns, Math.max(count, 2 * own.columns.length))
    this.vectoriser.takeTerms(terms, own.columns.subarray(own.count, count))
    own.count = count
    const renamed = own.columns
    for (let e = 0; e < columns.length; e++) columns[e] = renamed[columns[e]]
  }

  takeTotals(totals: CounterTotals): void {
    // A counter that has counted nothing has no columns.
    const own = this.counters[totals.counter]
    if (own !== undefined) this.vectoriser.addStatistics(totals, own.columns)
  }
}
