// How a model of words is trained, as options.

import type { OptionSpecs } from '../contract.js'
import { InputError } from '../errors.js'
import { LEARNERS, type LearnerName, type LearnerOptions, learnerNamed } from '../learners/registry.js'
import { resolveOptions } from '../options.js'
import { RUN_OPTIONS } from '../pipeline/train-options.js'
import { option, worded, wrongOption } from '../wording.js'

export type WordOptions = {
  /** Words before the one to be told that are looked at. */
  before: number
  after: number
  lowerCase: boolean
  /** Rarer words are no classes. */
  minCount: number
  /** Documents (words) that a term must occur in. */
  minDf: number
  seed: number
  memory: number
  /** Whether the last tenth of the text is held out and measured on. */
  validate: boolean
}

/** The options as data. */
export const WORD_OPTIONS: OptionSpecs<WordOptions> = {
  before: {
    kind: 'integer',
    default: 3,
    min: 0,
    max: 9,
    help: 'how many words of the sentence are looked at before the one to be told',
  },
  after: {
    kind: 'integer',
    default: 3,
    min: 0,
    max: 9,
    help: 'how many behind it; 0 makes a model for the next word alone',
  },
  lowerCase: { kind: 'boolean', default: true, help: 'take words in lower case' },
  minCount: {
    kind: 'integer',
    default: 1,
    min: 1,
    help: 'words that occur fewer times than this are not told (they still help to tell others)',
  },
  minDf: {
    kind: 'integer',
    default: 2,
    min: 1,
    help: 'drop features that are seen fewer times than this',
  },
  seed: RUN_OPTIONS.seed,
  memory: RUN_OPTIONS.memory,
  validate: {
    kind: 'boolean',
    default: true,
    help: 'hold out the last tenth of the text, and measure on it',
  },
}

/** Learners whose cost does not grow with the number of classes, which is that of different words. */
type WordLearner = Extract<LearnerName, 'ff' | 'ind' | 'unweighted-index'>

/** Options of `trainWords`: these, and those of the learner, which is `ff` unless it is named. */
export type TrainWordsOptions = Partial<WordOptions> &
  (
    | ({ learner?: 'ff' } & Partial<LearnerOptions['ff']>)
    | { [Name in WordLearner]: { learner: Name } & Partial<LearnerOptions[Name]> }[WordLearner]
  )

/** The learners that models of words are made with. */
export const WORD_LEARNERS = LEARNERS.filter(
  ({ online, modelKind }) => online && (modelKind === 'index' || modelKind === 'unweighted-index'),
)

/** What was asked for, in the words of those who do it. */
interface WordPlan {
  readonly options: WordOptions
  /** What `trainOnCorpus` is given. */
  readonly training: Readonly<Record<string, unknown>> & { readonly learner: string }
}

/** Checks all options, those of the learner too. */
export function planWords({
  learner: name = 'ff',
  ...given
}: { readonly learner?: string } & Readonly<Record<string, unknown>>): WordPlan {
  const learner = learnerNamed(name)
  const own = Object.fromEntries(
    Object.entries(given).filter(([option]) => Object.hasOwn(learner.options, option)),
  )
  const others = Object.fromEntries(Object.entries(given).filter(([option]) => !Object.hasOwn(own, option)))
  if (!WORD_LEARNERS.includes(learner))
    throw new InputError(
      wrongOption('learner', name, `one of ${WORD_LEARNERS.map((one) => one.name).join(', ')}`),
    )
  const options = resolveOptions(WORD_OPTIONS, others, 'words')
  const { before, after, lowerCase, minDf, seed, memory } = options
  if (before + after === 0)
    throw new InputError(
      worded`${option('before', 0)} with ${option('after', 0)}: expected a word on one side at least`,
    )
  return {
    options,
    training: {
      ...own,
      learner: name,
      gap: `${before}-${after}${lowerCase ? '' : '-case'}`,
      minDf,
      seed,
      memory,
      // Each word is one of many: the first of the ranking is the answer, and probabilities would take two more trainings.
      thresholds: 'top:1',
      probabilities: 'none',
    },
  }
}
