// Thresholds from scores whose truth is known: the one with the best F1 (LSCP96), and the one that
// assigns as many documents as have the label.

import { bestF1Count } from '../measure/best-f1.js'
import { sortDescending, sortScratch } from '../measure/sorting.js'

/**
 * The threshold with the best F1 over the first `n` scores (`truth[i]` is 1 or 0) when
 * `missedPositives` more documents have the label without a score. Candidates: midpoints between
 * neighbouring scores and ±∞; ties to the higher one. O(n log n); the arrays are not changed.
 */
export function bestF1Threshold(
  scores: ArrayLike<number>,
  truth: ArrayLike<number>,
  n = scores.length,
  missedPositives = 0,
): number {
  const sorted = new Float64Array(n)
  const marks = new Uint8Array(n)
  let positives = missedPositives
  for (let i = 0; i < n; i++) {
    sorted[i] = scores[i]
    marks[i] = truth[i]
    positives += truth[i]
  }
  sortDescending(sorted, marks, 0, n, sortScratch(n))
  return thresholdBelow(sorted, 0, n, bestF1Count(sorted, marks, 0, n, positives))
}

/**
 * The threshold that assigns the first `count` of `from … to`, sorted by descending score: +∞ for none,
 * −∞ for all, else halfway to the next score. `count` does not part equal scores.
 */
export function thresholdBelow(scores: Float64Array, from: number, to: number, count: number): number {
  if (count === 0) return Number.POSITIVE_INFINITY
  if (count === to - from) return Number.NEGATIVE_INFINITY
  const upper = scores[from + count - 1]
  const lower = scores[from + count]
  const middle = (upper + lower) / 2
  // Assigning is `score > t`, so where doubles have no middle (neighbours, overflow) the lower one serves.
  return middle >= lower && middle < upper ? middle : lower
}

/**
 * How many of `from … to`, sorted by descending score, to assign to come nearest to `wanted` without
 * parting equal scores; the fewer when two are as near.
 */
export function shareCount(scores: Float64Array, from: number, to: number, wanted: number): number {
  const size = to - from
  if (wanted >= size) return size
  if (wanted === 0) return 0
  const score = scores[from + wanted]
  let fewer = wanted
  while (fewer > 0 && scores[from + fewer - 1] === score) fewer--
  if (fewer === wanted) return wanted
  let more = wanted + 1
  while (more < size && scores[from + more] === score) more++
  return more - wanted < wanted - fewer ? more : fewer
}
