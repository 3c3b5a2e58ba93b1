// The probabilities of all retrieved labels of a document.
//
// What a score says depends on the others: learners like ff rank the labels of a document well, but their scores are
// high for some documents and low for others. So a label's score is first held against its rival's, the best of
// the other labels: r_l = s_l − share · max_{j≠l} s_j, with a share of 0 to 1 that was chosen when the calibration was
// fitted (calibration-fitter.ts). Then its sigmoid or table; and where documents have exactly one label, all
// are divided by their sum. A label's probability never falls as its own score rises. Cost: O(retrieved).

import type { Scores } from '../contract.js'
import { type Calibration, probability } from './calibration.js'

/**
 * Writes r_l of each touched label into `out`, by label. `comparable` are its scores, by label. Where only one label
 * is touched its rival scores 0, as labels do that are not retrieved.
 */
export function relativeScores(
  { touched, count }: Scores,
  comparable: Float64Array,
  share: number,
  out: Float64Array,
): void {
  if (share === 0) {
    for (let i = 0; i < count; i++) out[touched[i]] = comparable[touched[i]]
    return
  }
  let best = -1
  let first = Number.NEGATIVE_INFINITY
  let second = Number.NEGATIVE_INFINITY
  for (let i = 0; i < count; i++) {
    const score = comparable[touched[i]]
    if (best < 0 || score > first) {
      second = first
      first = score
      best = touched[i]
    } else if (score > second) second = score
  }
  const rivalOfBest = count > 1 ? second : 0
  for (let i = 0; i < count; i++) {
    const label = touched[i]
    out[label] = comparable[label] - share * (label === best ? rivalOfBest : first)
  }
}

/**
 * Writes the probability of each touched label into `out`, by label; labels that are not touched are not written.
 * `out` may not be `comparable`. Allocates nothing.
 */
export function documentProbabilities(
  calibration: Calibration,
  scores: Scores,
  comparable: Float64Array,
  out: Float64Array,
): void {
  const { touched, count } = scores
  relativeScores(scores, comparable, calibration.rivalShare, out)
  let sum = 0
  for (let i = 0; i < count; i++) {
    const label = touched[i]
    out[label] = probability(calibration, label, out[label])
    sum += out[label]
  }
  if (!calibration.oneLabel || !(sum > 0)) return
  for (let i = 0; i < count; i++) out[touched[i]] = Math.min(out[touched[i]] / sum, 1)
}
