// Measures of a classifier on a source, and how a terminal shows them.

import {
  addToEvaluation,
  type Classifier,
  type Document,
  type Evaluation,
  type Measures,
  startEvaluation,
} from '../index.js'
import { counted, grouped, shown, table } from './terminal.js'

export async function evaluateSource(
  classifier: Classifier,
  batches: AsyncIterable<readonly Document[]>,
  progress?: (documents: number) => void,
  evaluation: Evaluation = startEvaluation(classifier),
): Promise<Measures> {
  let documents = 0
  for await (const batch of batches) {
    for (const document of batch) addToEvaluation(evaluation, classifier, document)
    documents += batch.length
    progress?.(documents)
  }
  return evaluation.result()
}

/** N, P@k and R@k first, then the others by what they speak of. */
export function measureTable(m: Measures): string {
  const leftOut = m.leftOut > 0 ? `   (${counted(m.leftOut, 'document')} without a label left out)` : ''
  const at = (name: string, k: '1' | '3' | '5', figures: Measures['precisionAt']): [string, string] => [
    `${name}@${k}`,
    shown(figures[k]),
  ]
  return [
    `N    ${grouped(m.documents)}${leftOut}\n`,
    table([
      [...at('P', '1', m.precisionAt), ...at('R', '1', m.recallAt), 'nDCG@1', shown(m.ndcgAt['1'])],
      [...at('P', '3', m.precisionAt), ...at('R', '3', m.recallAt), 'nDCG@3', shown(m.ndcgAt['3'])],
      [...at('P', '5', m.precisionAt), ...at('R', '5', m.recallAt), 'nDCG@5', shown(m.ndcgAt['5'])],
    ]),
    '\nRanking of labels, by document\n',
    table(
      [
        ['R1', shown(m.R1), 'one-error', shown(m.oneError), 'loss 1', shown(m.loss1)],
        ['R5', shown(m.R5), 'coverage', shown(m.coverage, 2), 'loss 2', shown(m.loss2, 2)],
        ['MRR', shown(m.MRR), 'average precision', shown(m.averagePrecision), 'loss 3', shown(m.loss3)],
        ['HR', shown(m.HR), 'max-F1', shown(m.maxF1), 'document max-F1', shown(m.documentMaxF1)],
      ],
      '  ',
    ),
    '\nAssigned labels\n',
    table(
      [
        ['micro-F1', shown(m.microF1), 'precision', shown(m.microPrecision), 'recall', shown(m.microRecall)],
        [
          'macro-F1',
          shown(m.macroF1),
          'over labels',
          grouped(m.macroLabels),
          'breakeven',
          shown(m.breakeven),
        ],
        ['Hamming loss', shown(m.hammingLoss, 4), 'all right', shown(m.subsetAccuracy), '', ''],
      ],
      '  ',
    ),
    m.probability === undefined ? '' : probabilityTable(m.probability),
  ].join('')
}

/** How far the probability of a document's first label is to be believed. */
function probabilityTable({
  brier,
  calibrationError,
  reliabilityByCount,
}: NonNullable<Measures['probability']>): string {
  const row = (name: string, cells: string[]): string[] => [name, ...cells]
  return (
    '\nProbability of the first label\n' +
    table([['calibration error', shown(calibrationError), 'Brier score', shown(brier)]], '  ') +
    table(
      [
        row(
          'said',
          reliabilityByCount.map(({ predicted }) => shown(predicted, 2)),
        ),
        row(
          'was right',
          reliabilityByCount.map(({ observed }) => shown(observed, 2)),
        ),
      ],
      '  ',
    )
  )
}
