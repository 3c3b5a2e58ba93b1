// SS00 on headlines: single topics over their number, and all headlines in six general groups.

import type { Document } from 'abound'
import { folds, type GivenOptions } from 'abound/internal'
import { type ClaimFound, every, lower, lowest } from '../claims.js'
import { countLabels, keepFrequent, readParts, sampleIfQuick, splitDocuments } from '../document-lists.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { readAs } from '../lscp96/segments.js'
import { Figures } from '../measured-figures.js'
import { measureContender } from '../measuring.js'
import { SS00 } from '../papers.js'
import { evenTopics } from './even-topics.js'
import { ERROR, type RankingMeasure, RankingTables } from './ranking.js'
import { singleLabel } from './reuters-subsets.js'

const FOLDS = 3
const ROUNDS = 1000
/** How many more rounds discrete variants have. */
const DISCRETE_TIMES = 10
const QUICK_ROUNDS = 100
const QUICK = 1500
const TEXT = { tokens: 'words' }
const NUMBERS = [4, 8, 12, 16, 20]
/** From here on the paper has boosting ahead of sleeping experts. */
const MANY = 8

const boost = (variant: string, times = 1) => ({ learner: 'boost', variant, rounds: ROUNDS * times })
const REAL = 'real MH'
const EXPERTS = 'sleeping experts'
const CONTENDERS: Readonly<Record<string, GivenOptions>> = {
  [REAL]: boost('real-mh'),
  'real abstaining MH': boost('real-abstain-mh'),
  'discrete MH': boost('discrete-mh', DISCRETE_TIMES),
  'discrete MR': boost('discrete-mr', DISCRETE_TIMES),
  'naive Bayes': { learner: 'naive-bayes' },
  PrTFIDF: { learner: 'prtfidf' },
  Rocchio: { learner: 'rocchio', gamma: 0 },
  [EXPERTS]: { learner: 'sleeping-experts', ngrams: 2 },
  RIPPER: { learner: 'ripper' },
}
const NAMES = Object.keys(CONTENDERS)
const RIVALS = ['naive Bayes', 'PrTFIDF', 'Rocchio', EXPERTS]
/** With the most topics only, as they take long. */
const MOST_ONLY = new Set(['real abstaining MH', 'discrete MH', 'discrete MR', 'RIPPER'])
const LEFT_OUT_OF_GROUPS = new Set(['real abstaining MH', 'naive Bayes', 'PrTFIDF'])
const DIFFERS =
  'The headlines of AP are not to be had: those of Reuters, which are fewer and of other topics. The text at hand has lost the digits.'
const PROTOCOL =
  `Words of headlines, three random folds, which are the pairs. Boosting: ${ROUNDS.toLocaleString('en')} rounds, ten times as many for the ` +
  'discrete variants. Sleeping experts: words and pairs of words. RIPPER tests for presence and absence.'

const TOPICS = new RankingTables('over the number of topics')

