// Measures of the ranking of labels, means over documents with a label; ranking-sums.ts says what counts as found.

import type { CellOutcomes } from '../cell-outcomes.js'
import { defineMeasure, type EvaluationTotals } from '../measure.js'
import { CUTOFFS, type Figure, type RankingSums } from '../ranking-sums.js'

type Computed = (totals: EvaluationTotals) => Figure

const mean =
  (sum: (rankings: RankingSums) => number): Computed =>
  ({ rankings }) =>
    rankings.documents > 0 ? sum(rankings) / rankings.documents : null

const firstRight = ({ bestRank }: CellOutcomes): number[] => bestRank.map((rank) => (rank === 1 ? 1 : 0))
const inverseRank = ({ bestRank }: CellOutcomes): number[] =>
  bestRank.map((rank) => (rank > 0 ? 1 / rank : 0))
const precision = ({ averagePrecision }: CellOutcomes): readonly number[] => averagePrecision

export const labelRankings = [
  defineMeasure({
    name: 'oneError',
    title: 'one-error',
    column: 'one-error',
    help: 'share of documents whose first label is wrong',
    group: 'ranking',
    lowerIsBetter: true,
    compute: mean((rankings) => rankings.oneErrors),
    signTest: firstRight,
    interval: { mean: ({ oneError }) => oneError },
  }),
  defineMeasure({
    name: 'coverage',
    title: 'coverage',
    help: 'how far down the list one goes for all right labels',
    group: 'ranking',
    digits: 2,
    lowerIsBetter: true,
    compute: mean((rankings) => rankings.coverage),
    signTest: precision,
    interval: { mean: ({ coverage }) => coverage },
  }),
  defineMeasure({
    name: 'averagePrecision',
    title: 'average precision',
    column: 'AvgP',
    help: 'mean precision at the ranks of the right labels',
    group: 'ranking',
    compute: mean((rankings) => rankings.averagePrecision),
    signTest: precision,
    interval: { mean: ({ averagePrecision }) => averagePrecision },
  }),
  loss('loss1', 'loss 1', 'share of documents with a wrong label above a right one', 3),
  loss('loss2', 'loss 2', 'pairs of labels in the wrong order, a document', 2),
  loss('loss3', 'loss 3', 'share of pairs of labels in the wrong order', 3),
  defineMeasure({
    name: 'R1',
    title: 'R1',
    help: 'share of documents whose first label is right (accuracy)',
    group: 'ranking',
    compute: mean((rankings) => rankings.documents - rankings.oneErrors),
    signTest: firstRight,
    interval: { ratio: ({ means }) => 1 - means.oneError },
  }),
  defineMeasure({
    name: 'R5',
    title: 'R5',
    help: 'share of documents with a right label among the first five',
    group: 'ranking',
    compute: mean((rankings) => rankings.foundInFive),
    signTest: ({ bestRank }) => bestRank.map((rank) => (rank > 0 && rank <= 5 ? 1 : 0)),
    interval: { mean: ({ reciprocalRank }) => reciprocalRank.map((inverse) => (inverse >= 1 / 5 ? 1 : 0)) },
  }),
  defineMeasure({
    name: 'MRR',
    title: 'MRR',
    help: 'mean of 1 / rank of the best right label',
    group: 'ranking',
    compute: mean((rankings) => rankings.reciprocal),
    signTest: inverseRank,
    interval: { mean: ({ reciprocalRank }) => reciprocalRank },
  }),
  defineMeasure({
    name: 'HR',
    title: 'HR',
    help: 'harmonic mean rank of the first right label; 1 is perfect',
    group: 'ranking',
    lowerIsBetter: true,
    compute: ({ rankings: { documents, reciprocal } }) => (reciprocal > 0 ? documents / reciprocal : null),
    signTest: inverseRank,
  }),
  defineMeasure({
    name: 'maxF1',
    title: 'max-F1',
    column: 'max-F1',
    help: 'best F1 over cuts at one rank for all documents',
    group: 'ranking',
    compute: ({ rankings }) => rankings.maxF1(),
    signTest: precision,
  }),
  defineMeasure({
    name: 'documentMaxF1',
    title: 'document max-F1',
    help: 'mean of the best F1 over cuts of each document',
    group: 'ranking',
    compute: mean((rankings) => rankings.documentMaxF1),
    signTest: precision,
    interval: { mean: ({ maxF1 }) => maxF1 },
  }),
  ...atCutoffs(
    'precisionAt',
    'P',
    (k) =>
      k === 1 ? 'share of first labels that are right' : `share of the first ${k} labels that are right`,
    ({ precision }, k) => precision[k] / k,
  ),
  ...atCutoffs(
    'recallAt',
    'R',
    (k) =>
      k === 1
        ? 'share of the right labels that come first'
        : `share of the right labels among the first ${k}`,
    ({ recall }, k) => recall[k],
  ),
  ...atCutoffs(
    'ndcgAt',
    'nDCG',
    (k) =>
      `gain of the first ${k === 1 ? 'label' : `${k} labels`}, lower ranks discounted, against the best order`,
    ({ ndcg }, k) => ndcg[k],
  ),
  ...CUTOFFS.map((k) =>
    defineMeasure({
      name: `propensityPrecisionAt.${k}`,
      title: `PSP@${k}`,
      help: `P@${k} in which rare labels weigh more, against the best possible`,
      group: 'ranking',
      needs: 'training',
      compute: ({ rankings: { documents, weighted, weightedBest } }) =>
        documents > 0 ? weighted[k] / weightedBest[k] : null,
    }),
  ),
]

function loss<Name extends 'loss1' | 'loss2' | 'loss3'>(
  name: Name,
  title: string,
  help: string,
  digits: number,
) {
  return defineMeasure({
    name,
    title,
    column: title,
    help,
    group: 'ranking',
    digits,
    lowerIsBetter: true,
    compute: ({ rankings, labels }) => rankings.losses(labels)[name],
    signTest: precision,
    interval: { mean: (outcomes) => outcomes[name] },
  })
}

/** A measure of the first label, the first three and the first five. */
function atCutoffs<Family extends string>(
  family: Family,
  short: string,
  help: (k: number) => string,
  sum: (rankings: RankingSums, k: number) => number,
) {
  return CUTOFFS.map((k) =>
    defineMeasure({
      name: `${family}.${k}`,
      title: `${short}@${k}`,
      help: help(k),
      group: 'ranking',
      compute: mean((rankings) => sum(rankings, k)),
    }),
  )
}
