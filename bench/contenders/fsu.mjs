// What a feature of ff comes to believe of the classes in its stream, against the truth (Madani, Connor & Greiner
// 2009, appendix B): rows of one feature and one class, under a margin that no row reaches, so that every row is an
// update and nothing but the update is at work. 1,000 draws a trial, 200 trials, one seed for all w_min.
//
//   fsu.mjs MIN-WEIGHT
//
// Prints: for each p*, the mean of |p̃ − p*| / p* where p̃ is the highest share found, with the rest spread over 100
// classes (`of100`) and over as few as can be, ⌈1/p*⌉ (`few`); and for random distributions the mean l1 and l∞
// distance between found and true shares.

import { built } from '../build.mjs'

const DRAWS = 1000
const TRIALS = 200
const HIGHEST = [0.02, 0.05, 0.2, 0.5]
const ALWAYS = 1e6

const { learnerNamed } = /** @type {typeof import('../../src/learners/registry.js')} */ (
  await built('learners/registry.js')
)
const { defaultOptions } = /** @type {typeof import('../../src/options.js')} */ (await built('options.js'))
const { DatasetBuilder } = /** @type {typeof import('../../src/kernels/dataset.js')} */ (
  await built('kernels/dataset.js')
)
const { Rng } = /** @type {typeof import('../../src/kernels/rng.js')} */ (await built('kernels/rng.js'))

const learner = learnerNamed('ff')
if (!learner.online) throw new Error('expected an online learner')
const { start } = learner
const options = { ...defaultOptions(learner.options), minWeight: Number(process.argv[2]), margin: ALWAYS }
const rng = new Rng(1)
const column = Uint32Array.of(0)
const value = Float64Array.of(1)

/** @type {Record<string, number>} */
const figures = {}
for (const highest of HIGHEST) {
  figures[`of100 ${highest}`] = meanOf(() => offHighest(highest, 100))
  figures[`few ${highest}`] = meanOf(() => offHighest(highest, Math.ceil(1 / highest)))
}
const random = Array.from({ length: TRIALS }, offRandom)
figures.l1 = mean(random.map(({ l1 }) => l1))
figures.lmax = mean(random.map(({ lmax }) => lmax))
console.log(JSON.stringify(figures))

/**
 * How far the highest share is off, as a share of the truth.
 * @param {number} highest
 * @param {number} classes
 */
function offHighest(highest, classes) {
  const rest = (1 - highest) / (classes - 1)
  const found = sharesFound([highest, ...new Array(classes - 1).fill(rest)])
  return Math.abs(Math.max(0, ...found) - highest) / highest
}

/** Shares drawn one after the other from [0, 1] until nothing is left, and how far they are found off. */
function offRandom() {
  const shares = []
  for (let left = 1; left > 0; left -= shares[shares.length - 1]) shares.push(Math.min(left, rng.float()))
  const found = sharesFound(shares)
  const off = shares.map((share, label) => Math.abs(share - found[label]))
  return { l1: off.reduce((sum, one) => sum + one, 0), lmax: Math.max(...off) }
}

/**
 * What ff's feature says of a stream of draws, by class.
 * @param {number[]} shares
 */
function sharesFound(shares) {
  const data = new DatasetBuilder()
  for (let i = 0; i < DRAWS; i++) {
    data.addRow(column, value, 1, { positives: [drawn(shares)], negatives: [], judged: 1 })
  }
  const trainer = start({ documents: DRAWS, features: 1, labels: shares.length }, options, { seed: 1 })
  for (let row = 0; row < DRAWS; row++) trainer.learn(data, row)
  const { arrays } = trainer.state()
  const found = new Array(shares.length).fill(0)
  for (const [i, label] of arrays['plus.labels'].entries()) {
    found[label] = arrays['plus.weights'][i] / arrays['plus.totals'][0]
  }
  return found
}

/** @param {number[]} shares */
function drawn(shares) {
  let left = rng.float()
  for (let label = 0; label < shares.length - 1; label++) {
    left -= shares[label]
    if (left < 0) return label
  }
  return shares.length - 1
}

/** @param {() => number} trial */
function meanOf(trial) {
  return mean(Array.from({ length: TRIALS }, trial))
}

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}
