// What `abound evaluate` does with documents, on any thread: all of it but adding up.

import {
  addToEvaluation,
  type Classifier,
  type Document,
  type EvaluatedPart,
  EvaluationPart,
  type PartOptions,
} from '../index.js'

export function evaluateDocuments(
  classifier: Classifier,
  documents: readonly Document[],
  options: PartOptions,
): EvaluatedPart {
  const part = new EvaluationPart(options)
  for (const document of documents) addToEvaluation(part, classifier, document)
  return part.result()
}
