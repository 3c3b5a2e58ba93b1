// What the items of J99 share: naive Bayes, SVM and transductive SVM on few labelled documents and the documents that are
// to be labelled, by breakeven.

import type { Document } from 'abound'
import type { Measures } from 'abound/measures'
import { corpusOf, evaluate, type GivenOptions, transduceCorpora } from 'abound/pipeline'
import type { Side } from '../claims.js'
import type { Figures } from '../figures.js'
import type { Desk } from '../item.js'
import { contender } from '../measuring.js'

export const BAYES = 'naive Bayes'
export const SVM = 'SVM'
export const TSVM = 'TSVM'
export const METHODS = [BAYES, SVM, TSVM] as const
export type Method = (typeof METHODS)[number]

/** How a corpus is worked on: its labels, the words of naive Bayes and those of the TSVM. */
export interface Manner {
  readonly labels: readonly string[]
  readonly bayes: GivenOptions
  readonly tsvm: GivenOptions
}

/** Labelled documents, and those to be labelled, whose labels only the measures see. */
export interface Task {
  readonly few: readonly Document[]
  readonly asked: readonly Document[]
}

/** The breakeven in per cent of each label. */
export type Breakevens = ReadonlyMap<string, number>

/** Every label against the rest, in a model of its own with words of its own. */
export async function bayesByLabel(desk: Desk, { few, asked }: Task, manner: Manner): Promise<Breakevens> {
  const out = new Map<string, number>()
  for (const label of manner.labels) {
    const sided = (document: Document): Document => ({
      ...document,
      labels: [(document.labels ?? []).includes(label) ? label : `not ${label}`],
    })
    const options = { learner: 'naive-bayes', ...manner.bayes }
    const classifier = await contender(desk, few.map(sided), options)
    for (const [name, figure] of breakevens(await evaluate(classifier, asked.map(sided)), [label]))
      out.set(name, figure)
  }
  return out
}

/** One model of all labels. */
export async function bayesTogether(desk: Desk, { few, asked }: Task, manner: Manner): Promise<Breakevens> {
  const options = { learner: 'naive-bayes', ...manner.bayes }
  return breakevens(await evaluate(await contender(desk, few, options), asked), manner.labels)
}

export async function svm(desk: Desk, { few, asked }: Task, manner: Manner): Promise<Breakevens> {
  const classifier = await contender(desk, few, { learner: 'svm' })
  return breakevens(await evaluate(classifier, asked), manner.labels)
}

/**
 * The TSVM, told how many of the documents have each label, so that as many are wrongly taken as are missed; or going
 * by their share among the labelled.
 */
export async function tsvm(
  desk: Desk,
  { few, asked }: Task,
  manner: Manner,
  numbers: 'true' | 'share' = 'true',
): Promise<Breakevens> {
  const counted = manner.labels.map(
    (label) => `${label}\t${asked.filter(({ labels = [] }) => labels.includes(label)).length}`,
  )
  const { model } = await transduceCorpora(corpusOf(few), corpusOf(asked), {
    seed: desk.seed,
    ...manner.tsvm,
    positives: numbers === 'true' ? counted.join('\n') : numbers,
  })
  return breakevens(await evaluate(model, asked), manner.labels)
}

export function averageOf(found: Breakevens): number {
  return [...found.values()].reduce((sum, figure) => sum + figure, 0) / found.size
}

function breakevens({ perLabel }: Measures, labels: readonly string[]): Breakevens {
  const found = new Map(perLabel.map(({ label, breakeven }) => [label, breakeven]))
  return new Map(labels.map((label) => [label, 100 * (found.get(label) ?? 0)]))
}

/** A cell as one side of a comparison. */
export function sideOf(figures: Figures, table: string, row: string, measure: string, name = measure): Side {
  return { name, figures: figures.of(table, row, measure) }
}
