// Documents made into vectors once, for several contenders on the same split: words are counted, weighed and selected
// on the training documents, as `train` would do it with the same text options for each contender anew.

import type { Document } from 'abound'
import { corpusOf, type GivenOptions, trainOnCorpus } from 'abound/pipeline'

/** The two parts of a split as ready-made vectors. */
export interface SharedVectors {
  readonly train: readonly Document[]
  readonly test: readonly Document[]
  readonly features: number
  /** The word of a feature id. */
  termOf(feature: number): string
}

/** Turns texts into vectors by text options alone; `weighting` and `norm` should be among them. */
export async function sharedVectors(
  train: readonly Document[],
  test: readonly Document[],
  text: GivenOptions,
): Promise<SharedVectors> {
  // The learner that costs nothing: what it is asked for is the vocabulary.
  const options = { ...text, learner: 'frequency', thresholds: 'top:1', probabilities: 'none' }
  const { vectoriser } = (await trainOnCorpus(corpusOf(train), options)).toParts()
  const vectorOf = (document: Document): Document => {
    vectoriser.vectorise(document)
    // In the order of the text, so that all sums come out to the last bit as from the text itself.
    const { columns, values, size } = vectoriser
    const vector = { features: columns.slice(0, size), values: values.slice(0, size) }
    return { vector, labels: document.labels ?? [] }
  }
  return {
    train: train.map(vectorOf),
    test: test.map(vectorOf),
    features: vectoriser.terms.count,
    termOf: (feature) => vectoriser.terms.string(feature),
  }
}
