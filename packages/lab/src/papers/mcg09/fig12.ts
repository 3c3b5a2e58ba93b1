// MCG09, figure 12: FF's R1 after one pass, by how many classes of a word speak.

import type { GivenOptions } from 'abound/internal'
import { alike, type ClaimFound, checked } from '../claims.js'
import type { Desk, Experiment, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { measureContender } from '../measuring.js'
import { MCG09 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { ALL_PRODUCTS, eachTrial, PHRASES, PRODUCTS_414 } from './corpora.js'
import { decide, oncePerDesk } from './decide.js'

const TABLE = 'R1 after one pass, by d_max'
const DEGREES = [1, 2, 3, 5, 10, 25, 100]
const RCV1 = 'RCV1 (ours: 414 products)'
const WEB = 'Web (ours: all products)'
const CORPORA = { [RCV1]: PRODUCTS_414, [WEB]: ALL_PRODUCTS }
const NAMES = [RCV1, WEB] as const
const PAIRS = {
  text: PHRASES,
  what:
    'A text of nvd-cve has 27 words, of which each has to speak; the paper has words and phrases. So: words and ' +
    'pairs of neighbours, two trials.',
  trials: 2,
}
const WIDE_PAIRS = {
  text: { ...PHRASES, sparseWindow: 5 },
  what:
    'A text of nvd-cve has 27 words, of which each has to speak, and a page of Web 210 words and phrases. So: ' +
    'words, and pairs of words at most five apart, one trial.',
  trials: 1,
}

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
  experiments: {
    ...withFeatures(RCV1, 'rcv1', PAIRS),
    ...withFeatures(WEB, 'web', WIDE_PAIRS),
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  for (const name of NAMES) await measureDegrees(desk, figures, name)
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
    claims: { ...judge(figures, RCV1, 'rcv1'), ...judge(figures, WEB, 'web') },
  }
}

async function measureDegrees(
  desk: Desk,
  figures: Figures,
  name: keyof typeof CORPORA,
  other?: { readonly text: GivenOptions; readonly trials: number },
): Promise<void> {
  for await (const { vectors, vectorise } of eachTrial(desk, { [name]: CORPORA[name] }, other?.trials)) {
    const parts = other === undefined ? vectors : await vectorise(other.text)
    for (const maxDegree of DEGREES) {
      const { measures } = await measureContender(desk, parts, { learner: 'ff', maxDegree })
      figures.add(TABLE, name, { [maxDegree]: measures.R1 })
    }
  }
}

function judge(figures: Figures, name: string, short: string): Record<string, ClaimFound> {
  const means = DEGREES.map((degree) => figures.mean(TABLE, name, degree))
  const best = DEGREES[means.indexOf(Math.max(...means))]
  const side = (degree: number) => figures.side(TABLE, name, degree, `${name}, d_max ${degree}`)
  return {
    [`three-${short}`]: alike(side(3), side(25), 0.01),
    [`fewer-${short}`]: checked(best < 25, `best at ${best}`),
  }
}

/** Experiments on both claims about a corpus, with other features. */
function withFeatures(
  name: keyof typeof CORPORA,
  short: string,
  other: typeof PAIRS,
): Record<string, Experiment> {
  const measured = oncePerDesk(async (desk) => {
    const figures = new Figures()
    await measureDegrees(desk, figures, name, other)
    return judge(figures, name, short)
  })
  const experiment = (claim: string): Experiment => ({
    what: other.what,
    run: async (desk) => decide((await measured(desk))[claim], 'ours'),
  })
  return Object.fromEntries([`three-${short}`, `fewer-${short}`].map((claim) => [claim, experiment(claim)]))
}
