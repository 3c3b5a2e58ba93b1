// SS00, training and test error over the rounds of boosting: real-valued rules against rules that say yes or no.

import { folds } from 'abound/data'
import { corpusOf, trainOnCorpus } from 'abound/pipeline'
import { every, lower, type Side } from '../claims.js'
import { Figures } from '../figures.js'
import type { Desk, Findings, PaperItem, PlotLine } from '../item.js'
import { segmentOf } from '../lscp96/segments.js'
import { parts } from '../measuring.js'
import { SS00 } from '../papers.js'
import { singleLabel } from './subsets.js'

const FOLDS = 5
const ROUNDS = 3000
const QUICK_ROUNDS = 400
const SHOWN = [10, 30, 100, 300, 1000, 3000]
const VARIANTS = { 'real MH': 'real-mh', 'discrete MH': 'discrete-mh' } as const
const NAMES = Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]
const PARTS = { training: 'trainError', test: 'heldOutError' } as const
const tableOf = (part: string) => `${part} error % by rounds`
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
    ...Object.keys(PARTS).map((part) => ({
      name: tableOf(part),
      place: 'curves, no figures',
      measures: SHOWN.map((round) => ({ name: String(round), digits: 2 })),
      rows: Object.fromEntries(NAMES.map((name) => [name, SHOWN.map(() => null)])),
    })),
    {
      name: SPEED,
      place: 'in the text',
      measures: [{ name: 'rounds', digits: 0 }],
      rows: Object.fromEntries(NAMES.map((name) => [name, [null]])),
    },
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
  const documents = segmentOf(await singleLabel(desk), 'title')
  const rounds = desk.quick ? QUICK_ROUNDS : ROUNDS
  const shown = SHOWN.filter((round) => round <= rounds)
  const last = shown[shown.length - 1]
  const figures = new Figures()
  const lines = new Map<string, PlotLine>()
  for (const [fold, split] of folds(documents.length, FOLDS, desk.seed).entries()) {
    const { train, test } = parts(documents, split)
    const errors = new Map<string, number[]>()
    for (const [i, name] of NAMES.entries()) {
      desk.progress((fold + i / NAMES.length) / FOLDS, name)
      const points: Readonly<Record<string, number>>[] = []
      await trainOnCorpus(
        corpusOf(train),
        { learner: 'boost', variant: VARIANTS[name], rounds, thresholds: 'top:1', probabilities: 'none' },
        { curve: (point) => points.push(point) },
        { heldOut: corpusOf(test) },
      )
      for (const [part, key] of Object.entries(PARTS)) {
        const percent = points.map((point) => 100 * point[key])
        const at = (round: number) => percent[Math.min(round, percent.length) - 1]
        if (part === 'training') errors.set(name, percent)
        figures.add(tableOf(part), name, Object.fromEntries(shown.map((round) => [String(round), at(round)])))
        if (fold > 0) continue
        const drawn = percent.flatMap((error, i) => (isDrawn(i + 1) ? [[i + 1, error] as const] : []))
        lines.set(`${name}, ${part}`, { name: `${name}, ${part}`, points: drawn })
      }
    }
    const goal = errors.get('discrete MH')?.at(-1) ?? 0
    for (const name of NAMES) {
      const first = errors.get(name)?.findIndex((error) => error <= goal) ?? -1
      figures.add(SPEED, name, { rounds: first < 0 ? undefined : first + 1 })
    }
  }
  const side = (part: string, name: string, round: number): Side => ({
    name: `${name} after ${round}`,
    figures: figures.of(tableOf(part), name, String(round)),
  })
  const speed = (name: string) => figures.of(SPEED, name, 'rounds')
  const before = side('test', 'real MH', shown[shown.length - 2])
  return {
    figures,
    facts: { headlines: documents.length },
    claims: {
      sooner: lower(
        { name: 'five times the rounds of real MH', figures: speed('real MH').map((n) => 5 * n) },
        { name: 'rounds of discrete MH', figures: speed('discrete MH') },
        0,
      ),
      test: every(
        ...[100, last].map((round) =>
          lower(side('test', 'real MH', round), side('test', 'discrete MH', round), 2),
        ),
      ),
      'no-overfitting': lower(
        side('test', 'real MH', last),
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
        lines: [...lines.values()],
      },
    ],
  }
}

/** Rounds that are drawn: all at first, then ever fewer. */
function isDrawn(round: number): boolean {
  return round < 30 || round % 10 ** Math.floor(Math.log10(round)) === 0
}
