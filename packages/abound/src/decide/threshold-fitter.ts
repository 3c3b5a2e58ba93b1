// Thresholds of all labels from documents whose truth is known: held-out, cross-validated or training
// scores, added one document at a time.

import type { Judgement, Scores } from '../contract.js'
import { bestF1Count, fMeasure } from '../measure/best-f1.js'
import { type GroupedScores, KEPT_LABELS, LabelScores } from '../measure/label-scores.js'
import { sortDescending, sortScratch } from '../measure/sorting.js'
import { poolRare } from './pool-rare.js'
import { shareCount, thresholdBelow } from './score-cuts.js'
import type { ThresholdRule } from './thresholds.js'

/** A label with fewer positives than this has too little to choose its own threshold from. */
export const ENOUGH_POSITIVES = 10

type PerLabelRule = Extract<ThresholdRule, { kind: 'perLabel' }>

const NONE: readonly number[] = []

/** Collects scores and truth, then chooses a threshold for each label. */
export class ThresholdFitter {
  private readonly labelScores: LabelScores

  /** `keep`: how many of a document's best labels are looked at, besides its true ones. */
  constructor(labelCount: number, keep = KEPT_LABELS) {
    this.labelScores = new LabelScores(labelCount, keep)
  }

  /**
   * One document; unlabelled ones are passed over. `comparable` (by label) is what thresholds will be
   * held against. Of a partly judged document only the labels in `truth` and `wrong` count.
   */
  add(
    scores: Scores,
    truth: ArrayLike<number>,
    judged: Judgement,
    comparable: Float64Array = scores.values,
    wrong: ArrayLike<number> = NONE,
  ): void {
    if (judged === 1) this.labelScores.add(scores, comparable, truth)
    else if (judged === 2) this.labelScores.addNamed(scores, comparable, truth, wrong)
  }

  /**
   * Per label the threshold with the best F1. Labels with fewer than 10 positives, and labels learned
   * later, take `natural`; when the learner has none, the one threshold for all of these rare labels
   * together that gives them the best micro-F1.
   */
  byF1(natural?: number): PerLabelRule {
    const { labelCount, positives } = this.labelScores
    const grouped = this.labelScores.grouped()
    const { offsets, scores, truth } = grouped
    const rare = natural ?? this.pooled(grouped, ENOUGH_POSITIVES)
    const thresholds = new Float64Array(labelCount)
    for (let l = 0; l < labelCount; l++) {
      const from = offsets[l]
      const to = offsets[l + 1]
      thresholds[l] =
        positives[l] < ENOUGH_POSITIVES
          ? rare
          : this.cut(scores, from, to, bestF1Count(scores, truth, from, to, positives[l]))
    }
    // Without rare positives the pooled threshold is +∞, from which a new label would never recover.
    const hasRare = positives.some((count) => count > 0 && count < ENOUGH_POSITIVES)
    const otherwise = natural ?? (hasRare ? rare : this.pooled(grouped, Number.POSITIVE_INFINITY))
    return { kind: 'perLabel', thresholds, otherwise }
  }

  /** Per label the threshold that assigns as many of these documents as have the label. */
  byShare(): PerLabelRule {
    const { labelCount, positives } = this.labelScores
    const grouped = this.labelScores.grouped()
    const { offsets, scores } = grouped
    const thresholds = new Float64Array(labelCount)
    for (let l = 0; l < labelCount; l++) {
      const from = offsets[l]
      const to = offsets[l + 1]
      thresholds[l] = this.cut(scores, from, to, shareCount(scores, from, to, positives[l]))
    }
    return { kind: 'perLabel', thresholds, otherwise: this.pooled(grouped, Number.POSITIVE_INFINITY) }
  }

  /** Micro-F1 of what these thresholds assign to the documents they were chosen by. */
  microF1({ thresholds }: PerLabelRule): number {
    const { labelCount, positives } = this.labelScores
    const { offsets, scores, truth } = this.labelScores.grouped()
    let right = 0
    let wrong = 0
    let relevant = 0
    for (let l = 0; l < labelCount; l++) {
      relevant += positives[l]
      for (let i = offsets[l]; i < offsets[l + 1] && scores[i] > thresholds[l]; i++) {
        if (truth[i] === 1) right++
        else wrong++
      }
    }
    return fMeasure(right, wrong, relevant - right)
  }

  /**
   * −∞ would be wrong where scores were left out of the list: it would assign the label to every
   * document that has it far down. Just below the least score kept is as low as the evidence goes.
   */
  private cut(scores: Float64Array, from: number, to: number, count: number): number {
    const threshold = thresholdBelow(scores, from, to, count)
    if (threshold !== Number.NEGATIVE_INFINITY || !this.labelScores.truncated) return threshold
    return justBelow(scores[to - 1])
  }

  /** The one threshold with the best micro-F1 over all labels with fewer than `below` positives. */
  private pooled(grouped: GroupedScores, below: number): number {
    const { scores, truth, positives } = poolRare(grouped, this.labelScores.positives, below)
    const size = scores.length
    sortDescending(scores, truth, 0, size, sortScratch(size))
    return this.cut(scores, 0, size, bestF1Count(scores, truth, 0, size, positives))
  }
}

/** A number just below x. */
function justBelow(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return Number.MAX_VALUE
  return x - Math.abs(x) * Number.EPSILON - Number.MIN_VALUE
}
