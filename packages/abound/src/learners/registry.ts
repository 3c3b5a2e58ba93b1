// The learners by name. Adding one is its file and a line here (and its import).

import type { BatchLearner, Learner, OnlineLearner } from '../contract.js'
import { InputError } from '../errors.js'
import { boost } from './boost/index.js'
import { committee } from './committee/index.js'
import { eg } from './eg/index.js'
import { ff } from './ff/index.js'
import { frequency } from './frequency/index.js'
import { ind } from './ind/index.js'
import { mmp } from './mmp/index.js'
import { naiveBayes } from './naive-bayes/index.js'
import { perceptron } from './perceptron/index.js'
import { prtfidf } from './prtfidf/index.js'
import { ripper } from './ripper/index.js'
import { rocchio } from './rocchio/index.js'
import { sleepingExperts } from './sleeping-experts/index.js'
import { svm } from './svm/index.js'
import { topDown } from './top-down/index.js'
import { tsvm } from './tsvm/index.js'
import { unweightedIndex } from './unweighted-index/index.js'
import { widrowHoff } from './widrow-hoff/index.js'

/** Each learner by name, with its typed options. */
export const learners = {
  ff,
  ind,
  'unweighted-index': unweightedIndex,
  mmp,
  perceptron,
  committee,
  'sleeping-experts': sleepingExperts,
  'naive-bayes': naiveBayes,
  prtfidf,
  rocchio,
  ripper,
  boost,
  'widrow-hoff': widrowHoff,
  eg,
  svm,
  tsvm,
  'top-down': topDown,
  frequency,
}

export const LEARNERS: readonly Learner[] = Object.values(learners)

export type LearnerName = keyof typeof learners

type OptionsOf<L> = L extends OnlineLearner<infer O> ? O : L extends BatchLearner<infer O> ? O : never

/** The options of each learner, by its name. */
export type LearnerOptions = { [Name in LearnerName]: OptionsOf<(typeof learners)[Name]> }

/**
 * The learner of that name; an error that lists the names if there is none.
 *
 * @example
 * learnerNamed('naive-bayes').online // true
 */
export function learnerNamed(name: string): Learner {
  const learner = LEARNERS.find((one) => one.name === name)
  if (learner === undefined) {
    throw new InputError(
      `no learner is called "${name}": expected one of ${LEARNERS.map((l) => l.name).join(', ')}`,
    )
  }
  return learner
}
