// From the scores of one document to its labels.

import type { Scores } from '../contract.js'
import { sortBestFirst } from '../measure/sorting.js'
import { topLabels } from '../structures/top-k.js'
import type { ThresholdRule } from './thresholds.js'

/**
 * Writes the ids of the assigned labels into `out` (room for `scores.count` is always enough), best
 * first by ranking score, and returns how many. `comparable` (by label) is what thresholds are held
 * against; for most models it is `scores.values`. A label that was not retrieved is never assigned.
 */
export function assign(
  rule: ThresholdRule,
  scores: Scores,
  comparable: Float64Array,
  out: Uint32Array,
): number {
  if (rule.kind === 'top') {
    if (out.length < Math.min(rule.k, scores.count)) throw noRoom()
    return topLabels(scores, rule.k, out)
  }
  const { touched, count, values } = scores
  let size = 0
  if (rule.kind === 'fixed') {
    const { t } = rule
    for (let i = 0; i < count; i++) {
      const label = touched[i]
      if (comparable[label] > t) out[size++] = label
    }
  } else {
    const { thresholds, otherwise } = rule
    const known = thresholds.length
    for (let i = 0; i < count; i++) {
      const label = touched[i]
      if (comparable[label] > (label < known ? thresholds[label] : otherwise)) out[size++] = label
    }
  }
  if (size > out.length) throw noRoom()
  sortBestFirst(out, size, values)
  return size
}

function noRoom(): RangeError {
  return new RangeError('no room for the assigned labels')
}
