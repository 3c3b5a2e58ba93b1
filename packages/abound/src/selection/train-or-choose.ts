// Training with the learner that is named, or with the one that `auto` chooses: what the package's entry gives as `train`
// and `trainOnCorpus`.

import { InputError } from '../errors.js'
import { LEARNERS } from '../learners/registry.js'
import type { Classifier } from '../pipeline/classifier.js'
import { type Corpus, corpusOf, type Documents, rereadable } from '../pipeline/corpus.js'
import { checkDocuments } from '../pipeline/input-checks.js'
import { trainOnCorpus } from '../pipeline/train.js'
import {
  checkTrainOptions,
  type GivenOptions,
  type NamedOptions,
  type RunOptions,
} from '../pipeline/train-options.js'
import { partControl, readInSlices, type TrainingControl, withControl } from '../pipeline/training-control.js'
import type { TrainingExtras, TrainingHooks } from '../pipeline/training-hooks.js'
import type { VectorOptions } from '../vector/vector-options.js'
import { option, worded } from '../wording.js'
import { type AutoHooks, chooseLearner } from './auto.js'

/** The learner that stands for a choice among all. */
export const AUTO = 'auto'

/** Options of the text and the run hold for all candidates; `budget`: seconds that trying them may take (30). */
export type AutoOptions = { learner?: typeof AUTO; budget?: number } & Partial<RunOptions> &
  Partial<VectorOptions>

/**
 * Options of `train`: a learner's name and any of its, the text's and the run's options; or `auto`. With any of them,
 * `signal` ends the training and `onProgress` hears how far it is.
 */
export type TrainOptions = (NamedOptions | AutoOptions) & TrainingControl

/** What choosing and training tell. */
export type TrainHooks = TrainingHooks & AutoHooks

/**
 * Trains a classifier: with a learner that is named, or with the one that suits the documents best (`auto`, also
 * where none is named), found by trying on a held-out part.
 *
 * @example
 * const model = await train(
 *   [
 *     { text: 'Wheat exports rose 4 pct', labels: ['wheat', 'grain'] },
 *     { text: 'Gold fell', labels: ['gold'] },
 *   ],
 *   { learner: 'naive-bayes' },
 * )
 * model.rank('wheat')[0].label // 'grain'
 * const chosen = await train(documents)
 * chosen.learner // 'ff', as four documents are too few to try others on
 */
export async function trainOrChoose(
  documents: Documents,
  options: TrainOptions = {},
  hooks: TrainHooks = {},
): Promise<Classifier> {
  checkDocuments('train', documents)
  checkTrainOptions(options)
  const { control, given } = partControl(options)
  const corpus = readInSlices(corpusOf(documents), control.signal)
  return trainOrChooseOnCorpus(corpus, given, withControl(hooks, control))
}

/**
 * Trains on a corpus, which may be larger than memory where it can be read again and the learner is online; with
 * `auto`, one that cannot be read again is kept in memory.
 *
 * @example
 * const model = await trainOnCorpus(corpusOf(documents), { learner: 'ff', passes: 2 })
 * model.documents // 4
 */
export async function trainOrChooseOnCorpus(
  corpus: Corpus,
  given: GivenOptions = {},
  hooks: TrainHooks = {},
  extras: TrainingExtras = {},
): Promise<Classifier> {
  if (isNamed(given)) return trainOnCorpus(corpus, given, hooks, extras)
  refuseWhatNeedsALearner(hooks, extras)
  const again = await rereadable(corpus)
  const { pool } = extras
  const { learner, options } = await chooseLearner(again, given, hooks, pool === undefined ? {} : { pool })
  // By now the corpus has been read, and one that cannot be read again is in memory.
  return trainOnCorpus(again, { ...options, learner }, hooks, { ...extras, firstPassReader: undefined })
}

/** Whether a learner is named, rather than chosen. */
export function isNamed({ learner }: { readonly learner?: string }): boolean {
  return learner !== undefined && learner !== AUTO
}

/** Only some learners can do these, and nobody knows yet which one it will be. */
function refuseWhatNeedsALearner(hooks: TrainHooks, { labelTexts }: TrainingExtras): void {
  if (labelTexts !== undefined) {
    const takers = LEARNERS.filter(({ takesLabelTexts }) => takesLabelTexts).map(({ name }) => name)
    throw new InputError(
      worded`descriptions of labels: expected ${option('learner')} with one of ${takers.join(', ')}`,
    )
  }
  if (hooks.round !== undefined || hooks.curve !== undefined)
    throw new InputError(worded`a learning curve: expected ${option('learner')} with the one to follow`)
}
