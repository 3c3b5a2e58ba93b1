// One thread of a command that works on batches: has the model in memory that all share, answers each.

import { fromShared } from '../node/index.js'
import { type Answer, answerBatch, type SentBatch, type Work } from './batch.js'
import type { ScoringOrder, ThreadOrder } from './batch-threads.js'

/** Runs this thread. The model is loaded while the weights are laid out that it is to score by. */
export function answerBatches<Task, Result>(work: Work<Task, Result>): void {
  // Not imported: the command, which is bundled with this, would load it for one text, too.
  const { parentPort } = process.getBuiltinModule('node:worker_threads')
  parentPort?.once('message', ({ model, task }: ThreadOrder<Task>) => {
    const loading = fromShared(model)
    parentPort.once('message', ({ scoring }: ScoringOrder) => {
      const ready = loading.then((classifier) => {
        classifier.scoreIn(scoring)
        return work(classifier, task)
      })
      parentPort.on('message', async (batch: SentBatch) => {
        const answer: Answer<Result> = answerBatch(await ready, batch)
        parentPort.postMessage(answer)
      })
    })
  })
}
