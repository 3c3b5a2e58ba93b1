// 100 labelled documents, five of each of 20 labels, and 10,000 others of the same corpus.
//
//   make-few.mjs TRAIN TEST LABELLED UNLABELLED

import { writeFileSync } from 'node:fs'
import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'

const EACH = 5
const OTHERS = 10_000

const { permutation, Rng } = /** @type {typeof import('../../packages/abound/src/structures/rng.js')} */ (
  await built('structures/rng.js')
)

const [train, test, labelled, unlabelled] = process.argv.slice(2)
const documents = readDocuments(train, test)
const order = Array.from(permutation(documents.length, new Rng(1)), (i) => documents[i])
/** @type {Map<string, number>} */
const drawn = new Map()
const few = order.filter(({ labels: [label] }) => {
  drawn.set(label, (drawn.get(label) ?? 0) + 1)
  return (drawn.get(label) ?? 0) <= EACH
})
const chosen = new Set(few)
write(labelled, few)
write(
  unlabelled,
  order
    .filter((document) => !chosen.has(document))
    .slice(0, OTHERS)
    .map(({ id, text }) => ({ id, text })),
)
console.log(JSON.stringify({ documents: few.length }))

/**
 * @param {string} path
 * @param {object[]} list
 */
function write(path, list) {
  writeFileSync(path, list.map((document) => `${JSON.stringify(document)}\n`).join(''))
}
