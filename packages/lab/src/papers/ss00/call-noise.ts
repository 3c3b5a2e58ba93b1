// SS00's calls as a recogniser hears them: requests with noise, and rejecting them where that costs less.

import type { Classifier, Document } from 'abound'
import { folds, type RejectionPoint } from 'abound/internal'
import { type ClaimFound, every, higher, lower } from '../claims.js'
import { cutIntoBlocks, drawDocuments, sampleIfQuick, splitDocuments } from '../document-lists.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { trainContender } from '../measuring.js'
import { SS00 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { heardTraining } from './heard-training.js'
import { withNoise } from './recogniser-noise.js'
import { OTHER, rejectionCurve } from './rejection-curve.js'

const CORPORA = { clinc150: 'clinc150', Banking77: 'banking77' } as const
const RATES = [0, 0.1, 0.2, 0.4]
const BLOCKS = 10
const ROUNDS = 2000
const QUICK_ROUNDS = 100
const QUICK = { train: 2000, test: 1000 }
/** What handing a request to a person costs, against 1 for a wrong answer. */
const REJECTED = 0.25
const CONTENDERS = { boosting: 'boost', 'naive Bayes': 'naive-bayes' } as const
const NAMES = Object.keys(CONTENDERS) as (keyof typeof CONTENDERS)[]
const errorTable = (corpus: string) => `${corpus}: error % by share of words with noise`
const COST = 'cost of a request in 100ths of a wrong answer, boosting'
const WAYS = ['answered always', 'rejected by cost'] as const
const costRow = (corpus: string, way: (typeof WAYS)[number]) => `${corpus}, ${way}`
const COST_ROWS = Object.keys(CORPORA).flatMap((corpus) => WAYS.map((way) => costRow(corpus, way)))

export const ss00Noise: PaperItem = {
  id: 'ss00-noise',
  paper: SS00,
  place: 'call-type identification, text and speech',
  title: 'requests as a recogniser hears them, and rejection by cost',
  corpora: ['clinc150', 'banking77'],
  data: 'other',
  differs:
    'The calls and the recogniser are not to be had: typed requests of clinc150 (those of its 150 intents) and Banking77, with seeded ' +
    'noise in their words. The rival is naive Bayes. What a rejection costs is ours: a quarter of a wrong answer.',
  protocol:
    'Trained on clean text, tested with a share of the words dropped, swapped with the next or followed by a word that nobody said, ' +
    `each as often. Real AdaBoost.MH, ${ROUNDS.toLocaleString('en')} rounds over words. Rejection by cost: the confidence with the least cost on ` +
    'a tenth of the training requests, kept out of training, with the same noise. The pairs of the sign tests are ten blocks of the ' +
    'test requests.',
  tables: [
    ...Object.keys(CORPORA).map((corpus) =>
      publishedTable(errorTable(corpus), 'curves, no figures', columns(RATES, 1), NAMES),
    ),
    publishedTable(COST, 'not in the paper', columns(RATES, 1), COST_ROWS),
  ],
  headline: Object.keys(CORPORA).map((corpus) => [errorTable(corpus), 'boosting', '0.2']),
  claims: {
    harder:
      'What a recogniser heard is sorted with more errors than what was said, and the more the worse it heard.',
    ahead: 'Boosting is ahead of the rival on text, and on what was heard.',
    cheaper: 'Rejecting what is not certain enough costs less than answering always, at any noise.',
  },
  experiments: { ahead: heardTraining((desk) => readRequests(desk, 'clinc150')) },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  const facts: Record<string, number> = {}
  for (const [at, [corpus, dataset]] of Object.entries(CORPORA).entries()) {
    const { train, kept, test } = await readRequests(desk, dataset)
    facts[`${corpus}: learned`] = train.length
    facts[`${corpus}: tested`] = test.length
    for (const [i, name] of NAMES.entries()) {
      desk.progress((at + i / NAMES.length) / 2, `${corpus}: ${name}`)
      const learner = CONTENDERS[name]
      const rounds = learner === 'boost' ? { rounds: desk.quick ? QUICK_ROUNDS : ROUNDS } : {}
      const classifier = await trainContender(desk, train, { learner, ...rounds })
      for (const rate of RATES) {
        const heard = cutIntoBlocks(withNoise(test, rate, desk.seed), BLOCKS)
        const threshold =
          learner === 'boost' ? cheapest(await curveOf(classifier, withNoise(kept, rate, desk.seed + 1))) : 0
        for (const block of heard) {
          const curve = await curveOf(classifier, block)
          figures.add(errorTable(corpus), name, { [rate]: 100 * costOf(curve[0]) })
          if (learner !== 'boost') continue
          const point = curve.find((one) => one.threshold >= threshold) ?? curve[curve.length - 1]
          figures.add(COST, costRow(corpus, 'answered always'), { [rate]: 100 * costOf(curve[0]) })
          figures.add(COST, costRow(corpus, 'rejected by cost'), { [rate]: 100 * costOf(point) })
        }
      }
    }
  }
  return { figures, facts, claims: judge(figures) }
}

function judge(figures: Figures): Record<string, ClaimFound> {
  const corpora = Object.keys(CORPORA)
  const error = (corpus: string, name: string, rate: number) =>
    figures.side(errorTable(corpus), name, rate, `${corpus}, ${name} (${rate})`)
  const cost = (corpus: string, way: (typeof WAYS)[number]) => ({
    name: costRow(corpus, way),
    figures: RATES.flatMap((rate) => figures.of(COST, costRow(corpus, way), rate)),
  })
  return {
    harder: every(
      corpora.flatMap((corpus) =>
        RATES.slice(1).map((rate, i) =>
          higher(error(corpus, 'boosting', rate), error(corpus, 'boosting', RATES[i]), 1),
        ),
      ),
    ),
    ahead: every(
      corpora.flatMap((corpus) =>
        RATES.map((rate) => lower(error(corpus, 'boosting', rate), error(corpus, 'naive Bayes', rate), 1)),
      ),
    ),
    cheaper: every(
      corpora.map((corpus) => lower(cost(corpus, 'rejected by cost'), cost(corpus, 'answered always'), 1)),
    ),
  }
}

async function readRequests(desk: Desk, dataset: string) {
  const read = async (part: 'train' | 'test') => {
    const known = (await desk.documents(dataset, part)).filter(({ labels = [] }) => !labels.includes(OTHER))
    return drawDocuments(sampleIfQuick(desk, known, QUICK[part]), desk.seed)
  }
  const [split] = folds((await read('train')).length, BLOCKS, desk.seed)
  const { train, test: kept } = splitDocuments(await read('train'), split)
  return { train, kept, test: await read('test') }
}

function curveOf(classifier: Classifier, documents: readonly Document[]) {
  return rejectionCurve(classifier, documents, false)
}

/** The confidence from which answering costs least. */
function cheapest(curve: readonly RejectionPoint[]): number {
  return curve.reduce((best, point) => (costOf(point) < costOf(best) ? point : best)).threshold
}

function costOf({ rejected, accuracy }: RejectionPoint): number {
  return rejected * REJECTED + (1 - rejected) * (1 - accuracy)
}
