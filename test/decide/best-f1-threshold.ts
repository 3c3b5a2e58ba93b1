// The threshold of one label, as ThresholdFitter has it for each.

import { F1 } from '../../packages/abound/src/decide/objective.js'
import { bestCount, thresholdBelow } from '../../packages/abound/src/decide/score-cuts.js'
import { sortDescending, sortScratch } from '../../packages/abound/src/measure/sorting.js'

/**
 * The threshold with the best F1 over the first `n` scores (`truth[i]` is 1 or 0) when `missedPositives` more documents
 * have the label without a score. Candidates: midpoints between neighbouring scores and ±∞; ties to the higher one.
 */
export function bestF1Threshold(
  scores: readonly number[],
  truth: readonly number[],
  n = scores.length,
  missedPositives = 0,
): number {
  const sorted = Float64Array.from(scores.slice(0, n))
  const marks = Uint8Array.from(truth.slice(0, n))
  const positives = marks.reduce((sum, mark) => sum + mark, missedPositives)
  sortDescending(sorted, marks, 0, n, sortScratch(n))
  return thresholdBelow(sorted, 0, n, bestCount(F1, sorted, marks, 0, n, positives))
}
