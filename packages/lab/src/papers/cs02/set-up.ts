// What the items of CS02 share: its contenders, its documents of Reuters-21578, its way from text to vectors.

import type { Document } from 'abound'
import type { Measures } from 'abound/measures'
import type { Side } from '../claims.js'
import type { Figures } from '../figures.js'
import type { Desk, MeasureColumn } from '../item.js'
import { sampled } from '../measuring.js'

/** By the names of the rows. */
export const CONTENDERS = {
  Rocchio: { learner: 'rocchio' },
  perceptron: { learner: 'perceptron' },
  'MMP loss 1': { learner: 'mmp', loss: '1' },
  'MMP loss 2': { learner: 'mmp', loss: '2' },
  'MMP loss 3': { learner: 'mmp', loss: '3' },
} as const

export type Contender = keyof typeof CONTENDERS
export const NAMES = Object.keys(CONTENDERS) as Contender[]
/** Those that learn document by document. */
export const ONLINE = NAMES.filter((name) => name !== 'Rocchio')

/** Section 4.1, 4.2 and 4.4 of the paper. */
export const TEXT = { tokens: 'reuters', stop: 'english', weighting: 'pivoted', select: 'rocchio' } as const

export const LOSSES = 'learning-theoretic losses'
export const RETRIEVAL = 'retrieval measures'

/** The two tables' measures; `within` is what another cut of the folds moves them by, with room. */
export const LOSS_COLUMNS: readonly MeasureColumn[] = [
  { name: 'loss 1 %', digits: 2, within: 1.5 },
  { name: 'loss 2', digits: 2, within: 0.3 },
  { name: 'loss 3 %', digits: 2, within: 0.3 },
]
export const RETRIEVAL_COLUMNS: readonly MeasureColumn[] = [
  { name: 'one-error %', digits: 2, within: 1 },
  { name: 'coverage', digits: 2, within: 0.3 },
  { name: 'AvgP', digits: 3, within: 0.015 },
  { name: 'maxF1', digits: 3, within: 0.015 },
]

const QUICK_DOCUMENTS = 2500

/**
 * The documents of ModApte, training part first, under the topics that both parts have: 10,789, as in the paper, and
 * 90 topics (it counts 91).
 */
export async function reutersDocuments(desk: Desk): Promise<readonly Document[]> {
  const read = (part: string) => desk.documents('reuters21578', `modapte-${part}`)
  const [train, test] = [await read('train'), await read('test')]
  const named = (documents: readonly Document[]) => new Set(documents.flatMap(({ labels = [] }) => labels))
  const [inTrain, inTest] = [named(train), named(test)]
  const documents: Document[] = []
  for (const document of [...train, ...test]) {
    const labels = (document.labels ?? []).filter((label) => inTrain.has(label) && inTest.has(label))
    if (labels.length > 0) documents.push({ ...document, labels })
  }
  return sampled(desk, documents, QUICK_DOCUMENTS)
}

const percent = (figure: number | null) => (figure === null ? null : 100 * figure)

/** The measures of one trial into both tables. */
export function addMeasures(figures: Figures, row: string, measures: Measures): void {
  figures.add(LOSSES, row, {
    'loss 1 %': percent(measures.loss1),
    'loss 2': measures.loss2,
    'loss 3 %': percent(measures.loss3),
  })
  figures.add(RETRIEVAL, row, retrievalOf(measures))
}

/** What the second table shows of one trial. */
export function retrievalOf(measures: Measures): Record<string, number | null> {
  return {
    'one-error %': percent(measures.oneError),
    coverage: measures.coverage,
    AvgP: measures.averagePrecision,
    maxF1: measures.maxF1,
  }
}

/** A cell as one side of a comparison. */
export function sideOf(figures: Figures, table: string, row: string, measure: string): Side {
  return { name: row, figures: figures.of(table, row, measure) }
}
