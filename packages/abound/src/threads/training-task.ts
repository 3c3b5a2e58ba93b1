// The task of training on a thread of its own. Its messages: the set-up says what to do; documents follow in batches, each
// answered when the training has taken it, and an end after those of each stream; `RESULT` is answered with what came of it.

import type { SentDocuments } from './sent-documents.js'

/** What is done with the documents. Plain data. */
export interface TrainingSetup {
  readonly verb: 'train' | 'transduce' | 'tune'
  /** How many streams of documents follow. */
  readonly streams: number
  readonly options: Readonly<Record<string, unknown>>
  /** The hooks that are listened to. */
  readonly hooks: readonly string[]
  /** Whether the model is left in shared memory. */
  readonly shared: boolean
}

/** The end of a stream, and the question for the result. */
export const END = 'end'
export const RESULT = 'result'

export type TrainingPiece = SentDocuments | typeof END | typeof RESULT

/** A hook is called. `model` has the bytes of a classifier that it is told of. */
export interface HookCall {
  readonly hook: string
  readonly told: readonly unknown[]
  readonly model?: Uint8Array
}

/** The name of the task, which is declared where workers list their tasks. */
export const TRAINING_NAME = 'training'
