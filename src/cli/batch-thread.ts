// One thread of `abound predict`: has the model in memory that all share, answers batches with their lines.

import { fromShared } from '../node/index.js'
import { type Predicted, predictSent, type SentBatch } from './predict-batch.js'
import type { ThreadOrder } from './predict-threads.js'

/** Runs this thread. */
export function predictThread(): void {
  // Not imported: the command, which is bundled with this, would load it for one text, too.
  const { parentPort } = process.getBuiltinModule('node:worker_threads')
  let answering: Promise<(batch: SentBatch) => Predicted> | undefined
  parentPort?.on('message', async (message: ThreadOrder | SentBatch) => {
    if (answering === undefined) answering = answererFor(message as ThreadOrder)
    else parentPort.postMessage((await answering)(message as SentBatch))
  })
}

async function answererFor({ model, scoring, task }: ThreadOrder): Promise<(batch: SentBatch) => Predicted> {
  const classifier = await fromShared(model)
  classifier.scoreIn(scoring)
  return (batch) => predictSent(classifier, batch, task)
}
