// MCG09, figure 9: FF against perceptrons, committees of them and linear SVMs, one against the rest, on small corpora.

import { checked, every, formatTest, higher, lower, type Side } from '../claims.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { MCG09 } from '../papers.js'
import { type Contestant, contest, pairRows, SIZE, TIME, contestTable as table } from './contest.js'
import { type CorpusSource, NEWSGROUPS, PRODUCTS_104, REUTERS_TEN } from './corpora.js'
import { FIVE } from './decide.js'
import { evenClasses, paperSolver } from './one-against-rest-experiments.js'
import { COST_SEARCH, FF_SEARCH } from './search.js'

const REUTERS = 'Reuters-21578, 10 classes'
const NEWS = '20 Newsgroups'
const INDUSTRY = 'Industry, 104 classes; ours: 104 products of nvd-cve'
const FIRST = 'FF δ_m = 0, 1 pass'
const BEST = 'best FF'
const MACHINE = 'best SVM'

const CONTESTANTS: Readonly<Record<string, Contestant>> = {
  [FIRST]: { options: { learner: 'ff' } },
  [BEST]: { options: { learner: 'ff' }, search: FF_SEARCH },
  [MACHINE]: { options: { learner: 'svm', loss: 'squared-hinge' }, search: COST_SEARCH },
  perceptron: { options: { learner: 'perceptron', randomStart: true, patience: 5 } },
  // Ten perceptrons take longer than all the rest.
  committee: { options: { learner: 'committee' }, onlyTrials: 1 },
  FreqBaseline: { options: { learner: 'frequency' } },
}

