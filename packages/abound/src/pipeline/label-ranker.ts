// From scores to labels by name: the best, those above their thresholds, or none where a document is rejected.

import type { Scores } from '../contract.js'
import { assign } from '../decide/assign.js'
import { confidenceAmong, isRejected } from '../decide/reject.js'
import { InputError } from '../errors.js'
import { topLabels } from '../structures/top-k.js'
import { wrongOption } from '../wording.js'
import type { ClassifierParts } from './classifier-parts.js'
import type { DocumentScorer } from './document-scorer.js'

/** One label of a ranking. */
export interface RankedLabel {
  readonly label: string
  readonly score: number
  /** Absent where nothing was calibrated. */
  readonly probability?: number
}

/** When a document is refused rather than given a label, to be looked at by a person. */
export interface RejectOptions {
  /** Reject where the first label leads the second by less than this. */
  readonly reject?: number
  /** A label that stands for "none of these": where it comes first, that counts as rejecting. */
  readonly rejectLabel?: string
}

export interface PredictOptions extends RejectOptions {
  /** How many labels at most (1). */
  readonly top?: number
  /** The labels above their thresholds instead. */
  readonly assign?: boolean
}

/** What `predict` says of a document. */
export interface Prediction {
  /** Best first; none where it was rejected. */
  readonly labels: readonly RankedLabel[]
  readonly rejected: boolean
  /**
   * Score of the first label − score of the second (0 if none was retrieved); Infinity for a model's only label,
   * −Infinity where no label was retrieved.
   */
  readonly confidence: number
}

/** Ranks the labels of a classifier under scores. */
export class LabelRanker {
  private readonly parts: ClassifierParts
  private readonly scorer: DocumentScorer
  private chosen = new Uint32Array(64)
  /** By label id: its name, once it has been asked for. */
  private readonly names: string[] = []

  constructor(parts: ClassifierParts, scorer: DocumentScorer) {
    this.parts = parts
    this.scorer = scorer
  }

  nameOf(id: number): string {
    return (this.names[id] ??= this.parts.labels.string(id))
  }

  rank(scores: Scores, top: number): RankedLabel[] {
    const best = this.chosenFor(Math.min(top, scores.count))
    return this.nameLabels(best, topLabels(scores, top, best), scores)
  }

  predict(scores: Scores, { top = 1, assign, reject }: PredictOptions, rejectLabel: number): Prediction {
    const most = Math.min(scores.count, assign === true ? 2 : Math.max(2, top))
    const best = this.chosenFor(most)
    const count = topLabels(scores, most, best)
    const confidence = confidenceAmong(best, count, scores, this.parts.labels.count, rejectLabel)
    const mayReject = reject !== undefined || rejectLabel >= 0
    if (mayReject && isRejected(confidence, reject ?? Number.NEGATIVE_INFINITY)) {
      return { labels: [], rejected: true, confidence: confidence.lead }
    }
    const assigned = assign === true ? this.assignIds(scores) : undefined
    const labels =
      assigned === undefined
        ? this.nameLabels(best, Math.min(top, count), scores)
        : this.nameLabels(assigned, assigned.length, scores)
    return { labels, rejected: false, confidence: confidence.lead }
  }

  /** The label ids assigned under these scores, best first (a view that the next call overwrites). */
  assignIds(scores: Scores): Uint32Array {
    const out = this.chosenFor(scores.count)
    return out.subarray(0, assign(this.parts.rule, scores, this.scorer.comparableScores(scores), out))
  }

  /** The first `count` of these labels, none more probable than the one before it. */
  private nameLabels(ids: Uint32Array, count: number, scores: Scores): RankedLabel[] {
    const { values } = scores
    const first = ids.subarray(0, count)
    const probable = this.scorer.probabilitiesOf(first, scores)
    const ranked: RankedLabel[] = []
    let most = 1
    for (const id of first) {
      const label = this.nameOf(id)
      if (probable === undefined) ranked.push({ label, score: values[id] })
      else {
        most = Math.min(most, probable[id])
        ranked.push({ label, score: values[id], probability: most })
      }
    }
    return ranked
  }

  private chosenFor(size: number): Uint32Array {
    if (this.chosen.length < size) this.chosen = new Uint32Array(size * 2)
    return this.chosen
  }
}

/** Refuses a number of labels that is none. */
export function checkTop(top: number): void {
  if (!Number.isInteger(top) || top < 0)
    throw new InputError(wrongOption('top', top, 'a whole number from 0'))
}
