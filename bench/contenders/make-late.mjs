// Parts a corpus: the documents that have a label, and the others.
//
//   make-late.mjs LABEL FROM WITH WITHOUT

import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { readDocuments } from './documents.mjs'

const [label, from, ...to] = process.argv.slice(2)
const documents = readDocuments(from)
for (const [i, path] of to.entries()) {
  const part = documents.filter(({ labels }) => labels.includes(label) === (i === 0))
  writeFileSync(path, gzipSync(part.map((document) => `${JSON.stringify(document)}\n`).join('')))
}
