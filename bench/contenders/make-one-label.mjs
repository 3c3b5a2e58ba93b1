// Writes the documents of a corpus that have exactly one label, or one of some; every n-th, or the others.
//
//   make-one-label.mjs FROM TO [--labels a,b,c] [--without x] [--every n | --not-every n]

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readDocuments } from './documents.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    labels: { type: 'string' },
    without: { type: 'string' },
    every: { type: 'string' },
    'not-every': { type: 'string' },
  },
})
const [from, to] = positionals
const wanted = values.labels?.split(',')
const chosen = readDocuments(from)
  .filter(({ labels }) => labels.length === 1)
  .filter(({ labels: [label] }) => label !== values.without && (wanted?.includes(label) ?? true))
  .filter((_, i) => values.every === undefined || i % Number(values.every) === 0)
  .filter((_, i) => values['not-every'] === undefined || i % Number(values['not-every']) !== 0)
writeFileSync(to, chosen.map((document) => `${JSON.stringify(document)}\n`).join(''))
console.log(JSON.stringify({ documents: chosen.length }))
