// SS00, training and test error over the rounds of boosting: real-valued rules against rules that say yes or no.

import { corpusOf } from 'abound'
import { folds, trainOnCorpus } from 'abound/internal'
import { every, lower } from '../claims.js'
import { splitDocuments } from '../document-lists.js'
import type { Desk, Findings, PaperItem, PlotLine } from '../item.js'
import { readAs } from '../lscp96/segments.js'
import { Figures } from '../measured-figures.js'
import { RANKING } from '../measuring.js'
import { SS00 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { singleLabel } from './reuters-subsets.js'

const FOLDS = 5
const ROUNDS = 3000
const QUICK_ROUNDS = 400
const SHOWN = [10, 30, 100, 300, 1000, 3000]
const VARIANTS = { 'real MH': 'real-mh', 'discrete MH': 'discrete-mh' } as const
const NAMES = Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]
const PARTS = { training: 'trainError', test: 'heldOutError' } as const
const tableName = (part: string) => `${part} error % by rounds`
const SPEED = 'rounds until discrete MH’s last training error'

export const ss00Rounds: PaperItem = {
  id: 'ss00-rounds',
  paper: SS00,
  place: 'training and test error over rounds, figure',
  title: 'real and discrete boosting over rounds, headlines',
  corpora: ['reuters21578'],
  data: 'other',
  differs:
    'The headlines of AP are not to be had: those of Reuters, in its six classes of one to a document, and far fewer. The text at hand has lost the digits.',
  protocol:
    'Words of headlines; one-error after each round on training and held-out documents, five folds, which are the pairs.',
  tables: [
    ...Object.keys(PARTS).map((part) =>
      publishedTable(tableName(part), 'curves, no figures', columns(SHOWN, 2), NAMES),
    ),
    publishedTable(SPEED, 'in the text', columns(['rounds'], 0), NAMES),
  ],
  headline: NAMES.map((name) => [SPEED, name, 'rounds']),
  claims: {
    sooner:
      'Real AdaBoost.MH needs far fewer rounds (a fifth or less) for the training error that the discrete one ends with.',
    test: 'It has a smaller test error after the same rounds (100, and the last).',
    'no-overfitting':
      'More rounds do no harm: the last test error is no greater than after a third of the rounds (within half a point).',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const documents = readAs('title', await singleLabel(desk))
  const rounds = desk.quick ? QUICK_ROUNDS : ROUNDS
  const shown = SHOWN.filter((round) => round <= rounds)
  const last = shown[shown.length - 1]
  const figures = new Figures()
  const lines: PlotLine[] = []
  for (const [fold, split] of folds(documents.length, FOLDS, desk.seed).entries()) {
    const { train, test } = splitDocuments(documents, split)
    const trainingErrors = new Map<string, number[]>()
    for (const [i, name] of NAMES.entries()) {
      desk.progress((fold + i / NAMES.length) / FOLDS, name)
      const points: Readonly<Record<string, number>>[] = []
      await trainOnCorpus(
        corpusOf(train),
        { learner: 'boost', variant: VARIANTS[name], rounds, ...RANKING },
        { curve: (point) => points.push(point) },
        { heldOut: corpusOf(test) },
      )
      for (const [part, key] of Object.entries(PARTS)) {
        const percent = points.map((point) => 100 * point[key])
        if (part === 'training') trainingErrors.set(name, percent)
        for (const round of shown)
          figures.add(tableName(part), name, { [round]: percent[Math.min(round, percent.length) - 1] })
        if (fold > 0) continue
        const drawn = percent.flatMap((error, i) => (isDrawn(i + 1) ? [[i + 1, error] as const] : []))
        lines.push({ name: `${name}, ${part}`, points: drawn })
      }
    }
    const goal = trainingErrors.get('discrete MH')?.at(-1) ?? 0
    for (const name of NAMES) {
      const first = trainingErrors.get(name)?.findIndex((error) => error <= goal) ?? -1
      figures.add(SPEED, name, { rounds: first < 0 ? undefined : first + 1 })
    }
  }
  const test = (name: string, round: number) =>
    figures.side(tableName('test'), name, round, `${name} after ${round}`)
  const speed = (name: string) => figures.of(SPEED, name, 'rounds')
  const before = test('real MH', shown[shown.length - 2])
  return {
    figures,
    facts: { headlines: documents.length },
    claims: {
      sooner: lower(
        { name: 'five times the rounds of real MH', figures: speed('real MH').map((n) => 5 * n) },
        { name: 'rounds of discrete MH', figures: speed('discrete MH') },
        0,
      ),
      test: every([100, last].map((round) => lower(test('real MH', round), test('discrete MH', round), 2))),
      'no-overfitting': lower(
        test('real MH', last),
        { name: `${before.name}, and half a point`, figures: before.figures.map((error) => error + 0.5) },
        2,
      ),
    },
    plots: [
      {
        name: 'errors',
        title: 'One-error on training and held-out headlines over rounds (first fold)',
        x: { label: 'rounds', log: true },
        y: { label: 'one-error %' },
        lines,
      },
    ],
  }
}

/** Rounds that are drawn: all at first, then fewer and fewer. */
function isDrawn(round: number): boolean {
  return round < 30 || round % 10 ** Math.floor(Math.log10(round)) === 0
}
