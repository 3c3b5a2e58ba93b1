// SS00's task of sorting calls: accuracy on what is accepted against what is wrongly rejected, on customers' requests.

import type { RejectionPoint } from 'abound/internal'
import { checked, every, higher } from '../claims.js'
import { sampleIfQuick } from '../document-lists.js'
import type { Desk, Findings, PaperItem, PlotLine } from '../item.js'
import { Figures } from '../measured-figures.js'
import { trainContender } from '../measuring.js'
import { SS00 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { knownTypes } from './known-types.js'
import { accuracyAt, pointWhere, rejectionCurve } from './rejection-curve.js'

const BLOCKS = 10
const ROUNDS = 3000
const QUICK_ROUNDS = 200
const QUICK = { train: 4000, test: 2000 }
const AT = 'accuracy at a false rejection rate of'
const RATES = [0, 0.05, 0.1, 0.2, 0.4]
const TRIGRAMS = 'boosting, sparse trigrams'
const WORDS = 'boosting, words'
const CONTENDERS = {
  [TRIGRAMS]: { learner: 'boost', ngrams: 3, sparseWindow: 4 },
  [WORDS]: { learner: 'boost' },
  'naive Bayes': { learner: 'naive-bayes' },
  PrTFIDF: { learner: 'prtfidf' },
} as const
const NAMES = Object.keys(CONTENDERS) as (keyof typeof CONTENDERS)[]
/** The share that is rejected where the paper says that boosting is all but certain. */
const HALF = 0.5

export const ss00Rejection: PaperItem = {
  id: 'ss00-rejection',
  paper: SS00,
  place: 'call-type identification, figure',
  title: 'accuracy against false rejection, requests of customers',
  corpora: ['clinc150'],
  data: 'other',
  differs:
    'The telephone calls are not to be had: typed requests of clinc150 (150 intents, and “out of scope” in the place of the ' +
    'calls of type other), which are shorter and were never spoken. The rival is not the paper’s, but naive Bayes and PrTFIDF.',
  protocol:
    'Real AdaBoost.MH, 3,000 rounds, words with sparse pairs and triples that span at most 4 words, or words alone. Confidence: ' +
    'the lead of the first label over the second; “out of scope” as the first label is rejection. Documents of no intent that are ' +
    'accepted are errors. The pairs of the sign tests are ten blocks of the test documents.',
  tables: [publishedTable(AT, 'curves, no figures', columns(RATES, 3), NAMES)],
  headline: [
    [AT, TRIGRAMS, '0'],
    [AT, TRIGRAMS, '0.2'],
    [AT, 'naive Bayes', '0.2'],
  ],
  claims: {
    rises: 'The more is rejected, the more accurate is the rest.',
    certain:
      'Where half of the requests are rejected, the answers to the others are all but certain (98 % right or more).',
    rivals: 'At a false rejection rate of .2 boosting is more accurate than the rivals.',
  },
  experiments: { certain: knownTypes(requests, 'certain'), rivals: knownTypes(requests, 'accuracy') },
  run,
}

async function requests(desk: Desk) {
  const read = async (part: 'train' | 'test') =>
    sampleIfQuick(desk, await desk.documents('clinc150', part), QUICK[part])
  return { train: await read('train'), test: await read('test') }
}

async function run(desk: Desk): Promise<Findings> {
  const { train, test } = await requests(desk)
  const figures = new Figures()
  const lines: PlotLine[] = []
  let curve: readonly RejectionPoint[] = []
  for (const [i, name] of NAMES.entries()) {
    desk.progress(i / NAMES.length, name)
    const rounds = CONTENDERS[name].learner === 'boost' ? { rounds: desk.quick ? QUICK_ROUNDS : ROUNDS } : {}
    const classifier = await trainContender(desk, train, { ...CONTENDERS[name], ...rounds })
    for (let block = 0; block < BLOCKS; block++) {
      const own = await rejectionCurve(
        classifier,
        test.filter((_, at) => at % BLOCKS === block),
      )
      for (const rate of RATES) figures.add(AT, name, { [rate]: accuracyAt(own, rate) })
    }
    const whole = await rejectionCurve(classifier, test)
    if (name === TRIGRAMS) curve = whole
    lines.push({ name, points: whole.map(({ falseRejection, accuracy }) => [falseRejection, accuracy]) })
  }
  const side = (name: string, rate: number) => figures.side(AT, name, rate, `${name} (${rate})`)
  const { accuracy, rejected } = pointWhere(curve, HALF)
  return {
    figures,
    facts: { 'requests learned': train.length, 'requests asked': test.length },
    claims: {
      rises: every(RATES.slice(1).map((rate, i) => higher(side(TRIGRAMS, rate), side(TRIGRAMS, RATES[i])))),
      certain: checked(
        accuracy >= 0.98,
        `${(100 * accuracy).toFixed(1)} % right with ${(100 * rejected).toFixed(0)} % rejected`,
      ),
      rivals: every(NAMES.slice(2).map((name) => higher(side(TRIGRAMS, 0.2), side(name, 0.2)))),
    },
    plots: [
      {
        name: 'curve',
        title: 'Requests of customers: accuracy against false rejection',
        x: { label: 'false rejection rate' },
        y: { label: 'accuracy on what is accepted' },
        lines,
      },
    ],
  }
}
