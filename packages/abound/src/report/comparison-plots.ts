// Contenders beside each other: speed against quality, and each measure with its spread over splits.

import type { ComparedContender } from '../selection/compare.js'
import { formatScore, formatSeconds } from './figures.js'
import type { Markup } from './html.js'
import { COLOURS, MUTED, type PlotKit } from './plot-kit.js'

const CHARACTER = 6.7
const WIDTH = 620
const HEIGHT = 330
const MARGINS = { marginLeft: 54, marginRight: 30, marginTop: 26, marginBottom: 42 } as const

interface Dot {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly best: boolean
  readonly notWorse: boolean
}

/** Training time on a log axis against a measure, each dot with its name. */
export function speedPlot(
  { Plot, draw }: PlotKit,
  contenders: readonly ComparedContender[],
  measure: string,
): Markup {
  const dots = contenders.flatMap(({ name, trainCpuSeconds, measures, best, notWorse }): Dot[] => {
    const { mean: y } = measures[measure]
    const { mean: x } = trainCpuSeconds
    return x === null || y === null ? [] : [{ name, x: Math.max(x, 0.001), y, best, notWorse }]
  })
  const xs = dots.map((dot) => dot.x)
  const ys = dots.map((dot) => dot.y)
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)]
  const room = (top - bottom || Math.abs(top) || 1) * 0.08
  const x = [Math.min(...xs) / 1.5, Math.max(...xs) * 1.5] as const
  const y = [bottom - room, top + room] as const
  const across = (value: number): number =>
    MARGINS.marginLeft +
    (Math.log(value / x[0]) / Math.log(x[1] / x[0])) * (WIDTH - MARGINS.marginLeft - MARGINS.marginRight)
  const down = (value: number): number =>
    HEIGHT -
    MARGINS.marginBottom -
    ((value - y[0]) / (y[1] - y[0])) * (HEIGHT - MARGINS.marginBottom - MARGINS.marginTop)
  const names = placeNames(
    dots.map((dot) => ({ dot, left: across(dot.x), top: down(dot.y), wide: dot.name.length * CHARACTER })),
  )
  return draw(
    `Training time against ${measure}: ${dots.map((dot) => `${dot.name} ${formatSeconds(dot.x)}, ${formatScore(dot.y)}`).join('; ')}.`,
    {
      width: WIDTH,
      height: HEIGHT,
      ...MARGINS,
      x: {
        type: 'log',
        domain: x,
        label: 'training, processor time',
        grid: true,
        ticks: timeTicks(x),
        tickFormat: formatSeconds,
      },
      y: { domain: y, label: measure, grid: true, ticks: 6 },
      marks: [
        Plot.dot(dots, {
          x: 'x',
          y: 'y',
          r: 5,
          fill: colourOf,
          stroke: 'var(--ground)',
        }),
        ...names.map(({ dot, dx, dy, anchor }) =>
          Plot.text([dot], {
            x: 'x',
            y: 'y',
            text: [dot.name],
            dx,
            dy,
            textAnchor: anchor,
            fontWeight: dot.best ? 700 : 400,
            stroke: 'var(--ground)',
            strokeWidth: 3,
            fill: 'currentColor',
          }),
        ),
      ],
      color: { type: 'identity' },
    },
  )
}

function colourOf({ notWorse }: Pick<Dot, 'notWorse'>): string {
  return notWorse ? COLOURS[0] : MUTED
}

/** 1, 10, 100 … and what lies between where there are few of these. */
function timeTicks([least, most]: readonly [number, number]): number[] {
  const steps = most / least > 300 ? [1] : most / least > 20 ? [1, 3] : [1, 2, 5]
  const ticks: number[] = []
  for (let decade = -4; decade < 7; decade++)
    for (const step of steps) {
      const tick = step * 10 ** decade
      if (tick >= least && tick <= most) ticks.push(tick)
    }
  return ticks
}

interface Name {
  readonly dot: Dot
  readonly left: number
  readonly top: number
  readonly wide: number
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

/** A place for each name, right of its dot if it can be, that covers no other name or dot. */
function placeNames(
  names: readonly Name[],
): (Name & { dx: number; dy: number; anchor: 'start' | 'end' | 'middle' })[] {
  const taken: Box[] = names.map(({ left, top }) => [left - 5, top - 5, left + 5, top + 5])
  return names.map((name) => {
    const { left, top, wide } = name
    const places = [0, -12, 12, -24, 24, -36, 36].flatMap((dy) => [
      { dx: 9, dy, anchor: 'start' as const, from: left + 9 },
      { dx: -9, dy, anchor: 'end' as const, from: left - 9 - wide },
    ])
    const boxOf = ({ from, dy }: { from: number; dy: number }): Box => [
      from,
      top + dy - 7,
      from + wide,
      top + dy + 7,
    ]
    const free = places.find((place) => {
      const box = boxOf(place)
      return box[0] > 50 && box[2] < WIDTH - 4 && box[1] > 0 && !taken.some((other) => overlap(box, other))
    })
    const place = free ?? places[0]
    taken.push(boxOf(place))
    return { ...name, dx: place.dx, dy: place.dy, anchor: place.anchor }
  })
}

function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/** A measure of each contender, with a line of a deviation to either side where there are several splits. */
export function measurePlot(
  { Plot, draw }: PlotKit,
  contenders: readonly ComparedContender[],
  measure: string,
): Markup {
  const dots = contenders.flatMap(({ name, measures, notWorse }, i) => {
    const { mean, deviation } = measures[measure]
    const off = deviation ?? 0
    // Contenders may be called alike; places tell them apart.
    return mean === null ? [] : [{ row: String(i), name, mean, low: mean - off, high: mean + off, notWorse }]
  })
  const longest = Math.max(...dots.map(({ name }) => name.length), 4)
  const shorten = (name: string): string => (name.length > 26 ? `${name.slice(0, 25)}…` : name)
  return draw(`${measure}: ${dots.map(({ name, mean }) => `${name} ${formatScore(mean)}`).join('; ')}.`, {
    height: 62 + dots.length * 24,
    marginLeft: 14 + Math.min(26, longest) * CHARACTER,
    marginTop: 8,
    x: { label: null, grid: true, ticks: 4, nice: true, inset: 6 },
    y: {
      type: 'band',
      label: null,
      domain: dots.map(({ row }) => row),
      tickFormat: (row: string) => shorten(contenders[Number(row)].name),
      tickSize: 0,
    },
    color: { type: 'identity' },
    marks: [
      Plot.ruleY(dots, {
        y: 'row',
        x1: 'low',
        x2: 'high',
        stroke: colourOf,
        strokeWidth: 2,
      }),
      Plot.dot(dots, {
        x: 'mean',
        y: 'row',
        r: 4.5,
        fill: colourOf,
        title: (dot: { name: string; mean: number }) => `${dot.name}: ${formatScore(dot.mean)}`,
      }),
    ],
  })
}
