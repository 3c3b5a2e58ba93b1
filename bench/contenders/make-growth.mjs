// Writes made-up documents, the same ones every time: each label has words that it uses more often than others do, out
// of a vocabulary of one size for all.
//
//   make-growth.mjs TO SEED DOCUMENTS WORDS LABELS LABELS-PER-DOCUMENT

import { closeSync, openSync, writeSync } from 'node:fs'

const VOCABULARY = 30_000
const TYPICAL = 30
const [to, ...rest] = process.argv.slice(2)
const [seed, documents, words, labels, perDocument] = rest.map(Number)

let state = seed | 0
const file = openSync(to, 'w')
/** @type {string[]} */
let lines = []
for (let d = 0; d < documents; d++) {
  const own = new Set()
  while (own.size < perDocument) own.add(skewed(labels))
  const list = [...own]
  const text = []
  for (let w = 0; w < words; w++) {
    // Two of five words are typical of a label; a label's words are spread over the vocabulary by a multiplier.
    const typical = random() < 0.4
    const label = list[Math.floor(random() * list.length)]
    const place = typical ? Math.imul(label * TYPICAL + Math.floor(random() * TYPICAL), 0x9e3779b1) >>> 0 : 0
    text.push(`w${typical ? place % VOCABULARY : skewed(VOCABULARY)}`)
  }
  lines.push(`${JSON.stringify({ text: text.join(' '), labels: list.map((label) => `l${label}`) })}\n`)
  if (lines.length === 1000) flush()
}
flush()
closeSync(file)

function flush() {
  writeSync(file, lines.join(''))
  lines = []
}

/**
 * A number below n, small ones more often, about as words and topics are.
 * @param {number} n
 */
function skewed(n) {
  return Math.min(n - 1, Math.floor(n ** random()) - 1)
}

function random() {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), state | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
