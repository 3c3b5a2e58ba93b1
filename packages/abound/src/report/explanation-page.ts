// The page of one text: what its words said for each of some labels. What `explain --html` writes.

import type { Explanation, TermContribution } from '../pipeline/explanation.js'
import { bar, formatSigned } from './figures.js'
import { highlight, KEY, sumLine } from './highlight.js'
import { html, type Markup } from './html.js'
import { type MadeBy, pageOf, type Section } from './page.js'

/** A label's explanation, with the terms that had a part in it and, of a rule learner, the rule that fired. */
export interface ExplainedLabel extends Explanation {
  readonly terms: readonly TermContribution[]
  readonly rule?: string
}

export interface ExplanationReport {
  readonly title: string
  readonly made: MadeBy
  /** What explained it: model file, learner. */
  readonly lead: string
  readonly labels: readonly ExplainedLabel[]
}

const MOST_TERMS = 40

export async function renderExplanation({ title, made, lead, labels }: ExplanationReport): Promise<string> {
  const sections = labels.map(
    (label, i): Section => ({
      id: `label-${i + 1}`,
      title: label.label,
      body: html`${i === 0 && KEY}${label.rule !== undefined && html`<p><code>${label.rule}</code></p>`}
${label.text !== '' && highlight(label)}${sumLine(label)}${termTable(label.terms)}`,
    }),
  )
  const none = html`<p>The model knows none of these words: no label speaks for itself.</p>`
  return pageOf({
    title,
    lead,
    made,
    sections: sections.length > 0 ? sections : [{ id: 'none', title: 'No label', body: none }],
  })
}

function termTable(terms: readonly TermContribution[]): Markup | undefined {
  if (terms.length === 0) return undefined
  const strongest = Math.max(...terms.map(({ weight }) => Math.abs(weight)), Number.MIN_VALUE)
  const rest = terms.slice(MOST_TERMS)
  return html`<details><summary>The terms</summary><div class="wide" tabindex="0" role="region" aria-label="Terms"><table><thead><tr><th scope="col">term</th><th scope="col" class="n">part of the score</th></tr></thead>
<tbody>${terms
    .slice(0, MOST_TERMS)
    .map(
      ({ term, weight }) =>
        html`<tr><th scope="row"><bdi>${term}</bdi></th><td class="n">${formatSigned(weight)}${bar(Math.abs(weight) / strongest)}</td></tr>\n`,
    )}${rest.length > 0 && html`<tr><th scope="row">${rest.length} more</th><td class="n">${formatSigned(rest.reduce((sum, { weight }) => sum + weight, 0))}</td></tr>`}</tbody></table></div></details>`
}
