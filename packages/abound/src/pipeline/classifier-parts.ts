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
  /** Only of an online learner: it can learn on. */
  readonly trainer: OnlineTrainer | undefined
  readonly rule: ThresholdRule
  /** Turns scores into probabilities; absent where nothing was fitted. */
  readonly calibration: Calibration | undefined
  /** Only of a shrunk model, which answers but cannot learn: what it was before. */
  readonly shrunk?: Shrunk
}

/** A shrunk model beside the one it was made from. */
export interface Shrunk {
  /** Bits that each weight takes now. */
  readonly bits: number
  /** Words and weights that the model had before. */
  readonly features: number
  readonly weights: number
}
