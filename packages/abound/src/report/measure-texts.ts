// Each measure in a few words, in the order a page shows them.

import type { Measures } from '../measure/evaluation.js'

export interface MeasureText {
  /** As in `evaluate --json`, with a dot before a cutoff. */
  readonly key: string
  readonly name: string
  readonly says: string
  readonly digits?: number
}

export interface MeasureGroup {
  readonly title: string
  readonly measures: readonly MeasureText[]
}

const at = (name: string, short: string, says: (k: number) => string): MeasureText[] =>
  [1, 3, 5].map((k) => ({ key: `${name}.${k}`, name: `${short}@${k}`, says: says(k) }))

export const MEASURE_GROUPS: readonly MeasureGroup[] = [
  {
    title: 'Ranking of labels, by document',
    measures: [
      { key: 'R1', name: 'R1', says: 'share of documents whose first label is right (accuracy)' },
      { key: 'R5', name: 'R5', says: 'share of documents with a right label among the first five' },
      { key: 'oneError', name: 'one-error', says: 'share of documents whose first label is wrong' },
      { key: 'MRR', name: 'MRR', says: 'mean of 1 / rank of the best right label' },
      { key: 'HR', name: 'HR', says: 'harmonic mean of that rank; 1 is perfect', digits: 2 },
      {
        key: 'averagePrecision',
        name: 'average precision',
        says: 'mean precision at the ranks of the right labels',
      },
      {
        key: 'coverage',
        name: 'coverage',
        says: 'how far down the list one goes for all right labels',
        digits: 2,
      },
      { key: 'loss1', name: 'loss 1', says: 'share of documents with a wrong label above a right one' },
      { key: 'loss2', name: 'loss 2', says: 'pairs of labels in the wrong order, a document', digits: 2 },
      { key: 'loss3', name: 'loss 3', says: 'share of pairs of labels in the wrong order' },
      { key: 'maxF1', name: 'max-F1', says: 'best F1 over cuts at one rank for all documents' },
      {
        key: 'documentMaxF1',
        name: 'document max-F1',
        says: 'mean of the best F1 over cuts of each document',
      },
      ...at('precisionAt', 'P', (k) =>
        k === 1 ? 'share of first labels that are right' : `share of the first ${k} labels that are right`,
      ),
      ...at('recallAt', 'R', (k) =>
        k === 1
          ? 'share of the right labels that come first'
          : `share of the right labels among the first ${k}`,
      ),
      ...at(
        'ndcgAt',
        'nDCG',
        (k) =>
          `gain of the first ${k === 1 ? 'label' : `${k} labels`}, lower ranks discounted, against the best order`,
      ),
      ...at(
        'propensityPrecisionAt',
        'PSP',
        (k) => `P@${k} in which rare labels weigh more, against the best possible`,
      ),
    ],
  },
  {
    title: 'Assigned labels (those above their thresholds)',
    measures: [
      { key: 'microF1', name: 'micro-F1', says: 'F1 over all assignments together: frequent labels rule it' },
      { key: 'microPrecision', name: 'micro-precision', says: 'share of the assigned labels that are right' },
      { key: 'microRecall', name: 'micro-recall', says: 'share of the right labels that were assigned' },
      { key: 'macroF1', name: 'macro-F1', says: 'mean of the F1 of each label: rare labels count as much' },
      { key: 'fBeta.micro', name: 'micro-F_β', says: 'micro-F with the β that was asked for in place of 1' },
      { key: 'fBeta.macro', name: 'macro-F_β', says: 'macro-F with the β that was asked for in place of 1' },
      { key: 'breakeven', name: 'breakeven', says: 'mean over labels of precision where it equals recall' },
      {
        key: 'meanAveragePrecision',
        name: 'mean average precision',
        says: 'mean over labels of average precision, documents ranked',
      },
      { key: 'subsetAccuracy', name: 'all right', says: 'share of documents with exactly the right labels' },
      {
        key: 'hammingLoss',
        name: 'Hamming loss',
        says: 'share of (document, label) decisions that are wrong',
        digits: 4,
      },
    ],
  },
  {
    title: 'Probability of the first label',
    measures: [
      {
        key: 'probability.calibrationError',
        name: 'calibration error',
        says: 'mean gap between what was said and what came true, ten bins',
      },
      {
        key: 'probability.calibrationErrorByCount',
        name: 'the same by count',
        says: 'the same with equally many documents in each bin',
      },
      {
        key: 'probability.brier',
        name: 'Brier score',
        says: 'mean squared gap to 1 (right) or 0 (wrong); lower is better',
      },
    ],
  },
  {
    title: 'Probability of every label that was retrieved',
    measures: [
      {
        key: 'labelProbability.calibrationError',
        name: 'calibration error',
        says: 'mean gap between what was said of a label and how often it was right',
      },
      {
        key: 'labelProbability.brier',
        name: 'Brier score',
        says: 'mean squared gap to 1 (right) or 0 (wrong) over all of them',
      },
    ],
  },
  {
    title: 'Rejection',
    measures: [
      {
        key: 'rejection.accuracy',
        name: 'accuracy',
        says: 'share of accepted documents whose first label is right',
      },
      { key: 'rejection.rejected', name: 'rejected', says: 'share of documents that were rejected' },
      {
        key: 'rejection.falseRejection',
        name: 'false rejection',
        says: 'share of documents rejected although their first label is right',
      },
      {
        key: 'rejection.rightlyRejected',
        name: 'rightly rejected',
        says: 'share rejected of those with no label but the one for rejecting',
      },
    ],
  },
]

/** The figure of a measure; undefined where these measures do not have it. */
export function figureOf(measures: Measures, key: string): number | null | undefined {
  let value: unknown = measures
  for (const part of key.split('.')) value = (value as Record<string, unknown> | undefined)?.[part]
  return value as number | null | undefined
}
