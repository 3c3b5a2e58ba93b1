// MCG09, figure 18: the older, unweighted index, with and without classifiers, against FF.

import { every, higher } from '../claims.js'
import { Figures } from '../figures.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { measured, measuredPasses } from '../measuring.js'
import { MCG09 } from '../papers.js'
import { newsgroups, products104, trialsOf, vectorsOf } from './corpora.js'

const TABLE = 'R1'
const CORPORA = {
  'News Group': { corpus: newsgroups, tolerance: 5, best: { margin: 0.5, passes: 1 } },
  'Industry (ours: 104 products)': { corpus: products104, tolerance: 20, best: { margin: 0.5, passes: 3 } },
} as const
const NAMES = Object.keys(CORPORA) as (keyof typeof CORPORA)[]
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
      measures: COLUMNS.map((name) => ({ name, digits: 3 })),
      rows: { [NAMES[0]]: [0.681, 0.768, 0.86], [NAMES[1]]: [0.658, 0.795, 0.88] },
    },
  ],
  headline: COLUMNS.map((column) => [TABLE, NAMES[0], column] as const),
  claims: {
    classifiers: 'Classifiers make the unweighted index much better, on both.',
    'ff-is-better': '20 Newsgroups: FF is better than both.',
    'ff-is-better-industry': 'Industry: the same.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  for (const [i, name] of NAMES.entries()) {
    const { corpus: load, tolerance, best } = CORPORA[name]
    const corpus = await load(desk)
    const splits = trialsOf(desk, corpus, TRIALS)
    for (const [trial, split] of splits.entries()) {
      desk.progress((i + trial / splits.length) / NAMES.length, name)
      const vectors = await vectorsOf(corpus, split)
      const index = async (options: { tolerance: number; classifiers: boolean }) => {
        const given = { learner: 'unweighted-index', passes: PASSES, ...options }
        const passes = await measuredPasses(desk, vectors.train, [vectors.test], given)
        return Math.max(...passes.map(([measures]) => measures.R1 ?? 0))
      }
      figures.add(TABLE, name, {
        'no classifiers': await index({ tolerance: 5, classifiers: false }),
        'with classifiers': await index({ tolerance, classifiers: true }),
        FF: (await measured(desk, vectors, { learner: 'ff', ...best })).measures.R1,
      })
    }
  }
  const side = (name: string, column: string) => ({
    name: `${name}, ${column}`,
    figures: figures.of(TABLE, name, column),
  })
  const better = (name: string) => higher(side(name, 'FF'), side(name, 'with classifiers'))
  return {
    figures,
    claims: {
      classifiers: every(
        ...NAMES.map((name) => higher(side(name, 'with classifiers'), side(name, 'no classifiers'))),
      ),
      'ff-is-better': better(NAMES[0]),
      'ff-is-better-industry': better(NAMES[1]),
    },
  }
}
