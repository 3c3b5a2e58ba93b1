// A figure of a paper as SVG: lines over an axis, each in a colour and dash of its own, with a key above.

import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import type { PaperPlot } from './item.js'

const WIDTH = 640
const HEIGHT = 412
const LEFT = 56
const KEY_LINE = 18
const KEY_CELL = 200
/** Curves with more points have no dots. */
const MOST_DOTS = 15

type Point = readonly [x: number, y: number]

/** Told apart without colour too. */
const PENS = [
  { colour: '#1f5fa8', dash: '' },
  { colour: '#c8501e', dash: '6 3' },
  { colour: '#2a7d3f', dash: '2 3' },
  { colour: '#8a3fa0', dash: '8 3 2 3' },
  { colour: '#a07800', dash: '12 4' },
  { colour: '#555555', dash: '4 6' },
  { colour: '#0b8c8c', dash: '1 4' },
  { colour: '#b3246b', dash: '10 2' },
] as const

/** Draws a figure; the same bytes for the same points. */
export function paperFigure({ title, x, y, lines }: PaperPlot): string {
  const { document } = parseHTML('<html><body></body></html>')
  const keyRows = Math.ceil(lines.length / Math.floor((WIDTH - LEFT) / KEY_CELL))
  const top = 24 + keyRows * KEY_LINE + 34
  const svg = Plot.plot({
    // A document of linkedom does all that Plot asks of one; the types of a browser are not at hand here.
    document: document as never,
    width: WIDTH,
    height: HEIGHT + keyRows * KEY_LINE,
    marginLeft: LEFT,
    marginTop: top,
    marginBottom: 44,
    style: { fontFamily: 'sans-serif', fontSize: '12px', background: 'white', color: '#222' },
    x: {
      label: x.label,
      type: x.log === true ? 'log' : 'linear',
      ...(x.log === true ? { ticks: 5, tickFormat: '~s' } : {}),
    },
    y: {
      label: null,
      type: y.log === true ? 'log' : 'linear',
      grid: true,
      // Losses below 1: 0.2, not 200m.
      ...(y.log === true ? { tickFormat: '~r' } : {}),
    },
    marks: lines.flatMap(({ points }, i) => {
      const { colour, dash } = penOf(i)
      const at = { x: (point: Point) => point[0], y: (point: Point) => point[1] }
      const line = Plot.line(points, { ...at, stroke: colour, strokeWidth: 2, strokeDasharray: dash })
      // Marks of their own: Plot's markers are numbered through a run, and files would never be the same again.
      return points.length > MOST_DOTS ? [line] : [line, Plot.dot(points, { ...at, fill: colour, r: 3 })]
    }),
  })
  const key = lines.map(({ name }, i) => keyEntry(name, i)).join('')
  const text = (x: number, at: number, more: string, words: string): string =>
    `<text x="${x}" y="${at}" text-anchor="start"${more}>${escapeMarkup(words)}</text>`
  // Plot would write the label of the axis where the title is.
  const heading =
    text(LEFT, 16, ' font-size="14" font-weight="bold"', title) + text(8, top - 14, '', `↑ ${y.label}`)
  // Plot's own sheet is for a page around it; what shows the file alone is told its title instead.
  return svg.outerHTML
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace(/<style>[\s\S]*?<\/style>/, `<title>${escapeMarkup(title)}</title>`)
    .replace(/<\/svg>\s*$/, `${heading}${key}</svg>\n`)
}

function penOf(line: number): (typeof PENS)[number] {
  return PENS[line % PENS.length]
}

function keyEntry(name: string, line: number): string {
  const perRow = Math.floor((WIDTH - LEFT) / KEY_CELL)
  const x = LEFT + (line % perRow) * KEY_CELL
  const y = 34 + Math.floor(line / perRow) * KEY_LINE
  const { colour, dash } = penOf(line)
  const dashed = dash === '' ? '' : ` stroke-dasharray="${dash}"`
  return (
    `<line x1="${x}" y1="${y}" x2="${x + 26}" y2="${y}" stroke="${colour}" stroke-width="2"${dashed}/>` +
    `<text x="${x + 32}" y="${y + 4}" text-anchor="start">${escapeMarkup(name)}</text>`
  )
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
