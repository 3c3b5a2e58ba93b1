// ff learning from rows in memory: the first pass over them warms up, then fresh trainers run, and the CPU
// time of the cheapest is what counts.

import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'
import { rowsOf } from './rows.mjs'

const TIMED = 3

const { resolveTrainOptions } =
  /** @type {typeof import('../../packages/abound/src/pipeline/train-options.js')} */ (
    await built('pipeline/train-options.js')
  )
const { permutation, Rng } = /** @type {typeof import('../../packages/abound/src/structures/rng.js')} */ (
  await built('structures/rng.js')
)

const { learner, learnerOptions, vectorOptions } = resolveTrainOptions({ learner: 'ff' })
if (!learner.online) throw new Error('expected an online learner')
const data = rowsOf(readDocuments(process.argv[2]), vectorOptions)
const order = permutation(data.count, new Rng(1))
const shape = { documents: data.count, features: data.featureCount, labels: data.labelCount }

const costs = []
for (let pass = 0; pass <= TIMED; pass++) {
  const before = process.cpuUsage()
  const trainer = learner.start(shape, learnerOptions, { seed: 1 })
  for (let i = 0; i < order.length; i++) trainer.learn(data, order[i])
  trainer.endPass?.()
  const { user, system } = process.cpuUsage(before)
  if (pass > 0) costs.push((user + system) / data.count)
}
const { documents, labels } = shape
console.log(JSON.stringify({ microsecondsPerDocument: Math.min(...costs), documents, labels }))
