// The rows that labels are held against, and the learner that does it: a linear SVM where that takes a minute at
// most, else ff, whose cost does not grow with the number of labels.

import type { Document, ForkJoinPool } from '../contract.js'
import { contextOf } from '../pipeline/context.js'
import { internLabels, judgementOf, weighRows } from '../pipeline/rows.js'
import { type ResolvedOptions, resolveTrainOptions } from '../pipeline/train-options.js'
import { trainOnRows } from '../pipeline/train-rows.js'
import type { ByteTable } from '../structures/byte-table.js'
import { DatasetBuilder } from '../structures/dataset.js'
import { Vectoriser } from '../vector/vectoriser.js'
import { Growing } from './growing.js'
import { type Doubt, findDoubts } from './label-errors.js'

/** Labels times words that an SVM learns from in about a minute. */
const SVM_LIMIT = 1e9

export class LabelRows {
  readonly learner: string
  private readonly options: ResolvedOptions
  private readonly vectoriser: Vectoriser
  private readonly pool: ForkJoinPool | undefined
  private readonly rows: DatasetBuilder
  private readonly documents = new Growing()
  private labels = 0

  static async start(labels: number, words: number, pool?: ForkJoinPool): Promise<LabelRows> {
    const quick = labels * words > SVM_LIMIT
    const options = resolveTrainOptions(quick ? { learner: 'ff', margin: 0.5 } : { learner: 'svm' })
    return new LabelRows(options, await Vectoriser.load(options.vectorOptions), quick ? undefined : pool)
  }

  private constructor(options: ResolvedOptions, vectoriser: Vectoriser, pool: ForkJoinPool | undefined) {
    this.learner = options.learner.name
    this.options = options
    this.vectoriser = vectoriser
    this.pool = pool
    this.rows = new DatasetBuilder(pool !== undefined)
  }

  /** Adds a document if something is known of its labels. */
  add(document: number, content: Document, labels: ByteTable): void {
    if (judgementOf(content) === 0) return
    const { vectoriser } = this
    vectoriser.look(content)
    this.rows.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, internLabels(content, labels))
    this.documents.push(document)
    this.labels = labels.count
  }

  /** What is doubted of the labels; documents of one group are held out together. */
  doubts(
    groupOf: (document: number) => number,
    seed: number,
    progress: (done: number, total: number) => void,
  ): { readonly document: number; readonly doubt: Doubt }[] {
    const { vectoriser, rows, documents, options, pool } = this
    if (documents.count === 0) return []
    const data =
      vectoriser.vectors === true
        ? rows.seal()
        : weighRows(rows, vectoriser, vectoriser.settle(vectoriser.kept()))
    data.featureCount = vectoriser.terms.count
    data.labelCount = this.labels
    const run = { ...options.run, seed }
    const context = { ...contextOf(run, vectoriser), ...(pool === undefined ? {} : { pool }) }
    const groups = documents.view().map(groupOf)
    const found = findDoubts({
      data,
      groups,
      seed,
      trainOn: (part) => trainOnRows(data, part, { ...options, run }, context, {}).model,
      progress,
    })
    return found.map((doubt) => ({ document: documents.at(doubt.row), doubt }))
  }
}
