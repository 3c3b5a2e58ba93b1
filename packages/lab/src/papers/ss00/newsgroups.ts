// SS00 on 20 Newsgroups with cross-posts: boosting, naive Bayes and PrTFIDF over the number of training documents.

import type { Document } from 'abound'
import { folds } from 'abound/data'
import { permutation, Rng } from 'abound/structures'
import { every, higher, lower, type Side } from '../claims.js'
import { Figures } from '../figures.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { measured, parts } from '../measuring.js'
import { SS00 } from '../papers.js'

const FOLDS = 3
const SIZES = [50, 200, 800, 3200, 12500]
const QUICK_SIZES = [50, 200, 800]
const MOST_ROUNDS = 1000
const TESTED = 3000
const QUICK_TESTED = 1000
const TEXT = { tokens: 'words', stop: 'english', minDf: 2 }
const BOOST = 'real MH'
const CONTENDERS = {
  [BOOST]: { learner: 'boost' },
  'naive Bayes': { learner: 'naive-bayes' },
  PrTFIDF: { learner: 'prtfidf' },
} as const
const NAMES = Object.keys(CONTENDERS) as (keyof typeof CONTENDERS)[]
const RIVALS = NAMES.filter((name) => name !== BOOST)
const MEASURES = ['one-error %', 'coverage', 'average precision'] as const
type Measure = (typeof MEASURES)[number]
const tableOf = (measure: Measure) => `${measure} by training documents`

export const ss00Newsgroups: PaperItem = {
  id: 'ss00-newsgroups',
  paper: SS00,
  place: '20 Newsgroups, figure over training size',
  title: 'newsgroups with cross-posts, over the number of training documents',
  corpora: ['20newsgroups'],
  data: 'similar',
  differs:
    'The 18,846 articles of “bydate” (no duplicates) in place of the first collection. Terms are words, ' +
    'not pairs of words, and boosting stops at 1,000 rounds where the paper went on to twice the number of documents.',
  protocol:
    'Labels are all of the 20 groups that an article was posted to. Three folds; of the training folds a random sample of each ' +
    'size, of the held-out one 3,000 articles. Words in at least two training documents, no stop-words; twice as many rounds as ' +
    'documents, at most 1,000. The pairs of the sign tests are the folds (and sizes).',
  tables: MEASURES.map((measure) => ({
    name: tableOf(measure),
    place: 'curves, no figures',
    measures: SIZES.map((size) => ({ name: String(size), digits: measure === 'one-error %' ? 1 : 3 })),
    rows: Object.fromEntries(NAMES.map((name) => [name, SIZES.map(() => null)])),
  })),
  headline: NAMES.map((name) => [tableOf('one-error %'), name, String(SIZES[SIZES.length - 1])]),
  claims: {
    few: 'With few training documents (up to 200) real AdaBoost.MH is worse than naive Bayes and PrTFIDF by one-error.',
    many: 'With the most it is better than both by one-error.',
    'many-precision': 'With the most it is better than both by average precision.',
    closes: 'Its lag behind naive Bayes by one-error is smaller with the most documents than with 200.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const read = (part: string) => desk.documents('20newsgroups', part, { labelColumn: 'xlabels' })
  const documents = [...(await read('train')), ...(await read('test'))]
  const sizes = desk.quick ? QUICK_SIZES : SIZES
  const figures = new Figures()
  for (const [fold, split] of folds(documents.length, FOLDS, desk.seed).entries()) {
    const { train, test } = parts(documents, split)
    const tested = drawn(test, desk.quick ? QUICK_TESTED : TESTED, desk.seed + fold)
    for (const [at, size] of sizes.entries()) {
      const sides = { train: drawn(train, size, desk.seed + fold), test: tested }
      for (const [i, name] of NAMES.entries()) {
        desk.progress((fold + (at + i / NAMES.length) / sizes.length) / FOLDS, `${size}: ${name}`)
        const rounds = name === BOOST ? { rounds: Math.min(2 * size, MOST_ROUNDS) } : {}
        const { measures } = await measured(desk, sides, { ...TEXT, ...CONTENDERS[name], ...rounds })
        const add = (measure: Measure, figure: number | null) =>
          figures.add(tableOf(measure), name, { [String(size)]: figure })
        add('one-error %', measures.oneError === null ? null : 100 * measures.oneError)
        add('coverage', measures.coverage)
        add('average precision', measures.averagePrecision)
      }
    }
  }
  const most = sizes[sizes.length - 1]
  const side = (name: string, measure: Measure, of: readonly number[]): Side => ({
    name,
    figures: of.flatMap((size) => figures.of(tableOf(measure), name, String(size))),
  })
  const few = sizes.filter((size) => size <= 200)
  const lag = (size: number): Side => {
    const bayes = figures.of(tableOf('one-error %'), 'naive Bayes', String(size))
    return {
      name: `lag with ${size}`,
      figures: figures.of(tableOf('one-error %'), BOOST, String(size)).map((error, i) => error - bayes[i]),
    }
  }
  return {
    figures,
    facts: {
      articles: documents.length,
      'posted to several groups': documents.filter(({ labels = [] }) => labels.length > 1).length,
    },
    claims: {
      few: every(
        ...RIVALS.map((name) => higher(side(BOOST, 'one-error %', few), side(name, 'one-error %', few), 1)),
      ),
      many: every(
        ...RIVALS.map((name) =>
          lower(side(BOOST, 'one-error %', [most]), side(name, 'one-error %', [most]), 1),
        ),
      ),
      'many-precision': every(
        ...RIVALS.map((name) =>
          higher(side(BOOST, 'average precision', [most]), side(name, 'average precision', [most])),
        ),
      ),
      closes: lower(lag(most), lag(200), 1),
    },
    plots: MEASURES.map((measure) => ({
      name: measure.replace(/[^a-z]+/g, '-').replace(/-$/, ''),
      title: `20 Newsgroups with cross-posts: ${measure}`,
      x: { label: 'training documents', log: true },
      y: { label: measure },
      lines: NAMES.map((name) => ({
        name,
        points: sizes.map((size) => [size, figures.mean(tableOf(measure), name, String(size))] as const),
      })),
    })),
  }
}

/** So many documents drawn at random; smaller draws are the beginnings of larger ones. */
function drawn(documents: readonly Document[], size: number, seed: number): Document[] {
  const order = permutation(documents.length, new Rng(seed))
  return Array.from(order.subarray(0, size), (row) => documents[row])
}
