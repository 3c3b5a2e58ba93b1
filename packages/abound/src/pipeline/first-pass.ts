// The first pass over all documents: terms, labels, statistics, and rows of counts while they fit.

import type { Document, Learner } from '../contract.js'
import { InputError } from '../errors.js'
import { ByteTable } from '../structures/byte-table.js'
import { DatasetBuilder, type RowLabels } from '../structures/dataset.js'
import { Vectoriser } from '../vector/vectoriser.js'
import { option, worded } from '../wording.js'
import type { Corpus } from './corpus.js'
import { type CountedDocuments, CountMerger, type FirstPassReader } from './counting.js'
import { internLabels, judgementOf } from './rows.js'
import { needsWhole, type ResolvedOptions } from './train-options.js'
import type { TrainingHooks } from './training-hooks.js'

export const MEGABYTE = 2 ** 20
/** Rows keep weights as numbers of 32 bits. */
const MOST_WEIGHT = 1e6

/** What the first pass has found. */
export interface FirstPass {
  readonly vectoriser: Vectoriser
  readonly labels: ByteTable
  /** Rows of counts, while they fit. */
  rows: DatasetBuilder | undefined
  documents: number
  unlabelled: number
  /** Documents with exactly one label, all of it known. */
  withOneLabel: number
  /** Documents of each label. */
  readonly labelDocuments: number[]
}

/**
 * Reads everything once: terms, labels (ids in the order of the documents), statistics, rows. Documents that
 * `firstPassReader` has counted on other threads give the same result as those counted here.
 */
export async function firstPass(
  corpus: Corpus,
  options: ResolvedOptions,
  hooks: TrainingHooks,
  shared: boolean,
  firstPassReader?: FirstPassReader,
): Promise<FirstPass> {
  const { learner, vectorOptions, run } = options
  const vectoriser = await Vectoriser.load(vectorOptions)
  const seen: FirstPass = {
    vectoriser,
    labels: new ByteTable(),
    rows: new DatasetBuilder(shared),
    documents: 0,
    unlabelled: 0,
    withOneLabel: 0,
    labelDocuments: [],
  }
  const mayStream =
    learner.online && !needsWhole(options) && corpus.rereadable && vectorOptions.select === 'none'
  const keepRow = (columns: Uint32Array, values: Float64Array, size: number, rowLabels: RowLabels): void => {
    if (seen.rows === undefined) return
    seen.rows.addRow(columns, values, size, rowLabels)
    if (mayStream && seen.rows.sealedBytes > run.memory * MEGABYTE) seen.rows = undefined
  }
  const lookAt = (batch: readonly Document[]): void => {
    for (const document of batch) {
      const rowLabels = labelsSeen(document, learner, seen)
      if (rowLabels === undefined) continue
      vectoriser.look(document)
      keepRow(vectoriser.columns, vectoriser.values, vectoriser.size, rowLabels)
    }
  }
  const merger = new CountMerger(vectoriser)
  const lookAtCounted = (batch: CountedDocuments): void => {
    merger.takeRows(batch)
    const { offsets, columns, values } = batch
    let row = 0
    for (const document of batch.documents) {
      const rowLabels = labelsSeen(document, learner, seen)
      if (rowLabels === undefined) continue
      if (row === offsets.length - 1) throw new InputError(batch.failure ?? 'a document was not counted')
      const from = offsets[row++]
      const to = offsets[row]
      keepRow(columns.subarray(from, to), values.subarray(from, to), to - from, rowLabels)
    }
  }
  const task = { vectorOptions, unlabelled: learner.takesUnlabelled === true }
  for await (const batch of firstPassReader?.(task) ?? corpus.batches()) {
    if ('df' in batch) merger.takeTotals(batch)
    else if ('counter' in batch) lookAtCounted(batch)
    else lookAt(batch)
    hooks.progress?.('reading', seen.documents, 0)
  }
  return seen
}

/** Counts a document under its labels and adds new labels; undefined where the learner cannot use the document. */
function labelsSeen(document: Document, learner: Learner, seen: FirstPass): RowLabels | undefined {
  const unlabelled = judgementOf(document) === 0
  if (unlabelled) seen.unlabelled++
  else seen.documents++
  if (unlabelled && learner.takesUnlabelled !== true) return undefined
  if (document.weight !== undefined) checkWeight(document.weight, learner)
  const rowLabels = internLabels(document, seen.labels)
  if (rowLabels.positives.length === 1 && rowLabels.judged === 1) seen.withOneLabel++
  for (let i = 0; i < rowLabels.positives.length; i++) {
    const label = rowLabels.positives[i]
    seen.labelDocuments[label] = (seen.labelDocuments[label] ?? 0) + 1
  }
  return rowLabels
}

/** Refuses documents that nothing can be learned from. */
export function refuseEmpty(seen: FirstPass, name?: string): void {
  const of = name === undefined ? '' : `${name}: `
  if (seen.documents === 0) {
    throw new InputError(
      seen.unlabelled > 0
        ? worded`${of}none of the ${seen.unlabelled} documents has labels: expected some to learn from (is there a ${option('labelColumn')}?)`
        : `${of}there are no documents to learn from`,
    )
  }
  if (seen.labels.count === 0)
    throw new InputError(`${of}no document has a label: expected some to learn from`)
}

function checkWeight(weight: number, { name, takesWeights }: Learner): void {
  if (!(weight > 0 && weight <= MOST_WEIGHT))
    throw new InputError(
      `the weight of a document is ${weight}: expected a number above 0, at most ${MOST_WEIGHT}`,
    )
  if (takesWeights !== true)
    throw new InputError(
      worded`${name} has no use for weights of documents: expected ${option('learner', 'svm')}`,
    )
}
