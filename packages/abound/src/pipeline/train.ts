// Training on documents in memory or from any iterable.

import type { Classifier } from './classifier.js'
import { corpusOf, type Documents } from './corpus.js'
import type { GivenOptions } from './options.js'
import { trainOnCorpus } from './training.js'
import type { TrainingHooks } from './training-hooks.js'

/** Trains the learner that the options name; `ff` where they name none. */
export async function train(
  documents: Documents,
  options: GivenOptions = {},
  hooks: TrainingHooks = {},
): Promise<Classifier> {
  return trainOnCorpus(corpusOf(documents), options, hooks)
}
