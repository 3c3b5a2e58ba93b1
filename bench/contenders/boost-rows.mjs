// The rows of the `boost` bench, and the loop around its contenders: a few rounds to warm up, then all, by CPU time.

import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'

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

const WARM_UP = 5

/**
 * The training documents as presence of words in at least two of them, with the labels that the test documents
 * have too.
 * @param {string} train
 * @param {string} test
 */
export function boostRows(train, test) {
  const { vectorOptions } = resolveTrainOptions({ learner: 'boost', minDf: 2 })
  const shared = new Set(readDocuments(test).flatMap((document) => document.labels))
  const vectoriser = new Vectoriser(vectorOptions)
  const labels = new ByteTable()
  const counts = new DatasetBuilder()
  for (const document of readDocuments(train)) {
    const own = document.labels.filter((label) => shared.has(label))
    const rowLabels = internLabels({ ...document, labels: own }, labels)
    vectoriser.look(document)
    counts.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, rowLabels)
  }
  return weighedRows(counts, vectoriser, vectoriser.settle(vectoriser.kept()), true)
}

/**
 * Prints what a booster costs, and what it chose.
 * @param {import('../../src/contract.js').Dataset} data
 * @param {number} rounds
 * @param {(data: import('../../src/contract.js').Dataset, rounds: number) => ArrayLike<number>} boost its terms
 */
export function timeBoost(data, rounds, boost) {
  boost(data, WARM_UP)
  const before = process.cpuUsage()
  const terms = Array.from(boost(data, rounds))
  const { user, system } = process.cpuUsage(before)
  console.log(
    JSON.stringify({
      millisecondsPerRound: (user + system) / 1000 / rounds,
      documents: data.count,
      labels: data.labelCount,
      features: data.featureCount,
      terms: terms.join(' '),
    }),
  )
}
