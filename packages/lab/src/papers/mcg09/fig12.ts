// MCG09, figure 12: FF's R1 after one pass, by how many classes of a word speak.

import { alike, stated } from '../claims.js'
import { Figures } from '../figures.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { measured } from '../measuring.js'
import { MCG09 } from '../papers.js'
import { allProducts, products414, trialsOf, vectorsOf } from './corpora.js'

const TABLE = 'R1 after one pass, by d_max'
const DEGREES = [1, 2, 3, 5, 10, 25, 100]
const CORPORA = {
  'RCV1 (ours: 414 products)': { corpus: products414, trials: 10 },
  'Web (ours: all products)': { corpus: allProducts, trials: 3 },
} as const
const NAMES = Object.keys(CORPORA) as (keyof typeof CORPORA)[]

export const mcg09Fig12: PaperItem = {
  id: 'mcg09-fig12',
  paper: MCG09,
  place: 'figure 12',
  title: 'FF by how many classes of a word speak',
  corpora: ['nvd-cve'],
  data: 'other',
  differs:
    'RCV1, Ads and Web are not to be had: texts of nvd-cve under 414 and all products. The paper has curves only.',
  protocol: 'Ten trials (three of the larger), margin 0, one pass, d_max from 1 to 100.',
  tables: [
    {
      name: TABLE,
      place: 'figure 12; curves, no figures',
      measures: DEGREES.map((degree) => ({ name: String(degree), digits: 3 })),
      rows: Object.fromEntries(NAMES.map((name) => [name, DEGREES.map(() => null)])),
    },
  ],
  headline: [
    [TABLE, NAMES[0], '3'],
    [TABLE, NAMES[0], '25'],
  ],
  claims: {
    'three-rcv1': 'RCV1: with 3 classes a word R1 is as good as with 25.',
    'three-web': 'Web: the same.',
    'fewer-rcv1': 'RCV1: the best R1 is found below the usual 25.',
    'fewer-web': 'Web: the same.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  for (const [i, name] of NAMES.entries()) {
    const { corpus: load, trials } = CORPORA[name]
    const corpus = await load(desk)
    const splits = trialsOf(desk, corpus, trials)
    for (const [trial, split] of splits.entries()) {
      desk.progress((i + trial / splits.length) / NAMES.length, name)
      const vectors = await vectorsOf(corpus, split)
      for (const maxDegree of DEGREES) {
        const { measures } = await measured(desk, vectors, { learner: 'ff', maxDegree })
        figures.add(TABLE, name, { [String(maxDegree)]: measures.R1 })
      }
    }
  }
  const means = (name: string) => DEGREES.map((degree) => figures.mean(TABLE, name, String(degree)))
  const best = NAMES.map((name) => DEGREES[means(name).indexOf(Math.max(...means(name)))])
  const side = (name: string, degree: number) => ({
    name: `${name}, d_max ${degree}`,
    figures: figures.of(TABLE, name, String(degree)),
  })
  return {
    figures,
    plots: [
      {
        name: 'degrees',
        title: 'FF: R1 after one pass',
        x: { label: 'd_max', log: true },
        y: { label: 'R1' },
        lines: NAMES.map((name) => ({
          name,
          points: DEGREES.map((degree, i) => [degree, means(name)[i]] as const),
        })),
      },
    ],
    claims: {
      'three-rcv1': alike(side(NAMES[0], 3), side(NAMES[0], 25), 0.01),
      'three-web': alike(side(NAMES[1], 3), side(NAMES[1], 25), 0.01),
      'fewer-rcv1': stated(best[0] < 25, `best at ${best[0]}`),
      'fewer-web': stated(best[1] < 25, `best at ${best[1]}`),
    },
  }
}
