// Boosting and its rivals over the number of classes, three folds: what the three experiments on subsets of Reuters have in
// common.

import type { Document } from 'abound'
import { folds, type GivenOptions } from 'abound/internal'
import { alike, type ClaimFound, every, highest, lower, lowest } from '../claims.js'
import { keepFrequent, splitDocuments } from '../document-lists.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { measureContender } from '../measuring.js'
import { SS00 } from '../papers.js'
import { COVERAGE, ERROR, PRECISION, type RankingMeasure, RankingTables } from './ranking.js'

const FOLDS = 3
const ROUNDS = 1000
const QUICK_ROUNDS = 200
const TEXT = { tokens: 'reuters', stop: 'english' }

interface Contender {
  readonly options: GivenOptions
  /** Run with the most classes alone: it takes long. */
  readonly mostOnly?: true
  /** Only where documents have one label. */
  readonly singleOnly?: true
}

const REAL = 'real MH'
/** How many more rounds discrete variants have. */
const DISCRETE_TIMES = 10
const VARIANTS = ['real abstaining MH', 'discrete MH', 'discrete MR'] as const
const boost = (variant: string) => ({ learner: 'boost', variant })
const CONTENDERS: Readonly<Record<string, Contender>> = {
  [REAL]: { options: boost('real-mh') },
  'real MH, words and pairs': { options: { ...boost('real-mh'), ngrams: 2 }, mostOnly: true },
  'real abstaining MH': { options: boost('real-abstain-mh'), mostOnly: true },
  'discrete MH': { options: boost('discrete-mh'), mostOnly: true },
  'discrete MR': { options: boost('discrete-mr'), mostOnly: true },
  'naive Bayes': { options: { learner: 'naive-bayes' } },
  PrTFIDF: { options: { learner: 'prtfidf' } },
  Rocchio: { options: { learner: 'rocchio', gamma: 0 } },
  'Rocchio, prototypes not scaled': { options: { learner: 'rocchio', gamma: 0, unit: false } },
  'sleeping experts': { options: { learner: 'sleeping-experts', ngrams: 2 } },
  RIPPER: { options: { learner: 'ripper' }, mostOnly: true, singleOnly: true },
}
const RIVALS = ['naive Bayes', 'PrTFIDF', 'Rocchio', 'sleeping experts'] as const
type Rival = (typeof RIVALS)[number]

const TABLES = new RankingTables('over the number of classes')

/** One of the experiments. */
interface ClassesExperiment extends Pick<PaperItem, 'id' | 'place' | 'title' | 'differs'> {
  readonly classes: string
  readonly numbers: readonly number[]
  readonly single: boolean
  /** What the paper says of the best of the rivals. */
  readonly bestRival?: { readonly rival: Rival; readonly claim: string }
  /** Where Rocchio comes near in coverage, and is not said to be beaten in it. */
  readonly rocchioCovers?: true
  documents(desk: Desk): Promise<readonly Document[]>
}

