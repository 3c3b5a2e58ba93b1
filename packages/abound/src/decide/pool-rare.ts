import type { GroupedScores } from '../measure/label-scores.js'

/** Scores of several labels as if they were one label's. */
interface PooledScores {
  readonly scores: Float64Array
  readonly truth: Uint8Array
  readonly positives: number
}

/** The scores of all labels with fewer than `below` positives, one label after the other. */
export function poolRare(
  { offsets, scores, truth }: GroupedScores,
  positives: ArrayLike<number>,
  below: number,
): PooledScores {
  const rare = Array.from(positives, (_, label) => label).filter((label) => positives[label] < below)
  const size = rare.reduce((sum, l) => sum + offsets[l + 1] - offsets[l], 0)
  const pooled = { scores: new Float64Array(size), truth: new Uint8Array(size), positives: 0 }
  let at = 0
  for (const l of rare) {
    pooled.scores.set(scores.subarray(offsets[l], offsets[l + 1]), at)
    pooled.truth.set(truth.subarray(offsets[l], offsets[l + 1]), at)
    pooled.positives += positives[l]
    at += offsets[l + 1] - offsets[l]
  }
  return pooled
}
