// Writes a corpus with a part of its labels replaced, each by another one at random, and the numbers of the documents
// that it did this to (from 1), as a JSON array.
//
//   make-wrong.mjs FROM TO NUMBERS SHARE SEED

import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { readDocuments } from './documents.mjs'

const [from, to, numbers, share, seed] = process.argv.slice(2)
const documents = readDocuments(from)
const labels = [...new Set(documents.flatMap((document) => document.labels))].sort()
let state = Number(seed)
const wrong = []
for (const [i, document] of documents.entries()) {
  if (document.labels.length === 0 || random() >= Number(share)) continue
  const at = Math.floor(random() * document.labels.length)
  const others = labels.filter((label) => !document.labels.includes(label))
  document.labels[at] = others[Math.floor(random() * others.length)]
  wrong.push(i + 1)
}
writeFileSync(to, gzipSync(documents.map((document) => `${JSON.stringify(document)}\n`).join('')))
writeFileSync(numbers, JSON.stringify(wrong))

/** Uniform in [0, 1): mulberry32. */
function random() {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
