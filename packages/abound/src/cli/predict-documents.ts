// What `abound predict` does with documents, on any thread.

import type { Classifier, PredictOptions } from '../internal.js'
import type { BatchWork } from './batch.js'
import { batchTask } from './batch-task.js'
import { type LineSettings, writerOf } from './prediction-lines.js'

/** What every batch is predicted by. Plain data. */
export interface PredictSettings {
  readonly options: PredictOptions
  readonly lines: LineSettings
}

/** The lines that are printed. */
export function predictDocuments(
  classifier: Classifier,
  { options, lines: settings }: PredictSettings,
): BatchWork<string> {
  const write = writerOf(settings, classifier)
  let lines = ''
  return {
    add(document) {
      const { labels, rejected, confidence } = classifier.predict(document, options)
      lines += write({ id: document.id, text: document.text, labels, rejected, confidence })
    },
    take() {
      const taken = lines
      lines = ''
      return taken
    },
  }
}

export const PREDICT = batchTask('predict', predictDocuments)
