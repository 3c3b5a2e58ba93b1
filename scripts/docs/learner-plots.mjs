// Quality against time of all learners, with one of them marked: drawn from the committed results of the benches
// `learners-news` and `learners-reuters`.

import { qualityAndTime } from '../learner-figures.mjs'
import { escapeHtml } from './highlight.mjs'

/** @typedef {{ name: string, corpus: string, quality: number, seconds: number }} Row */

const BENCHES = qualityAndTime()
const SIZE = { width: 380, height: 260 }
const EDGE = { left: 34, right: 14, top: 14, bottom: 40 }

/** @param {string} learner @returns {Row[]} */
export function rowsOf(learner) {
  return BENCHES.flatMap(({ corpus, points }) =>
    points.filter((point) => point.learner === learner).map((point) => ({ ...point, corpus })),
  )
}

/** @param {string} learner */
export function learnerPlots(learner) {
  return `<div class="plots">${BENCHES.map((bench) => plot(bench, learner)).join('')}</div>`
}

/** @param {typeof BENCHES[number]} bench @param {string} learner */
function plot({ corpus, points }, learner) {
  const times = points.map(({ seconds }) => Math.log10(seconds))
  const [from, to] = [Math.min(...times) - 0.08, Math.max(...times) + 0.12]
  const x = (/** @type {number} */ seconds) =>
    EDGE.left + ((Math.log10(seconds) - from) / (to - from)) * (SIZE.width - EDGE.left - EDGE.right)
  const y = (/** @type {number} */ quality) =>
    SIZE.height - EDGE.bottom - quality * (SIZE.height - EDGE.top - EDGE.bottom)
  const ticksY = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (value) =>
      `<line x1="${EDGE.left}" x2="${SIZE.width - EDGE.right}" y1="${y(value)}" y2="${y(value)}"/><text x="${EDGE.left - 8}" y="${y(value) + 4}" class="end">${value}</text>`,
  )
  const ticksX = [2, 5, 10, 20, 50, 200]
    .filter((value) => Math.log10(value) >= from && Math.log10(value) <= to)
    .map(
      (value) =>
        `<text x="${x(value)}" y="${SIZE.height - EDGE.bottom + 17}" class="middle">${value} s</text>`,
    )
  const isOwn = (/** @type {{ learner: string }} */ point) => point.learner === learner
  const dots = [...points.filter((point) => !isOwn(point)), ...points.filter(isOwn)].map((point) => {
    const at = `cx="${x(point.seconds).toFixed(1)}" cy="${y(point.quality).toFixed(1)}"`
    const said = `${point.name}: R1 ${point.quality.toFixed(3)}, ${point.seconds.toFixed(1)} s of CPU`
    return `<circle ${at} r="${isOwn(point) ? 6 : 4}"${isOwn(point) ? ' class="own"' : ''}><title>${escapeHtml(said)}</title></circle>`
  })
  const own = points.filter(isOwn)
  const said = own.map(
    ({ name, quality, seconds }) => `${name} ${quality.toFixed(3)} in ${seconds.toFixed(1)} s`,
  )
  return `<figure><svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${escapeHtml(`How often the first label is right against CPU time, all learners on ${corpus}; ${said.join(', ')}`)}">${ticksY.join('')}${ticksX.join('')}${dots.join('')}<text x="${SIZE.width - EDGE.right}" y="${SIZE.height - 6}" class="end">CPU to train and measure</text></svg><figcaption>${escapeHtml(corpus)}: how often the first label is right (R1), <span class="own">${escapeHtml(learner)}</span> among all learners</figcaption></figure>`
}
