// Writes a corpus with other labels on the same documents, the same ones every time.
//
//   make-labels.mjs finer FROM TO      L becomes one of L#0 … L#9, by a hash of the document's id
//   make-labels.mjs coarser FROM TO    labels are thrown together, by a hash, into a tenth of their number

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { readDocuments } from './documents.mjs'

const FACTOR = 10

const [way, from, to] = process.argv.slice(2)
const documents = readDocuments(from)
const groups = Math.ceil(new Set(documents.flatMap(({ labels }) => labels)).size / FACTOR)
const lines = documents.map(({ id, text, labels }) => {
  const part = hash(id) % FACTOR
  const others = labels.map((label) =>
    way === 'finer' ? `${label}#${part}` : `group ${hash(label) % groups}`,
  )
  return `${JSON.stringify({ id, text, labels: [...new Set(others)] })}\n`
})
writeFileSync(to, gzipSync(lines.join('')))

/** @param {string} text */
function hash(text) {
  return createHash('sha256').update(text).digest().readUInt32LE(0)
}
