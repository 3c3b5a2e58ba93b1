// What `abound predict` does with documents, on any thread.

import type { Classifier, PredictOptions } from '../internal.js'
import type { BatchWork } from './batch.js'
import { batchTask } from './batch-task.js'
import { writerOf } from './prediction-lines.js'

/** What every batch is predicted by. Plain data. */
export interface PredictSettings {
  readonly options: PredictOptions
  readonly as: string
  /** Whether documents may be rejected. */
  readonly mayReject: boolean
}

/** The lines that are printed. */
export function predictDocuments(
  classifier: Classifier,
  { options, as, mayReject }: PredictSettings,
): BatchWork<string> {
  const write = writerOf({ as })
  let lines = ''
  return {
    add(document) {
      const { labels, rejected, confidence } = classifier.predict(document, options)
      lines += write({ id: document.id, mayReject, labels, rejected, confidence })
    },
    take() {
      const taken = lines
      lines = ''
      return taken
    },
  }
}

export const PREDICT = batchTask('predict', predictDocuments)
