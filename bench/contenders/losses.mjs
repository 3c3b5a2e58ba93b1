// The losses 1–3 of an online learner: while it learns (each document is predicted before it is learned from), at a
// quarter, half and all of the stream, and on a test file; the mean over seeds, each another order of the documents,
// and the standard deviation. Documents without a label are left out.
//
//   losses.mjs TRAIN TEST SEEDS OPTIONS      options as JSON

import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'

const { evaluate, meanAndDeviation, train } = /** @type {typeof import('../../src/node/index.js')} */ (
  await built('node/index.js')
)

const [from, test, seeds, options] = process.argv.slice(2)
const labelled = (/** @type {string} */ path) => readDocuments(path).filter(({ labels }) => labels.length > 0)
const documents = labelled(from)
const unseen = labelled(test)
const parts = new Map([1 / 4, 1 / 2, 1].map((part) => [Math.round(documents.length * part), part]))

/** @type {Map<string, number[]>} */
const found = new Map()
for (let seed = 1; seed <= Number(seeds); seed++) {
  const model = await train(documents, { ...JSON.parse(options), seed }, { round: keepRound })
  keep('', await evaluate(model, unseen))
}
/** @type {Record<string, number>} */
const figures = {}
for (const [key, numbers] of found) {
  const { mean, deviation } = meanAndDeviation(numbers)
  figures[key] = mean
  figures[`${key} deviation`] = deviation
}
console.log(JSON.stringify(figures))

/** @param {import('../../src/node/index.js').CumulativeLoss} losses */
function keepRound(losses) {
  const part = parts.get(losses.documents)
  if (part !== undefined) keep(` of ${part}`, losses)
}

/**
 * @param {string} where
 * @param {{ loss1: number | null, loss2: number | null, loss3: number | null }} losses
 */
function keep(where, losses) {
  for (const key of /** @type {const} */ (['loss1', 'loss2', 'loss3'])) {
    const numbers = found.get(key + where) ?? []
    numbers.push(losses[key] ?? Number.NaN)
    found.set(key + where, numbers)
  }
}
