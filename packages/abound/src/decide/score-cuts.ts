// Where to cut scores sorted in descending order: between two of them, and never between equal ones.

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
