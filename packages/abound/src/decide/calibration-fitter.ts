// Calibration from documents that the scoring model has not learned from, added one at a time.
//
// Scores are collected against three shares of their rivals' (document-probabilities.ts): none, half, all. What
// fits best is kept: the share whose probabilities have the least Brier score on what was collected. 36 bytes for
// each of the best 50 labels of a document, and its true ones.

import type { Judgement, Scores } from '../contract.js'
import { LabelScores } from '../measure/label-scores.js'
import { findRivals, writeRelative } from './document-probabilities.js'
import {
  type Calibration,
  type CalibrationMethod,
  fitCalibration,
  probability,
} from './probability-calibration.js'

const SHARES = [0, 0.5, 1]
const KEPT = 50
const NONE: readonly number[] = []
const NO_LABELS = new Uint32Array(0)

/** Collects scores and truth, then fits probabilities. */
export class CalibrationFitter {
  private readonly collected: readonly LabelScores[]
  private readonly relative: Float64Array

  /** `keep`: how many of a document's best labels are looked at, besides its true ones. */
  constructor(labelCount: number, keep = KEPT) {
    this.collected = SHARES.map(() => new LabelScores(labelCount, keep))
    this.relative = new Float64Array(labelCount)
  }

  /** One document, as `ThresholdFitter` takes it: unlabelled ones are passed over. */
  add(
    scores: Scores,
    truth: ArrayLike<number>,
    judged: Judgement,
    comparable: Float64Array = scores.values,
    wrong: ArrayLike<number> = NONE,
  ): void {
    const { relative, collected } = this
    const rivals = findRivals(scores.touched, scores.count, comparable)
    const best = judged === 1 ? collected[0].bestOf(scores) : NO_LABELS
    for (let i = 0; i < SHARES.length; i++) {
      // Of all labels only those that are kept.
      for (const labels of [best, truth, wrong])
        writeRelative(labels, labels.length, comparable, SHARES[i], rivals, relative)
      if (judged === 1) collected[i].addBest(best, scores, relative, truth)
      else if (judged === 2) collected[i].addNamed(scores, relative, truth, wrong)
    }
  }

  /** The best fit of what was collected. `oneLabel`: whether (nearly) all documents have exactly one label. */
  fit(oneLabel: boolean, method: CalibrationMethod = 'usual'): Calibration {
    let best: Calibration | undefined
    let least = Number.POSITIVE_INFINITY
    for (const [i, rivalShare] of SHARES.entries()) {
      const grouped = this.collected[i].grouped()
      const calibration = fitCalibration(grouped, { method, rivalShare, oneLabel })
      const { offsets, scores, truth } = grouped
      let error = 0
      for (let l = 0; l < calibration.labelCount; l++) {
        for (let j = offsets[l]; j < offsets[l + 1]; j++)
          error += (probability(calibration, l, scores[j]) - truth[j]) ** 2
      }
      if (best !== undefined && error >= least) continue
      best = calibration
      least = error
    }
    return best!
  }
}
