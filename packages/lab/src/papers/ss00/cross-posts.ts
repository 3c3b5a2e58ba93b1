// SS00 on 20 Newsgroups with cross-posts: boosting, naive Bayes and PrTFIDF over the number of training documents.

import type { Document } from 'abound'
import { folds } from 'abound/internal'
import { every, higher, lower } from '../claims.js'
import { drawDocuments, splitDocuments } from '../document-lists.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { measureContender } from '../measuring.js'
import { SS00 } from '../papers.js'
import { moreRounds } from './more-rounds.js'
import { ERROR, PRECISION, type RankingMeasure, RankingTables } from './ranking.js'

const FOLDS = 3
const SIZES = [50, 200, 800, 3200, 12500]
const QUICK_SIZES = [50, 200, 800]
const MOST_ROUNDS = 3000
const QUICK_ROUNDS = 200
const TESTED = 3000
const QUICK_TESTED = 1000
const TEXT = { tokens: 'words', stop: 'english', minDf: 2, ngrams: 2 }
const BOOST = 'real MH'
const CONTENDERS = {
  [BOOST]: { learner: 'boost' },
  'naive Bayes': { learner: 'naive-bayes' },
  PrTFIDF: { learner: 'prtfidf' },
} as const
const NAMES = Object.keys(CONTENDERS) as (keyof typeof CONTENDERS)[]
const RIVALS = NAMES.filter((name) => name !== BOOST)
const TABLES = new RankingTables('by training documents')

export const ss00Newsgroups: PaperItem = {
  id: 'ss00-newsgroups',
  paper: SS00,
  place: '20 Newsgroups, figure over training size',
  title: 'newsgroups with cross-posts, over the number of training documents',
  corpora: ['20newsgroups'],
  data: 'similar',
  differs:
    'The 18,846 articles of “bydate” (no duplicates) in place of the first collection. Boosting stops at 3,000 rounds where the ' +
    'paper went on to twice the number of documents.',
  protocol:
    'Labels are all of the 20 groups that an article was posted to. Three folds; of the training folds a random sample of each ' +
    'size, of the held-out one 3,000 articles. Words and pairs of words in at least two training documents, no stop-words; twice as ' +
    'many rounds as documents, at most 3,000. The pairs of the sign tests are the folds (and sizes).',
  tables: TABLES.declare('curves, no figures', NAMES, SIZES, 1),
  headline: NAMES.map((name) => [TABLES.name(ERROR), name, String(SIZES[SIZES.length - 1])]),
  claims: {
    few: 'With few training documents (up to 200) real AdaBoost.MH is worse than naive Bayes and PrTFIDF by one-error.',
    many: 'With the most it is better than both by one-error.',
    'many-precision': 'With the most it is better than both by average precision.',
    closes: 'Its lag behind naive Bayes by one-error is smaller with the most documents than with 200.',
  },
  experiments: {
    many: moreRounds(articles, 'oneError'),
    'many-precision': moreRounds(articles, 'averagePrecision'),
  },
  run,
}

async function articles(desk: Desk): Promise<Document[]> {
  const read = (part: string) => desk.documents('20newsgroups', part, { labelColumn: 'xlabels' })
  return [...(await read('train')), ...(await read('test'))]
}

async function run(desk: Desk): Promise<Findings> {
  const documents = await articles(desk)
  const sizes = desk.quick ? QUICK_SIZES : SIZES
  const figures = new Figures()
  for (const [fold, split] of folds(documents.length, FOLDS, desk.seed).entries()) {
    const { train, test: heldOut } = splitDocuments(documents, split)
    const test = drawDocuments(heldOut, desk.seed + fold, desk.quick ? QUICK_TESTED : TESTED)
    for (const [at, size] of sizes.entries()) {
      const parts = { train: drawDocuments(train, desk.seed + fold, size), test }
      for (const [i, name] of NAMES.entries()) {
        desk.progress((fold + (at + i / NAMES.length) / sizes.length) / FOLDS, `${size}: ${name}`)
        const rounds =
          name === BOOST ? { rounds: Math.min(2 * size, desk.quick ? QUICK_ROUNDS : MOST_ROUNDS) } : {}
        const { measures } = await measureContender(desk, parts, { ...TEXT, ...CONTENDERS[name], ...rounds })
        TABLES.add(figures, name, size, measures)
      }
    }
  }
  const most = sizes[sizes.length - 1]
  const few = sizes.filter((size) => size <= 200)
  const againstRivals = (
    compare: typeof higher,
    measure: RankingMeasure,
    sizes: readonly number[],
    digits: number,
  ) => {
    const side = (name: string) => TABLES.side(figures, measure, name, sizes)
    return every(RIVALS.map((name) => compare(side(BOOST), side(name), digits)))
  }
  const lag = (size: number) => {
    const bayes = figures.of(TABLES.name(ERROR), 'naive Bayes', size)
    const errors = figures.of(TABLES.name(ERROR), BOOST, size)
    return { name: `lag with ${size}`, figures: errors.map((error, i) => error - bayes[i]) }
  }
  const title = '20 Newsgroups with cross-posts'
  return {
    figures,
    facts: {
      articles: documents.length,
      'posted to several groups': documents.filter(({ labels = [] }) => labels.length > 1).length,
    },
    claims: {
      few: againstRivals(higher, ERROR, few, 1),
      many: againstRivals(lower, ERROR, [most], 1),
      'many-precision': againstRivals(higher, PRECISION, [most], 3),
      closes: lower(lag(most), lag(200), 1),
    },
    plots: TABLES.plots(figures, title, { label: 'training documents', log: true }, NAMES, sizes),
  }
}
