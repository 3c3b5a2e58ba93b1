// The cut through a ranking that gives the best F1, and F itself.

/**
 * F_β from counts: a right, b assigned wrongly, c missed. 1 when there was nothing to find and nothing
 * was assigned (LSCP96); 0 where nothing is right, which includes F_0 without an assignment.
 */
export function fMeasure(a: number, b: number, c: number, beta = 1): number {
  if (a + b + c === 0) return 1
  if (a === 0) return 0
  const weight = beta * beta
  return ((1 + weight) * a) / ((1 + weight) * a + b + weight * c)
}

/**
 * How many of `from … to`, sorted by descending score, to assign for the best F1 when `relevant`
 * positives exist in all (some may not be in the list). A cut never parts equal scores; of equally good
 * cuts the one that assigns fewest wins. F1 = 2a / (n + relevant) is compared in whole numbers, so ties
 * are exact.
 */
export function bestF1Count(
  scores: Float64Array,
  truth: Uint8Array,
  from: number,
  to: number,
  relevant: number,
): number {
  let hits = 0
  let bestHits = 0
  let best = 0
  for (let i = from; i < to; i++) {
    hits += truth[i]
    if (i + 1 < to && scores[i + 1] === scores[i]) continue
    const assigned = i + 1 - from
    if (hits * (best + relevant) > bestHits * (assigned + relevant)) {
      best = assigned
      bestHits = hits
    }
  }
  return best
}
