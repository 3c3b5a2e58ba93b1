// One thread of `abound predict`: loads the model for itself, answers batches of texts with their lines.

import { parentPort, workerData } from 'node:worker_threads'
import { load } from '../node/index.js'
import { type PackedBatch, type PredictTask, predictBatch, unpackBatch } from './predict-batch.js'

const task = workerData as PredictTask
void load(task.model).then((classifier) => {
  parentPort?.on('message', (batch: PackedBatch) =>
    parentPort?.postMessage(predictBatch(classifier, unpackBatch(batch), task)),
  )
  parentPort?.postMessage('')
})
