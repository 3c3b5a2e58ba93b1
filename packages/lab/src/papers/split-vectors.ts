// Documents made into vectors once, for several contenders on the same split: words are counted, weighed and selected
// on the training documents, as `train` does with the same text options.

import { corpusOf, type Document } from 'abound'
import { type GivenOptions, trainOnCorpus } from 'abound/internal'
import { RANKING } from './measuring.js'

/** The two parts of a split as ready-made vectors. */
export interface SplitVectors {
  readonly train: readonly Document[]
  readonly test: readonly Document[]
  readonly features: number
  /** The word of a feature id. */
  term(feature: number): string
}

/** Turns texts into vectors by text options alone; `weighting` and `norm` should be among them. */
export async function vectorise(
  { train, test }: { readonly train: readonly Document[]; readonly test: readonly Document[] },
  text: GivenOptions,
): Promise<SplitVectors> {
  // The learner that costs nothing: what is wanted is the vocabulary.
  const options = { ...text, ...RANKING, learner: 'frequency' }
  const { vectoriser } = (await trainOnCorpus(corpusOf(train), options)).toParts()
  const toVector = (document: Document): Document => {
    vectoriser.vectorise(document)
    // In the order of the text, so that all sums come out to the last bit as from the text itself.
    const { columns, values, size } = vectoriser
    const vector = { features: columns.slice(0, size), values: values.slice(0, size) }
    return { vector, labels: document.labels ?? [] }
  }
  return {
    train: train.map(toVector),
    test: test.map(toVector),
    features: vectoriser.terms.count,
    term: (feature) => vectoriser.terms.string(feature),
  }
}
