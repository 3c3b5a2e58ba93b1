// The library's `train` on documents in memory or from any iterable.

import type { Classifier } from './classifier.js'
import { corpusOf, type Documents } from './corpus.js'
import type { TrainingNews } from './news.js'
import type { TrainOptions } from './options.js'
import { trainOnCorpus } from './training.js'

/**
 * Trains a classifier.
 *
 * @example
 * const model = await train(
 *   [
 *     { text: 'Wheat exports rose 4 pct', labels: ['wheat', 'grain'] },
 *     { text: 'Gold fell', labels: ['gold'] },
 *   ],
 *   { learner: 'naive-bayes' },
 * )
 * model.rank('wheat')[0].label // 'wheat'
 */
export async function train(
  documents: Documents,
  options: TrainOptions = {},
  news: TrainingNews = {},
): Promise<Classifier> {
  return trainOnCorpus(corpusOf(documents), options, news)
}
