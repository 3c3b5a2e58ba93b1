// A classifier measured on documents: every measure of measure/, with the decisions `assign` would make.

import type { Document } from '../contract.js'
import { Evaluation, type Measures } from '../measure/evaluation.js'
import type { Classifier } from './classifier.js'
import type { Documents } from './corpus.js'
import { judgementOf } from './rows.js'

/**
 * Measures a classifier.
 *
 * @example
 * const measures = await evaluate(model, [{ text: 'corn', labels: ['grain'] }])
 * measures.R1 // 1
 */
export async function evaluate(classifier: Classifier, documents: Documents): Promise<Measures> {
  const evaluation = startEvaluation(classifier)
  for await (const document of documents) addToEvaluation(evaluation, classifier, document)
  return evaluation.result()
}

/**
 * An empty evaluation for a classifier's labels, to be fed one document at a time.
 *
 * @example
 * const evaluation = startEvaluation(model)
 * evaluation.result().documents // 0
 */
export function startEvaluation(classifier: Classifier): Evaluation {
  const { labelCount } = classifier
  return new Evaluation({
    labelCount,
    labelName: (id) => classifier.labelName(id),
    training: {
      documents: classifier.documents,
      positives: Float64Array.from({ length: labelCount }, (_, id) => classifier.documentsOf(id)),
    },
  })
}

/**
 * Ranks a document and adds it to an evaluation.
 *
 * @example
 * const evaluation = startEvaluation(model)
 * addToEvaluation(evaluation, model, { text: 'corn', labels: ['grain'] })
 * evaluation.result().documents // 1
 */
export function addToEvaluation(evaluation: Evaluation, classifier: Classifier, document: Document): void {
  const truth: number[] = []
  const unknown: string[] = []
  for (const label of document.labels ?? []) {
    const id = classifier.labelId(label)
    if (id < 0) unknown.push(label)
    else truth.push(id)
  }
  const scores = classifier.score(document)
  evaluation.add(
    scores,
    truth,
    unknown,
    judgementOf(document),
    classifier.assignIds(scores),
    classifier.comparableScores(scores),
  )
}
