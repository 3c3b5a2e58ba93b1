// CS02, tables 3 and 4: the protocol for RCV1 (the first two thirds in time are learned from, the last third is ranked) on
// the largest corpus at hand that has a time: descriptions of vulnerabilities.

import type { Document } from 'abound'
import { decide } from '../claim-decisions.js'
import { cutIntoBlocks, drawDocuments, keepFrequent, readParts } from '../document-lists.js'
import type { Desk, Experiment, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { measureBlocks } from '../measuring.js'
import { CS02 } from '../papers.js'
import { vectorise } from '../split-vectors.js'
import {
  addLosses,
  addRetrieval,
  checkOwnLoss,
  checkTableClaims,
  LOSSES,
  lossTable,
  NAMES,
  OTHER_LOSS,
  type OwnLoss,
  RANKERS,
  type RankerName,
  RETRIEVAL,
  rankerOf,
  retrievalTable,
  TABLE_CLAIMS,
} from './set-up.js'

const TOPICS = 102
/** Blocks of time in which the last third is measured, for the sign tests. */
export const BLOCKS = 10
const QUICK = 12_000
export const LARGE_TEXT = { tokens: 'words', weighting: 'pivoted', select: 'rocchio', minCount: 3 } as const

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
    lossTable('table 3', {
      Rocchio: [70.71, 12.42, 3.33],
      perceptron: [38.86, 10.43, 2.64],
      'MMP loss 3': [34.57, 2.9, 0.75],
    }),
    retrievalTable(RETRIEVAL, 'table 4', {
      Rocchio: [24.42, 9.89, 0.73, 0.63],
      perceptron: [6.04, 9.45, 0.87, 0.86],
      'MMP loss 3': [6.49, 3.98, 0.91, 0.87],
    }),
  ],
  headline: [
    [RETRIEVAL, 'Rocchio', 'one-error %'],
    [RETRIEVAL, 'perceptron', 'one-error %'],
    [RETRIEVAL, 'MMP loss 1', 'one-error %'],
  ],
  claims: TABLE_CLAIMS,
  experiments: {
    'own-loss-2': mixed('own-loss-2'),
    'own-loss-3': mixed('own-loss-3'),
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const documents = await documentsInTime(desk)
  const figures = await measureInOrder(desk, documents, NAMES)
  const learned = learnedOf(documents)
  return {
    figures,
    facts: { 'documents learned': learned, 'documents ranked': documents.length - learned },
    claims: checkTableClaims(figures),
  }
}

/** The same documents mixed at random: what the order of time is worth for one ranker’s own loss. */
function mixed(claim: OwnLoss): Experiment {
  return {
    what:
      'In the order of time the last third has topics that the first two hardly have. The experiment: the same documents mixed at ' +
      'random, so that the last third is like the others.',
    async run(desk) {
      const documents = drawDocuments(await documentsInTime(desk), desk.seed)
      const figures = await measureInOrder(desk, documents, [rankerOf(claim), ...OTHER_LOSS])
      return decide(checkOwnLoss(figures, claim), 'the data')
    },
  }
}

/** How many documents are learned from: two thirds. */
export function learnedOf(documents: readonly Document[]): number {
  return Math.floor((documents.length * 2) / 3)
}

/** Learns the first two thirds of the documents as they stand, and ranks the rest in blocks. */
async function measureInOrder(
  desk: Desk,
  documents: readonly Document[],
  names: readonly RankerName[],
): Promise<Figures> {
  const learned = learnedOf(documents)
  desk.progress(0.05, 'vectors')
  const split = { train: documents.slice(0, learned), test: documents.slice(learned) }
  const { train, test } = await vectorise(split, LARGE_TEXT)
  const figures = new Figures()
  for (const [i, name] of names.entries()) {
    desk.progress(0.2 + (0.8 * i) / names.length, name)
    const options = { ...RANKERS[name], shuffle: false }
    for (const measures of await measureBlocks(desk, train, cutIntoBlocks(test, BLOCKS), options)) {
      addLosses(figures, LOSSES, name, measures)
      addRetrieval(figures, RETRIEVAL, name, measures)
    }
  }
  return figures
}

/** The documents with one of the most frequent vendors and products, by year and number. */
export async function documentsInTime(desk: Desk): Promise<Document[]> {
  const all = (await readParts(desk, 'nvd-cve')).map((document) => {
    const { labels = [] } = document
    return { ...document, labels: [...new Set(labels.flatMap((label) => [label, label.split(':')[0]]))] }
  })
  const time = ({ id = '' }: Document) => {
    const [, year = '0', number = '0'] = id.split('-')
    return Number(year) * 1e7 + Number(number)
  }
  const documents = keepFrequent(all, TOPICS).sort((a, b) => time(a) - time(b))
  return desk.quick ? documents.slice(0, QUICK) : documents
}
