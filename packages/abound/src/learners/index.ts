// `abound/learners`: each learner by name, and what one is made of.

export type {
  BatchLearner,
  Contribution,
  Dataset,
  Judgement,
  LabelWeight,
  Learner,
  Model,
  ModelKind,
  NumberArray,
  OnlineLearner,
  OnlineTrainer,
  OptionSpec,
  OptionSpecs,
  RowChunk,
  ScoreScale,
  Scores,
  Shape,
  State,
  TrainingContext,
} from '../contract.js'
export { LinearModel } from '../models/linear.js'
export { WeightRows, weightRowsFrom } from '../models/weight-rows.js'
export { expectation, optionFlags } from '../options.js'
export { type DatasetRow, rowOf } from '../structures/row-of.js'
export { packNumbers } from '../structures/state-arrays.js'
export {
  defineLearner,
  LEARNERS,
  type LearnerName,
  type LearnerOptions,
  learnerNamed,
  learners,
} from './registry.js'
