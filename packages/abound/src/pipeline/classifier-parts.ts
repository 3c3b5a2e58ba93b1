// What a classifier is made of: what training gives, a model file holds and shrinking changes.

import type { Learner, Model, OnlineTrainer } from '../contract.js'
import type { Calibration } from '../decide/probability-calibration.js'
import type { ThresholdRule } from '../decide/thresholds.js'
import type { ByteTable } from '../structures/byte-table.js'
import type { Vectoriser } from '../vector/vectoriser.js'
import type { RunOptions } from './train-options.js'

export interface ClassifierParts {
  readonly learner: Learner
  readonly learnerOptions: Record<string, unknown>
  readonly run: RunOptions
  readonly vectoriser: Vectoriser
  readonly labels: ByteTable
  /** Training documents of each label. */
  readonly labelDocuments: Float64Array
  readonly model: Model
  /** Of an online learner: can go on. */
  readonly trainer: OnlineTrainer | undefined
  readonly rule: ThresholdRule
  /** What makes probabilities of scores, if anything does. */
  readonly calibration: Calibration | undefined
  /** Where it was made small: what it was. It answers, and learns no more. */
  readonly shrunk?: Shrunk
}

/** What a shrunk model is, and what it was. */
export interface Shrunk {
  /** Of each weight. */
  readonly bits: number
  /** Words and weights that it had before. */
  readonly features: number
  readonly weights: number
}
