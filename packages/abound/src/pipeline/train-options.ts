// All options of a training run in one flat object, sorted into who reads them: the run itself, the
// vectoriser, the learner.

import type { Learner, OptionSpecs } from '../contract.js'
import type { CustomLearners } from '../custom.js'
import { OBJECTIVES, type ObjectiveText, parseObjective } from '../decide/objective.js'
import { parseThresholds, type ThresholdsText } from '../decide/thresholds.js'
import { InputError } from '../errors.js'
import { type LearnerName, type LearnerOptions, learnerNamed } from '../learners/registry.js'
import { resolveOptions, unknownOption } from '../options.js'
import {
  type SettledOptions,
  settleWeighting,
  VECTOR_OPTIONS,
  type VectorOptions,
} from '../vector/vector-options.js'
import { shownValue, wrongOption } from '../wording.js'
import { PROBABILITIES, type ProbabilityChoice } from './decisions.js'

export type RunOptions = {
  seed: number
  shuffle: boolean
  thresholds: 'usual' | ThresholdsText
  optimise: 'usual' | ObjectiveText
  probabilities: ProbabilityChoice
  memory: number
}

export const RUN_OPTIONS: OptionSpecs<RunOptions> = {
  seed: { kind: 'integer', default: 1, min: 0, help: 'where every random choice starts from' },
  shuffle: { kind: 'boolean', default: true, help: 'train in a seeded random order rather than the file’s' },
  thresholds: {
    kind: 'text',
    default: 'usual',
    pattern: /^(usual|cv|train|share|fixed:-?\d+(\.\d+)?(e[-+]?\d+)?|top:[1-9]\d*)$/,
    expected: 'usual, cv, train, share, fixed:T or top:K',
    help:
      'when a label is assigned: cv (best F1 on held-out scores), train (on training scores), share (as many as in ' +
      'training), fixed:T, top:K; usual is top:1 where 99 % of the documents have one label, else cv',
  },
  optimise: {
    kind: 'text',
    default: 'usual',
    pattern: /^(usual|f[\d.]+|(utility|precision|recall|labels):[\d.,]+)$/,
    expected: `usual, ${OBJECTIVES}`,
    help:
      'what thresholds are for: f1, f0.5 (false alarms cost more), utility:A,B,C (a hit gains A, a false alarm costs B, a ' +
      'miss C), precision:P and recall:R (at least that), labels:N (so many a document); usual is f1',
  },
  probabilities: {
    kind: 'choice',
    default: 'usual',
    choices: PROBABILITIES,
    help:
      'how scores become probabilities, fitted on held-out documents: platt (a sigmoid a label), isotonic (steps), ' +
      'usual (steps where a label has 1,000 documents, else a sigmoid), none (trains faster)',
  },
  memory: {
    kind: 'integer',
    default: 192,
    min: 1,
    help: 'MB of rows to keep; a larger file is read again for every pass (online learners)',
  },
}

const DEFAULT_LEARNER = 'ff'

/** Options as a user gives them: a learner's name and any of its, the text's and the run's options. */
export type NamedOptions = Partial<RunOptions> & Partial<VectorOptions> & NamedLearner

/** One of our learners with its options, or one that a program adds with those that it declares. */
type NamedLearner =
  | { [Name in LearnerName]: { learner: Name } & Partial<LearnerOptions[Name]> }[LearnerName]
  | {
      [Name in keyof CustomLearners]: { learner: Name } & Partial<CustomLearners[Name]>
    }[keyof CustomLearners]

/** The same from outside the type system: flags, a header. */
export type GivenOptions = { readonly learner?: string } & Readonly<Record<string, unknown>>

export interface ResolvedOptions {
  readonly learner: Learner
  readonly learnerOptions: Record<string, unknown>
  readonly vectorOptions: SettledOptions
  readonly run: RunOptions
}

/** Refuses options that are none; their names and values are checked by who reads them. */
export function checkTrainOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const hint = typeof options === 'string' ? `, as in { learner: '${options}' }` : ''
    throw new InputError(`train: expected an object of options${hint}, found ${shownValue(options)}`)
  }
  const { learner } = options as GivenOptions
  if (learner !== undefined && typeof learner !== 'string')
    throw new InputError(wrongOption('learner', learner, 'the name of a learner'))
}

/** Sorts and checks options; refuses unknown names. */
export function resolveTrainOptions({
  learner: name = DEFAULT_LEARNER,
  ...given
}: GivenOptions): ResolvedOptions {
  const learner = learnerNamed(name)
  const { run, vector, own } = optionsByOwner(given, learner)
  const runOptions = resolveOptions(RUN_OPTIONS, run, 'train')
  // A mistyped number must not turn up after hours of training.
  if (runOptions.thresholds !== 'usual') parseThresholds(runOptions.thresholds)
  if (runOptions.optimise !== 'usual') parseObjective(runOptions.optimise)
  return {
    learner,
    learnerOptions: resolveOptions(learner.options, own, learner.name),
    vectorOptions: settleWeighting(resolveOptions(VECTOR_OPTIONS, vector, 'text'), learner.text),
    run: runOptions,
  }
}

/** Whether an online learner needs all rows at once, with these options. */
export function needsWhole({ learner, learnerOptions }: ResolvedOptions): boolean {
  return learner.online && learner.needsWhole?.(learnerOptions) === true
}

interface OptionsByOwner {
  readonly run: Record<string, unknown>
  readonly vector: Record<string, unknown>
  readonly own: Record<string, unknown>
}

/** The given options, sorted by who reads them; refuses unknown names. */
export function optionsByOwner(given: Readonly<Record<string, unknown>>, learner: Learner): OptionsByOwner {
  const out: OptionsByOwner = { run: {}, vector: {}, own: {} }
  for (const [option, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (Object.hasOwn(learner.options, option)) out.own[option] = value
    else if (Object.hasOwn(RUN_OPTIONS, option)) out.run[option] = value
    else if (Object.hasOwn(VECTOR_OPTIONS, option)) out.vector[option] = value
    else {
      const own = Object.keys(learner.options)
      const others = ['learner', ...Object.keys(RUN_OPTIONS), ...Object.keys(VECTOR_OPTIONS)]
      throw new InputError(unknownOption(learner.name, option, own, others))
    }
  }
  return out
}
