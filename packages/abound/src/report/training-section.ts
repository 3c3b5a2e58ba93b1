// How training went, where it was followed: losses while documents came in one by one, or figures of each round.

import type { CumulativeLoss } from '../pipeline/cumulative.js'
import { linesPlot, type Series } from './evaluation-plots.js'
import { figureOfPlot } from './figure.js'
import { grouped, shown } from './figures.js'
import { html, type Markup } from './html.js'
import type { Section } from './page.js'
import type { PlotKit } from './plot-kit.js'

/** What was recorded while a model was trained. */
export interface TrainingCourse {
  /** After each document: the mean losses of what was predicted before it was learned. */
  readonly cumulative?: readonly CumulativeLoss[]
  /** Of each round: figures by name; `round` counts them, if it is there. */
  readonly rounds?: readonly Readonly<Record<string, number>>[]
}

const MOST_POINTS = 240

export function trainingSection(
  kit: PlotKit,
  { cumulative = [], rounds = [] }: TrainingCourse,
): Section | undefined {
  const figures = [
    ...(cumulative.length > 1 ? cumulativeFigures(kit, cumulative) : []),
    ...(rounds.length > 1 ? roundFigures(kit, rounds) : []),
  ]
  if (figures.length === 0) return undefined
  return { id: 'training', title: 'Training', body: html`<div class="figures">${figures}</div>` }
}

function cumulativeFigures(kit: PlotKit, losses: readonly CumulativeLoss[]): Markup[] {
  const points = thinned(losses, MOST_POINTS)
  const last = losses[losses.length - 1]
  const series = (name: string, of: (loss: CumulativeLoss) => number): Series => ({
    name,
    points: points.map((loss) => ({ x: loss.documents, y: of(loss) })),
  })
  const table = thinned(losses, 12).map((loss) => [
    grouped(loss.documents),
    shown(loss.loss1),
    shown(loss.loss2, 2),
    shown(loss.loss3),
  ])
  const head = ['documents', 'loss 1', 'loss 2', 'loss 3']
  const shares = linesPlot(
    kit,
    [series('loss 1', ({ loss1 }) => loss1), series('loss 3', ({ loss3 }) => loss3)],
    {
      x: 'documents learned',
      y: 'mean loss so far',
      text: `Mean losses 1 and 3 while learning: ${shown(last.loss1)} and ${shown(last.loss3)} after ${grouped(last.documents)} documents.`,
    },
  )
  const pairs = linesPlot(kit, [series('loss 2', ({ loss2 }) => loss2)], {
    x: 'documents learned',
    y: 'mean loss so far',
    text: `Mean loss 2 while learning: ${shown(last.loss2, 2)} after ${grouped(last.documents)} documents.`,
  })
  return [
    figureOfPlot({
      title: 'Losses while learning',
      says: 'Each document is ranked by the model as it stands, then learned from. Loss 1: a wrong label is above a right one; loss 3: share of pairs in the wrong order.',
      plot: shares,
      head,
      rows: table,
    }),
    figureOfPlot({
      title: 'Pairs in the wrong order while learning',
      says: 'Loss 2: pairs of labels in the wrong order, a document.',
      plot: pairs,
    }),
  ]
}

/** Figures whose names end alike (trainError, heldOutError) share a plot. */
function roundFigures(kit: PlotKit, rounds: readonly Readonly<Record<string, number>>[]): Markup[] {
  const points = thinned(rounds, MOST_POINTS)
  const names = [...new Set(rounds.flatMap((round) => Object.keys(round)))].filter(
    (name) => name !== 'round' && name !== 'label',
  )
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const ending = /[A-Z][a-z]*$/.exec(name)?.[0].toLowerCase() ?? name
    groups.set(ending, [...(groups.get(ending) ?? []), name])
  }
  return Array.from(groups, ([ending, members]) => {
    const series = members.map((name) => ({
      name: spaced(name),
      points: points.flatMap((round, i) =>
        round[name] === undefined ? [] : [{ x: round.round ?? i + 1, y: round[name] }],
      ),
    }))
    const last = rounds[rounds.length - 1]
    const ends = members.map((name) => `${spaced(name)} ${shown(last[name])}`).join(', ')
    return figureOfPlot({
      title: `${ending[0].toUpperCase()}${ending.slice(1)} by round`,
      says: `After the last of ${grouped(rounds.length)} rounds: ${ends}.`,
      plot: linesPlot(kit, series, {
        x: 'round',
        y: ending,
        text: `${ending} by round: ${ends} at the end.`,
      }),
      head: ['round', ...members.map(spaced)],
      rows: thinned(rounds, 12).map((round, i) => [
        grouped(round.round ?? i + 1),
        ...members.map((name) => shown(round[name])),
      ]),
    })
  })
}

function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`)
}

/** At most `most` of them, evenly spread, with the first and the last. */
function thinned<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list
  return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))])
}
