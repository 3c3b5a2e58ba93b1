// What was measured, on what: enough to do it again.

import { formatAmount, formatBytes, formatCount, splitName } from './figures.js'
import { html, type Piece } from './html.js'
import type { Section } from './page.js'

/** A trained model, as a page tells of it. */
export interface ModelFacts {
  /** Its file, if it is in one. */
  readonly name?: string
  readonly learner: string
  readonly options: Readonly<Record<string, unknown>>
  /** Training documents, terms, labels. */
  readonly documents: number
  readonly features: number
  readonly labels: number
  readonly bytes?: number
  /** Others, such as edges. */
  readonly figures?: Readonly<Record<string, number>>
}

/** The documents that were measured on. */
export interface DataFacts {
  readonly name: string
  /** Of the bytes as they lie on disk, where they are in files. */
  readonly sha256?: string
  /** All that were read. */
  readonly documents: number
}

export function factsSection(
  model: ModelFacts,
  data: DataFacts,
  more: readonly [string, Piece][] = [],
): Section {
  const modelFacts: [string, Piece][] = [
    ['learner', model.learner],
    ['model file', model.name && html`<bdi>${model.name}</bdi>`],
    ['size', model.bytes === undefined ? undefined : formatBytes(model.bytes)],
    ['trained on', formatAmount(model.documents, 'document')],
    ['terms', formatCount(model.features)],
    ['labels', formatCount(model.labels)],
    ...Object.entries(model.figures ?? {}).map(([name, figure]): [string, Piece] => [
      splitName(name),
      Number.isInteger(figure) ? formatCount(figure) : figure.toPrecision(4),
    ]),
  ]
  const dataFacts: [string, Piece][] = [
    ['data', html`<bdi>${data.name}</bdi>`],
    ['documents', formatCount(data.documents)],
    ['sha256', data.sha256 === undefined ? 'not a file: no checksum' : html`<code>${data.sha256}</code>`],
    ...more,
  ]
  return {
    id: 'about',
    title: 'Model and data',
    body: html`<div class="columns"><div>${facts(dataFacts)}${facts(modelFacts)}</div>
<div><h3>Options of the model</h3>${optionFacts(model.options)}</div></div>`,
  }
}

/** Those that are known. */
export function facts(list: readonly (readonly [string, Piece])[]): Piece {
  const known = list.filter(([, value]) => value !== undefined)
  return html`<dl class="facts">${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`
}

/** Options as they would be given. */
export function optionFacts(options: Readonly<Record<string, unknown>>): Piece {
  return facts(
    Object.entries(options).map(([name, value]) => [
      name,
      html`<code>${value === '' ? '""' : typeof value === 'string' ? value : JSON.stringify(value)}</code>`,
    ]),
  )
}
