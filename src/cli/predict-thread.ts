// One thread of `abound predict`: has the model in memory that all share, answers batches with their lines.

import { parentPort, workerData } from 'node:worker_threads'
import { fromShared } from '../node/index.js'
import { predictSent, type SentBatch } from './predict-batch.js'
import type { ThreadOrder } from './predict-threads.js'

const { model, scoring, task } = workerData as ThreadOrder
void fromShared(model).then((classifier) => {
  if (scoring !== undefined) classifier.scoreIn(scoring)
  parentPort?.on('message', (batch: SentBatch) =>
    parentPort?.postMessage(predictSent(classifier, batch, task)),
  )
  parentPort?.postMessage('ready')
})
