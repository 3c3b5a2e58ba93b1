// A model file: how large, how right, how fast it ranks, and what it holds in memory once it is loaded.
//
//   shrunk.mjs MODEL FILE

import { statSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'
import { timed } from './passes.mjs'

const { load, startEvaluation, addToEvaluation } =
  /** @type {typeof import('../../packages/abound/src/node/index.js')} */ (await built('node/index.js'))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

/** Bytes that are held, on the heap and beside it. */
function held() {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const [path, data] = process.argv.slice(2)
// The first one also lets go of what loading this program left.
held()
const before = held()
const started = performance.now()
const model = await load(path)
const loadMilliseconds = performance.now() - started
const loadedMegabytes = (held() - before) / 1e6

const documents = readDocuments(data)
const evaluation = startEvaluation(model)
for (const document of documents) addToEvaluation(evaluation, model, document)
const { R1, averagePrecision, microF1 } = evaluation.result()

const encoder = new TextEncoder()
const inputs = documents.map(({ text }) => ({ text: encoder.encode(text) }))
const { passes, seconds } = timed(() => {
  for (const input of inputs) model.rank(input, { top: 1 })
})
console.log(
  JSON.stringify({
    modelMegabytes: statSync(path).size / 1e6,
    words: model.featureCount,
    weights: model.figures().weights,
    R1,
    averagePrecision,
    microF1,
    documentsPerSecond: (inputs.length * passes) / seconds,
    loadMilliseconds,
    loadedMegabytes,
  }),
)
