// One thread of `abound predict`: loads the model for itself, answers batches with their lines.

import { parentPort, workerData } from 'node:worker_threads'
import { load } from '../node/index.js'
import { type PredictTask, predictSent, type SentBatch } from './predict-batch.js'

const task = workerData as PredictTask
void load(task.model).then((classifier) => {
  parentPort?.on('message', (batch: SentBatch) =>
    parentPort?.postMessage(predictSent(classifier, batch, task)),
  )
  parentPort?.postMessage('ready')
})
