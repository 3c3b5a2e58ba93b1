// What the items of J99 share: naive Bayes, SVM and transductive SVM on few labelled documents and the documents that are
// to be labelled, by breakeven.

import { corpusOf, type Document, evaluate, type Measures } from 'abound'
import { type GivenOptions, transduceCorpora } from 'abound/internal'
import type { Desk } from '../item.js'
import { trainContender } from '../measuring.js'

export const BAYES = 'naive Bayes'
export const SVM = 'SVM'
export const TSVM = 'TSVM'
export const METHODS = [BAYES, SVM, TSVM] as const
export type Method = (typeof METHODS)[number]

/** How a corpus is worked on: its labels, the words of naive Bayes and those of the TSVM. */
export interface CorpusOptions {
  readonly labels: readonly string[]
  readonly bayes: GivenOptions
  readonly tsvm: GivenOptions
}

/** Labelled documents, and those to be labelled, whose labels only the measures see. */
export interface LabellingTask {
  readonly few: readonly Document[]
  readonly asked: readonly Document[]
}

/** The breakeven in per cent of each label. */
type Breakevens = ReadonlyMap<string, number>

/** Labels the documents of a task and measures it. */
export type LabellingMethod = (desk: Desk, task: LabellingTask, options: CorpusOptions) => Promise<Breakevens>

/** Every label against the rest, in a model of its own with words of its own. */
export const bayesByLabel: LabellingMethod = async (desk, { few, asked }, { labels, bayes }) => {
  const out = new Map<string, number>()
  for (const label of labels) {
    const toTwoLabels = (document: Document): Document => ({
      ...document,
      labels: [(document.labels ?? []).includes(label) ? label : `not ${label}`],
    })
    const options = { learner: 'naive-bayes', ...bayes }
    const classifier = await trainContender(desk, few.map(toTwoLabels), options)
    const found = breakevens(await evaluate(classifier, asked.map(toTwoLabels)), [label])
    for (const [name, figure] of found) out.set(name, figure)
  }
  return out
}

/** One model of all labels. */
export const bayesTogether: LabellingMethod = async (desk, { few, asked }, { labels, bayes }) => {
  const classifier = await trainContender(desk, few, { learner: 'naive-bayes', ...bayes })
  return breakevens(await evaluate(classifier, asked), labels)
}

export const svm: LabellingMethod = async (desk, { few, asked }, { labels }) => {
  const classifier = await trainContender(desk, few, { learner: 'svm' })
  return breakevens(await evaluate(classifier, asked), labels)
}

/** The TSVM, told how many of the documents have each label, so that as many are wrongly taken as are missed. */
export const tsvm: LabellingMethod = (desk, task, options) => {
  const counts = options.labels.map((label) => {
    const documents = task.asked.filter(({ labels = [] }) => labels.includes(label))
    return `${label}\t${documents.length}`
  })
  return transduce(desk, task, options, counts.join('\n'))
}

/** The TSVM, going by the labels' shares among the labelled. */
export const tsvmByShare: LabellingMethod = (desk, task, options) => transduce(desk, task, options, 'share')

/** The TSVM, estimating the labels' shares from the documents that are to be labelled. */
export const tsvmByEstimate: LabellingMethod = (desk, task, options) =>
  transduce(desk, task, options, 'estimate')

async function transduce(
  { seed }: Desk,
  { few, asked }: LabellingTask,
  { labels, tsvm }: CorpusOptions,
  positives: string,
): Promise<Breakevens> {
  const { model } = await transduceCorpora(corpusOf(few), corpusOf(asked), { seed, ...tsvm, positives })
  return breakevens(await evaluate(model, asked), labels)
}

export function averageOf(found: Breakevens): number {
  return [...found.values()].reduce((sum, figure) => sum + figure, 0) / found.size
}

function breakevens({ perLabel }: Measures, labels: readonly string[]): Breakevens {
  const found = new Map(perLabel.map(({ label, breakeven }) => [label, breakeven]))
  return new Map(labels.map((label) => [label, 100 * (found.get(label) ?? 0)]))
}
