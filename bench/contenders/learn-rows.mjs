// ff learning from rows in memory: the first pass over them warms up, then fresh trainers run, and the CPU
// time of the cheapest is what counts.

import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'

const TIMED = 3

const { Vectoriser } = /** @type {typeof import('../../src/vector/vectoriser.js')} */ (
  await built('vector/vectoriser.js')
)
const { resolveTrainOptions } = /** @type {typeof import('../../src/pipeline/options.js')} */ (
  await built('pipeline/options.js')
)
const { internLabels, weighedRows } = /** @type {typeof import('../../src/pipeline/rows.js')} */ (
  await built('pipeline/rows.js')
)
const { ByteTable } = /** @type {typeof import('../../src/kernels/byte-table.js')} */ (
  await built('kernels/byte-table.js')
)
const { DatasetBuilder } = /** @type {typeof import('../../src/kernels/dataset.js')} */ (
  await built('kernels/dataset.js')
)
const { permutation, Rng } = /** @type {typeof import('../../src/kernels/rng.js')} */ (
  await built('kernels/rng.js')
)

const { learner, learnerOptions, vectorOptions } = resolveTrainOptions({ learner: 'ff' })
if (!learner.online) throw new Error('expected an online learner')
const data = rowsOf(process.argv[2])
const order = permutation(data.count, new Rng(1))
const shape = { documents: data.count, features: data.featureCount, labels: data.labelCount }

const costs = []
for (let pass = 0; pass <= TIMED; pass++) {
  const before = process.cpuUsage()
  const trainer = learner.start(shape, learnerOptions, { seed: 1 })
  for (let i = 0; i < order.length; i++) trainer.learn(data, order[i])
  trainer.endPass()
  const { user, system } = process.cpuUsage(before)
  if (pass > 0) costs.push((user + system) / data.count)
}
const { documents, labels } = shape
console.log(JSON.stringify({ microsecondsPerDocument: Math.min(...costs), documents, labels }))

/** @param {string} path */
function rowsOf(path) {
  const vectoriser = new Vectoriser(vectorOptions)
  const labels = new ByteTable()
  const counts = new DatasetBuilder()
  for (const document of readDocuments(path)) {
    const rowLabels = internLabels(document, labels)
    vectoriser.look(document)
    counts.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, rowLabels)
  }
  return weighedRows(counts, vectoriser, vectoriser.settle(vectoriser.kept()), true)
}
