// A Mermaid `flowchart LR` as an SVG, drawn when the site is built: boxes in rows by their distance from the first (down the
// page, where a code host goes to the right: a page is higher than wide), arrows between them. It draws what our pages use (boxes with lines, arrows with words) and refuses the rest.

import { escapeHtml } from './highlight.mjs'

const BOX = { width: 150, height: 46 }
const GAP = { x: 60, y: 38 }
/** Room beside the boxes for arrows that pass some. */
const SIDE = 100
const EDGE = /^(\w+)(?:\["([^"]*)"\])?(?:\s*-->(?:\|([^|]*)\|)?\s*(\w+)(?:\["([^"]*)"\])?)?$/

/** @param {string} source */
export function flowchart(source) {
  const [kind, ...lines] = source.trim().split('\n')
  if (kind !== 'flowchart LR') throw new Error(`expected "flowchart LR", found "${kind}"`)
  /** @type {Map<string, string[]>} */
  const boxes = new Map()
  /** @type {{ from: string, to: string, text: string }[]} */
  const arrows = []
  const see = (/** @type {string} */ name, /** @type {string | undefined} */ text) => {
    if (text !== undefined || !boxes.has(name)) boxes.set(name, (text ?? name).split('<br>'))
  }
  for (const line of lines) {
    const found = EDGE.exec(line.trim())
    if (found === null) throw new Error(`expected a box or an arrow, found "${line}"`)
    const [, from, fromText, text, to, toText] = found
    see(from, fromText)
    if (to === undefined) continue
    see(to, toText)
    arrows.push({ from, to, text: text ?? '' })
  }
  return draw(boxes, arrows)
}

/** @param {Map<string, string[]>} boxes @param {{ from: string, to: string, text: string }[]} arrows */
function draw(boxes, arrows) {
  const rowOf = rowsOf([...boxes.keys()], arrows)
  /** @type {Map<number, string[]>} */
  const rows = new Map()
  for (const name of boxes.keys()) {
    const at = rowOf.get(name) ?? 0
    rows.set(at, [...(rows.get(at) ?? []), name])
  }
  const widthOf = (/** @type {number} */ count) => count * BOX.width + (count - 1) * GAP.x
  const width = widthOf(Math.max(...[...rows.values()].map((names) => names.length), 2))
  const height = rows.size * BOX.height + (rows.size - 1) * GAP.y
  const place = new Map()
  for (const [at, names] of rows) {
    const left = (width - widthOf(names.length)) / 2
    names.forEach((name, i) => {
      place.set(name, { x: left + i * (BOX.width + GAP.x), y: at * (BOX.height + GAP.y) })
    })
  }
  const rects = [...boxes].map(([name, lines]) => {
    const { x, y } = place.get(name)
    const middle = y + BOX.height / 2 - (lines.length - 1) * 8 + 4.5
    const words = lines.map((line, i) => {
      const small = i > 0 ? ' class="small"' : ''
      return `<text x="${x + BOX.width / 2}" y="${middle + i * 16}"${small}>${escapeHtml(line)}</text>`
    })
    return `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="8"/>${words.join('')}`
  })
  const paths = arrows.map(({ from, to, text }) => arrow(place.get(from), place.get(to), text))
  const said = arrows.map(({ from, to, text }) => `${from} to ${to}: ${text}`).join('; ')
  const head =
    '<defs><marker id="arrow-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>'
  return (
    `<div class="flowchart"><svg viewBox="${-SIDE} -2 ${width + 2 * SIDE} ${height + 4}" width="${width + 2 * SIDE}" height="${height + 4}" ` +
    `role="img" aria-label="${escapeHtml(said)}">${head}${paths.join('')}${rects.join('')}</svg></div>\n`
  )
}

/** @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to @param {string} text */
function arrow(from, to, text) {
  const path = (/** @type {string} */ way) => `<path class="arrow" d="${way}" marker-end="url(#arrow-head)"/>`
  const label = (/** @type {number} */ x, /** @type {number} */ y) =>
    `<text class="label" x="${x}" y="${y + 4}">${escapeHtml(text)}</text>`
  if (to.y - from.y > BOX.height + GAP.y) {
    // Past the rows between, on their right.
    const [x1, y1] = [from.x + BOX.width, from.y + BOX.height / 2]
    const [x2, y2] = [to.x + BOX.width + 1, to.y + BOX.height / 2]
    const out = Math.max(x1, x2) + SIDE * 0.6
    return path(`M${x1} ${y1}C${out} ${y1} ${out} ${y2} ${x2} ${y2}`) + label(out - SIDE * 0.1, (y1 + y2) / 2)
  }
  const [x1, y1] = [from.x + BOX.width / 2, from.y + BOX.height]
  const [x2, y2] = [to.x + BOX.width / 2, to.y - 1]
  const half = (y1 + y2) / 2
  return path(`M${x1} ${y1}C${x1} ${half} ${x2} ${half} ${x2} ${y2}`) + label((x1 + x2) / 2 + 9, half)
}

/** The longest way to each box from one that nothing leads to. @param {string[]} names @param {{ from: string, to: string }[]} arrows */
function rowsOf(names, arrows) {
  const row = new Map(names.map((name) => [name, 0]))
  for (let round = 0; round < names.length; round++)
    for (const { from, to } of arrows) row.set(to, Math.max(row.get(to) ?? 0, (row.get(from) ?? 0) + 1))
  return row
}
