// Measures of the labels that were assigned, over all judged documents, and means over labels.

import type { CellOutcomes } from '../cell-outcomes.js'
import { fMeasure } from '../f-measure.js'
import { defineMeasure, type EvaluationTotals } from '../measure.js'
import { meanOver } from '../per-label.js'
import type { Figure } from '../ranking-sums.js'

// What sign tests compare of each document, for measures that have no figure of their own for a document.
const documentF1 = ({ f1 }: CellOutcomes): readonly number[] => f1
const documentPrecision = ({ averagePrecision }: CellOutcomes): readonly number[] => averagePrecision

function microF({ judged, right, assigned, relevant }: EvaluationTotals, beta?: number): Figure {
  return judged > 0 ? fMeasure(right, assigned - right, relevant - right, beta) : null
}

export const assignments = [
  defineMeasure({
    name: 'microF1',
    title: 'micro-F1',
    column: 'micro-F1',
    help: 'F1 over all assignments together: frequent labels rule it',
    group: 'decisions',
    needs: 'thresholds',
    compute: (totals) => microF(totals),
    signTest: documentF1,
    interval: {
      ratio: ({ right, assigned, relevant }) =>
        assigned + relevant > 0 ? (2 * right) / (assigned + relevant) : 1,
    },
  }),
  defineMeasure({
    name: 'macroF1',
    title: 'macro-F1',
    column: 'macro-F1',
    help: 'mean of the F1 of each label: rare labels count as much',
    group: 'decisions',
    needs: 'thresholds',
    compute: ({ perLabel }) => meanOver(perLabel, (label) => label.f1),
    signTest: documentF1,
    interval: 'mean F1',
  }),
  defineMeasure({
    name: 'macroLabels',
    title: 'over labels',
    help: 'labels with a true or assigned document: what macro-F1 is the mean of',
    group: 'decisions',
    digits: 0,
    shown: 'json',
    compute: ({ perLabel }) => perLabel.length,
  }),
  defineMeasure({
    name: 'microPrecision',
    title: 'micro-precision',
    short: 'precision',
    help: 'share of the assigned labels that are right',
    group: 'decisions',
    needs: 'thresholds',
    compute: ({ right, assigned }) => (assigned > 0 ? right / assigned : null),
    signTest: documentF1,
    interval: { ratio: ({ right, assigned }) => right / assigned },
  }),
  defineMeasure({
    name: 'microRecall',
    title: 'micro-recall',
    short: 'recall',
    help: 'share of the right labels that were assigned',
    group: 'decisions',
    needs: 'thresholds',
    compute: ({ right, relevant }) => (relevant > 0 ? right / relevant : null),
    signTest: documentF1,
    interval: { ratio: ({ right, relevant }) => right / relevant },
  }),
  defineMeasure({
    name: 'fBeta.beta',
    title: 'β',
    help: 'how many times as much recall matters as precision',
    group: 'decisions',
    shown: 'json',
    needs: 'beta',
    compute: ({ beta }) => beta ?? null,
  }),
  defineMeasure({
    name: 'fBeta.micro',
    title: 'micro-F_β',
    help: 'micro-F with the β that was asked for in place of 1',
    group: 'decisions',
    needs: 'beta',
    compute: (totals) => microF(totals, totals.beta),
  }),
  defineMeasure({
    name: 'fBeta.macro',
    title: 'macro-F_β',
    help: 'macro-F with the β that was asked for in place of 1',
    group: 'decisions',
    needs: 'beta',
    compute: ({ perLabel }) => meanOver(perLabel, (label) => label.fBeta),
  }),
  defineMeasure({
    name: 'hammingLoss',
    title: 'Hamming loss',
    help: 'share of (document, label) decisions that are wrong',
    group: 'decisions',
    digits: 4,
    lowerIsBetter: true,
    needs: 'thresholds',
    compute: ({ judged, labels, assigned, relevant, right }) =>
      judged * labels > 0 ? (assigned + relevant - 2 * right) / (judged * labels) : null,
    signTest: documentF1,
    interval: {
      ratio: ({ documents, labels, assigned, relevant, right }) =>
        (assigned + relevant - 2 * right) / (documents * labels),
    },
  }),
  defineMeasure({
    name: 'subsetAccuracy',
    title: 'all right',
    help: 'share of documents with exactly the right labels',
    group: 'decisions',
    needs: 'thresholds',
    compute: ({ judged, allRight }) => (judged > 0 ? allRight / judged : null),
    signTest: documentF1,
    interval: { ratio: ({ allRight, documents }) => allRight / documents },
  }),
  defineMeasure({
    name: 'breakeven',
    title: 'breakeven',
    help: 'mean over labels of precision where it equals recall',
    group: 'decisions',
    compute: ({ withDocuments }) => meanOver(withDocuments, (label) => label.breakeven),
    signTest: documentPrecision,
  }),
  defineMeasure({
    name: 'meanAveragePrecision',
    title: 'mean average precision',
    help: 'mean over labels of average precision, documents ranked',
    group: 'decisions',
    shown: 'pages',
    compute: ({ withDocuments }) => meanOver(withDocuments, (label) => label.averagePrecision),
    signTest: documentPrecision,
  }),
]
