// Where to cut scores sorted in descending order: between two of them, and never between equal ones.

import { type CutObjective, isBetter } from './objective.js'

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

/**
 * How many of `from … to`, sorted by descending score, to assign when `relevant` positives exist in all (some may not be in
 * the list). A cut never parts equal scores; of equally good cuts the one that assigns fewest wins.
 */
export function bestCount(
  objective: CutObjective,
  scores: Float64Array,
  truth: Uint8Array,
  from: number,
  to: number,
  relevant: number,
): number {
  const best = { hits: 0, assigned: 0, relevant }
  const cut = { hits: 0, assigned: 0, relevant }
  for (let i = from; i < to; i++) {
    cut.hits += truth[i]
    if (i + 1 < to && scores[i + 1] === scores[i]) continue
    cut.assigned = i + 1 - from
    if (!isBetter(objective, cut, best)) continue
    best.hits = cut.hits
    best.assigned = cut.assigned
  }
  return best.assigned
}
