// LSCP96, table 3 and the routing rows of table 4: Widrow-Hoff and EG from Rocchio's weights, on the words of a topic's
// description and the best 50 or 1,000 by these weights.

import { alike, type ClaimFound, every, higher } from '../claims.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { LSCP96 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { otherRate, smallRange } from './routing-experiments.js'
import {
  FIRST,
  measureTopics,
  NAMES,
  type Name,
  readTopics,
  routingOptions,
  SET_NAMES,
  WORDS,
} from './routing-runs.js'

const rowName = (words: number, name: Name) => `Q+${words} / ${name}`
const RUNS = WORDS.flatMap((words) => NAMES.map((name) => ({ words, name, row: rowName(words, name) })))
const PRECISION = 'mean R-precision'
const F1 = 'mean F1'

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
  experiments: { 'wh-f1': otherRate, 'eg-many-words': smallRange },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  const facts: Record<string, number> = {}
  const byTopic = new Figures()
  for (const [at, set] of SET_NAMES.entries()) {
    const topics = await readTopics(desk, set)
    const { corpus } = topics
    facts[`${corpus}: topics`] = topics.topics.length
    facts[`${corpus}: documents judged for a topic, on average`] = Math.round(topics.judgements)
    for (const [i, { words, name, row }] of RUNS.entries()) {
      desk.progress((at + i / RUNS.length) / SET_NAMES.length, `${corpus}: ${row}`)
      const { precision, f1 } = await measureTopics(desk, topics, routingOptions(name, words, desk.quick))
      const add = (measure: string, numbers: readonly number[]) => {
        for (const number of numbers) byTopic.add(measure, row, { [set]: number })
        figures.add(measure, row, { [set]: numbers.reduce((sum, one) => sum + one, 0) / numbers.length })
      }
      add(PRECISION, precision)
      add(F1, f1)
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
