// `abound/learners`: each learner by name, and what one is made of.

export type {
  BatchLearner,
  Contribution,
  Dataset,
  Learner,
  Model,
  OnlineLearner,
  OnlineTrainer,
  OptionSpec,
  OptionSpecs,
  RowChunk,
  Scores,
  Shape,
  State,
  TrainingContext,
} from '../contract.js'
export { expectation, optionFlags } from '../options.js'
export {
  defineLearner,
  LEARNERS,
  type LearnerName,
  type LearnerOptions,
  learnerNamed,
  learners,
} from './registry.js'
