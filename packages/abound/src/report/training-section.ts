// How training went, where it was followed: losses while documents came in one by one, or figures of each round.

import { thinOut } from '../measure/rejections.js'
import type { CumulativeLoss } from '../pipeline/cumulative.js'
import { linesPlot, type Series } from './evaluation-plots.js'
import { figureOfPlot } from './figure.js'
import { formatCount, formatScore, splitName } from './figures.js'
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
  const points = thinOut(losses, MOST_POINTS)
  const last = losses[losses.length - 1]
  const series = (name: string, of: (loss: CumulativeLoss) => number): Series => ({
    name,
    points: points.map((loss) => ({ x: loss.documents, y: of(loss) })),
  })
  const table = thinOut(losses, 12).map((loss) => [
    formatCount(loss.documents),
    formatScore(loss.loss1),
    formatScore(loss.loss2, 2),
    formatScore(loss.loss3),
  ])
  const head = ['documents', 'loss 1', 'loss 2', 'loss 3']
  const shares = linesPlot(
    kit,
    [series('loss 1', ({ loss1 }) => loss1), series('loss 3', ({ loss3 }) => loss3)],
    {
      x: 'documents learned',
      y: 'mean loss so far',
      text: `Mean losses 1 and 3 while learning: ${formatScore(last.loss1)} and ${formatScore(last.loss3)} after ${formatCount(last.documents)} documents.`,
    },
  )
  const pairs = linesPlot(kit, [series('loss 2', ({ loss2 }) => loss2)], {
    x: 'documents learned',
    y: 'mean loss so far',
    text: `Mean loss 2 while learning: ${formatScore(last.loss2, 2)} after ${formatCount(last.documents)} documents.`,
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
  const points = thinOut(rounds, MOST_POINTS)
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
      name: splitName(name),
      points: points.flatMap((round, i) =>
        round[name] === undefined ? [] : [{ x: round.round ?? i + 1, y: round[name] }],
      ),
    }))
    const last = rounds[rounds.length - 1]
    const ends = members.map((name) => `${splitName(name)} ${formatScore(last[name])}`).join(', ')
    return figureOfPlot({
      title: `${ending[0].toUpperCase()}${ending.slice(1)} by round`,
      says: `After the last of ${formatCount(rounds.length)} rounds: ${ends}.`,
      plot: linesPlot(kit, series, {
        x: 'round',
        y: ending,
        text: `${ending} by round: ${ends} at the end.`,
      }),
      head: ['round', ...members.map(splitName)],
      rows: thinOut(rounds, 12).map((round, i) => [
        formatCount(round.round ?? i + 1),
        ...members.map((name) => formatScore(round[name])),
      ]),
    })
  })
}
