// The thread: loads the model once, then answers batches. What crosses is plain data (strings in, labels out), never the
// model itself.

import { parentPort, workerData } from 'node:worker_threads'
import { load } from 'abound'

const model = await load(workerData.path)
parentPort?.on('message', ({ texts, options }) => {
  parentPort?.postMessage(texts.map((/** @type {string} */ text) => model.rank(text, options)))
})
parentPort?.postMessage('ready')
