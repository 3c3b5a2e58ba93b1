// Accuracy on what is accepted against what is wrongly rejected.

import { type Classifier, type Document, evaluate } from 'abound'
import type { RejectionPoint } from 'abound/internal'

export const OTHER = 'oos'

/** With `other`, “out of scope” as the first label is rejection. */
export async function rejectionCurve(
  classifier: Classifier,
  documents: readonly Document[],
  other = true,
): Promise<readonly RejectionPoint[]> {
  const asked = other ? { rejectLabel: OTHER } : { reject: 0 }
  return (await evaluate(classifier, documents, asked)).rejection?.curve ?? []
}

/** The best accuracy for which no more than that share is wrongly rejected beyond what “other” itself rejects. */
export function accuracyAt(curve: readonly RejectionPoint[], rate: number): number | null {
  const within = curve.filter(({ falseRejection }, i) => i === 0 || falseRejection <= rate)
  return within.length === 0 ? null : within[within.length - 1].accuracy
}

/** Where at least that share is rejected. */
export function pointWhere(
  curve: readonly RejectionPoint[],
  share: number,
): Pick<RejectionPoint, 'accuracy' | 'rejected'> {
  return curve.find(({ rejected }) => rejected >= share) ?? { accuracy: 0, rejected: 0 }
}
