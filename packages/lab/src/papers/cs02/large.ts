// CS02, tables 3 and 4: the protocol for RCV1 (the first two thirds in time are learned from, the last third is ranked) on
// the largest corpus at hand that has a time: descriptions of vulnerabilities.

import type { Document } from 'abound'
import { permutation, Rng } from 'abound/structures'
import { testInWords } from '../claims.js'
import { Figures } from '../figures.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { measuredBlocks } from '../measuring.js'
import { CS02 } from '../papers.js'
import { sharedVectors } from '../shared-vectors.js'
import { TABLE_CLAIMS, tableClaims } from './claims.js'
import {
  addMeasures,
  CONTENDERS,
  LOSS_COLUMNS,
  LOSSES,
  NAMES,
  RETRIEVAL,
  RETRIEVAL_COLUMNS,
} from './set-up.js'

const TOPICS = 102
/** The last third is measured in so many blocks of time, for the sign tests. */
const BLOCKS = 10
const QUICK = 12_000
const TEXT = { tokens: 'words', weighting: 'pivoted', select: 'rocchio', minCount: 3 } as const

export const cs02Large: PaperItem = {
  id: 'cs02-large',
  paper: CS02,
  place: 'tables 3 and 4',
  title: 'a large corpus in the order of time, 102 topics',
  corpora: ['nvd-cve'],
  data: 'other',
  differs:
    'RCV1 (809,383 documents, 3.2 topics each) is not to be had. In its place nvd-cve under its 102 most frequent ' +
    'vendors and products, which overlap as RCV1’s topics do: some 59,000 documents, 2.2 topics each. Figures are not ' +
    'to be compared with the paper’s, only their order.',
  protocol:
    'Documents by their number (year and day); the first two thirds are learned from in that order, one pass, the rest is ' +
    'ranked. Words with a count of 3 in training, pivoted length normalisation, words chosen by Rocchio’s weights. The ' +
    'pairs of the sign tests are ten blocks of the last third.',
  tables: [
    {
      name: LOSSES,
      place: 'table 3',
      measures: LOSS_COLUMNS,
      rows: {
        Rocchio: [70.71, 12.42, 3.33],
        perceptron: [38.86, 10.43, 2.64],
        'MMP loss 1': [null, null, null],
        'MMP loss 2': [null, null, null],
        'MMP loss 3': [34.57, 2.9, 0.75],
      },
    },
    {
      name: RETRIEVAL,
      place: 'table 4',
      measures: RETRIEVAL_COLUMNS,
      rows: {
        Rocchio: [24.42, 9.89, 0.73, 0.63],
        perceptron: [6.04, 9.45, 0.87, 0.86],
        'MMP loss 1': [null, null, null, null],
        'MMP loss 2': [null, null, null, null],
        'MMP loss 3': [6.49, 3.98, 0.91, 0.87],
      },
    },
  ],
  headline: [
    [RETRIEVAL, 'Rocchio', 'one-error %'],
    [RETRIEVAL, 'perceptron', 'one-error %'],
    [RETRIEVAL, 'MMP loss 1', 'one-error %'],
  ],
  claims: TABLE_CLAIMS,
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const documents = await documentsInTime(desk)
  const figures = await measuredOrder(desk, documents, (share) => share / 2)
  // What time is worth: the same documents mixed, so that the last third is like the others.
  const order = permutation(documents.length, new Rng(desk.seed))
  const mixed = Array.from(order, (row) => documents[row])
  const claims = tableClaims(figures)
  const others = tableClaims(await measuredOrder(desk, mixed, (share) => 0.5 + share / 2))
  const changed = Object.entries(others).filter(
    ([name, { verdict }]) =>
      claims[name as keyof typeof claims].verdict === 'not held' && verdict !== 'not held',
  )
  const learned = Math.floor((documents.length * 2) / 3)
  return {
    figures,
    facts: { 'documents learned': learned, 'documents ranked': documents.length - learned },
    claims,
    notes: changed.map(
      ([name, found]) =>
        `“${TABLE_CLAIMS[name as keyof typeof TABLE_CLAIMS]}” does not hold in the order of time. With the same documents ` +
        `mixed at random, so that the last third is like the others, it does: ${found.numbers}${testInWords(found.test)}.`,
    ),
  }
}

/** Learns the first two thirds of the documents as they stand, and ranks the rest in blocks. */
async function measuredOrder(
  desk: Desk,
  documents: readonly Document[],
  share: (part: number) => number,
): Promise<Figures> {
  const learned = Math.floor((documents.length * 2) / 3)
  desk.progress(share(0.05), 'vectors')
  const vectors = await sharedVectors(documents.slice(0, learned), documents.slice(learned), TEXT)
  const size = vectors.test.length / BLOCKS
  const blocks = Array.from({ length: BLOCKS }, (_, block) =>
    vectors.test.slice(Math.floor(block * size), Math.floor((block + 1) * size)),
  )
  const figures = new Figures()
  for (const [i, name] of NAMES.entries()) {
    desk.progress(share(0.2 + (0.8 * i) / NAMES.length), name)
    const options = { ...CONTENDERS[name], shuffle: false }
    for (const measures of await measuredBlocks(desk, vectors.train, blocks, options))
      addMeasures(figures, name, measures)
  }
  return figures
}

/** The documents with one of the most frequent vendors and products, by year and number. */
async function documentsInTime(desk: Desk): Promise<Document[]> {
  const all = [...(await desk.documents('nvd-cve', 'train')), ...(await desk.documents('nvd-cve', 'test'))]
  const topicsOf = ({ labels = [] }: Document) =>
    new Set(labels.flatMap((label) => [label, label.split(':')[0]]))
  const counts = new Map<string, number>()
  for (const document of all)
    for (const topic of topicsOf(document)) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  const frequent = new Set(
    [...counts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, TOPICS)
      .map(([topic]) => topic),
  )
  const documents: Document[] = []
  for (const document of all) {
    const labels = [...topicsOf(document)].filter((topic) => frequent.has(topic))
    if (labels.length > 0) documents.push({ ...document, labels })
  }
  const time = ({ id = '' }: Document) => {
    const [, year = '0', number = '0'] = id.split('-')
    return Number(year) * 1e7 + Number(number)
  }
  documents.sort((a, b) => time(a) - time(b))
  return desk.quick ? documents.slice(0, QUICK) : documents
}
