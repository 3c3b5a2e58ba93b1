// SS00's training times: what a round costs over the number of documents and of classes.

import { lower } from '../claims.js'
import { drawDocuments, keepFrequent } from '../document-lists.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { trainContender } from '../measuring.js'
import { SS00 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { leafTopics, multiLabel } from './reuters-subsets.js'

const ROUNDS = 200
const QUICK_ROUNDS = 20
const TRIALS = 3
const DOCUMENTS = [1250, 2500, 5000, 10000]
const CLASSES = [3, 6, 12, 24]
/** The documents of the comparison of classes. */
const FEWER = 1500
const TEXT = { tokens: 'reuters', stop: 'english' }
const VARIANTS = {
  'real MH': 'real-mh',
  'real abstaining MH': 'real-abstain-mh',
  'discrete MH': 'discrete-mh',
  'discrete MR': 'discrete-mr',
} as const
const NAMES = Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]
const BY_DOCUMENTS = 'ms a round by documents, nine classes'
const BY_CLASSES = 'ms a round by classes'

export const ss00Times: PaperItem = {
  id: 'ss00-times',
  paper: SS00,
  place: 'training times, in the text',
  title: 'what a round of boosting costs over documents and classes',
  corpora: ['reuters21578'],
  data: 'similar',
  differs: 'Times of another machine, and of a program that adds up only terms that could win.',
  protocol:
    `Processor time of training with ${ROUNDS} rounds, reading included, by the number of rounds; three random draws of documents, which ` +
    'are the pairs. Documents in the nine classes of ss00-multi; by classes: the most frequent topics but earn and acq.',
  tables: [
    publishedTable(BY_DOCUMENTS, 'not in the text at hand', columns(DOCUMENTS, 2), NAMES),
    publishedTable(BY_CLASSES, 'not in the text at hand', columns(CLASSES, 2), NAMES),
  ],
  headline: [
    [BY_DOCUMENTS, 'real MH', String(DOCUMENTS.at(-1))],
    [BY_CLASSES, 'real MH', String(CLASSES.at(-1))],
  ],
  claims: {
    documents: 'Eight times the documents take at most eight times as long a round.',
    classes: 'Eight times the classes take at most eight times as long a round.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  const rounds = desk.quick ? QUICK_ROUNDS : ROUNDS
  const [all, leaves] = [await multiLabel(desk), await leafTopics(desk)]
  const sets = [
    ...DOCUMENTS.map((size) => ({ table: BY_DOCUMENTS, size, documents: all, drawn: size })),
    ...CLASSES.map((size) => ({
      table: BY_CLASSES,
      size,
      documents: keepFrequent(leaves, size),
      drawn: FEWER,
    })),
  ]
  for (const [at, { table, size, documents, drawn }] of sets.entries()) {
    for (let trial = 0; trial < TRIALS; trial++) {
      const train = drawDocuments(documents, desk.seed + trial, drawn)
      for (const name of NAMES) {
        desk.progress((at + trial / TRIALS) / sets.length, `${size}: ${name}`)
        const before = desk.cpuSeconds()
        await trainContender(desk, train, { ...TEXT, learner: 'boost', variant: VARIANTS[name], rounds })
        figures.add(table, name, { [size]: (1000 * (desk.cpuSeconds() - before)) / rounds })
      }
    }
  }
  const grows = (table: string, sizes: readonly number[]) => {
    const [few, many] = [sizes[0], sizes[sizes.length - 1]].map((size) =>
      NAMES.flatMap((name) => figures.of(table, name, size)),
    )
    const times = sizes[sizes.length - 1] / sizes[0]
    return lower(
      { name: `with ${sizes[sizes.length - 1]}`, figures: many },
      { name: `${times} times those with ${sizes[0]}`, figures: few.map((ms) => times * ms) },
      2,
    )
  }
  return {
    figures,
    claims: { documents: grows(BY_DOCUMENTS, DOCUMENTS), classes: grows(BY_CLASSES, CLASSES) },
  }
}
