// What a worker of `predict` or `evaluate` does: it uses the model in shared memory, and answers batch after batch.

import type { ScoringThread } from '../internal.js'
import { defineTask, fromShared, type Task } from '../node/internal.js'
import { type Answer, answerBatch, type BatchWork, type SentBatch, type WorkOf } from './batch.js'

/** What a worker is told first: it loads the model while the caller lays out the weights for fast scoring. */
export interface BatchSetup<Settings> {
  readonly model: SharedArrayBuffer
  readonly settings: Settings
}

export interface BatchPiece {
  readonly batch: SentBatch
  /** With the first batch: where the shared words and weights are. */
  readonly scoring?: ScoringThread
}

export type BatchTask<Settings, Result> = Task<BatchSetup<Settings>, BatchPiece, Answer<Result>>

/** Declares the task of a command. */
export function batchTask<Settings, Result>(
  name: string,
  workOf: WorkOf<Settings, Result>,
): BatchTask<Settings, Result> {
  return defineTask(name, async () => async ({ model, settings }: BatchSetup<Settings>) => {
    const classifier = await fromShared(model)
    let work: BatchWork<Result> | undefined
    return ({ batch, scoring }: BatchPiece) => {
      if (scoring !== undefined) classifier.scoreIn(scoring)
      work ??= workOf(classifier, settings)
      return answerBatch(work, batch)
    }
  })
}
