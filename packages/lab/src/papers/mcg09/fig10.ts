// MCG09, figure 10: FF against classifiers that go top-down through a taxonomy, on larger corpora.

import { every, higher, lower } from '../claims.js'
import type { Desk, Findings, PaperItem, PublishedTable } from '../item.js'
import { Figures } from '../measured-figures.js'
import { MCG09 } from '../papers.js'
import { type Contestant, contest, contestTable, pairRows, SIZE, TIME } from './contest.js'
import { ALL_PRODUCTS, PRODUCTS_414, SUBJECTS } from './corpora.js'

const RCV1 = 'RCV1, 414 classes; ours: 414 products'
const ADS = 'Ads, 12.6k classes; ours: subjects of yso-finna'
const WEB = 'Web, 14k classes; ours: all products'
const FIRST = 'FF δ_m = 0, 1 pass'
const BEST = 'FF δ_m = 0.1, 4 passes'
const TWO = 'FF δ_m = 0, 2 passes'
const FITTED = [0, 1, 3, 4]
const svmRow = (trials: number) => `SVM C = 1, top-down, sigmoids fitted on ${trials}`

const FF0: Contestant = { learner: 'ff' }
const FF1_4: Contestant = { learner: 'ff', margin: 0.1, passes: 4 }
const topDown = (base: string, trials: number): Contestant => ({ learner: 'top-down', base, trials })
const table = (name: string, rows: PublishedTable['rows']) => contestTable(name, 'figure 10', rows)

export const mcg09Fig10: PaperItem = {
  id: 'mcg09-fig10',
  paper: MCG09,
  place: 'figure 10',
  title: 'FF against top-down classifiers, larger corpora',
  corpora: ['nvd-cve', 'yso-finna'],
  data: 'other',
  differs:
    'RCV1, Ads and Web are not to be had. In their place: 23,000 texts of nvd-cve under 414 products below their vendors; ' +
    '369,000 records of yso-finna under all their subjects; 70,000 texts of nvd-cve under all products that occur twice. ' +
    'The last two without top-down classifiers (subjects have no tree here; the paper’s took hours), the middle one in ' +
    'one trial, the last in three.',
  protocol:
    'As in figure 9; trees of vendors and products, sigmoids fitted on 0 to 4 held-out fifths, least path probability 0.01. ' +
    'Perceptrons and committees: sigmoids fitted on 1 fifth; committees in one trial. The pairs of the sign tests are the ' +
    'trials.',
  tables: [
    table(RCV1, {
      [FIRST]: [1.181, 0.763, 0.955, 15.1, 181, 6],
      [BEST]: [1.164, 0.787, 0.952, 12.9, 223, 24],
      perceptron: [1.418, 0.621, 0.815, 38, 760, 70],
      committee: [1.197, 0.769, 0.918, 36, null, 750],
      [svmRow(0)]: [1.26, 0.72, 0.89, 36, 4000, 94],
      [svmRow(1)]: [1.18, 0.779, 0.936, 36, 4000, 200],
      [svmRow(3)]: [1.17, 0.782, 0.937, 36, 4000, 400],
      [svmRow(4)]: [1.17, 0.783, 0.939, 36, 4000, 520],
      FreqBaseline: [4.58, 0.082, 0.348, null, null, null],
    }),
    table(ADS, {
      [FIRST]: [1.269, 0.706, 0.892, 7.8, 814, 27],
      [BEST]: [1.254, 0.725, 0.89, 6.7, 1000, 92],
    }),
    table(WEB, {
      [FIRST]: [2.22, 0.346, 0.575, 8, 1600, 64],
      [TWO]: [2.21, 0.352, 0.576, 8, 1500, 128],
    }),
  ],
  headline: [
    [RCV1, BEST, 'R1'],
    [RCV1, svmRow(4), 'R1'],
    [ADS, BEST, 'R1'],
    [WEB, FIRST, 'R1'],
  ],
  claims: {
    'ff-beats-top-down': 'By R1 FF is at least as good as top-down SVMs.',
    'ff-beats-top-down-r5': 'By R5 FF is better than top-down SVMs.',
    'fitting-helps': 'Fitted sigmoids are better than a fixed one (R1), more trials than one a little.',
    separation: 'Top-down: the SVM is better than the perceptron (R1).',
    margin: 'A margin of 0.1 and four passes are better than none and one pass (R1).',
    'ff-is-fast': 'FF takes less time to train than any of them.',
    'ff-is-small': 'FF’s index is smaller than their weights.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  const classifiers = {
    [FIRST]: FF0,
    [BEST]: FF1_4,
    ...Object.fromEntries(FITTED.map((trials) => [svmRow(trials), topDown('svm', trials)])),
    perceptron: topDown('perceptron', 1),
    committee: { ...topDown('committee', 1), onlyTrials: 1 },
    FreqBaseline: { learner: 'frequency' },
  }
  const onWeb = { [FIRST]: FF0, [TWO]: { learner: 'ff', passes: 2 } }
  const facts = {
    'texts on 414 products': await contest(desk, figures, RCV1, PRODUCTS_414, classifiers, [0, 0.6]),
    'on all': await contest(desk, figures, WEB, ALL_PRODUCTS, onWeb, [0.6, 0.8]),
    records: await contest(desk, figures, ADS, SUBJECTS, { [FIRST]: FF0, [BEST]: FF1_4 }, [0.8, 1]),
  }
  const pair = (first: string, second: string, measure?: string) =>
    pairRows(figures, RCV1, first, second, measure)
  return {
    figures,
    facts,
    claims: {
      'ff-beats-top-down': higher(...pair(BEST, svmRow(4))),
      'ff-beats-top-down-r5': higher(...pair(BEST, svmRow(4), 'R5')),
      'fitting-helps': every([higher(...pair(svmRow(1), svmRow(0))), higher(...pair(svmRow(4), svmRow(1)))]),
      separation: higher(...pair(svmRow(1), 'perceptron')),
      margin: higher(...pair(BEST, FIRST)),
      'ff-is-fast': every(
        [svmRow(0), 'perceptron', 'committee'].map((row) => lower(...pair(BEST, row, TIME), 1)),
      ),
      'ff-is-small': lower(...pair(BEST, svmRow(1), SIZE), 0),
    },
  }
}
