// Who is taken for whom: the pairs, and a small matrix of the labels that are confused most.

import type { Confusion, ConfusionMatrix } from '../measure/confusions.js'
import type { Measures } from '../measure/evaluation.js'
import { bar, formatCount } from './figures.js'
import { html, type Markup } from './html.js'
import type { Section } from './page.js'

const MOST_PAIRS = 20
const MOST_LABELS = 12

export function confusionSection({ details, perLabel }: Measures): Section | undefined {
  if (details === undefined || details.confusions.length === 0) return undefined
  const { confusions, confusionMatrix } = details
  const documents = new Map(perLabel.map((one) => [one.label, one.documents]))
  const pairs = confusions.slice(0, MOST_PAIRS)
  const how =
    confusionMatrix === undefined
      ? 'How many documents lack a label that they have while they were assigned one that they have not.'
      : 'How many documents of a label have another as their first.'
  return {
    id: 'confusions',
    title: 'Confusions',
    body: html`<p class="note">${how}</p>
<div class="columns broad"><div class="wide" tabindex="0" role="region" aria-label="Confused pairs"><table class="pairs">
<thead><tr><th scope="col">label</th><th scope="col">taken for</th><th scope="col" class="n">documents</th><th scope="col" class="n" title="share of the label’s documents">share</th></tr></thead>
<tbody>${pairs.map(({ truth, taken, documents: count }) => {
      const share = count / (documents.get(truth) || count)
      return html`<tr><th scope="row"><bdi>${truth}</bdi></th><td><bdi>${taken}</bdi></td><td class="n">${formatCount(count)}</td><td class="n">${`${(share * 100).toFixed(0)} %`}${bar(share)}</td></tr>\n`
    })}</tbody></table></div>
${matrixOf(confusions, confusionMatrix)}</div>`,
  }
}

/** The labels of the most frequent pairs, in the order of their first appearance, beside each other. */
function matrixOf(confusions: readonly Confusion[], matrix: ConfusionMatrix | undefined): Markup | undefined {
  if (matrix === undefined) return undefined
  const names = new Set<string>()
  for (const { truth, taken } of confusions) {
    if (names.size + Number(!names.has(truth)) + Number(!names.has(taken)) > MOST_LABELS) break
    names.add(truth).add(taken)
  }
  const rows = Array.from(names, (name) => matrix.labels.indexOf(name)).filter((at) => at >= 0)
  rows.sort((a, b) => a - b)
  if (rows.length < 2) return undefined
  const totals = rows.map((t) => matrix.counts[t].reduce((sum, n) => sum + n, matrix.none[t]))
  return html`<div class="wide" tabindex="0" role="region" aria-label="Matrix of the most confused labels"><table class="matrix">
<caption>The labels confused most: a row for what is true, a column for what came first. Framed: right.</caption>
<thead><tr><td></td>${rows.map((f, i) => html`<th scope="col" title="${matrix.labels[f]}"><abbr title="${matrix.labels[f]}">${i + 1}</abbr></th>`)}</tr></thead>
<tbody>${rows.map(
    (t, i) =>
      html`<tr><th scope="row" title="${matrix.labels[t]}">${i + 1} <bdi>${matrix.labels[t]}</bdi></th>${rows.map(
        (f) => {
          const count = matrix.counts[t][f]
          const share = count / (totals[i] || 1)
          // A few wrong ones should be seen beside many right ones.
          const heat = Math.round((t === f ? share : Math.sqrt(share)) * 10)
          return html`<td class="${t === f ? 'right ' : ''}h${heat}">${formatCount(count)}</td>`
        },
      )}</tr>\n`,
  )}</tbody></table></div>`
}
