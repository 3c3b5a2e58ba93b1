// The learners by name. Adding one is its file and a line here (and its import).

import type { BatchLearner, Learner, OnlineLearner } from '../contract.js'
import { InputError } from '../errors.js'
import { boost } from './boost.js'
import { committee } from './committee.js'
import { eg } from './eg.js'
import { ff } from './ff.js'
import { frequency } from './frequency.js'
import { ind } from './ind.js'
import { mmp } from './mmp.js'
import { naiveBayes } from './naive-bayes.js'
import { perceptron } from './perceptron.js'
import { prtfidf } from './prtfidf.js'
import { ripper } from './ripper.js'
import { rocchio } from './rocchio.js'
import { sleepingExperts } from './sleeping-experts.js'
import { svm } from './svm.js'
import { topDown } from './top-down.js'
import { tsvm } from './tsvm.js'
import { unweightedIndex } from './unweighted-index.js'
import { widrowHoff } from './widrow-hoff.js'

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
