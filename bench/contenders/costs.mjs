// costs.mjs DATA OPTIONS…: what each of some learners takes on the first documents of a file, beside what cost.ts
// predicts. OPTIONS are objects in JSON, one a learner.

import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'

const { CostModel } = /** @type {typeof import('../../packages/abound/src/selection/cost.js')} */ (
  await built('selection/cost.js')
)
const { train, evaluate } = /** @type {typeof import('../../packages/abound/src/index.js')} */ (
  await built('index.js')
)

const [path, ...options] = process.argv.slice(2)
const TRAINED = 4000
const TESTED = 1000

const documents = readDocuments(path).filter(({ labels }) => labels !== undefined)
const trained = documents.slice(0, TRAINED)
const tested = documents.slice(TRAINED, TRAINED + TESTED)
const model = new CostModel(trained, new Set(trained.flatMap(({ labels = [] }) => labels)).size)
/** @type {Record<string, number>} */
const ratios = {}
for (const line of options) {
  const given = JSON.parse(line)
  const predicted = (await model.secondsOf(given))(trained.length, tested.length)
  const started = process.cpuUsage()
  const classifier = await train(trained, { ...given, thresholds: 'top:1', probabilities: 'none' })
  await evaluate(classifier, tested)
  const { user, system } = process.cpuUsage(started)
  const taken = (user + system) / 1e6
  ratios[line] = taken / predicted
  console.error(
    `${path} ${line}: predicted ${predicted.toFixed(2)} s, took ${taken.toFixed(2)} s, ${(taken / predicted).toFixed(2)}×`,
  )
}
console.log(JSON.stringify(ratios))
