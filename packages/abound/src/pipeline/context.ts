// What learners get besides rows: descriptions of labels, rows held out, the texts of features, where to report.

import type { TrainingContext } from '../contract.js'
import { learnerNamed } from '../learners/registry.js'
import type { ByteTable } from '../structures/byte-table.js'
import { DatasetBuilder } from '../structures/dataset.js'
import type { Vectoriser } from '../vector/vectoriser.js'
import type { Corpus } from './corpus.js'
import { findLabels, internLabels, judgementOf } from './rows.js'
import { absentValueOf } from './shape.js'
import type { RunOptions } from './train-options.js'
import type { TrainingHooks } from './training-hooks.js'

/** What learners get, and whether rows came as vectors. */
export interface RunContext extends TrainingContext {
  readonly vectors: boolean
}

export function contextOf(
  { seed, shuffle }: Pick<RunOptions, 'seed' | 'shuffle'>,
  vectoriser: Vectoriser,
  described?: DatasetBuilder,
  heldOut?: DatasetBuilder,
): RunContext {
  return {
    seed,
    keepOrder: !shuffle,
    learnerNamed,
    absentValue: absentValueOf(vectoriser),
    vectors: vectoriser.vectors === true,
    termOf: (feature) => vectoriser.terms.string(feature),
    ...(described === undefined ? {} : { labelTexts: described }),
    ...(heldOut === undefined ? {} : { heldOut }),
  }
}

/** The same context with the hooks of this run: progress, decisions of unlabelled rows, points of the curve. */
export function reporting(context: RunContext, hooks: TrainingHooks): RunContext {
  return {
    ...context,
    progress: (done, total, unit, latest) => hooks.progress?.('learning', done, total, unit, latest),
    ...(hooks.decided === undefined ? {} : { decided: hooks.decided }),
    ...(hooks.warning === undefined ? {} : { warning: (what) => hooks.warning?.(what) }),
    ...(hooks.curve === undefined ? {} : { curve: (point) => hooks.curve?.(point) }),
  }
}

/** Each description of a label as a row, with the words that training knows. Labels may be new. */
export function describedRows(
  labelTexts: ReadonlyMap<string, string>,
  vectoriser: Vectoriser,
  labels: ByteTable,
): DatasetBuilder {
  const rows = new DatasetBuilder()
  for (const [label, text] of labelTexts) {
    vectoriser.vectorise({ text })
    rows.addRow(
      vectoriser.columns,
      vectoriser.values,
      vectoriser.size,
      internLabels({ labels: [label] }, labels),
    )
  }
  rows.featureCount = vectoriser.terms.count
  rows.labelCount = labels.count
  return rows
}

/** The judged documents of a corpus as rows of the words and labels that training knows; others are left out. */
export async function heldOutRows(
  corpus: Corpus,
  vectoriser: Vectoriser,
  labels: ByteTable,
): Promise<DatasetBuilder> {
  const rows = new DatasetBuilder()
  for await (const batch of corpus.batches()) {
    for (const document of batch) {
      if (judgementOf(document) === 0) continue
      vectoriser.vectorise(document)
      const known = findLabels(document, labels)
      rows.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, known.rowLabels)
    }
  }
  rows.featureCount = vectoriser.terms.count
  rows.labelCount = labels.count
  return rows
}
