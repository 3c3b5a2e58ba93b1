// LSCP96, table 3 and the routing rows of table 4: Widrow-Hoff and EG from Rocchio's weights, on the words of a topic's
// description and the best 50 or 1,000 by these weights.

import { corpusOf, type Document, evaluate } from 'abound'
import { type GivenOptions, trainOnCorpus } from 'abound/internal'
import { alike, type ClaimFound, every, higher } from '../claims.js'
import { restrictLabels } from '../document-lists.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { trainContender } from '../measuring.js'
import { LSCP96 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { readLabelledParts } from './segments.js'
import { DISEASES, NEWS } from './topics.js'

const DRAWS = 100000
const QUICK_DRAWS = 5000
/** Others judged for each relevant document, and at most: about as many as in the paper’s pools. */
const POOLED = 4.4
const MOST_POOLED = 1500
const WORDS = [50, 1000] as const
const NAMES = ['Rocchio', 'WH', 'EG'] as const
type Name = (typeof NAMES)[number]
const rowName = (words: number, name: Name) => `Q+${words} / ${name}`
const RUNS = WORDS.flatMap((words) => NAMES.map((name) => ({ words, name, row: rowName(words, name) })))
const FIRST = 'Reuters (paper: topics 51–100)'
const SECOND = 'OHSUMED (paper: topics 101–150)'
const SETS = {
  [FIRST]: { corpus: 'reuters21578', topics: NEWS },
  [SECOND]: { corpus: 'ohsumed', topics: DISEASES },
} as const
const SET_NAMES = Object.keys(SETS) as (keyof typeof SETS)[]
const PRECISION = 'mean R-precision'
const F1 = 'mean F1'

const INQUERY = { tokens: 'words', stop: 'english', weighting: 'inquery', thresholds: 'train' }
const TARGETS = { highTarget: 0.47, lowTarget: 0.4, start: 'rocchio' }

function routingOptions(name: Name, words: number, draws: number): GivenOptions {
  const shared = { ...INQUERY, ...TARGETS, words }
  if (name === 'EG') return { learner: 'eg', ...shared, draws, pocket: true }
  if (name === 'WH') return { learner: 'widrow-hoff', ...shared, draws, pocket: true, rateEach: true }
  // The weights that the others start from, on the same words: a step of no length.
  return { learner: 'widrow-hoff', ...shared, rate: 1e-12 }
}

const table = (name: string, place: string, published: readonly (readonly number[])[]) => {
  const rows = RUNS.map(({ row }) => row)
  const figures = Object.fromEntries(rows.map((row, i) => [row, published[i]]))
  return publishedTable(name, place, columns(SET_NAMES, 3), rows, figures)
}

export const lscp96Routing: PaperItem = {
  id: 'lscp96-routing',
  paper: LSCP96,
  place: 'table 3, and table 4, routing',
  title: 'topics with a description: WH and EG from Rocchio’s weights',
  corpora: ['reuters21578', 'ohsumed'],
  data: 'other',
  differs:
    'The documents, topics and judgements of TREC are not to be had. In their place: 25 topics of Reuters-21578 and the 23 disease ' +
    'groups of OHSUMED, each with a description of a few words written for it, and thousands of documents in place of hundreds of ' +
    'thousands.',
  protocol:
    'Rocchio α = 1, β = 2, γ = 0.5; of each topic the words of its description and its 50 or 1,000 of highest Rocchio weight; ' +
    'INQUERY’s weights, targets 0.47 and 0.40; 100,000 draws with replacement (EG: half of them relevant), pocketing every 100. Only ' +
    'pooled documents are judged: those of the topic and 4.4 times as many others (at most 1,500) that a first Rocchio ranks highest. ' +
    'Thresholds by F1 on them. The pairs of the sign tests are the topics.',
  tables: [
    table(PRECISION, 'table 3', [
      [0.326, 0.341],
      [0.361, 0.288],
      [0.415, 0.403],
      [0.203, 0.19],
      [0.216, 0.192],
      [0.404, 0.295],
    ]),
    table(F1, 'table 4', [
      [0.22, 0.29],
      [0.28, 0.23],
      [0.36, 0.35],
      [0.06, 0.07],
      [0.16, 0.13],
      [0.36, 0.19],
    ]),
  ],
  headline: NAMES.map((name) => [PRECISION, rowName(50, name), FIRST]),
  claims: {
    'eg-f1': 'EG has a better F1 than Rocchio, on both sets of topics, with 50 and 1,000 words.',
    'eg-precision': 'EG has a better R-precision than Rocchio, on both sets, with 50 and 1,000 words.',
    'wh-f1': 'WH has a better F1 than Rocchio with 1,000 words, on both sets.',
    'eg-wh': 'EG has a better R-precision than WH, on both sets, with 50 and 1,000 words.',
    'rocchio-many-words': 'Rocchio’s R-precision is worse with 1,000 words than with 50, on both sets.',
    'eg-many-words':
      'On the first set EG’s R-precision is about the same with 1,000 words as with 50 (within .03).',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  const facts: Record<string, number> = {}
  const byTopic = new Figures()
  for (const [at, set] of SET_NAMES.entries()) {
    const { corpus, topics } = SETS[set]
    const { train, test, labels } = await readLabelledParts(desk, corpus)
    const names = Object.keys(topics).filter((topic) => labels.has(topic))
    const judged = await judgePooled(desk, restrictLabels(train, new Set(names)), names)
    const asked = restrictLabels(test, new Set(names))
    const judgements = judged.reduce(
      (sum, { labels, notLabels }) => sum + labels.length + notLabels.length,
      0,
    )
    facts[`${corpus}: topics`] = names.length
    facts[`${corpus}: documents judged for a topic, on average`] = Math.round(judgements / names.length)
    const labelTexts = new Map(names.map((topic) => [topic, topics[topic]]))
    for (const [i, { words, name, row }] of RUNS.entries()) {
      desk.progress((at + i / RUNS.length) / SET_NAMES.length, `${corpus}: ${row}`)
      const own = routingOptions(name, words, desk.quick ? QUICK_DRAWS : DRAWS)
      const options = { seed: desk.seed, probabilities: 'none', ...own }
      const classifier = await trainOnCorpus(corpusOf(judged), options, {}, { labelTexts })
      const { perLabel } = await evaluate(classifier, asked)
      const found = new Map(perLabel.map((one) => [one.label, one]))
      const add = (measure: string, numbers: readonly number[]) => {
        for (const number of numbers) byTopic.add(measure, row, { [set]: number })
        figures.add(measure, row, { [set]: numbers.reduce((sum, one) => sum + one, 0) / numbers.length })
      }
      const measures = names.map((topic) => found.get(topic))
      add(
        PRECISION,
        measures.map((one) => one?.breakeven ?? 0),
      )
      add(
        F1,
        measures.map((one) => one?.f1 ?? 0),
      )
    }
  }
  const side = (measure: string, set: string, words: number, name: Name) =>
    byTopic.side(measure, rowName(words, name), set, `${set.split(' ')[0]} ${rowName(words, name)}`)
  const isHigher = (
    measure: string,
    first: Name,
    second: Name,
    words: readonly number[] = WORDS,
  ): ClaimFound =>
    every(
      SET_NAMES.flatMap((set) =>
        words.map((count) => higher(side(measure, set, count, first), side(measure, set, count, second))),
      ),
    )
  return {
    figures,
    facts,
    claims: {
      'eg-f1': isHigher(F1, 'EG', 'Rocchio'),
      'eg-precision': isHigher(PRECISION, 'EG', 'Rocchio'),
      'wh-f1': isHigher(F1, 'WH', 'Rocchio', [1000]),
      'eg-wh': isHigher(PRECISION, 'EG', 'WH'),
      'rocchio-many-words': every(
        SET_NAMES.map((set) =>
          higher(side(PRECISION, set, 50, 'Rocchio'), side(PRECISION, set, 1000, 'Rocchio')),
        ),
      ),
      'eg-many-words': alike(side(PRECISION, FIRST, 1000, 'EG'), side(PRECISION, FIRST, 50, 'EG'), 0.03),
    },
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
