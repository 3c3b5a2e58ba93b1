// What a check of the suite is, and what all checks share.

import {
  type Classifier,
  type Corpus,
  type Document,
  type GivenOptions,
  type Learner,
  trainOnCorpus,
} from '../../packages/abound/src/internal.js'
import { defaultOptions } from '../../packages/abound/src/options.js'

export interface Check {
  readonly name: string
  /** Why it does not apply; undefined when it does. */
  skip?(learner: Learner): string | undefined
  run(learner: Learner): Promise<void>
}

export const onlineOnly = ({ online }: Learner): string | undefined =>
  online ? undefined : 'it learns from all documents at once'
export const streamOnly = (learner: Learner): string | undefined =>
  learner.online && learner.needsWhole?.(defaultOptions(learner.options)) === true
    ? 'its options need all documents at once unless they are changed'
    : onlineOnly(learner)
export const batchOnly = ({ online }: Learner): string | undefined => (online ? 'it can learn on' : undefined)

/** A corpus that can be read again, in batches of `size`. */
export function corpusOf(documents: readonly Document[], size = 100): Corpus {
  return {
    rereadable: true,
    async *batches() {
      for (let from = 0; from < documents.length; from += size) yield documents.slice(from, from + size)
    },
  }
}

export function trainOn(
  learner: Learner,
  documents: readonly Document[],
  given: GivenOptions = {},
): Promise<Classifier> {
  return trainOnCorpus(corpusOf(documents), { ...given, learner: learner.name })
}

export const SMALL = { count: 40, labels: 3 }
export const QUERIES = [
  'topic0word1 topic0word2 shared1',
  'topic1word3',
  'shared1 shared2 topic2word0 topic2word0',
  '',
]
