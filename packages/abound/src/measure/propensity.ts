// How likely a relevant label is to have been noticed and recorded, by its frequency in training (Jain,
// Prabhu & Varma 2016): p_l = 1 / (1 + C · (N_l + B)^−A), C = (ln N − 1)(B + 1)^A, A = 0.55, B = 1.5.
// Weighing hits by 1/p_l pays for finding rare labels.

const A = 0.55
const B = 1.5

/** What training saw: documents in all, and how many have each label. */
export interface TrainingCounts {
  readonly documents: number
  readonly positives: ArrayLike<number>
}

/**
 * 1/p_l of each label, and at the end one more for a label that training never saw. With fewer than e
 * documents C would be negative; it is 0 then, and every weight 1.
 */
export function inversePropensities(training: TrainingCounts, labelCount: number): Float64Array {
  const { documents, positives } = training
  const c = Math.max(0, Math.log(documents) - 1) * (B + 1) ** A
  const out = new Float64Array(labelCount + 1)
  for (let l = 0; l <= labelCount; l++) {
    const seen = l < labelCount && l < positives.length ? positives[l] : 0
    out[l] = 1 + c * (seen + B) ** -A
  }
  return out
}
