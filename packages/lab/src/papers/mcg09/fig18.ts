// MCG09, figure 18: the older, unweighted index, with and without classifiers, against FF.

import { every, higher } from '../claims.js'
import type { Desk, Experiment, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { measureContender, measurePasses } from '../measuring.js'
import { MCG09 } from '../papers.js'
import { columns } from '../published-table.js'
import type { SplitVectors } from '../split-vectors.js'
import { EVEN_SUBJECTS, eachTrial, NEWSGROUPS, PRODUCTS_104 } from './corpora.js'
import { decide, FIVE } from './decide.js'
import { FF_SEARCH, searchSettings } from './search.js'

const TABLE = 'R1'
const NEWS = 'News Group'
const INDUSTRY = 'Industry (ours: 104 products)'
const CORPORA = { [NEWS]: NEWSGROUPS, [INDUSTRY]: PRODUCTS_104 }
const TOLERANCE = { [NEWS]: 5, [INDUSTRY]: 20 }
const PASSES = 10
const TRIALS = 3
const COLUMNS = ['no classifiers', 'with classifiers', 'FF']

const ON_SUBJECTS: Experiment = {
  what:
    'Most texts of nvd-cve name their product, and classifiers find such words; classes of Industry are even and ' +
    'not named. So: 9,600 records of yso-finna on one of 104 subjects, at most a hundred of each, tolerance 20; ' +
    'five trials.',
  async run(desk) {
    const figures = new Figures()
    for await (const { vectors } of eachTrial(desk, { [INDUSTRY]: EVEN_SUBJECTS }, FIVE)) {
      figures.add(TABLE, INDUSTRY, {
        'with classifiers': await bestIndex(desk, vectors, { tolerance: 20, classifiers: true }),
        FF: await bestFF(desk, vectors),
      })
    }
    const [ff, index] = ['FF', 'with classifiers'].map((one) => figures.side(TABLE, INDUSTRY, one, one))
    return decide(higher(ff, index), 'the data')
  },
}

export const mcg09Fig18: PaperItem = {
  id: 'mcg09-fig18',
  paper: MCG09,
  place: 'figure 18',
  title: 'the unweighted index of 2007 against FF',
  corpora: ['20newsgroups', 'nvd-cve', 'yso-finna'],
  data: 'other',
  differs:
    'The vectors of 20 Newsgroups are others, Industry is not to be had (104 products of nvd-cve). How the older ' +
    'index computes its weights is in another paper and partly our choice. Three trials in place of ten.',
  protocol:
    'The best R1 within ten passes; tolerance 5 (with classifiers 5 and 20, as in the paper), committees of ten ' +
    'perceptrons. FF: δ_m of 0, 0.1 or 0.5 within ten passes, chosen by R1 on a tenth of the training documents. ' +
    'The pairs of the sign tests are the trials.',
  tables: [
    {
      name: TABLE,
      place: 'figure 18',
      measures: columns(COLUMNS, 3),
      rows: { [NEWS]: [0.681, 0.768, 0.86], [INDUSTRY]: [0.658, 0.795, 0.88] },
    },
  ],
  headline: COLUMNS.map((column) => [TABLE, NEWS, column] as const),
  claims: {
    classifiers: 'Classifiers make the unweighted index much better, on both.',
    'ff-is-better': '20 Newsgroups: FF is better than both.',
    'ff-is-better-industry': 'Industry: the same.',
  },
  experiments: { 'ff-is-better-industry': ON_SUBJECTS },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  for await (const { name, vectors } of eachTrial(desk, CORPORA, TRIALS)) {
    const ff = await bestFF(desk, vectors)
    figures.add(TABLE, name, {
      'no classifiers': await bestIndex(desk, vectors, { tolerance: 5, classifiers: false }),
      'with classifiers': await bestIndex(desk, vectors, { tolerance: TOLERANCE[name], classifiers: true }),
      FF: ff,
    })
  }
  const isHigher = (name: string, first: string, second: string) =>
    higher(
      figures.side(TABLE, name, first, `${name}, ${first}`),
      figures.side(TABLE, name, second, `${name}, ${second}`),
    )
  return {
    figures,
    claims: {
      classifiers: every(
        [NEWS, INDUSTRY].map((name) => isHigher(name, 'with classifiers', 'no classifiers')),
      ),
      'ff-is-better': isHigher(NEWS, 'FF', 'with classifiers'),
      'ff-is-better-industry': isHigher(INDUSTRY, 'FF', 'with classifiers'),
    },
  }
}

async function bestIndex(
  desk: Desk,
  vectors: SplitVectors,
  options: { readonly tolerance: number; readonly classifiers: boolean },
): Promise<number> {
  const given = { learner: 'unweighted-index', passes: PASSES, ...options }
  const passes = await measurePasses(desk, vectors.train, [vectors.test], given)
  return Math.max(...passes.map(([{ R1 }]) => R1 ?? 0))
}

async function bestFF(desk: Desk, vectors: SplitVectors): Promise<number> {
  const ff = { learner: 'ff' }
  const settings = await searchSettings(desk, vectors.train, ff, FF_SEARCH)
  return (await measureContender(desk, vectors, { ...ff, ...settings })).measures.R1 ?? 0
}
