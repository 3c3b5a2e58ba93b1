// Joint log-likelihoods (naive Bayes) are not comparable between documents: longer texts have lower
// ones. The log-odds of each label against the rest are:
//
//   lo_l = s_l − ln Σ_{l' ≠ l} exp(s_l')
//
// With one label far ahead, "the sum of all minus this one" would be 0 and its odds infinite. So the
// best label's rest is summed on its own scale, that of the second best, and only the others get their
// rest by subtraction: it contains the best label's mass, so nothing cancels. O(k), one exp per label.

import type { Scores } from '../contract.js'

/**
 * Log-odds end here, either way: the odds of an only label are infinite, which neither JSON nor a
 * midpoint can hold. Far beyond what any text reaches.
 */
export const LOG_ODDS_LIMIT = 1e12

/** Writes the log-odds of each touched label against all other touched ones into `out`, by label. */
export function logOdds(scores: Scores, out: Float64Array): void {
  const { values, touched, count } = scores
  if (count === 0) return
  let first = touched[0]
  let second = Number.NEGATIVE_INFINITY
  for (let i = 1; i < count; i++) {
    const label = touched[i]
    const value = values[label]
    if (value > values[first]) {
      second = values[first]
      first = label
    } else if (value > second) second = value
  }
  const most = values[first]
  if (second === Number.NEGATIVE_INFINITY) {
    // All the mass is on one label (or there is none at all to compare).
    for (let i = 0; i < count; i++) out[touched[i]] = -LOG_ODDS_LIMIT
    if (most > Number.NEGATIVE_INFINITY || count === 1) out[first] = LOG_ODDS_LIMIT
    return
  }
  // Masses relative to the second best, without the best.
  let sum = 0
  for (let i = 0; i < count; i++) {
    const label = touched[i]
    if (label === first) continue
    const mass = Math.exp(values[label] - second)
    out[label] = mass
    sum += mass
  }
  const scale = Math.exp(second - most)
  for (let i = 0; i < count; i++) {
    const label = touched[i]
    if (label === first) continue
    out[label] = clamp(values[label] - most - Math.log1p(scale * (sum - out[label])))
  }
  out[first] = clamp(most - second - Math.log(sum))
}

function clamp(x: number): number {
  return Math.max(-LOG_ODDS_LIMIT, Math.min(LOG_ODDS_LIMIT, x))
}
