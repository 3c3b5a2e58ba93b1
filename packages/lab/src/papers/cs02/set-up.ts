// What the items of CS02 share: its learners, its documents of Reuters-21578, its way from text to vectors, its two tables
// and what it says of them.

import type { Document, Measures } from 'abound'
import { type ClaimFound, every, highest, lowest } from '../claims.js'
import { countLabels, readParts, relabel, sampleIfQuick } from '../document-lists.js'
import type { Desk, MeasureColumn, PublishedTable } from '../item.js'
import type { Figures } from '../measured-figures.js'
import { publishedTable } from '../published-table.js'

/** By the names of the rows. */
export const RANKERS = {
  Rocchio: { learner: 'rocchio' },
  perceptron: { learner: 'perceptron' },
  'MMP loss 1': { learner: 'mmp', loss: '1' },
  'MMP loss 2': { learner: 'mmp', loss: '2' },
  'MMP loss 3': { learner: 'mmp', loss: '3' },
} as const

export type RankerName = keyof typeof RANKERS
export const NAMES = Object.keys(RANKERS) as RankerName[]
/** Those that learn document by document. */
export const ONLINE = NAMES.filter((name) => name !== 'Rocchio')

/** Section 4.1, 4.2 and 4.4 of the paper. */
export const TEXT = { tokens: 'reuters', stop: 'english', weighting: 'pivoted', select: 'rocchio' } as const

export const LOSSES = 'learning-theoretic losses'
export const RETRIEVAL = 'retrieval measures'

/** The two tables' measures; `within` is what another cut of the folds moves them by, with room. */
const LOSS_COLUMNS: readonly MeasureColumn[] = [
  { name: 'loss 1 %', digits: 2, within: 1.5 },
  { name: 'loss 2', digits: 2, within: 0.3 },
  { name: 'loss 3 %', digits: 2, within: 0.3 },
]
const RETRIEVAL_COLUMNS: readonly MeasureColumn[] = [
  { name: 'one-error %', digits: 2, within: 1 },
  { name: 'coverage', digits: 2, within: 0.3 },
  { name: 'AvgP', digits: 3, within: 0.015 },
  { name: 'maxF1', digits: 3, within: 0.015 },
]

/** The two tables of a corpus as published. */
export function lossTable(place: string, published: PublishedTable['rows']): PublishedTable {
  return publishedTable(LOSSES, place, LOSS_COLUMNS, NAMES, published)
}

export function retrievalTable(
  name: string,
  place: string,
  published?: PublishedTable['rows'],
): PublishedTable {
  return publishedTable(name, place, RETRIEVAL_COLUMNS, NAMES, published)
}

const QUICK_DOCUMENTS = 2500

/**
 * The documents of ModApte, training part first, under the topics that both parts have: 10,789, as in the paper, and
 * 90 topics (it counts 91).
 */
export async function reutersDocuments(desk: Desk): Promise<readonly Document[]> {
  const [train, test] = [
    await readParts(desk, 'reuters21578', ['modapte-train']),
    await readParts(desk, 'reuters21578', ['modapte-test']),
  ]
  const [inTrain, inTest] = [countLabels(train), countLabels(test)]
  const documents = relabel([...train, ...test], (labels) =>
    labels.filter((label) => inTrain.has(label) && inTest.has(label)),
  )
  return sampleIfQuick(desk, documents, QUICK_DOCUMENTS)
}

const percent = (figure: number | null) => (figure === null ? null : 100 * figure)

/** The measures of one trial into the table of losses; online learners' running losses have the same names. */
export function addLosses(
  figures: Figures,
  table: string,
  row: string,
  { loss1, loss2, loss3 }: Pick<Measures, 'loss1' | 'loss2' | 'loss3'>,
): void {
  figures.add(table, row, { 'loss 1 %': percent(loss1), 'loss 2': loss2, 'loss 3 %': percent(loss3) })
}

