// The headline figures, and all measures in a table.

import type { Interval } from '../measure/bootstrap.js'
import type { Measures } from '../measure/evaluation.js'
import { figureOf, MEASURE_GROUPS, type Measure, type MeasureGroup } from '../measure/measure.js'
import { MEASURES } from '../measure/measures/index.js'
import { formatAmount, formatCount, formatScore } from './figures.js'
import { html } from './html.js'
import type { Section } from './page.js'

const HEADLINES: readonly (readonly [key: string, name: string, says: string])[] = [
  ['R1', 'first label right', 'R1, accuracy'],
  ['microF1', 'micro-F1', 'over all assignments'],
  ['macroF1', 'macro-F1', 'mean over labels'],
  ['averagePrecision', 'average precision', 'of the ranking of labels'],
  ['probability.calibrationError', 'calibration error', 'of probabilities'],
]

export function headlineSection(measures: Measures): Section {
  const intervals = measures.details?.intervals ?? {}
  const tiles = HEADLINES.flatMap(([key, name, says]) => {
    const figure = figureOf(measures, key)
    if (figure === undefined) return []
    const interval = intervals[key]
    return [
      html`<li class="tile" data-headline="${key}"><span>${name}</span><b>${formatScore(figure)}</b><small>${interval === undefined ? says : `95 %: ${range(interval)}`}</small></li>`,
    ]
  })
  return {
    id: 'summary',
    title: 'Summary',
    body: html`<ul class="tiles">${tiles}</ul>
<p class="note">${formatAmount(measures.documents, 'document')} with a label measured${
      measures.leftOut > 0 &&
      `, ${formatAmount(measures.leftOut, 'document')} without one left out of the rankings`
    }; ${formatAmount(measures.labels, 'label')}${
      measures.unknownLabels.count > 0 &&
      `, ${formatCount(measures.unknownLabels.count)} of them unknown to the model`
    }.${
      Object.keys(intervals).length > 0 &&
      ' Ranges: where the figure lies in 95 % of samples drawn from these documents (bootstrap).'
    }</p>`,
  }
}

/** What comes first in its group; the others follow as they are listed. */
const FIRST = [
  ...['R1', 'R5', 'oneError', 'MRR', 'HR', 'averagePrecision'],
  ...['microF1', 'microPrecision', 'microRecall', 'macroF1', 'fBeta.micro', 'fBeta.macro'],
  ...['breakeven', 'meanAveragePrecision', 'subsetAccuracy'],
]

function onPages(): readonly Measure[] {
  const place = ({ name }: Measure): number => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1)
  return MEASURES.filter(({ shown }) => shown !== 'json').sort((a, b) => place(a) - place(b))
}

export function measuresSection(measures: Measures): Section {
  const intervals = measures.details?.intervals ?? {}
  const { threshold, label } = measures.rejection ?? {}
  const listed = onPages()
  const groups = (Object.keys(MEASURE_GROUPS) as MeasureGroup[])
    .filter((group) => group !== 'rejection' || (threshold ?? label) !== undefined)
    .map((group) => ({
      title: MEASURE_GROUPS[group],
      rows: listed
        .filter((measure) => measure.group === group)
        .flatMap(({ name, title, help, digits }) => {
          const figure = figureOf(measures, name)
          if (figure === undefined) return []
          const interval = intervals[name]
          return [
            html`<tr><th scope="row">${title}</th><td class="n" data-measure="${name}" data-value="${String(figure)}">${formatScore(figure, digits)}</td><td class="n">${interval && range(interval, digits)}</td><td class="why">${help}</td></tr>`,
          ]
        }),
    }))
    .filter(({ rows }) => rows.length > 0)
  return {
    id: 'measures',
    title: 'All measures',
    body: html`<div class="wide" tabindex="0" role="region" aria-label="All measures"><table class="measures">
<thead><tr><th scope="col">measure</th><th scope="col" class="n">figure</th><th scope="col" class="n">95 %</th><th scope="col" class="why">what it says</th></tr></thead>
${groups.map(
  ({ title, rows }) => html`<tbody><tr class="group"><th scope="rowgroup" colspan="4">${title}</th></tr>
${rows}</tbody>`,
)}</table></div>`,
  }
}

function range({ low, high }: Interval, digits = 3): string {
  return `${formatScore(low, digits)} – ${formatScore(high, digits)}`
}
