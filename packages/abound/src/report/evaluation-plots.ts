// The curves of one model: where along the ranking labels are found, how far probabilities are to be believed, what
// rejecting costs, how rare labels fare.

import type { ReliabilityBin } from '../measure/calibration.js'
import type { LabelMeasures } from '../measure/per-label.js'
import type { RankPoint } from '../measure/ranking-sums.js'
import type { RejectionPoint } from '../measure/rejections.js'
import { formatCount, formatScore } from './figures.js'
import type { Markup } from './html.js'
import { COLOURS, FAINT, MUTED, type PlotKit } from './plot-kit.js'

const SHARES = { domain: [0, 1], ticks: 5, grid: true } as const
/** Ranks that are named in the curve. */
const NAMED_RANKS = [1, 2, 3, 5, 10, 20, 50, 100]

/** Precision against recall as the first 1, 2, 3 … labels of each document are taken. */
export function precisionRecallPlot({ Plot, draw }: PlotKit, points: readonly RankPoint[]): Markup {
  const named = pickNamedPoints(points)
  const first = points[0]
  return draw(
    `Precision against recall over label ranks: at rank 1 precision is ${formatScore(first?.precision)} and recall ${formatScore(first?.recall)}.`,
    {
      x: { ...SHARES, label: 'recall' },
      y: { ...SHARES, label: 'precision' },
      marks: [
        Plot.ruleY([0], { stroke: MUTED }),
        Plot.line(points, { x: 'recall', y: 'precision', stroke: COLOURS[0], strokeWidth: 2 }),
        Plot.dot(named, { x: 'recall', y: 'precision', fill: COLOURS[0], r: 3.5 }),
        Plot.text(named, {
          x: 'recall',
          y: 'precision',
          text: (point: RankPoint) => `${point.rank}`,
          // A steep curve has room beside it, a flat one above it.
          dx: 7,
          dy: -7,
          textAnchor: 'start',
        }),
      ],
    },
  )
}

/** Names of ranks that lie too close to one that is named already are left out. */
function pickNamedPoints(points: readonly RankPoint[]): RankPoint[] {
  const named: RankPoint[] = []
  for (const point of points) {
    if (!NAMED_RANKS.includes(point.rank)) continue
    const near = named.some(
      ({ precision, recall }) =>
        Math.hypot((precision - point.precision) * 0.6, recall - point.recall) < 0.05,
    )
    if (!near) named.push(point)
  }
  return named
}

/** What was said against what came true; how many documents each point stands for is below. */
export function reliabilityPlot({ Plot, draw }: PlotKit, bins: readonly ReliabilityBin[]): Markup {
  return draw(
    `Reliability diagram in ${bins.length} bins: the nearer to the diagonal, the more the probabilities are to be believed.`,
    {
      x: { ...SHARES, label: 'probability that was said' },
      y: { ...SHARES, label: 'share that was right' },
      r: { range: [2.5, 9] },
      marks: [
        Plot.line(
          [
            [0, 0],
            [1, 1],
          ],
          { stroke: MUTED, strokeDasharray: '4 4' },
        ),
        Plot.line(bins, { x: 'predicted', y: 'observed', stroke: COLOURS[0], strokeWidth: 2 }),
        Plot.dot(bins, {
          x: 'predicted',
          y: 'observed',
          r: 'count',
          fill: COLOURS[0],
          title: (bin: ReliabilityBin) =>
            `said ${formatScore(bin.predicted)}, right ${formatScore(bin.observed)}, ${formatCount(bin.count)} documents`,
        }),
      ],
    },
  )
}

/** How many documents each bin of the reliability diagram holds; bins are equally wide. */
export function reliabilityCounts(
  { Plot, draw }: PlotKit,
  bins: readonly ReliabilityBin[],
  wide = 0.1,
): Markup {
  const bars = bins.map(({ predicted, count }) => {
    const from = Math.min(1 - wide, Math.floor(predicted / wide + 1e-9) * wide)
    return { from, to: from + wide, count }
  })
  return draw('Documents in each bin of the reliability diagram.', {
    height: 96,
    marginTop: 26,
    marginBottom: 24,
    x: { domain: [0, 1], ticks: 5, label: null },
    y: { grid: true, ticks: 2, label: 'documents', tickFormat: formatCount },
    marks: [
      Plot.rectY(bars, { x1: 'from', x2: 'to', y: 'count', fill: COLOURS[0], fillOpacity: 0.55, inset: 1 }),
      Plot.ruleY([0], { stroke: MUTED }),
    ],
  })
}

/** Accuracy on what is accepted against the share that is wrongly rejected. */
export function rejectionPlot({ Plot, draw }: PlotKit, points: readonly RejectionPoint[]): Markup {
  const all = points[0]
  return draw(
    `Accuracy on accepted documents against false rejection: ${formatScore(all?.accuracy)} when all are accepted.`,
    {
      marginLeft: 50,
      x: { label: 'falsely rejected (share of all documents)', ticks: 5, grid: true, domain: [0, 1] },
      y: { label: 'accuracy on those accepted', ticks: 5, grid: true, nice: true },
      marks: [
        Plot.line(points, { x: 'falseRejection', y: 'accuracy', stroke: COLOURS[0], strokeWidth: 2 }),
        Plot.dot(points.slice(0, 1), { x: 'falseRejection', y: 'accuracy', fill: COLOURS[0], r: 3.5 }),
      ],
    },
  )
}

