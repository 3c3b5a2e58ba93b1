// Measures of a classifier on a source, and how a terminal shows them.

import {
  addToEvaluation,
  type Classifier,
  type Document,
  type Evaluation,
  type Interval,
  type Measures,
  type ReliabilityBin,
  type Scores,
  startEvaluation,
} from '../index.js'
import { counted, grouped, list, shown, table } from './terminal.js'

/** Measures batch by batch; `also` sees each document with its scores. */
export async function evaluateSource(
  classifier: Classifier,
  batches: AsyncIterable<readonly Document[]>,
  progress?: (documents: number) => void,
  evaluation: Evaluation = startEvaluation(classifier),
  also?: (document: Document, scores: Scores) => void,
): Promise<Measures> {
  let documents = 0
  for await (const batch of batches) {
    for (const document of batch) {
      const scores = addToEvaluation(evaluation, classifier, document)
      also?.(document, scores)
    }
    documents += batch.length
    progress?.(documents)
  }
  return evaluation.result()
}

type Intervals = NonNullable<Measures['details']>['intervals']

/** N, P@k and R@k first, then the others by what they speak of; with their intervals where there are details. */
export function measureTable(m: Measures): string {
  const leftOut = m.leftOut > 0 ? `   (${counted(m.leftOut, 'document')} without a label left out)` : ''
  const intervals = m.details?.intervals
  const title = intervals === undefined ? '' : ' (95 % interval)'
  return [
    `N    ${grouped(m.documents)}${leftOut}\n`,
    table(CUTOFFS.map((k) => headRow(m, k))),
    `\nRanking of labels, by document${title}\n`,
    intervals === undefined ? rankingTable(m) : rankingIntervals(m, intervals),
    `\nAssigned labels${title}\n`,
    intervals === undefined ? decisionTable(m) : decisionIntervals(m, intervals),
    m.probability === undefined ? '' : probabilityTable(m.probability),
  ].join('')
}

const CUTOFFS = ['1', '3', '5'] as const

/** The head of the ranking; weighted by propensity too where there is room for more. */
function headRow(m: Measures, k: (typeof CUTOFFS)[number]): string[] {
  const { details, propensityPrecisionAt } = m
  return [
    ...[`P@${k}`, shown(m.precisionAt[k]), `R@${k}`, shown(m.recallAt[k]), `nDCG@${k}`, shown(m.ndcgAt[k])],
    ...(details === undefined || propensityPrecisionAt === undefined
      ? []
      : [`PSP@${k}`, shown(propensityPrecisionAt[k])]),
  ]
}

function rankingTable(m: Measures): string {
  return table(
    [
      ['R1', shown(m.R1), 'one-error', shown(m.oneError), 'loss 1', shown(m.loss1)],
      ['R5', shown(m.R5), 'coverage', shown(m.coverage, 2), 'loss 2', shown(m.loss2, 2)],
      ['MRR', shown(m.MRR), 'average precision', shown(m.averagePrecision), 'loss 3', shown(m.loss3)],
      ['HR', shown(m.HR), 'max-F1', shown(m.maxF1), 'document max-F1', shown(m.documentMaxF1)],
    ],
    '  ',
  )
}

/** Figures with their intervals take more room: two a line. */
function rankingIntervals(m: Measures, { R1, R5, MRR, ...of }: Intervals): string {
  return list(
    [
      ['one-error', spanned(m.oneError, of.oneError), 'loss 1', spanned(m.loss1, of.loss1)],
      ['coverage', spanned(m.coverage, of.coverage, 2), 'loss 2', spanned(m.loss2, of.loss2, 2)],
      [
        'average precision',
        spanned(m.averagePrecision, of.averagePrecision),
        'loss 3',
        spanned(m.loss3, of.loss3),
      ],
      ['R1', spanned(m.R1, R1), 'MRR', spanned(m.MRR, MRR)],
      ['R5', spanned(m.R5, R5), 'HR', shown(m.HR)],
      ['max-F1', shown(m.maxF1), 'document max-F1', spanned(m.documentMaxF1, of.documentMaxF1)],
    ],
    '  ',
  )
}

function decisionTable(m: Measures): string {
  return table(
    [
      ['micro-F1', shown(m.microF1), 'precision', shown(m.microPrecision), 'recall', shown(m.microRecall)],
      ['macro-F1', shown(m.macroF1), 'over labels', grouped(m.macroLabels), 'breakeven', shown(m.breakeven)],
      ['Hamming loss', shown(m.hammingLoss, 4), 'all right', shown(m.subsetAccuracy), '', ''],
      ...fBetaRows(m),
    ],
    '  ',
  )
}

function decisionIntervals(m: Measures, of: Intervals): string {
  return list(
    [
      ['micro-F1', spanned(m.microF1, of.microF1), 'macro-F1', spanned(m.macroF1, of.macroF1)],
      ['precision', spanned(m.microPrecision, of.microPrecision), 'over labels', grouped(m.macroLabels)],
      ['recall', spanned(m.microRecall, of.microRecall), 'breakeven', shown(m.breakeven)],
      [
        'Hamming loss',
        spanned(m.hammingLoss, of.hammingLoss, 4),
        'all right',
        spanned(m.subsetAccuracy, of.subsetAccuracy),
      ],
      ...fBetaRows(m),
    ],
    '  ',
  )
}

function fBetaRows({ fBeta }: Measures): string[][] {
  if (fBeta === undefined) return []
  const { beta, micro, macro } = fBeta
  return [[`micro-F${beta}`, shown(micro), `macro-F${beta}`, shown(macro)]]
}

/** 0.053 (0.046–0.061) */
function spanned(figure: number | null, interval: Interval | undefined, digits = 3): string {
  if (interval === undefined) return shown(figure, digits)
  return `${shown(figure, digits)} (${shown(interval.low, digits)}–${shown(interval.high, digits)})`
}

/** How far the probability of a document's first label is to be believed. */
function probabilityTable({
  brier,
  calibrationError,
  reliabilityByCount,
}: NonNullable<Measures['probability']>): string {
  return (
    '\nProbability of the first label\n' +
    table([['calibration error', shown(calibrationError), 'Brier score', shown(brier)]], '  ') +
    table(reliabilityRows(reliabilityByCount), '  ')
  )
}

/** What probabilities said, and what came true. */
export function reliabilityRows(bins: readonly ReliabilityBin[]): string[][] {
  return [
    ['said', ...bins.map(({ predicted }) => shown(predicted, 2))],
    ['was right', ...bins.map(({ observed }) => shown(observed, 2))],
  ]
}