export const mcg09Fig9: PaperItem = {
  id: 'mcg09-fig9',
  paper: MCG09,
  place: 'figure 9',
  title: 'FF against one-against-the-rest classifiers, small corpora',
  corpora: ['reuters21578', '20newsgroups', 'nvd-cve', 'yso-finna'],
  data: 'similar',
  differs:
    'Reuters’ 10 classes are the authors’ own making: 9,400 documents with one of the ten largest topics, as ' +
    'here, but which of several labels they kept is not known (here a random one). Their vectors of 20 Newsgroups ' +
    '(20,000 documents, 10 splits of their own) are not at hand; ours are words of the 18,846 documents of ' +
    '“bydate”. Industry is not to be had. Times are of other machines.',
  protocol:
    'Five trials in place of ten: a random tenth held out, of 20 Newsgroups a fifth. Term counts without ' +
    'stop-words, vectors of length 1, the same for all. Best FF: δ_m of 0, 0.1 or 0.5, within ten passes; best ' +
    'SVM: C of 1 or 10, squared hinge loss; each chosen in every trial by R1 on a tenth of the training documents ' +
    '(the paper chose by the documents held out, with C of 5 and 100 too: δ_m = 0.5 after 1, 1 and 3 passes, C = ' +
    '1, 1 and 10). Perceptrons start at random and stop after 5 passes without fewer errors; a committee has ten, ' +
    'and runs in one trial. The pairs of the sign tests are the trials.',
  tables: [
    table(REUTERS, 'figure 9, top', {
      [FIRST]: [1.082, 0.86, 0.998, 4.9, 55, 0],
      [BEST]: [1.066, 0.884, 0.997, 5, 73, 0],
      perceptron: [1.08, 0.871, 0.995, 10, 74, 4],
      committee: [1.06, 0.891, 0.999, 10, null, 40],
      [MACHINE]: [1.052, 0.906, 0.998, 10, null, 11],
      FreqBaseline: [1.6, 0.42, 0.86, null, null, null],
    }),
    table(NEWS, 'figure 9, middle', {
      [FIRST]: [1.137, 0.798, 0.978, 10, 113, 2],
      [BEST]: [1.085, 0.865, 0.987, 10, 171, 2],
      perceptron: [1.229, 0.728, 0.928, 20, 189, 20],
      committee: [1.122, 0.83, 0.97, 20, null, 220],
      [MACHINE]: [1.102, 0.852, 0.975, 20, null, 92],
      FreqBaseline: [3.33, 0.05, 0.25, null, null, null],
    }),
    table(INDUSTRY, 'figure 9, bottom', {
      [FIRST]: [1.114, 0.861, 0.942, 16.7, 124, 4],
      [BEST]: [1.094, 0.886, 0.949, 15.8, 196, 16],
      perceptron: [1.488, 0.595, 0.773, 104, 330, 55],
      committee: [1.17, 0.816, 0.904, 104, null, 610],
      [MACHINE]: [1.112, 0.872, 0.933, 104, null, 235],
      FreqBaseline: [31, 0.005, 0.03, null, null, null],
    }),
  ],
  headline: [
    [REUTERS, BEST, 'R1'],
    [REUTERS, MACHINE, 'R1'],
    [NEWS, BEST, 'R1'],
    [NEWS, MACHINE, 'R1'],
    [INDUSTRY, BEST, 'R1'],
    [INDUSTRY, MACHINE, 'R1'],
  ],
  claims: {
    'news-r1': '20 Newsgroups: FF has a better R1 than the SVM.',
    'news-r5': '20 Newsgroups: FF has a better R5 than the SVM.',
    'industry-r1': 'About a hundred classes: FF has a better R1 than the SVM.',
    'industry-r5': 'About a hundred classes: FF has a better R5 than the SVM.',
    'reuters-r1': 'Reuters, ten classes: the SVM has a better R1 than FF.',
    separation:
      'By R1 the SVM is better than a committee, and this than a single perceptron (Reuters, 20 Newsgroups).',
    'separation-hundred': 'The same on about a hundred classes.',
    'hundred-r5':
      'About a hundred classes: FF’s R5 is the best of all, or no other’s is better than luck would have it.',
    margin: 'The best margin and passes give FF a better R1 than none and one pass, on all three.',
    fast: 'FF takes less time to train than the SVM and than perceptrons, on all three.',
    tenfold: 'FF takes ten times less time to train than the SVM, or better, on all three.',
    sparse: 'FF’s index has fewer edges than the perceptrons have weights, on all three.',
  },
  experiments: {
    'industry-r1': evenClasses('R1'),
    'industry-r5': evenClasses('R5'),
    fast: paperSolver(1),
    tenfold: paperSolver(10),
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  const five = (source: CorpusSource) => ({ ...source, trials: FIVE })
  const third = (n: number) => [n / 3, (n + 1) / 3] as const
  const reuters = await contest(desk, figures, REUTERS, five(REUTERS_TEN), CONTESTANTS, third(0))
  const news = await contest(desk, figures, NEWS, five(NEWSGROUPS), CONTESTANTS, third(1))
  const products = await contest(desk, figures, INDUSTRY, five(PRODUCTS_104), CONTESTANTS, third(2))

  const names = [REUTERS, NEWS, INDUSTRY]
  const pair = (name: string, first: string, second: string, measure?: string) =>
    pairRows(figures, name, first, second, measure)
  const separationClaims = (name: string) => [
    higher(...pair(name, MACHINE, 'committee')),
    higher(...pair(name, 'committee', 'perceptron')),
  ]
  const tenfold = ([first, second]: ReturnType<typeof pair>) =>
    lower({ name: `ten times ${first.name}`, figures: first.figures.map((s) => 10 * s) }, second, 1)
  return {
    figures,
    facts: {
      'documents of Reuters': reuters.documents,
      'of 20 Newsgroups': news.documents,
      'on products': products.documents,
    },
    notes: [...reuters.notes, ...news.notes, ...products.notes],
    claims: {
      'news-r1': higher(...pair(NEWS, BEST, MACHINE)),
      'news-r5': higher(...pair(NEWS, BEST, MACHINE, 'R5')),
      'industry-r1': higher(...pair(INDUSTRY, BEST, MACHINE)),
      'industry-r5': higher(...pair(INDUSTRY, BEST, MACHINE, 'R5')),
      'hundred-r5': unbeaten(
        [MACHINE, 'committee', 'perceptron'].map((row) => pair(INDUSTRY, BEST, row, 'R5')),
      ),
      'reuters-r1': higher(...pair(REUTERS, MACHINE, BEST)),
      separation: every([...separationClaims(REUTERS), ...separationClaims(NEWS)]),
      'separation-hundred': every(separationClaims(INDUSTRY)),
      margin: every(names.map((name) => higher(...pair(name, BEST, FIRST)))),
      fast: every(
        names.flatMap((name) =>
          [MACHINE, 'perceptron'].map((other) => lower(...pair(name, BEST, other, TIME), 2)),
        ),
      ),
      tenfold: every(names.map((name) => tenfold(pair(name, BEST, MACHINE, TIME)))),
      sparse: every(names.map((name) => lower(...pair(name, BEST, 'perceptron', SIZE), 0))),
    },
  }
}

/** The claim that no second side is higher than its first by more than luck. */
function unbeaten(pairs: readonly (readonly [first: Side, second: Side])[]) {
  const rivals = pairs.map(([first, second]) => higher(second, first))
  const numbers = rivals.map((rival) => `${rival.numbers}${formatTest(rival.test)}`).join('; ')
  return checked(
    rivals.every(({ verdict }) => verdict !== 'held'),
    numbers,
  )
}
