// The two sorts that measuring and deciding need, on typed arrays.

import { before } from '../structures/top-k.js'

/** Up to here insertion sort wins, and it allocates nothing. */
const SHORT = 24

/** Sorts the first `count` labels, all different, in place: higher score first, then lower id. */
export function sortBestFirst(labels: Uint32Array, count: number, values: Float64Array): void {
  if (count > SHORT) {
    labels.subarray(0, count).sort((a, b) => (before(values, a, b) ? -1 : 1))
    return
  }
  for (let i = 1; i < count; i++) {
    const label = labels[i]
    let j = i
    for (; j > 0 && before(values, label, labels[j - 1]); j--) labels[j] = labels[j - 1]
    labels[j] = label
  }
}

/** Room for `sortDescending`: as long as the longest run to be sorted. */
interface SortScratch {
  readonly scores: Float64Array
  readonly truth: Uint8Array
}

/** Scratch for runs of up to `length`. */
export function sortScratch(length: number): SortScratch {
  return { scores: new Float64Array(length), truth: new Uint8Array(length) }
}

/**
 * Sorts `from … to` in place by descending score and carries `truth` along; equal scores keep their
 * order. A merge sort on the bare arrays: a comparator over an index would be many times slower.
 */
export function sortDescending(
  scores: Float64Array,
  truth: Uint8Array,
  from: number,
  to: number,
  scratch: SortScratch,
): void {
  for (let start = from; start < to; start += SHORT) {
    const end = Math.min(start + SHORT, to)
    for (let i = start + 1; i < end; i++) {
      const score = scores[i]
      const mark = truth[i]
      let j = i
      for (; j > start && scores[j - 1] < score; j--) {
        scores[j] = scores[j - 1]
        truth[j] = truth[j - 1]
      }
      scores[j] = score
      truth[j] = mark
    }
  }
  for (let width = SHORT; width < to - from; width *= 2) {
    for (let start = from; start + width < to; start += 2 * width) {
      merge(scores, truth, start, start + width, Math.min(start + 2 * width, to), scratch)
    }
  }
}

/** Merges the sorted runs `from … middle` and `middle … to`; the left one waits in the scratch. */
function merge(
  scores: Float64Array,
  truth: Uint8Array,
  from: number,
  middle: number,
  to: number,
  scratch: SortScratch,
): void {
  if (scores[middle - 1] >= scores[middle]) return
  const { scores: leftScores, truth: leftTruth } = scratch
  const left = middle - from
  for (let i = 0; i < left; i++) {
    leftScores[i] = scores[from + i]
    leftTruth[i] = truth[from + i]
  }
  let i = 0
  let right = middle
  for (let out = from; i < left; out++) {
    if (right < to && scores[right] > leftScores[i]) {
      scores[out] = scores[right]
      truth[out] = truth[right++]
    } else {
      scores[out] = leftScores[i]
      truth[out] = leftTruth[i++]
    }
  }
}
