// The worst mistakes, each with its text and the words that spoke for the wrong label, and for the right one.

import type { Explanation } from '../pipeline/explanation.js'
import { formatProbability, formatSigned } from './figures.js'
import { highlight, KEY, sumLine } from './highlight.js'
import { html, type Markup } from './html.js'
import type { Mistake } from './mistakes.js'
import type { Section } from './page.js'

const MOST_CHARACTERS = 600

export function mistakesSection(mistakes: readonly Mistake[]): Section | undefined {
  if (mistakes.length === 0) return undefined
  return {
    id: 'mistakes',
    title: 'Worst mistakes',
    body: html`<p class="note">Documents whose first label is wrong, those first where the model was surest. A label that is right
after all, or missing in the data, is often found here.</p>
${KEY}
<div class="mistakes">${mistakes.map(mistakeCard)}</div>`,
  }
}

function mistakeCard({ place, id, labels, taken, truth, contrast }: Mistake): Markup {
  const name = id === undefined ? `Document ${place}` : html`<bdi>${id}</bdi>`
  return html`<article class="card"><h3>${name}</h3>
<dl class="verdict"><dt>said</dt><dd><bdi>${taken.label}</bdi></dd><dd class="n">${certainty(taken)}</dd>
<dt>true</dt><dd><bdi>${labels.join(', ')}</bdi></dd><dd class="n">${certainty(truth)}</dd></dl>
${
  contrast === undefined
    ? html`${textAndSum(taken)}
<details><summary>What spoke for <bdi>${truth.label}</bdi></summary>${textAndSum(truth)}</details>`
    : html`<p class="sum">What spoke for <bdi>${taken.label}</bdi> rather than <bdi>${truth.label}</bdi>:</p>${textAndSum(contrast, 'difference of scores')}`
}</article>
`
}

function textAndSum(explanation: Explanation, what?: string): Markup {
  return html`${explanation.text !== '' && highlight(explanation, MOST_CHARACTERS)}${sumLine(explanation, what)}`
}

function certainty({ probability, score }: Explanation): string {
  return probability === undefined ? formatSigned(score) : formatProbability(probability)
}
