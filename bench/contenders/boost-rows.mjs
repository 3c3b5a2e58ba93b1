// The rows of the benches of boosting, and the loop around its contenders: a few rounds to warm up, then all, by CPU time.

import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'
import { rowsOf } from './rows.mjs'

const { resolveTrainOptions } =
  /** @type {typeof import('../../packages/abound/src/pipeline/train-options.js')} */ (
    await built('pipeline/train-options.js')
  )

const WARM_UP = 5

/**
 * The training documents as presence of words, or of runs of up to `ngrams` words, in at least two of them, with the labels
 * that the test documents have too.
 * @param {string} train
 * @param {string} test
 * @param {number} [ngrams]
 */
export function boostRows(train, test, ngrams = 1) {
  const { vectorOptions } = resolveTrainOptions({ learner: 'boost', minDf: 2, ngrams })
  const shared = new Set(readDocuments(test).flatMap((document) => document.labels))
  const documents = readDocuments(train).map((document) => ({
    ...document,
    labels: document.labels.filter((label) => shared.has(label)),
  }))
  return rowsOf(documents, vectorOptions)
}

/**
 * Prints what a booster costs, and what it chose.
 * @param {import('../../packages/abound/src/contract.js').Dataset} data
 * @param {number} rounds
 * @param {(data: import('../../packages/abound/src/contract.js').Dataset, rounds: number) => ArrayLike<number>} boost its terms
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