/** Labels with their training documents. */
interface LabelDot extends Pick<LabelMeasures, 'label' | 'f1' | 'documents'> {
  readonly training: number
}

/** Up to this many labels are a dot each; more are grouped into cells. */
const MOST_DOTS = 600

/** F1 of each label against its training documents. */
export function frequencyPlot({ Plot, draw }: PlotKit, labels: readonly LabelDot[]): Markup {
  const dots =
    labels.length <= MOST_DOTS ? labels.map((one) => ({ ...one, count: 1 })) : groupIntoCells(labels)
  const isGathered = labels.length > MOST_DOTS
  const most = Math.max(...dots.map(({ training }) => training), 1)
  const least = Math.min(...dots.map(({ training }) => training))
  return draw(`F1 of ${formatCount(labels.length)} labels against how many training documents each had.`, {
    x: {
      label: 'training documents of the label',
      tickFormat: formatCount,
      grid: true,
      // Nothing has no logarithm; a scale that is one but for small numbers has room for it.
      ...(least < 1
        ? { type: 'symlog', constant: 1, ticks: decades(most), domain: [0, most * 1.25] }
        : { type: 'log', ticks: 4, domain: [least / 1.3, most * 1.3] }),
    },
    y: { ...SHARES, domain: [-0.03, 1.03], ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], label: 'F1' },
    r: { range: isGathered ? [1.2, 11] : [3.5, 3.5] },
    marks: [
      Plot.dot(dots, {
        x: 'training',
        y: 'f1',
        r: 'count',
        fill: COLOURS[0],
        fillOpacity: 0.55,
        stroke: COLOURS[0],
        strokeOpacity: 0.9,
        title: (dot: LabelDot & { count: number }) =>
          isGathered
            ? `about ${formatCount(dot.training)} training documents, F1 about ${formatScore(dot.f1, 2)}: ${formatCount(dot.count)} labels`
            : `${dot.label}: F1 ${formatScore(dot.f1)}, ${formatCount(dot.training)} training documents`,
      }),
    ],
  })
}

function decades(most: number): number[] {
  const ticks = [0]
  for (let tick = 1; tick <= most; tick *= 10) ticks.push(tick)
  return ticks
}

/** Cells of a sixth of a decade and 0.05 of F1; each is drawn at the mean of its labels. */
function groupIntoCells(labels: readonly LabelDot[]): (LabelDot & { count: number })[] {
  const cells = new Map<string, { training: number; f1: number; count: number }>()
  for (const { training, f1 } of labels) {
    const key = `${Math.round(Math.log10(training + 1) * 6)} ${Math.round(f1 * 20)}`
    const cell = cells.get(key) ?? { training: 0, f1: 0, count: 0 }
    cell.training += training
    cell.f1 += f1
    cell.count++
    cells.set(key, cell)
  }
  return Array.from(cells.values(), ({ training, f1, count }) => ({
    label: '',
    documents: 0,
    training: training / count,
    f1: f1 / count,
    count,
  }))
}

/** A line for each series over a common x. */
export interface Series {
  readonly name: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** Lines with their names at their ends. */
export function linesPlot(
  { Plot, draw }: PlotKit,
  series: readonly Series[],
  labels: { readonly x: string; readonly y: string; readonly text: string },
): Markup {
  const top = Math.max(...series.flatMap(({ points }) => points.map(({ y }) => y)), 0)
  const longest = Math.max(...series.map(({ name }) => name.length), 0)
  const ends = spread(
    series.map(({ name, points }, i) => ({ name, colour: COLOURS[i % COLOURS.length], ...points.at(-1)! })),
  )
  return draw(labels.text, {
    marginRight: 14 + longest * 6.6,
    x: { label: labels.x, ticks: 5, tickFormat: formatCount },
    y: { label: labels.y, ticks: 5, grid: true, domain: [0, top || 1], nice: true },
    marks: [
      Plot.ruleY([0], { stroke: FAINT }),
      ...series.map(({ points }, i) =>
        Plot.line(points, { x: 'x', y: 'y', stroke: COLOURS[i % COLOURS.length], strokeWidth: 1.8 }),
      ),
      ...ends.map((end) =>
        Plot.text([end], {
          x: 'x',
          y: 'y',
          text: [end.name],
          dx: 6,
          dy: end.dy,
          fill: end.colour,
          textAnchor: 'start',
        }),
      ),
    ],
  })

  /** Moves names apart that would lie on each other. */
  function spread<T extends { y: number }>(list: T[]): (T & { dy: number })[] {
    const unit = 220 / (top || 1)
    let last = Number.POSITIVE_INFINITY
    return [...list]
      .sort((a, b) => b.y - a.y)
      .map((one) => {
        // Pixels from the ground, falling from name to name by 14 at least.
        const at = Math.min(one.y * unit, last - 14)
        last = at
        return { ...one, dy: one.y * unit - at }
      })
  }
}
