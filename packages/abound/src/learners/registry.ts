// The learners by name. Adding one is its file and a line here (and its import).

import type { BatchLearner, Learner, OnlineLearner } from '../contract.js'
import { Declarations } from '../declarations.js'
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

export const declaredLearners = new Declarations<Learner>('learner', Object.values(learners))

/** Ours, and those added at start-up. */
export const LEARNERS: readonly Learner[] = declaredLearners.all

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
  return declaredLearners.named(name)
}

/**
 * Declares a learner.
 *
 * @example
 * const steady = defineLearner({ ...learners.frequency, name: 'steady', summary: 'ranks labels by how frequent they are' })
 * extend({ learners: [steady] })
 * const model = await train(documents, { learner: 'steady' })
 */
export function defineLearner<const Declaration extends Learner>(learner: Declaration): Declaration {
  return learner
}
