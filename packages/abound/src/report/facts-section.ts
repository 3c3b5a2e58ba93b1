// What was measured, on what: enough to do it again.

import { counted, grouped, sized } from './figures.js'
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
    ...(model.name === undefined
      ? []
      : [['model file', html`<bdi>${model.name}</bdi>`] satisfies [string, Piece]]),
    ...(model.bytes === undefined ? [] : [['size', sized(model.bytes)] satisfies [string, Piece]]),
    ['trained on', counted(model.documents, 'document')],
    ['terms', grouped(model.features)],
    ['labels', grouped(model.labels)],
    ...Object.entries(model.figures ?? {}).map(([name, figure]): [string, Piece] => [
      words(name),
      figureText(figure),
    ]),
  ]
  const dataFacts: [string, Piece][] = [
    ['data', html`<bdi>${data.name}</bdi>`],
    ['documents', grouped(data.documents)],
    ['sha256', data.sha256 === undefined ? 'not a file: no checksum' : html`<code>${data.sha256}</code>`],
    ...more,
  ]
  return {
    id: 'about',
    title: 'Model and data',
    body: html`<div class="columns"><div>${facts(dataFacts)}${facts(modelFacts)}</div>
<div><h3>Options of the model</h3>${facts(
      Object.entries(model.options).map(([name, value]): [string, Piece] => [
        name,
        html`<code>${optionText(value)}</code>`,
      ]),
    )}</div></div>`,
  }
}

export function facts(list: readonly (readonly [string, Piece])[]): Piece {
  return html`<dl class="facts">${list.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`
}

function words(name: string): string {
  return name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`)
}

function figureText(figure: number): string {
  return Number.isInteger(figure) ? grouped(figure) : figure.toPrecision(4)
}

function optionText(value: unknown): string {
  return value === '' ? '""' : typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}
