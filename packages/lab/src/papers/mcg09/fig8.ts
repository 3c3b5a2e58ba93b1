// MCG09, figure 8: the table of data, of the corpora as they are here.

import type { Document } from 'abound'
import { checked } from '../claims.js'
import { countLabels } from '../document-lists.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { MCG09 } from '../papers.js'
import {
  ALL_PRODUCTS,
  eachTrial,
  NEWSGROUPS,
  PRODUCTS_104,
  PRODUCTS_414,
  REUTERS_TEN,
  SUBJECTS,
} from './corpora.js'
import { readWordInstances } from './word-instances.js'

const TABLE = 'data sets'
const REUTERS = 'Reuters-21578'
const NEWS = '20 Newsgroups'
const AUSTEN = 'Jane Austen'
const CORPORA = {
  [REUTERS]: REUTERS_TEN,
  [NEWS]: NEWSGROUPS,
  'Industry; ours: 104 products': PRODUCTS_104,
  'RCV1; ours: 414 products': PRODUCTS_414,
  'Ads; ours: subjects of yso-finna': SUBJECTS,
  'Web; ours: all products': ALL_PRODUCTS,
}
const SIZE = '|S| in thousands'
const FEATURES = '|F| in thousands'
const CLASSES = '|C|'
const LENGTH = 'features a document'
const LABELS = 'classes a document'
/** What counts as the same size, as a share of the paper's. */
const NEAR = 0.1

export const mcg09Fig8: PaperItem = {
  id: 'mcg09-fig8',
  paper: MCG09,
  place: 'figure 8',
  title: 'the data sets',
  corpora: ['reuters21578', '20newsgroups', 'nvd-cve', 'yso-finna', 'janeausten'],
  data: 'other',
  differs:
    'Industry, RCV1, Ads and Web are not to be had; corpora with about as many documents and classes stand for ' +
    'them. Their texts are shorter, and have words where the paper has words and phrases.',
  protocol:
    'Features are those of the training documents of the first trial, as the other items use them; documents, ' +
    'classes and their means are of the whole corpus (means of features: of the training documents).',
  tables: [
    {
      name: TABLE,
      place: 'figure 8',
      measures: [
        { name: SIZE, digits: 1 },
        { name: FEATURES, digits: 0 },
        { name: CLASSES, digits: 0 },
        { name: LENGTH, digits: 1 },
        { name: LABELS, digits: 2 },
      ],
      rows: {
        [REUTERS]: [9.4, 33, 10, 80.9, 1],
        [NEWS]: [20, 60, 20, 80, 1],
        'Industry; ours: 104 products': [9.6, 69, 104, 120, 1],
        'RCV1; ours: 414 products': [23, 47, 414, 76, 2.08],
        'Ads; ours: subjects of yso-finna': [369, 301, 12_600, 27.2, 1.4],
        'Web; ours: all products': [70, 685, 14_000, 210, 1],
        [AUSTEN]: [749, 299, 17_400, 15.1, 1],
      },
    },
  ],
  headline: [
    [TABLE, REUTERS, SIZE],
    [TABLE, NEWS, FEATURES],
    [TABLE, AUSTEN, FEATURES],
  ],
  claims: {
    documents: 'Reuters, 20 Newsgroups and Jane Austen have as many documents as in the paper, to a tenth.',
    'austen-features': 'Jane Austen: as many features as in the paper, to a tenth.',
    'news-features': '20 Newsgroups: the same.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  for await (const { name, all, vectors } of eachTrial(desk, CORPORA, 1)) {
    figures.add(TABLE, name, {
      [SIZE]: all.length / 1000,
      [FEATURES]: vectors.features / 1000,
      [CLASSES]: countLabels(all).size,
      [LENGTH]: meanLength(vectors.train),
      [LABELS]: all.reduce((sum, { labels = [] }) => sum + labels.length, 0) / all.length,
    })
  }
  const { count, featureCount, labelCount, document } = readWordInstances(await desk.texts('janeausten'))
  figures.add(TABLE, AUSTEN, {
    [SIZE]: count / 1000,
    [FEATURES]: featureCount / 1000,
    [CLASSES]: labelCount,
    [LENGTH]: meanLength(Array.from({ length: count }, (_, row) => document(row))),
    [LABELS]: 1,
  })
  const near = (measure: string, expected: Readonly<Record<string, number>>) => {
    const found = Object.entries(expected).map(([row, paper]) => ({
      row,
      paper,
      ours: figures.mean(TABLE, row, measure),
    }))
    return checked(
      found.every(({ paper, ours }) => Math.abs(ours - paper) <= NEAR * paper),
      found
        .map(({ row, paper, ours }) => `${row} ${ours.toFixed(1)} thousand, the paper ${paper}`)
        .join('; '),
    )
  }
  return {
    figures,
    claims: {
      documents: near(SIZE, { [REUTERS]: 9.4, [NEWS]: 20, [AUSTEN]: 749 }),
      'austen-features': near(FEATURES, { [AUSTEN]: 299 }),
      'news-features': near(FEATURES, { [NEWS]: 60 }),
    },
  }
}

function meanLength(documents: readonly Document[]): number {
  return documents.reduce((sum, { vector }) => sum + (vector?.features.length ?? 0), 0) / documents.length
}
