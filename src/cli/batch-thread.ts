// One thread of a command that works on batches: has the model in memory that all share, answers each.

import { fromShared } from '../node/index.js'
import { type Answer, answerBatch, type SentBatch, type Work } from './batch.js'
import type { ThreadOrder } from './batch-threads.js'

/** Runs this thread; `buffers` of a result are handed over, not copied. */
export function answerBatches<Task, Result>(
  work: Work<Task, Result>,
  buffers: (result: Result) => ArrayBuffer[] = () => [],
): void {
  // Not imported: the command, which is bundled with this, would load it for one text, too.
  const { parentPort } = process.getBuiltinModule('node:worker_threads')
  let answering: Promise<(batch: SentBatch) => Answer<Result>> | undefined
  parentPort?.on('message', async (message: ThreadOrder<Task> | SentBatch) => {
    if (answering === undefined) {
      answering = answererFor(work, message as ThreadOrder<Task>)
      return
    }
    const answer = (await answering)(message as SentBatch)
    parentPort.postMessage(answer, answer.result === undefined ? [] : buffers(answer.result))
  })
}

async function answererFor<Task, Result>(
  work: Work<Task, Result>,
  { model, scoring, task }: ThreadOrder<Task>,
): Promise<(batch: SentBatch) => Answer<Result>> {
  const classifier = await fromShared(model)
  classifier.scoreIn(scoring)
  return (batch) => answerBatch(work, classifier, batch, task)
}
