// What a learner that moves its weights by multiples of documents asks of them, whether they are stored by word
// (averaged-weights.ts) or by document (kernel-weights.ts).

import type { Dataset, Model, Scores, State } from '../contract.js'

export interface OnlineWeights {
  readonly labelCount: number
  /** Makes features and labels below these exist. */
  ensure(features: number, labels: number): void
  /** Begins a step: what is added belongs to it. */
  step(): void
  /** The scores of a row under the weights as they stand; labels that it does not touch have the score that is returned. */
  score(data: Dataset, row: number, out: Scores): number
  /** w_l += scale_l · x for the first `count` labels and scales. */
  addScaledRow(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void
  /** w_l += scale · x for all labels. */
  addToAll(data: Dataset, row: number, scale: number): void
  model(): Model
  state(): State
}
