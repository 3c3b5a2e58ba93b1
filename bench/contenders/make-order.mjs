// Writes a corpus in another order.
//
//   make-order.mjs label|random FROM TO      sorted by label, or by a hash of the ids

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { readDocuments } from './documents.mjs'

const [by, from, to] = process.argv.slice(2)
const keyed = readDocuments(from).map((document) => ({ document, key: keyOf(document) }))
keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
writeFileSync(to, gzipSync(keyed.map(({ document }) => `${JSON.stringify(document)}\n`).join('')))

/** @param {{ id: string, labels: string[] }} document */
function keyOf({ id, labels }) {
  return by === 'label' ? (labels[0] ?? '') : createHash('sha256').update(id).digest('hex')
}
