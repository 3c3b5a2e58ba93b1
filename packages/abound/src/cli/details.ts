// How a terminal shows the details of an evaluation: ranks, bands of labels, confusions.

import type { EvaluationDetails, Measures } from '../internal.js'
import { reliabilityRows } from './measures.js'
import { formatCount, formatScore, table } from './terminal.js'

const RANKS = [1, 2, 3, 5, 10, 20, 50, 100]
const CONFUSIONS = 20

export function detailTables(measures: Measures, details: EvaluationDetails): string {
  return [
    labelProbabilityTable(measures),
    rankTable(details),
    bandTable(details),
    confusionTable(details),
  ].join('')
}

/** Of documents with one label the first label says it all. */
function labelProbabilityTable({ labelProbability, details }: Measures): string {
  if (
    labelProbability === undefined ||
    labelProbability.pairs === 0 ||
    details?.confusionMatrix !== undefined
  )
    return ''
  const { pairs, brier, calibrationError, reliability } = labelProbability
  return (
    `\nProbability of all retrieved labels (${formatCount(pairs)})\n` +
    table(
      [['calibration error', formatScore(calibrationError, 4), 'Brier score', formatScore(brier, 4)]],
      '  ',
    ) +
    table(reliabilityRows(reliability), '  ')
  )
}

/** The curve at a few of its ranks. */
function rankTable({ precisionRecall }: EvaluationDetails): string {
  const points = RANKS.flatMap((rank) => {
    const point = precisionRecall.find((point) => point.rank >= rank)
    return point === undefined ? [] : [point]
  })
  if (points.length === 0) return ''
  return (
    '\nWhen the first labels of each document are taken\n' +
    table(
      [
        ['labels', ...points.map(({ rank }) => formatCount(rank))],
        ['precision', ...points.map(({ precision }) => formatScore(precision))],
        ['recall', ...points.map(({ recall }) => formatScore(recall))],
      ],
      '  ',
    )
  )
}

function bandTable({ bands }: EvaluationDetails): string {
  const rows = bands
    .filter(({ labels }) => labels > 0)
    .map((band) => [
      band.to === 0 ? 'none' : band.name,
      formatCount(band.labels),
      formatCount(band.documents),
      formatScore(band.precision),
      formatScore(band.recall),
      formatScore(band.microF1),
      formatScore(band.macroF1),
      formatScore(band.breakeven),
    ])
  if (rows.length === 0) return ''
  return (
    '\nLabels by how many training documents they had\n' +
    table(
      [
        ['training', 'labels', 'documents', 'precision', 'recall', 'micro-F1', 'macro-F1', 'breakeven'],
        ...rows,
      ],
      '  ',
    )
  )
}

function confusionTable({ confusions, singleLabel }: EvaluationDetails): string {
  if (confusions.length === 0) return ''
  const title = singleLabel
    ? 'Labels most often taken for others'
    : 'Missing labels while wrong ones are assigned'
  const rows = confusions
    .slice(0, CONFUSIONS)
    .map(({ truth, taken, documents }) => [truth, taken, formatCount(documents)])
  return `\n${title}\n${table([['true', 'taken for it', 'documents'], ...rows], '  ')}`
}
