// Boosting and its rivals over the number of classes, three folds: what the three experiments on subsets of Reuters have in
// common.

import type { Document } from 'abound'
import { folds } from 'abound/data'
import type { GivenOptions } from 'abound/pipeline'
import { alike, type ClaimFound, every, highest, lower, lowest, type Side } from '../claims.js'
import { Figures } from '../figures.js'
import type { Desk, Findings, PaperItem, PublishedTable } from '../item.js'
import { measured, parts } from '../measuring.js'
import { SS00 } from '../papers.js'
import { mostFrequent } from './subsets.js'

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
  /** Only where an experiment asks what more rounds are worth. */
  readonly moreOnly?: true
}

const REAL = 'real MH'
/** The discrete variant with more rounds. */
const MORE = 'discrete MH, five times the rounds'
const TIMES = 5
const VARIANTS = ['real abstaining MH', 'discrete MH', 'discrete MR'] as const
const boost = (variant: string) => ({ learner: 'boost', variant })
const CONTENDERS: Readonly<Record<string, Contender>> = {
  [REAL]: { options: boost('real-mh') },
  'real MH, words and pairs': { options: { ...boost('real-mh'), ngrams: 2 }, mostOnly: true },
  'real abstaining MH': { options: boost('real-abstain-mh'), mostOnly: true },
  'discrete MH': { options: boost('discrete-mh'), mostOnly: true },
  [MORE]: { options: boost('discrete-mh'), mostOnly: true, moreOnly: true },
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

const TABLES = ['one-error %', 'coverage', 'average precision'] as const
type Table = (typeof TABLES)[number]
const DIGITS: Readonly<Record<Table, number>> = { 'one-error %': 2, coverage: 3, 'average precision': 3 }

/** One of the experiments. */
export interface Experiment {
  readonly id: string
  readonly place: string
  readonly title: string
  readonly differs: string
  readonly classes: string
  readonly numbers: readonly number[]
  readonly single: boolean
  /** What the paper says of the best of the rivals. */
  readonly bestRival?: { readonly rival: Rival; readonly claim: string }
  /** Where Rocchio comes near in coverage, and is not said to be beaten in it. */
  readonly rocchioCovers?: true
  /** Whether discrete boosting is given more rounds, too. */
  readonly moreRounds?: true
  documents(desk: Desk): Promise<readonly Document[]>
}

const NAME = 'over the number of classes'

/** The item of an experiment. */
export function overClasses(experiment: Experiment): PaperItem {
  const { id, place, title, differs, classes, numbers, single, bestRival, rocchioCovers, moreRounds } =
    experiment
  const names = Object.keys(CONTENDERS).filter(
    (name) => (single || !CONTENDERS[name].singleOnly) && (moreRounds || !CONTENDERS[name].moreOnly),
  )
  const columns = numbers.map(String)
  const most = columns[columns.length - 1]
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
      `stop-list. Three random folds. Boosting: ${ROUNDS.toLocaleString('en')} rounds over words (the paper gave the discrete ` +
      'variants ten times as many rounds as the real ones); all of its variants with the most classes only. Sleeping experts: words ' +
      'and pairs of words. Rocchio: the mean of a class’s documents, scaled to length 1, or as it is, which is how the paper puts it and ' +
      'does much worse than it says. The pairs of the sign tests are folds and numbers of ' +
      'classes.',
    tables: TABLES.map(
      (table): PublishedTable => ({
        name: `${table} ${NAME}`,
        place: 'the text at hand has lost its digits',
        measures: columns.map((column) => ({ name: column, digits: DIGITS[table] })),
        rows: Object.fromEntries(names.map((name) => [name, columns.map(() => null)])),
      }),
    ),
    headline: [REAL, 'naive Bayes', 'Rocchio'].map((row) => [`one-error % ${NAME}`, row, most]),
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

async function run(desk: Desk, experiment: Experiment, names: readonly string[]): Promise<Findings> {
  const { numbers, single, bestRival, rocchioCovers, moreRounds } = experiment
  const most = numbers[numbers.length - 1]
  const documents = await experiment.documents(desk)
  const figures = new Figures()
  const used = desk.quick ? numbers.filter((_, i) => i === 0 || i === numbers.length - 1) : numbers
  const facts: Record<string, number> = {}
  for (const [at, number] of used.entries()) {
    const subset = mostFrequent(documents, number)
    facts[`documents of ${number} classes`] = subset.length
    for (const [fold, split] of folds(subset.length, FOLDS, desk.seed).entries()) {
      const sides = parts(subset, split)
      for (const [i, name] of names.entries()) {
        const { options, mostOnly } = CONTENDERS[name]
        if (mostOnly && number !== most) continue
        desk.progress((at + (fold + i / names.length) / FOLDS) / used.length, `${number} classes: ${name}`)
        const times = name === MORE ? TIMES : 1
        const rounds =
          options.learner === 'boost' ? { rounds: times * (desk.quick ? QUICK_ROUNDS : ROUNDS) } : {}
        const { measures } = await measured(desk, sides, { ...TEXT, ...options, ...rounds })
        const add = (table: Table, figure: number | null) =>
          figures.add(`${table} ${NAME}`, name, { [String(number)]: figure })
        add('one-error %', measures.oneError === null ? null : 100 * measures.oneError)
        add('coverage', measures.coverage)
        add('average precision', measures.averagePrecision)
      }
    }
  }
  const side = (table: Table, name: string, of: readonly number[] = used): Side => ({
    name,
    figures: of.flatMap((number) => figures.of(`${table} ${NAME}`, name, String(number))),
  })
  const rivals = (table: Table) => RIVALS.map((name) => side(table, name))
  const claims: Record<string, ClaimFound> = {
    error: lowest(side('one-error %', REAL), rivals('one-error %'), 2),
    coverage: lowest(
      side('coverage', REAL),
      rivals('coverage').filter(({ name }) => !rocchioCovers || name !== 'Rocchio'),
    ),
    precision: highest(side('average precision', REAL), rivals('average precision')),
    variants: every(
      ...VARIANTS.map((name) =>
        alike(side('one-error %', REAL, [most]), side('one-error %', name, [most]), 1.5, 2),
      ),
    ),
  }
  if (single)
    claims.ripper = lower(side('one-error %', REAL, [most]), side('one-error %', 'RIPPER', [most]), 2)
  if (bestRival !== undefined)
    claims['best-rival'] = lowest(
      side('one-error %', bestRival.rival),
      RIVALS.filter((name) => name !== bestRival.rival).map((name) => side('one-error %', name)),
      2,
    )
  if (rocchioCovers)
    claims['rocchio-covers'] = alike(side('coverage', 'Rocchio'), side('coverage', REAL), 0.1)
  return {
    figures,
    facts,
    claims,
    ...(moreRounds ? { notes: [moreInWords(figures, String(most))] } : {}),
    plots: TABLES.map((table) => ({
      name: table.replace(/[^a-z]+/g, '-').replace(/-$/, ''),
      title: `${experiment.title}: ${table}`,
      x: { label: 'classes' },
      y: { label: table },
      lines: [REAL, ...RIVALS].map((name) => ({
        name,
        points: used.map(
          (number) => [number, figures.mean(`${table} ${NAME}`, name, String(number))] as const,
        ),
      })),
    })),
  }
}

function moreInWords(figures: Figures, column: string): string {
  const shown = (name: string) => figures.mean(`one-error % ${NAME}`, name, column).toFixed(2)
  return (
    `What more rounds are worth to discrete AdaBoost.MH, with ${column} classes: a one-error of ${shown('discrete MH')} % becomes ` +
    `${shown(MORE)} % with five times the rounds; real AdaBoost.MH has ${shown(REAL)} %.`
  )
}
