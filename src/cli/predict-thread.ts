// One thread of `abound predict`: has the model in memory that all share, answers batches with their lines.

import { fromShared } from '../node/index.js'
import { type Predicted, predictSent, type SentBatch } from './predict-batch.js'
import type { ScoringOrder, ThreadOrder } from './predict-threads.js'

/** Runs this thread. Its model is loaded while the weights are laid out that it is to score by. */
export function predictThread(): void {
  // Not imported: the command, which is bundled with this, would load it for one text, too.
  const { parentPort } = process.getBuiltinModule('node:worker_threads')
  parentPort?.once('message', ({ model, task }: ThreadOrder) => {
    const loading = fromShared(model)
    parentPort.once('message', ({ scoring }: ScoringOrder) => {
      const ready = loading.then((classifier) => {
        classifier.scoreIn(scoring)
        return classifier
      })
      parentPort.on('message', async (batch: SentBatch) => {
        const answer = predictSent(await ready, batch, task)
        const memory = batch.bytes.buffer
        parentPort.postMessage({ ...answer, memory } satisfies Predicted, [memory])
      })
    })
  })
}
