// The part of `abound evaluate` that any thread can do: everything but adding up.

import {
  addToEvaluation,
  type Classifier,
  type EvaluatedPart,
  EvaluationPart,
  type PartOptions,
} from '../internal.js'
import type { BatchWork } from './batch.js'
import { batchTask } from './batch-task.js'

export function evaluateDocuments(classifier: Classifier, options: PartOptions): BatchWork<EvaluatedPart> {
  const part = new EvaluationPart(options)
  return {
    add: (document) => addToEvaluation(part, classifier, document),
    take: () => part.take(),
  }
}

export const EVALUATE = batchTask('evaluate', evaluateDocuments)
