// Documents counted by several, each with a vocabulary of its own that grows from batch to batch. A counter answers with
// rows under its own columns and with the terms that it had not met before; whoever merges keeps, for each counter, what
// its columns are called here. Batches are merged in the order of the documents, and a counter gets its batches in that
// order: a term that is new here is then among the new ones of the batch that brings it, in the order in which they come
// in its texts. So terms get the columns that one counter of all documents would have given them. Statistics are sums of
// whole numbers, which come out the same in any order: each counter adds up its own, and hands them over at the end.

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
  /** Who counted it. */
  readonly counter: number
  /** What the documents are besides their texts. */
  readonly documents: readonly Document[]
  /** The terms that the counter had not met before: its next columns. */
  readonly terms: ByteStrings
  /** Rows of the documents that are counted: row i is `offsets[i] … offsets[i + 1]` of columns and values. */
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
 * Reads a corpus, batch after batch; some have been counted on the way, as the task says. The totals of each counter come
 * after the last batch.
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

/** What others have counted, taken into a vectoriser of all. */
export class CountMerger {
  private readonly vectoriser: Vectoriser
  /** By counter: what its columns are here, as many as it has. */
  private readonly counters: { columns: Int32Array; count: number }[] = []

  constructor(vectoriser: Vectoriser) {
    this.vectoriser = vectoriser
  }

  /** Takes the terms of a batch, and writes our columns into its rows. */
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
    // Who has counted nothing has no columns.
    const own = this.counters[totals.counter]
    if (own !== undefined) this.vectoriser.addStatistics(totals, own.columns)
  }
}
