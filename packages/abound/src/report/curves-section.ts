// The curves of an evaluation, each where there is something to draw.

import type { LabelBand } from '../measure/bands.js'
import type { Measures } from '../measure/evaluation.js'
import {
  frequencyPlot,
  precisionRecallPlot,
  rejectionPlot,
  reliabilityCounts,
  reliabilityPlot,
} from './evaluation-plots.js'
import { figureOfPlot } from './figure.js'
import { formatCount, formatScore } from './figures.js'
import { html, type Markup } from './html.js'
import type { Section } from './page.js'
import type { PlotKit } from './plot-kit.js'

export function curvesSection(kit: PlotKit, measures: Measures): Section | undefined {
  const figures = [
    ranks(kit, measures),
    reliability(kit, measures),
    rejection(kit, measures),
    frequency(kit, measures),
  ]
  if (figures.every((figure) => figure === undefined)) return undefined
  return { id: 'curves', title: 'Curves', body: html`<div class="figures">${figures}</div>` }
}

function ranks(kit: PlotKit, { details }: Measures): Markup | undefined {
  const points = details?.precisionRecall ?? []
  if (points.length === 0) return undefined
  return figureOfPlot({
    title: 'Precision and recall along the ranking',
    says: 'As the first 1, 2, 3 … labels of every document are taken; numbers are ranks.',
    plot: precisionRecallPlot(kit, points),
    head: ['rank', 'precision', 'recall'],
    rows: points
      .slice(0, 12)
      .map(({ rank, precision, recall }) => [formatCount(rank), formatScore(precision), formatScore(recall)]),
  })
}

function reliability(kit: PlotKit, { probability }: Measures): Markup | undefined {
  if (probability === undefined || probability.reliability.length === 0) return undefined
  const { reliability: bins, calibrationError } = probability
  return figureOfPlot({
    title: 'Can the probabilities be believed?',
    says: `Of the documents whose first label was said to be right with 0.8, 80 % should be: on the diagonal. Mean gap: ${formatScore(calibrationError)}.`,
    plot: html`${reliabilityPlot(kit, bins)}${reliabilityCounts(kit, bins)}`,
    head: ['said', 'was right', 'documents'],
    rows: bins.map(({ predicted, observed, count }) => [
      formatScore(predicted),
      formatScore(observed),
      formatCount(count),
    ]),
  })
}

const STEPS = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]

function rejection(kit: PlotKit, { rejection }: Measures): Markup | undefined {
  if (rejection === undefined || rejection.curve.length < 2) return undefined
  const { curve } = rejection
  const rows = new Set(
    STEPS.map((step) => curve.findLast(({ falseRejection }) => falseRejection <= step)).filter(
      (point) => point !== undefined,
    ),
  )
  return figureOfPlot({
    title: 'What rejecting would bring',
    says: 'Where the first label leads the second by too little, a person could decide instead: accuracy on the rest against the share of documents that are rejected although their first label is right.',
    plot: rejectionPlot(kit, curve),
    head: ['--reject', 'rejected', 'falsely', 'accuracy'],
    rows: Array.from(rows, ({ threshold, rejected, falseRejection, accuracy }) => [
      String(Number(threshold.toPrecision(4))),
      formatScore(rejected),
      formatScore(falseRejection),
      formatScore(accuracy),
    ]),
  })
}

function frequency(kit: PlotKit, { perLabel, details }: Measures): Markup | undefined {
  const dots = perLabel.flatMap(({ label, f1, documents, training }) =>
    training === undefined || documents === 0 ? [] : [{ label, f1, documents, training }],
  )
  if (dots.length < 2) return undefined
  const bands = details?.bands.filter(({ labels }) => labels > 0) ?? []
  return figureOfPlot({
    title: 'Frequent and rare labels',
    says: 'F1 of each label that some document has, by how many training documents it had.',
    plot: html`${frequencyPlot(kit, dots)}${bands.length > 1 && bandTable(bands)}`,
  })
}

function bandTable(bands: readonly LabelBand[]): Markup {
  return html`<div class="wide" tabindex="0" role="region" aria-label="Labels by frequency"><table><thead><tr><th scope="col">trained on</th><th scope="col" class="n">labels</th><th scope="col" class="n">micro-F1</th><th scope="col" class="n">macro-F1</th></tr></thead>
<tbody>${bands.map(
    ({ from, to, labels, microF1, macroF1 }) =>
      html`<tr><th scope="row">${to === null ? `${formatCount(from)} or more` : from === to ? formatCount(from) : `${formatCount(from)} – ${formatCount(to)}`}</th><td class="n">${formatCount(labels)}</td><td class="n">${formatScore(microF1)}</td><td class="n">${formatScore(macroF1)}</td></tr>`,
  )}</tbody></table></div>`
}
