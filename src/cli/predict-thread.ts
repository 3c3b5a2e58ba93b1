// One thread of `abound predict`.

import { answerBatches } from './batch-thread.js'
import { predictDocuments } from './predict-documents.js'

/** Runs this thread. */
export function predictThread(): void {
  answerBatches(predictDocuments)
}
