// Documents → rows. In a first pass terms get their columns in order of arrival, and df and counts add up. Then rare or
// unselected terms are dropped, columns are renumbered, and every further document is read by this vocabulary. No object
// per term: terms are hashed from the text's bytes.

import type { Document, FeatureVector, ScoringThread } from '../contract.js'
import type { TermRow } from '../engine/contract.js'
import { engine } from '../engine/engine.js'
import { TermIds } from '../engine/term-ids.js'
import { InputError } from '../errors.js'
import type { ByteStrings } from '../structures/byte-strings.js'
import { ByteTable } from '../structures/byte-table.js'
import { murmur3 } from '../structures/hash.js'
import { Analyser, loadAnalyser } from '../text/analyser.js'
import { type Span, textSpans } from '../text/text-spans.js'
import { TermCounts } from './term-counts.js'
import type { SettledOptions } from './vector-options.js'
import { type Weighting, weighRow } from './weighting.js'
import { weightings } from './weightings/index.js'

/** What was learned of the training documents. */
export interface VocabularyParts {
  readonly terms: ByteTable
  readonly df: Float64Array
  /** Occurrences of each term in all documents. */
  readonly occurrences: Float64Array
  readonly documents: number
  /** Whether the documents were ready-made vectors rather than texts; unknown before the first. */
  readonly vectors: boolean | undefined
}

const MAX_VALUE = 3.4028234663852886e38

/**
 * Turns documents into rows of columns and values.
 *
 * @example
 * const { vectoriser } = model.toParts()
 * vectoriser.vectorise({ text: 'wheat and corn' })
 * vectoriser.size // 3
 */
export class Vectoriser {
  readonly options: SettledOptions
  readonly weighting: Weighting
  terms: ByteTable
  /** Of the last text: the number of its terms, and of those that are not known. */
  read = 0
  unknown = 0
  vectors: boolean | undefined
  private readonly counts: TermCounts
  private readonly analyser: Analyser
  private readonly termIds = new TermIds()
  /** The last row. */
  private readonly row: TermRow = engine().termRow()
  private readonly digits = new Uint8Array(16)

  /** A new vectoriser, or one with what was learned before; loads what its options need (a stemmer). */
  static async load(options: SettledOptions, parts?: VocabularyParts): Promise<Vectoriser> {
    return new Vectoriser(options, parts, await loadAnalyser(options))
  }

  constructor(options: SettledOptions, parts?: VocabularyParts, analyser = new Analyser(options)) {
    this.options = options
    this.weighting = weightings.named(options.weighting)
    this.analyser = analyser
    this.terms = parts?.terms ?? new ByteTable()
    this.counts = new TermCounts(parts?.documents, parts?.df, parts?.occurrences)
    this.vectors = parts?.vectors
  }

  get documents(): number {
    return this.counts.documents
  }

  /** The last row: the first `size` of its columns and values. */
  get columns(): Uint32Array {
    return this.row.columns
  }

  get values(): Float64Array {
    return this.row.values
  }

  get size(): number {
    return this.row.size
  }

  /** Makes the row of counts of a document, adds its new terms, and counts it into the statistics. */
  look(document: Document): void {
    this.counts.prepare(this.terms.count)
    this.count(document, true)
    this.counts.reserve(this.terms.count)
    this.counts.addRow(this.columns, this.values, this.size)
  }

  /** Adds terms that were found elsewhere, known or new; writes the column of each. */
  takeTerms(terms: ByteStrings, columns: Int32Array): void {
    this.counts.prepare(this.terms.count)
    this.terms.internAll(terms, columns)
    this.counts.reserve(this.terms.count)
  }

  /** Adds the statistics of documents that were counted elsewhere; `renamed` tells our columns from those there. */
  addStatistics(statistics: Omit<VocabularyParts, 'terms'>, renamed: Int32Array): void {
    this.counts.add(statistics, renamed)
    this.vectors ??= statistics.vectors
  }

  /** Before threads look up terms: what the others need to do so in the same memory, if they can. */
  shareWords(thread: ScoringThread): object | undefined {
    return this.vectors === true ? undefined : this.analyser.shareWords(this.terms, thread)
  }

  /** Makes the row of a document with known terms only, weighted and normalised. */
  vectorise(document: Document): void {
    this.count(document, false)
    this.weigh()
  }

  /** Turns the row of counts that is there into values. */
  weigh(): void {
    if (this.vectors === true) return
    const { row, weighting } = this
    const { norm } = this.options
    const statistics = this.counts.statistics(weighting, this.terms.count)
    const { termByTerm } = weighting
    if (termByTerm !== undefined) {
      const idf = termByTerm.idf ? statistics.idf : undefined
      const ready = idf !== undefined || !termByTerm.idf
      if (ready && row.weigh(termByTerm.logs, idf, norm === 'l2')) return
    }
    row.size = weighRow(row.columns, row.values, row.size, weighting, norm, statistics)
  }

