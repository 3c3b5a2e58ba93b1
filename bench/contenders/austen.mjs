// ff on word prediction: nine tenths of the words are learned from in one pass, the others predicted.
//
//   austen.mjs rows FOLDER     a trainer on rows that are in memory
//   austen.mjs train FOLDER    the library's train() on the same instances as ready-made vectors
//
// Prints R1 and R5 of the held-out words and the CPU seconds of learning: in `rows` of the learner alone, in
// `train` of the whole call, which checks vectors, numbers features, names labels and keeps rows. Reading the novels, making
// instances and predicting are not in it.

import { built } from '../build.mjs'
import { readTexts } from './documents.mjs'

const HELD_OUT = 10
const TOP = 5

const { readWordInstances } =
  /** @type {typeof import('../../packages/lab/src/papers/mcg09/word-instances.js')} */ (
    await built('../../lab/dist/papers/mcg09/word-instances.js')
  )
const { train } = /** @type {typeof import('../../packages/abound/src/node/index.js')} */ (
  await built('node/index.js')
)
const { learnerNamed } = /** @type {typeof import('../../packages/abound/src/learners/registry.js')} */ (
  await built('learners/registry.js')
)
const { defaultOptions } = /** @type {typeof import('../../packages/abound/src/options.js')} */ (
  await built('options.js')
)
const { DatasetBuilder } = /** @type {typeof import('../../packages/abound/src/structures/dataset.js')} */ (
  await built('structures/dataset.js')
)
const { permutation, Rng } = /** @type {typeof import('../../packages/abound/src/structures/rng.js')} */ (
  await built('structures/rng.js')
)
const { clearScores, createScores } =
  /** @type {typeof import('../../packages/abound/src/engine/scores.js')} */ (await built('engine/scores.js'))
const { topLabels } = /** @type {typeof import('../../packages/abound/src/structures/top-k.js')} */ (
  await built('structures/top-k.js')
)

const [way, folder] = process.argv.slice(2)
const { count, document, featureCount, labelCount } = readWordInstances(readTexts(folder))
/** @param {number} row */
const wordOf = (row) => document(row).labels?.[0] ?? ''
/** @type {Map<string, number>} */
const ids = new Map()
for (let row = 0; row < count; row++) if (!ids.has(wordOf(row))) ids.set(wordOf(row), ids.size)
/** @param {number} row */
const labelOf = (row) => ids.get(wordOf(row)) ?? -1
const order = permutation(count, new Rng(1))
const heldOut = order.subarray(0, Math.floor(count / HELD_OUT))
const learned = order.subarray(heldOut.length)
const best = new Uint32Array(TOP)

const ranks = way === 'rows' ? fromRows() : await fromTrain()
let first = 0
let amongFive = 0
for (const row of heldOut) {
  const place = ranks.of(row)
  if (place === 0) first++
  if (place >= 0) amongFive++
}
console.log(
  JSON.stringify({
    instances: count,
    labels: labelCount,
    features: featureCount,
    learned: learned.length,
    r1: first / heldOut.length,
    r5: amongFive / heldOut.length,
    learnCpuSeconds: ranks.cpuSeconds,
    microsecondsPerInstance: (ranks.cpuSeconds * 1e6) / learned.length,
    edges: ranks.edges,
  }),
)

function fromRows() {
  const data = new DatasetBuilder()
  for (let row = 0; row < count; row++) {
    const { features, values } =
      /** @type {import('../../packages/abound/src/contract.js').FeatureVector} */ (document(row).vector)
    data.addRow(features, values, features.length, { positives: [labelOf(row)], negatives: [], judged: 1 })
  }
  const learner = learnerNamed('ff')
  if (!learner.online) throw new Error('expected an online learner')
  const before = process.cpuUsage()
  const shape = { documents: learned.length, features: data.featureCount, labels: data.labelCount }
  const trainer = learner.start(shape, defaultOptions(learner.options), { seed: 1 })
  for (let i = 0; i < learned.length; i++) trainer.learn(data, learned[i])
  trainer.endPass?.()
  const cpuSeconds = cpuSince(before)
  const model = trainer.model()
  const scores = createScores(model.labelCount)
  return {
    cpuSeconds,
    edges: model.figures().edges,
    of: (/** @type {number} */ row) => {
      clearScores(scores)
      model.score(data, row, scores)
      return best.subarray(0, topLabels(scores, TOP, best)).indexOf(labelOf(row))
    },
  }
}

async function fromTrain() {
  const before = process.cpuUsage()
  const model = await train(instances(), { learner: 'ff', shuffle: false, probabilities: 'none' })
  const cpuSeconds = cpuSince(before)
  return {
    cpuSeconds,
    edges: model.figures().edges,
    of: (/** @type {number} */ row) =>
      model.rank(document(row), { top: TOP }).findIndex(({ label }) => label === wordOf(row)),
  }
}

function* instances() {
  for (const row of learned) yield document(row)
}

/** @param {NodeJS.CpuUsage} before */
function cpuSince(before) {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
