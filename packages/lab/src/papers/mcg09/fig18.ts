// MCG09, figure 18: the older, unweighted index, with and without classifiers, against FF.

import { every, higher } from '../claims.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { measureContender, measurePasses } from '../measuring.js'
import { MCG09 } from '../papers.js'
import { columns } from '../published-table.js'
import { eachTrial, NEWSGROUPS, PRODUCTS_104 } from './corpora.js'

const TABLE = 'R1'
const NEWS = 'News Group'
const INDUSTRY = 'Industry (ours: 104 products)'
const CORPORA = { [NEWS]: NEWSGROUPS, [INDUSTRY]: PRODUCTS_104 }
const TOLERANCE = { [NEWS]: 5, [INDUSTRY]: 20 }
const PASSES = 10
const TRIALS = 3
const COLUMNS = ['no classifiers', 'with classifiers', 'FF']

export const mcg09Fig18: PaperItem = {
  id: 'mcg09-fig18',
  paper: MCG09,
  place: 'figure 18',
  title: 'the unweighted index of 2007 against FF',
  corpora: ['20newsgroups', 'nvd-cve'],
  data: 'other',
  differs:
    'The vectors of 20 Newsgroups are others, Industry is not to be had (104 products of nvd-cve). How the older index ' +
    'computes its weights is in another paper and partly our choice; one perceptron a class in place of a committee. ' +
    'Three trials in place of ten.',
  protocol:
    'The best R1 within ten passes; tolerance 5 (with classifiers 5 and 20, as in the paper). The pairs of the sign tests ' +
    'are the trials.',
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
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  for await (const { name, vectors } of eachTrial(desk, CORPORA, TRIALS)) {
    const index = async (options: { tolerance: number; classifiers: boolean }) => {
      const given = { learner: 'unweighted-index', passes: PASSES, ...options }
      const passes = await measurePasses(desk, vectors.train, [vectors.test], given)
      return Math.max(...passes.map(([{ R1 }]) => R1 ?? 0))
    }
    const ff = await measureContender(desk, vectors, { learner: 'ff', ...CORPORA[name].best })
    figures.add(TABLE, name, {
      'no classifiers': await index({ tolerance: 5, classifiers: false }),
      'with classifiers': await index({ tolerance: TOLERANCE[name], classifiers: true }),
      FF: ff.measures.R1,
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
