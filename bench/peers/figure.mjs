// Quality against the CPU time of training, as SVG: Abound's learners are filled circles, the peers open squares, so
// that colour is not all that tells them apart. The same bytes for the same record.

import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { mainMeasure, sampled } from './report.mjs'

const WIDTH = 640
const HEIGHT = 380
const OURS = '#0072b2'
const PEERS = '#b34700'
/** About the width of a letter of the labels, capitals among them. */
const LETTER = 7
const LINE = 14

/** @typedef {{ name: string, ours: boolean, seconds: number, quality: number }} Point */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/** @param {import('./report.mjs').PeersRecord} record */
export function figure({ corpus, lines }) {
  const { name, key } = mainMeasure(corpus)
  /** @type {Point[]} */
  const points = lines.flatMap(({ name, side, train, quality, sample, threads, failed }) => {
    const found = quality?.[key]
    // CPU time is about the same on two threads; who learned less, or ranks nothing, is not comparable.
    if (
      failed !== undefined ||
      threads > 1 ||
      train === undefined ||
      found == null ||
      sampled(sample, corpus)
    )
      return []
    return [{ name, ours: side === 'abound', seconds: train.cpu, quality: found }]
  })
  const { document } = parseHTML('<html><body></body></html>')
  const at = { x: 'seconds', y: 'quality' }
  const peers = points.filter(({ ours }) => !ours)
  const own = points.filter(({ ours }) => ours)
  const plot = Plot.plot({
    document: /** @type {never} */ (document),
    width: WIDTH,
    height: HEIGHT,
    marginLeft: 52,
    // Room above the best for their names.
    marginTop: 66,
    marginBottom: 44,
    marginRight: 70,
    style: { fontFamily: 'sans-serif', fontSize: '12px', background: 'white', color: '#222' },
    x: {
      type: 'log',
      label: 'CPU seconds to train from text, one thread →',
      ticks: 5,
      tickFormat: '~g',
      grid: true,
      nice: true,
    },
    y: { label: null, grid: true, nice: true, tickFormat: '.2f' },
    marks: [
      Plot.dot(peers, { ...at, symbol: 'square', stroke: PEERS, strokeWidth: 2, fill: 'white', r: 5 }),
      Plot.dot(own, { ...at, fill: OURS, r: 6 }),
    ],
  })
  const [x, y] = ['x', 'y'].map((scale) => plot.scale(scale))
  const places = points.map((point) => ({ point, x: x?.apply(point.seconds), y: y?.apply(point.quality) }))
  /** @type {Box[]} */
  const taken = places.map(({ x, y }) => ({ left: x - 8, right: x + 8, top: y - 8, bottom: y + 8 }))
  const labels = places.map(({ point, x, y }) => label(point, x, y, taken)).join('')
  const title = `${corpus.name}: ${name} against training time`
  const heading =
    `<text x="12" y="20" text-anchor="start" font-size="14" font-weight="bold">${escaped(title)}</text>` +
    `<text x="12" y="40" text-anchor="start">↑ ${name}</text>`
  return plot.outerHTML
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace(/<style>[\s\S]*?<\/style>/, `<title>${escaped(title)}</title>`)
    .replace(/\d+\.\d{3,}/g, (n) => String(Number(Number(n).toFixed(2))))
    .replace(/<\/svg>\s*$/, `${heading}${labels}</svg>\n`)
}

/**
 * The name of a point, where it covers nothing else.
 * @param {Point} point
 * @param {number} x
 * @param {number} y
 * @param {Box[]} taken
 */
function label({ name, ours }, x, y, taken) {
  const width = name.length * LETTER + (ours ? 6 : 0)
  const tries = [0, LINE, -LINE, 2 * LINE, -2 * LINE, 3 * LINE, -3 * LINE].flatMap((down) => [
    { left: x + 11, down },
    { left: x - 11 - width, down },
    { left: x - width / 2, down: down + (down < 0 ? -6 : 16) },
  ])
  const boxes = tries.map(({ left, down }) => ({
    left,
    right: left + width,
    top: y + down - LINE / 2,
    bottom: y + down + LINE / 2,
  }))
  const free = boxes.find(
    (box) =>
      box.left > 44 && box.right < WIDTH && box.top > 44 && !taken.some((other) => overlap(box, other)),
  )
  const { left, top } = free ?? boxes[0]
  taken.push(free ?? boxes[0])
  const style = ours ? `fill="${OURS}" font-weight="bold"` : `fill="${PEERS}"`
  return `<text x="${left.toFixed(1)}" y="${(top + 11).toFixed(1)}" text-anchor="start" ${style}>${escaped(name)}</text>`
}

/**
 * @param {Box} a
 * @param {Box} b
 */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
