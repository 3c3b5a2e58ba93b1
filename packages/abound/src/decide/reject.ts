// The choice not to decide (Schapire & Singer 2000, call routing): confidence is the score of the first label
// minus that of the second; where it is too small, or where the first label is the one that stands for "none of
// these", nothing is assigned and the document goes to a person.
//
// Joint log-likelihoods (naive Bayes) will do as they are: what makes them differ between documents falls out of
// the difference.

import type { Scores } from '../contract.js'
import { topLabels } from '../structures/top-k.js'

/** How sure the scores of a document are of their first label. */
interface Confidence {
  /** The best label that is not the one that stands for rejecting; −1 when none was retrieved. */
  readonly answer: number
  /**
   * Score of the first label − score of the second, as they rank; a second that was not retrieved has 0. +∞ for
   * an only label, which has no rival; −∞ where no label was retrieved.
   */
  readonly lead: number
  /** No threshold lets it pass: no label was retrieved, or the first stands for rejecting. */
  readonly refused: boolean
}

const firstTwo = new Uint32Array(2)

/** The confidence of scores over `labelCount` labels. */
export function confidenceOf(scores: Scores, labelCount: number, rejectLabel = -1): Confidence {
  const found = topLabels(scores, 2, firstTwo)
  return confidenceAmong(firstTwo, found, scores, labelCount, rejectLabel)
}

/** The same where the best labels are known, `found` of them, two or more unless there are no more. */
export function confidenceAmong(
  best: Uint32Array,
  found: number,
  scores: Scores,
  labelCount: number,
  rejectLabel: number,
): Confidence {
  if (found === 0) return { answer: -1, lead: Number.NEGATIVE_INFINITY, refused: true }
  const first = best[0]
  const second = best[1]
  const rival = found > 1 ? scores.values[second] : labelCount > 1 ? 0 : Number.NEGATIVE_INFINITY
  // Infinite scores have a difference too.
  const lead = scores.values[first] === rival ? 0 : scores.values[first] - rival
  if (first !== rejectLabel) return { answer: first, lead, refused: false }
  return { answer: found > 1 ? second : -1, lead, refused: true }
}

/** Whether the document goes to a person. */
export function isRejected({ lead, refused }: Confidence, below: number): boolean {
  return refused || lead < below
}
