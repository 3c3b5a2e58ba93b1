// What a training run may be given besides documents and options, and the hooks that it calls while it runs.

import type { ForkJoinPool, TrainingContext } from '../contract.js'
import type { Classifier } from './classifier.js'
import type { Corpus } from './corpus.js'
import type { FirstPassReader } from './counting.js'
import type { CumulativeLoss } from './cumulative.js'
import type { Pruning } from './pruning.js'

/** What a training run is doing, for a progress bar. */
export interface TrainingHooks {
  /** A phase begins or goes on; `total` 0 when it is not known. `latest`: what the last unit found, such as a rule. */
  progress?(
    phase: 'reading' | 'learning' | 'deciding',
    done: number,
    total: number,
    unit?: string,
    latest?: string,
  ): void
  /** Each round of the first pass: the mean losses of what was predicted before it was learned. */
  round?(losses: CumulativeLoss): void
  /**
   * After each pass of a learner that learns document by document: the classifier as it stands, which further passes
   * change, without thresholds and probabilities.
   */
  passed?(passes: number, classifier: Classifier): void
  /** Each round of a learner that works in rounds over all documents (boosting): figures by name. */
  curve?(point: Readonly<Record<string, number>>): void
  /** The labels found for unlabelled rows, label by label (see `TrainingContext`). */
  decided?: TrainingContext['decided']
  /** At the end, where small weights were dropped (`--prune`): the unpruned model to compare with. */
  pruned?(pruning: Pruning): void
  /** What speaks against the model that was learned, such as that `boost` stopped while its error still fell. */
  warning?: TrainingContext['warning']
  /** After the first pass: the size of the data. */
  afterFirstPass?(shape: {
    documents: number
    features: number
    labels: number
    unlabelled: number
    rowBytes: number
    streamed: boolean
  }): void
}

/** What training may be given besides documents. */
export interface TrainingExtras {
  /** Threads that learners may use. */
  readonly pool?: ForkJoinPool
  /** A description of each label, by its name: known before its first document. */
  readonly labelTexts?: ReadonlyMap<string, string>
  /** Documents that are not learned from: for the curve of a learner that works in rounds, and to stop by. */
  readonly heldOut?: Corpus
  /** Reads the corpus in the first pass, in place of its batches: the same documents, counted on threads where that pays. */
  readonly firstPassReader?: FirstPassReader | undefined
}