export function addRetrieval(figures: Figures, table: string, row: RankerName, measures: Measures): void {
  figures.add(table, row, {
    'one-error %': percent(measures.oneError),
    coverage: measures.coverage,
    AvgP: measures.averagePrecision,
    maxF1: measures.maxF1,
  })
}

/** What the paper says of its two tables, in the same words for both corpora. */
export const TABLE_CLAIMS = {
  'own-loss-1': 'Of the online learners, MMP trained for loss 1 has the least loss 1.',
  'own-loss-2': 'MMP trained for loss 2 has a smaller loss 2 than MMP trained for loss 1 and perceptrons.',
  'own-loss-3': 'MMP trained for loss 3 has a smaller loss 3 than MMP trained for loss 1 and perceptrons.',
  'best-one-error': 'MMP trained for loss 1 has the least one-error of all five.',
  'best-average-precision': 'MMP trained for loss 1 has the best average precision of all five.',
  'best-maxF1': 'MMP trained for loss 1 has the best maxF1 of all five.',
  'coverage-is-loss-2':
    'By coverage MMP trained for loss 2 or loss 3 is better than when trained for loss 1.',
  'perceptron-covers-worst': 'Perceptrons have the worst coverage of all five.',
  'perceptron-one-error': 'By one-error perceptrons are better than Rocchio.',
} as const

/** Those that the paper compares MMP for losses 2 and 3 with. */
export const OTHER_LOSS: readonly RankerName[] = ['MMP loss 1', 'perceptron']

const OWN_LOSSES = {
  'own-loss-2': ['loss 2', 'MMP loss 2'],
  'own-loss-3': ['loss 3 %', 'MMP loss 3'],
} as const
export type OwnLoss = keyof typeof OWN_LOSSES

/** The ranker that a claim of its own loss is about. */
export function rankerOf(claim: OwnLoss): RankerName {
  return OWN_LOSSES[claim][1]
}

export function checkOwnLoss(figures: Figures, claim: OwnLoss): ClaimFound {
  const [measure, ranker] = OWN_LOSSES[claim]
  return extremeIn(figures)(lowest, LOSSES, measure, ranker, OTHER_LOSS)
}

export function checkTableClaims(figures: Figures): Record<keyof typeof TABLE_CLAIMS, ClaimFound> {
  const best = extremeIn(figures)
  return {
    'own-loss-1': best(lowest, LOSSES, 'loss 1 %', 'MMP loss 1', ONLINE),
    'own-loss-2': checkOwnLoss(figures, 'own-loss-2'),
    'own-loss-3': checkOwnLoss(figures, 'own-loss-3'),
    'best-one-error': best(lowest, RETRIEVAL, 'one-error %', 'MMP loss 1', NAMES),
    'best-average-precision': best(highest, RETRIEVAL, 'AvgP', 'MMP loss 1', NAMES, 3),
    'best-maxF1': best(highest, RETRIEVAL, 'maxF1', 'MMP loss 1', NAMES, 3),
    'coverage-is-loss-2': every([
      best(lowest, RETRIEVAL, 'coverage', 'MMP loss 2', ['MMP loss 1']),
      best(lowest, RETRIEVAL, 'coverage', 'MMP loss 3', ['MMP loss 1']),
    ]),
    'perceptron-covers-worst': best(highest, RETRIEVAL, 'coverage', 'perceptron', NAMES),
    'perceptron-one-error': best(lowest, RETRIEVAL, 'one-error %', 'perceptron', ['Rocchio']),
  }
}

/** Makes claims that one ranker's cell is the `lowest` or `highest` among others'. */
export function extremeIn(figures: Figures) {
  return (
    extreme: typeof lowest,
    table: string,
    measure: string,
    first: RankerName,
    others: readonly RankerName[],
    digits = 2,
  ): ClaimFound => {
    const rivals = others.filter((other) => other !== first)
    const side = (name: RankerName) => figures.side(table, name, measure)
    return extreme(side(first), rivals.map(side), digits)
  }
}
