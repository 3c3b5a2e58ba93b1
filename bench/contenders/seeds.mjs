// R1 of a learner on a test file: the mean over seeds, each another order of the documents.
//
//   seeds.mjs TRAIN TEST SEEDS OPTIONS      options as JSON

import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'

const { evaluate, meanAndDeviation, train } =
  /** @type {typeof import('../../packages/abound/src/node/index.js')} */ (await built('node/index.js'))

const [from, test, seeds, options] = process.argv.slice(2)
const documents = readDocuments(from)
const unseen = readDocuments(test)
const found = []
for (let seed = 1; seed <= Number(seeds); seed++) {
  const model = await train(documents, { ...JSON.parse(options), seed })
  found.push((await evaluate(model, unseen)).R1 ?? Number.NaN)
}
const { mean, deviation } = meanAndDeviation(found)
console.log(JSON.stringify({ r1: mean, 'r1 deviation': deviation }))