/** The item of an experiment. */
export function overClasses(experiment: ClassesExperiment): PaperItem {
  const { id, place, title, differs, classes, numbers, single, bestRival, rocchioCovers } = experiment
  const names = Object.keys(CONTENDERS).filter((name) => single || !CONTENDERS[name].singleOnly)
  const most = String(numbers[numbers.length - 1])
  return {
    id,
    paper: SS00,
    place,
    title,
    corpora: ['reuters21578'],
    data: 'similar',
    differs,
    protocol:
      `${classes} Subsets of the most frequent ${numbers.join(', ')} classes; lower case, one token for all numbers, ` +
      `stop-list. Three random folds. Boosting: ${ROUNDS.toLocaleString('en')} rounds over words, ten times as many for the discrete ` +
      'variants, as in the paper; all of its variants with the most classes only. Sleeping experts: words ' +
      'and pairs of words. RIPPER: tests for presence and absence. Rocchio: the mean of a class’s documents, scaled to length 1, or as it is, which is how the paper puts it and ' +
      'does much worse than it says. The pairs of the sign tests are folds and numbers of ' +
      'classes.',
    tables: TABLES.declare('the text at hand has lost its digits', names, numbers, 2),
    headline: [REAL, 'naive Bayes', 'Rocchio'].map((row) => [TABLES.name(ERROR), row, most]),
    claims: {
      error:
        'Real AdaBoost.MH has a smaller one-error than naive Bayes, PrTFIDF, Rocchio and sleeping experts.',
      coverage: rocchioCovers
        ? 'It has a smaller coverage than naive Bayes, PrTFIDF and sleeping experts.'
        : 'It has a smaller coverage than these.',
      precision: 'It has a better average precision than these.',
      variants:
        'With the most classes all four variants of boosting are alike in one-error (within 1.5 points).',
      ...(single ? { ripper: 'It has a smaller error than RIPPER.' } : {}),
      ...(bestRival === undefined ? {} : { 'best-rival': bestRival.claim }),
      ...(rocchioCovers ? { 'rocchio-covers': 'In coverage Rocchio comes up to it (within .1).' } : {}),
    },
    run: (desk) => run(desk, experiment, names),
  }
}

async function run(desk: Desk, experiment: ClassesExperiment, names: readonly string[]): Promise<Findings> {
  const { numbers, single, bestRival, rocchioCovers } = experiment
  const most = numbers[numbers.length - 1]
  const documents = await experiment.documents(desk)
  const figures = new Figures()
  const used = desk.quick ? [numbers[0], most] : numbers
  const facts: Record<string, number> = {}
  for (const [at, number] of used.entries()) {
    const subset = keepFrequent(documents, number)
    facts[`documents of ${number} classes`] = subset.length
    for (const [fold, split] of folds(subset.length, FOLDS, desk.seed).entries()) {
      const parts = splitDocuments(subset, split)
      for (const [i, name] of names.entries()) {
        const { options, mostOnly } = CONTENDERS[name]
        if (mostOnly && number !== most) continue
        desk.progress((at + (fold + i / names.length) / FOLDS) / used.length, `${number} classes: ${name}`)
        const { measures } = await measureContender(desk, parts, {
          ...TEXT,
          ...options,
          ...roundsOf(options, desk.quick),
        })
        TABLES.add(figures, name, number, measures)
      }
    }
  }
  const side = (measure: RankingMeasure, name: string, numbers: readonly number[] = used) =>
    TABLES.side(figures, measure, name, numbers)
  const others = (measure: RankingMeasure, left?: string) =>
    RIVALS.filter((name) => name !== left).map((name) => side(measure, name))
  const claims: Record<string, ClaimFound> = {
    error: lowest(side(ERROR, REAL), others(ERROR), 2),
    coverage: lowest(side(COVERAGE, REAL), others(COVERAGE, rocchioCovers && 'Rocchio')),
    precision: highest(side(PRECISION, REAL), others(PRECISION)),
    variants: every(
      VARIANTS.map((name) => alike(side(ERROR, REAL, [most]), side(ERROR, name, [most]), 1.5, 2)),
    ),
  }
  if (single) claims.ripper = lower(side(ERROR, REAL, [most]), side(ERROR, 'RIPPER', [most]), 2)
  if (bestRival !== undefined)
    claims['best-rival'] = lowest(side(ERROR, bestRival.rival), others(ERROR, bestRival.rival), 2)
  if (rocchioCovers) claims['rocchio-covers'] = alike(side(COVERAGE, 'Rocchio'), side(COVERAGE, REAL), 0.1)
  return {
    figures,
    facts,
    claims,
    plots: TABLES.plots(figures, experiment.title, { label: 'classes' }, [REAL, ...RIVALS], used),
  }
}

/** The rounds of boosting; none for other learners. */
function roundsOf({ learner, variant }: GivenOptions & { variant?: unknown }, quick: boolean) {
  if (learner !== 'boost') return {}
  const times = String(variant).startsWith('discrete') ? DISCRETE_TIMES : 1
  return { rounds: times * (quick ? QUICK_ROUNDS : ROUNDS) }
}