export const ss00Headlines: PaperItem = {
  id: 'ss00-headlines',
  paper: SS00,
  place: 'single-label subset of AP headlines, table and figure',
  title: 'headlines of one topic, over the number of topics',
  corpora: ['reuters21578'],
  data: 'other',
  differs: DIFFERS,
  protocol: `Headlines with exactly one topic, of the ${NUMBERS.join(', ')} most frequent. ${PROTOCOL}`,
  tables: TOPICS.declare('the text at hand has lost its digits', NAMES, NUMBERS, 2),
  headline: [REAL, EXPERTS, 'naive Bayes'].map((row) => [TOPICS.name(ERROR), row, String(NUMBERS.at(-1))]),
  claims: {
    variants: 'With the most topics real AdaBoost.MH has a smaller error than the discrete variants.',
    'best-rival': 'Sleeping experts are the best rival.',
    ahead: `With ${MANY} topics and more real AdaBoost.MH has a smaller error than sleeping experts.`,
    prtfidf: 'PrTFIDF has a smaller error than naive Bayes, and real AdaBoost.MH than both.',
  },
  experiments: { prtfidf: evenTopics(singleTopics, TEXT, ROUNDS) },
  async run(desk) {
    const documents = await singleTopics(desk)
    const figures = new Figures()
    const numbers = desk.quick ? [NUMBERS[0], 20] : NUMBERS
    const facts: Record<string, number> = {}
    for (const [at, number] of numbers.entries()) {
      const subset = keepFrequent(documents, number)
      facts[`headlines of ${number} topics`] = subset.length
      const names = NAMES.filter((name) => number === 20 || !MOST_ONLY.has(name))
      await measureFolds(desk, subset, names, TOPICS, number, figures, [at, numbers.length])
    }
    const many = numbers.filter((number) => number >= MANY)
    const side = (name: string, sizes: readonly number[] = numbers, measure: RankingMeasure = ERROR) =>
      TOPICS.side(figures, measure, name, sizes)
    const claims: Record<string, ClaimFound> = {
      variants: lowest(side(REAL, [20]), [side('discrete MH', [20]), side('discrete MR', [20])], 2),
      'best-rival': lowest(
        side(EXPERTS),
        RIVALS.filter((name) => name !== EXPERTS).map((name) => side(name)),
        2,
      ),
      ahead: lower(side(REAL, many), side(EXPERTS, many), 2),
      prtfidf: every([
        lower(side('PrTFIDF'), side('naive Bayes'), 2),
        lower(side(REAL), side('PrTFIDF'), 2),
        lower(side(REAL), side('naive Bayes'), 2),
      ]),
    }
    return {
      figures,
      facts,
      claims,
      plots: TOPICS.plots(figures, 'Headlines of one topic', { label: 'topics' }, [REAL, ...RIVALS], numbers),
    }
  },
}

const GROUPS = new RankingTables('of six groups')
const GROUP_NAMES = NAMES.filter((name) => !LEFT_OUT_OF_GROUPS.has(name))

export const ss00HeadlineGroups: PaperItem = {
  id: 'ss00-headline-groups',
  paper: SS00,
  place: 'second single-label subset of AP headlines, table',
  title: 'headlines in six general groups',
  corpora: ['reuters21578'],
  data: 'other',
  differs: `${DIFFERS} The groups are those of ss00-single. What is found over rounds is in ss00-rounds.`,
  protocol: PROTOCOL,
  tables: GROUPS.declare('the text at hand has lost its digits', GROUP_NAMES, [6], 2),
  headline: [REAL, 'discrete MH', EXPERTS].map((row) => [GROUPS.name(ERROR), row, '6']),
  claims: {
    best: 'Real AdaBoost.MH has the smallest error of all.',
    'best-rival': 'Sleeping experts are the best rival.',
  },
  async run(desk): Promise<Findings> {
    const documents = readAs('title', await singleLabel(desk))
    const figures = new Figures()
    await measureFolds(desk, documents, GROUP_NAMES, GROUPS, 6, figures, [0, 1])
    const side = (name: string) => GROUPS.side(figures, ERROR, name, [6])
    const others = GROUP_NAMES.filter((name) => name !== REAL)
    return {
      figures,
      facts: { headlines: documents.length },
      claims: {
        best: lowest(side(REAL), others.map(side), 2),
        'best-rival': lowest(side(EXPERTS), [side('Rocchio'), side('RIPPER')], 2),
      },
    }
  },
}

async function singleTopics(desk: Desk): Promise<Document[]> {
  const documents = await readParts(desk, 'reuters21578', ['modapte-train', 'modapte-test'])
  const single = documents.filter(({ labels = [] }) => labels.length === 1)
  const counts = countLabels(single)
  const known = single.filter(({ labels = [] }) => (counts.get(labels[0]) ?? 0) >= FOLDS)
  return readAs('title', sampleIfQuick(desk, known, QUICK))
}

async function measureFolds(
  desk: Desk,
  documents: readonly Document[],
  names: readonly string[],
  tables: RankingTables,
  size: number,
  figures: Figures,
  [at, of]: readonly [number, number],
): Promise<void> {
  for (const [fold, split] of folds(documents.length, FOLDS, desk.seed).entries()) {
    const parts = splitDocuments(documents, split)
    for (const [i, name] of names.entries()) {
      desk.progress((at + (fold + i / names.length) / FOLDS) / of, `${size} classes: ${name}`)
      const options = CONTENDERS[name]
      const rounds = desk.quick && options.learner === 'boost' ? { rounds: QUICK_ROUNDS } : {}
      const { measures } = await measureContender(desk, parts, { ...TEXT, ...options, ...rounds })
      tables.add(figures, name, size, measures)
    }
  }
}
