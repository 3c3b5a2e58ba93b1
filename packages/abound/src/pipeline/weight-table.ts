// A model's weights as a table in words, for other programs.

import { RulesModel } from '../models/rules.js'
import { BIAS, EVERY_WORD, nodeName, weightLines } from '../models/weight-lines.js'
import type { Classifier } from './classifier.js'

/**
 * What a model has learned, as rows of feature, label and weight: by feature and then label, both in the order they were
 * first met. Of rules a feature is what a rule asks for, and the weight its confidence.
 *
 * @example
 * const [first] = weightTable(model)
 * first.length // 3
 */
export function* weightTable(
  classifier: Classifier,
): Generator<readonly [feature: string, label: string, weight: number]> {
  const { model, vectoriser, labels } = classifier.toParts()
  const labelName = (label: number): string => labels.string(label)
  if (model instanceof RulesModel) {
    for (let label = 0; label < labels.count; label++) {
      for (const { present, absent, confidence } of classifier.rules(labelName(label)) ?? []) {
        const tests = [...present, ...absent.map((term) => `not ${term}`)]
        yield [tests.join(' and '), labelName(label), confidence]
      }
    }
    return
  }
  for (const { feature, label, weight } of weightLines(model)) {
    const name =
      feature === BIAS
        ? '(bias)'
        : feature === EVERY_WORD
          ? '(every known word)'
          : vectoriser.terms.string(feature)
    yield [name, nodeName(model, label, labelName), weight]
  }
}
