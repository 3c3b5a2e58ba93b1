// Measures of a classifier on a source, and how a terminal shows them.

import {
  addToEvaluation,
  type Classifier,
  type Document,
  type Evaluation,
  figureOf,
  MEASURE_GROUPS,
  MEASURES,
  type MeasureGroup,
  type Measures,
  type ReliabilityBin,
  type Scores,
  startEvaluation,
} from '../internal.js'
import { formatAmount, formatCount, formatScore, list, table, warn } from './terminal.js'

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

/** Says which labels nothing could find, as the model does not know them, and what to do. */
export function warnOfUnknownLabels({ unknownLabels, judged }: Measures): void {
  const { count, documents, examples } = unknownLabels
  if (count === 0) return
  const named = examples.map((label) => JSON.stringify(label)).join(', ')
  warn(
    `${formatCount(documents)} of ${formatAmount(judged, 'document')} ${documents === 1 ? 'has' : 'have'} labels that the model does not know (${named}${count > examples.length ? `, … ${formatCount(count)} in all` : ''}), which count as never found: expected labels as in training (\`abound inspect MODEL\` lists them), or train with these`,
  )
}

/** How figures without intervals are arranged, and with them, which take more room; null leaves a place empty. */
const RANKING: Arrangement = {
  plain: [
    ['R1', 'oneError', 'loss1'],
    ['R5', 'coverage', 'loss2'],
    ['MRR', 'averagePrecision', 'loss3'],
    ['HR', 'maxF1', 'documentMaxF1'],
  ],
  wide: [
    ['oneError', 'loss1'],
    ['coverage', 'loss2'],
    ['averagePrecision', 'loss3'],
    ['R1', 'MRR'],
    ['R5', 'HR'],
    ['maxF1', 'documentMaxF1'],
  ],
}
const DECISIONS: Arrangement = {
  plain: [
    ['microF1', 'microPrecision', 'microRecall'],
    ['macroF1', 'macroLabels', 'breakeven'],
    ['hammingLoss', 'subsetAccuracy', null],
    ['fBeta.micro', 'fBeta.macro'],
  ],
  wide: [
    ['microF1', 'macroF1'],
    ['microPrecision', 'macroLabels'],
    ['microRecall', 'breakeven'],
    ['hammingLoss', 'subsetAccuracy'],
    ['fBeta.micro', 'fBeta.macro'],
  ],
}
/** One line a cutoff. */
const HEAD = ['precisionAt', 'recallAt', 'ndcgAt']
const CUTOFFS = [1, 3, 5]
const HEADS = [...HEAD, 'propensityPrecisionAt'].flatMap((family) => CUTOFFS.map((k) => `${family}.${k}`))

const PROBABILITIES = ['probability.calibrationError', 'probability.brier']
/** Those whose measures have no place of their own. */
const OTHER_GROUPS: readonly MeasureGroup[] = ['labelProbability', 'rejection']

interface Arrangement {
  readonly plain: readonly (readonly (string | null)[])[]
  readonly wide: readonly (readonly (string | null)[])[]
}

/** N, P@k and R@k first, then the others by what they speak of; with their intervals where there are details. */
export function measureTable(m: Measures): string {
  const leftOut = m.leftOut > 0 ? `   (${formatAmount(m.leftOut, 'document')} without a label left out)` : ''
  const title = m.details === undefined ? '' : ' (95 % interval)'
  // Weighted by propensity too where there is room for more.
  const head = m.details === undefined ? HEAD : [...HEAD, 'propensityPrecisionAt']
  return [
    `N    ${formatCount(m.documents)}${leftOut}\n`,
    table(CUTOFFS.map((k) => head.flatMap((family) => cells(m, `${family}.${k}`)))),
    `\nRanking of labels, by document${title}\n`,
    groupTable(m, 'ranking', RANKING),
    `\nAssigned labels${title}\n`,
    groupTable(m, 'decisions', DECISIONS),
    m.probability === undefined ? '' : probabilityTable(m, m.probability.reliabilityByCount),
    ...OTHER_GROUPS.map((group) => {
      const rows = othersOf(m, group, [])
      return rows.length === 0 ? '' : `\n${MEASURE_GROUPS[group]}\n${table(rows, '  ')}`
    }),
  ].join('')
}

/** What is not arranged follows, a line each. */
function groupTable(m: Measures, group: MeasureGroup, { plain, wide }: Arrangement): string {
  const rows = (m.details === undefined ? plain : wide)
    .map((names) => names.flatMap((name) => (name === null ? ['', ''] : cells(m, name))))
    .filter((row) => row.length > 0)
  const all = [...rows, ...othersOf(m, group, [...plain.flat(), ...HEADS])]
  return m.details === undefined ? table(all, '  ') : list(all, '  ')
}

/** A row for each measure of a group that has no place in an arrangement. */
function othersOf(m: Measures, group: MeasureGroup, arranged: readonly (string | null)[]): string[][] {
  return MEASURES.filter(
    (measure) => measure.group === group && measure.shown === undefined && !arranged.includes(measure.name),
  )
    .map(({ name }) => cells(m, name))
    .filter((row) => row.length > 0)
}

/** The name of a measure and its figure, 0.053 (0.046–0.061); nothing where these measures do not have it. */
function cells(m: Measures, name: string): string[] {
  const figure = figureOf(m, name)
  const measure = MEASURES.find((one) => one.name === name)
  if (measure === undefined || figure === undefined) return []
  const { title, short = title, digits } = measure
  const named = short.replace('_β', String(m.fBeta?.beta))
  if (digits === 0) return [named, formatCount(figure ?? 0)]
  const interval = m.details?.intervals[name]
  const range =
    interval === undefined
      ? ''
      : ` (${formatScore(interval.low, digits)}–${formatScore(interval.high, digits)})`
  return [named, `${formatScore(figure, digits)}${range}`]
}

/** How far the probability of a document's first label is to be believed. */
function probabilityTable(m: Measures, bins: readonly ReliabilityBin[]): string {
  return (
    `\n${MEASURE_GROUPS.firstProbability}\n` +
    table([PROBABILITIES.flatMap((name) => cells(m, name))], '  ') +
    table(othersOf(m, 'firstProbability', PROBABILITIES), '  ') +
    table(reliabilityRows(bins), '  ')
  )
}

/** What probabilities said, and what came true. */
export function reliabilityRows(bins: readonly ReliabilityBin[]): string[][] {
  return [
    ['said', ...bins.map(({ predicted }) => formatScore(predicted, 2))],
    ['was right', ...bins.map(({ observed }) => formatScore(observed, 2))],
  ]
}
