// Writes a corpus of one label a document as svmlight: tf·idf rows of length 1, labels as whole numbers from 1.
//
//   make-vectors.mjs CORPUS TO

import { writeFileSync } from 'node:fs'
import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'

const { Vectoriser } = /** @type {typeof import('../../packages/abound/src/vector/vectoriser.js')} */ (
  await built('vector/vectoriser.js')
)
const { resolveTrainOptions } =
  /** @type {typeof import('../../packages/abound/src/pipeline/train-options.js')} */ (
    await built('pipeline/train-options.js')
  )

const [from, to] = process.argv.slice(2)
const documents = readDocuments(from)
const vectoriser = new Vectoriser(resolveTrainOptions({ weighting: 'tfidf', norm: 'l2' }).vectorOptions)
for (const document of documents) vectoriser.look(document)
vectoriser.settle(vectoriser.kept())

/** @type {Map<string, number>} */
const labels = new Map()
const lines = documents.map((document) => {
  const [label] = document.labels
  if (!labels.has(label)) labels.set(label, labels.size + 1)
  vectoriser.vectorise(document)
  const { columns, values, size } = vectoriser
  const entries = Array.from({ length: size }, (_, i) => ({ column: columns[i], value: values[i] }))
  entries.sort((a, b) => a.column - b.column)
  const row = entries.map(({ column, value }) => `${column + 1}:${Number(value.toPrecision(6))}`)
  return `${labels.get(label)} ${row.join(' ')}\n`
})
writeFileSync(to, lines.join(''))
console.log(JSON.stringify({ documents: lines.length }))