  /**
   * Where the terms of a text come from: the words that terms are made of, and for each occurrence of a term its
   * words and its column, −1 if it is not known. For showing; `columns` and `values` stay as they are.
   */
  locate(text: string): {
    readonly words: readonly Span[]
    readonly wordsOf: readonly (readonly number[])[]
    readonly features: Int32Array
  } {
    const { words, wordsOf, terms } = textSpans(this.analyser, text)
    const features = new Int32Array(terms.count)
    this.terms.findAll(terms, features)
    return { words, wordsOf, features }
  }

  /** Whether a term stays after looking, by --min-df and --min-count. */
  kept(): Uint8Array {
    const { minDf, minCount } = this.options
    const { df, occurrences } = this.counts
    const keep = new Uint8Array(this.terms.count)
    for (let t = 0; t < keep.length; t++) keep[t] = df[t] >= minDf && occurrences[t] >= minCount ? 1 : 0
    return keep
  }

  /** Drops the terms that are not kept; returns the new column of each old one, −1 if it left. */
  settle(keep: Uint8Array): Int32Array {
    if (keep.includes(0)) this.terms = this.terms.filter(keep)
    return this.counts.filter(keep)
  }

  parts(): VocabularyParts {
    const { terms, vectors } = this
    const { documents, df, occurrences } = this.counts
    return {
      terms,
      df: df.subarray(0, terms.count),
      occurrences: occurrences.subarray(0, terms.count),
      documents,
      vectors,
    }
  }

  /** Loads a row of counts, as a dataset kept it, in place of reading a document. */
  loadCounts(
    columns: Uint32Array,
    values: Float32Array,
    from: number,
    to: number,
    renamed: Int32Array,
  ): void {
    this.row.reserve(to - from, this.terms.count)
    const { columns: ownColumns, values: ownValues } = this.row
    let n = 0
    for (let e = from; e < to; e++) {
      const column = renamed[columns[e]]
      if (column < 0) continue
      ownColumns[n] = column
      ownValues[n++] = values[e]
    }
    this.row.size = n
  }

  /** Writes the row that is there into arrays of many; returns where it ends. */
  storeRow(columns: Uint32Array, values: Float32Array | Float64Array, at: number): number {
    const { size, columns: ownColumns, values: ownValues } = this
    for (let i = 0; i < size; i++) {
      columns[at + i] = ownColumns[i]
      values[at + i] = ownValues[i]
    }
    return at + size
  }

  private count(document: Document, grow: boolean): void {
    const isVector = document.vector !== undefined
    this.vectors ??= isVector
    if (isVector !== this.vectors) {
      throw new InputError(
        this.vectors
          ? 'expected a ready-made vector (svmlight), as in training, found a text'
          : 'expected a text, as in training, found a ready-made vector (svmlight)',
      )
    }
    if (document.vector !== undefined) this.countVector(document.vector, grow)
    else if (document.text !== undefined) this.countText(document.text, grow)
    else throw new InputError('a document has no text: expected "text"')
  }

  private countText(text: string | Uint8Array, grow: boolean): void {
    const { termIds } = this
    termIds.clear(this.row.ids)
    this.analyser.addIds(text, this.terms, grow, termIds)
    const { ids, count } = termIds
    this.row.count(ids, count, this.terms.count)
    this.read = count
    this.unknown = count - this.row.counted
  }

  /** A vector's features are terms too: the decimal digits of their ids. */
  private countVector(vector: FeatureVector, grow: boolean): void {
    // All of it before the first term is added: a refused document leaves no trace.
    this.row.size = 0
    checkVector(vector)
    const { features, values: given } = vector
    this.row.reserve(features.length, this.terms.count)
    const { terms, digits, row } = this
    const { columns, values } = row
    let n = 0
    for (let i = 0; i < features.length; i++) {
      if (Math.fround(given[i]) === 0) continue
      const from = this.writeDigits(features[i])
      const hash = murmur3(digits, from, 16)
      const term = grow ? terms.intern(digits, from, 16, hash) : terms.find(digits, from, 16, hash)
      if (term < 0) continue
      columns[n] = term
      values[n++] = given[i]
    }
    row.size = n
  }

  /** Decimal digits at the end of the scratch buffer; returns where they start. */
  private writeDigits(id: number): number {
    let at = 16
    do {
      this.digits[--at] = 48 + (id % 10)
      id = Math.floor(id / 10)
    } while (id > 0)
    return at
  }
}

/** Refuses values that a row cannot hold, and ids that come twice. */
function checkVector({ features, values }: FeatureVector): void {
  if (features.length !== values.length) {
    throw new InputError(`a vector has ${features.length} ids and ${values.length} values: expected as many`)
  }
  let ascending = true
  for (let i = 0; i < features.length; i++) {
    if (!(Math.abs(values[i]) <= MAX_VALUE)) {
      throw new InputError(
        `feature ${features[i]} has the value ${values[i]}: expected a number up to ${MAX_VALUE}`,
      )
    }
    if (i > 0 && features[i - 1] >= features[i]) ascending = false
  }
  if (ascending) return
  const sorted = features.slice().sort()
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i - 1] === sorted[i]) {
      throw new InputError(`feature ${sorted[i]} is there twice: expected each id once`)
    }
  }
}
