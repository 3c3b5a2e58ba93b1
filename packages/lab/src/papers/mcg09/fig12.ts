// MCG09, figure 12: FF's R1 after one pass, by how many classes of a word speak.

import { alike, type ClaimFound, checked } from '../claims.js'
import type { Desk, Experiment, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { measureContender } from '../measuring.js'
import { MCG09 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import type { SplitVectors } from '../split-vectors.js'
import { ALL_PRODUCTS, type CorpusTrial, eachTrial, PHRASES, PRODUCTS_414 } from './corpora.js'
import { decide, oncePerDesk } from './decide.js'

const TABLE = 'R1 after one pass, by d_max'
const DEGREES = [1, 2, 3, 5, 10, 25, 100]
const CORPORA = { 'RCV1 (ours: 414 products)': PRODUCTS_414, 'Web (ours: all products)': ALL_PRODUCTS }
const NAMES = Object.keys(CORPORA)

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
  tables: [publishedTable(TABLE, 'figure 12; curves, no figures', columns(DEGREES, 3), NAMES)],
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
  experiments: Object.fromEntries(
    ['three-rcv1', 'three-web', 'fewer-rcv1', 'fewer-web'].map((claim) => [claim, withPhrases(claim)]),
  ),
  run,
}

async function measureDegrees(
  desk: Desk,
  times: number | undefined,
  vectorsOf: (
    trial: Pick<CorpusTrial<string>, 'vectors' | 'vectorise'>,
  ) => Promise<SplitVectors> | SplitVectors,
): Promise<Figures> {
  const figures = new Figures()
  for await (const trial of eachTrial(desk, CORPORA, times)) {
    const vectors = await vectorsOf(trial)
    for (const maxDegree of DEGREES) {
      const { measures } = await measureContender(desk, vectors, { learner: 'ff', maxDegree })
      figures.add(TABLE, trial.name, { [maxDegree]: measures.R1 })
    }
  }
  return figures
}

function judge(figures: Figures): Record<string, ClaimFound> {
  const best = NAMES.map((name) => {
    const means = DEGREES.map((degree) => figures.mean(TABLE, name, degree))
    return DEGREES[means.indexOf(Math.max(...means))]
  })
  const side = (name: string, degree: number) => figures.side(TABLE, name, degree, `${name}, d_max ${degree}`)
  const threeIsEnough = (name: string) => alike(side(name, 3), side(name, 25), 0.01)
  return {
    'three-rcv1': threeIsEnough(NAMES[0]),
    'three-web': threeIsEnough(NAMES[1]),
    'fewer-rcv1': checked(best[0] < 25, `best at ${best[0]}`),
    'fewer-web': checked(best[1] < 25, `best at ${best[1]}`),
  }
}

const phraseFigures = oncePerDesk((desk) => measureDegrees(desk, 2, ({ vectorise }) => vectorise(PHRASES)))

function withPhrases(claim: string): Experiment {
  return {
    what:
      'The paper’s features are words and phrases, ours words alone: a text of nvd-cve has a fifth of the features of a page of Web, and each has to speak. So: ' +
      'words and pairs of neighbours, two trials.',
    run: async (desk) => decide(judge(await phraseFigures(desk))[claim], 'ours'),
  }
}

async function run(desk: Desk): Promise<Findings> {
  const figures = await measureDegrees(desk, undefined, ({ vectors }) => vectors)
  return {
    figures,
    plots: [
      {
        name: 'degrees',
        title: 'FF: R1 after one pass',
        x: { label: 'd_max', log: true },
        y: { label: 'R1' },
        lines: figures.lines(TABLE, NAMES, DEGREES),
      },
    ],
    claims: judge(figures),
  }
}
