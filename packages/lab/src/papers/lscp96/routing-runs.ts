// How the routing items of LSCP96 run: topics with a description and pooled judgements, and the runs of WH and EG on them.

import { type Classifier, corpusOf, type Document, evaluate } from 'abound'
import { type GivenOptions, trainOnCorpus } from 'abound/internal'
import { restrictLabels } from '../document-lists.js'
import type { Desk } from '../item.js'
import { trainContender } from '../measuring.js'
import { readLabelledParts } from './segments.js'
import { DISEASES, NEWS } from './topics.js'

const DRAWS = 100000
const QUICK_DRAWS = 5000
/** Others judged for each relevant document, and at most: about as many as in the paper’s pools. */
const POOLED = 4.4
const MOST_POOLED = 1500
export const WORDS = [50, 1000] as const
export const NAMES = ['Rocchio', 'WH', 'EG'] as const
export type Name = (typeof NAMES)[number]
export const FIRST = 'Reuters (paper: topics 51–100)'
const SECOND = 'OHSUMED (paper: topics 101–150)'
const SETS = {
  [FIRST]: { corpus: 'reuters21578', topics: NEWS },
  [SECOND]: { corpus: 'ohsumed', topics: DISEASES },
} as const
export type SetName = keyof typeof SETS
export const SET_NAMES: readonly SetName[] = [FIRST, SECOND]

const INQUERY = { tokens: 'words', stop: 'english', weighting: 'inquery', thresholds: 'train' }
const TARGETS = { highTarget: 0.47, lowTarget: 0.4, start: 'rocchio' }

/** A run as published. */
export function routingOptions(name: Name, words: number, quick: boolean): GivenOptions {
  const draws = quick ? QUICK_DRAWS : DRAWS
  const shared = { ...INQUERY, ...TARGETS, words }
  if (name === 'EG') return { learner: 'eg', ...shared, draws, pocket: true }
  if (name === 'WH') return { learner: 'widrow-hoff', ...shared, draws, pocket: true, rateEach: true }
  // The weights that the others start from, on the same words: a step of no length.
  return { learner: 'widrow-hoff', ...shared, rate: 1e-12 }
}

/** A set of topics: the documents judged for each, and those that are ranked. */
interface TopicSet {
  readonly corpus: string
  readonly topics: readonly string[]
  readonly judged: readonly Document[]
  /** Documents judged for a topic, on average. */
  readonly judgements: number
  readonly asked: readonly Document[]
  readonly labelTexts: ReadonlyMap<string, string>
}

/** The topics of a set that there are documents of. */
export async function readTopics(desk: Desk, set: SetName): Promise<TopicSet> {
  const { corpus, topics } = SETS[set]
  const { train, test, labels } = await readLabelledParts(desk, corpus)
  const names = Object.keys(topics).filter((topic) => labels.has(topic))
  const judged = await judgePooled(desk, restrictLabels(train, new Set(names)), names)
  const judgements = judged.reduce((sum, { labels, notLabels }) => sum + labels.length + notLabels.length, 0)
  return {
    corpus,
    topics: names,
    judged,
    judgements: judgements / names.length,
    asked: restrictLabels(test, new Set(names)),
    labelTexts: new Map(names.map((topic) => [topic, topics[topic]])),
  }
}

/** Trains a run on the documents judged. */
export function trainTopics(
  { seed }: Desk,
  { judged, labelTexts }: TopicSet,
  own: GivenOptions,
): Promise<Classifier> {
  const options = { seed, probabilities: 'none', ...own }
  return trainOnCorpus(corpusOf(judged), options, {}, { labelTexts })
}

/** The R-precision and F1 of each topic. */
export async function measureTopics(
  desk: Desk,
  set: TopicSet,
  own: GivenOptions,
): Promise<{ readonly precision: readonly number[]; readonly f1: readonly number[] }> {
  const { perLabel } = await evaluate(await trainTopics(desk, set, own), set.asked)
  const found = new Map(perLabel.map((one) => [one.label, one]))
  const measures = set.topics.map((topic) => found.get(topic))
  return {
    precision: measures.map((one) => one?.breakeven ?? 0),
    f1: measures.map((one) => one?.f1 ?? 0),
  }
}

/**
 * The documents as judged for the topics: those that have a topic, and of the others those that a first Rocchio ranks
 * highest for it. Of all others nothing is known.
 */
async function judgePooled(desk: Desk, documents: readonly Document[], topics: readonly string[]) {
  const classifier = await trainContender(desk, documents, { learner: 'rocchio', stop: 'english' })
  const scores = documents.map((document) => Float64Array.from(classifier.score(document).values))
  const notLabels: string[][] = documents.map(() => [])
  for (const topic of topics) {
    const id = classifier.labelId(topic)
    const isOther = ({ labels = [] }: Document) => !labels.includes(topic)
    const others = documents.flatMap((document, row) => (isOther(document) ? [row] : []))
    const relevant = documents.length - others.length
    others.sort((a, b) => scores[b][id] - scores[a][id] || a - b)
    const size = Math.min(MOST_POOLED, Math.round(POOLED * relevant))
    for (const row of others.slice(0, size)) notLabels[row].push(topic)
  }
  return documents.map((document, row) => ({
    ...document,
    labels: document.labels ?? [],
    notLabels: notLabels[row],
    partial: true,
  }))
}
