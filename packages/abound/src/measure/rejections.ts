// What refusing doubtful documents brings and costs (Schapire & Singer 2000): accuracy on the accepted ones
// against the share of documents that were wrongly rejected, for one threshold and for all of them.
//
// A document is wrongly rejected where its best label, the one for "none of these" aside, was right: where
// accepting it would have done no harm. One sort of all confidences gives the whole curve; memory is 9 bytes a document.

import { type Marked, MarkedNumbers } from './marked-numbers.js'
import type { Figure } from './ranking-sums.js'
import { sortDescending, sortScratch } from './sorting.js'

/** One threshold of the curve. */
export interface RejectionPoint {
  /** The least confidence that is accepted. */
  readonly threshold: number
  /** Shares of all documents: rejected, and rejected though the answer was right. */
  readonly rejected: number
  readonly falseRejection: number
  /** Share of the accepted documents whose first label is right. */
  readonly accuracy: number
}

/** What rejection did, under the names that `evaluate --json` prints. */
export interface RejectionMeasures {
  /** Absent where only a label rejects. */
  threshold?: number
  /** The label that stands for rejecting, if any. */
  label?: string
  /** Documents whose labels are known, those without one too. */
  documents: number
  accepted: number
  /** Share of the accepted documents whose first label is right; null when none was accepted. */
  accuracy: Figure
  /** Shares of all documents: rejected, and rejected though the answer was right. */
  rejected: Figure
  falseRejection: Figure
  /** Documents with no label but the one that stands for rejecting, and the share of them that was rejected. */
  toReject: number
  rightlyRejected: Figure
  /** By rising threshold, from all accepted to the most confident alone; at most 100 points. */
  curve: readonly RejectionPoint[]
}

/** How rejection is asked for. */
export interface RejectionSettings {
  /** The least confidence that is accepted (−∞: all). */
  readonly below: number
  /** The label that stands for rejecting. */
  readonly label?: { readonly id: number; readonly name: string }
}

const MOST_POINTS = 100
const REFUSED = 1
const RIGHT = 2
const TO_REJECT = 4

/**
 * Collects documents; `result()` may be asked for at any time.
 *
 * @example
 * const rejections = new Rejections({ below: 1 })
 * rejections.add(2, false, true, false)
 * rejections.add(0.5, false, true, false)
 * rejections.result().accuracy // 1
 * rejections.result().falseRejection // 0.5
 */
export class Rejections {
  readonly settings: RejectionSettings
  private documents = 0
  private accepted = 0
  private acceptedRight = 0
  private falselyRejected = 0
  private toReject = 0
  private rightlyRejected = 0
  /** Rejected at any threshold though the answer was right. */
  private refusedRight = 0
  /** Of the documents that some threshold accepts: confidence, and whether the answer was right. */
  private readonly answered = new MarkedNumbers()

  constructor(settings: RejectionSettings) {
    this.settings = settings
  }

  /**
   * One document. `refused`: rejected whatever the threshold; `right`: whether the answer is one of its labels;
   * `toReject`: whether it has no label but the one that stands for rejecting.
   */
  add(lead: number, refused: boolean, right: boolean, toReject: boolean): void {
    this.documents++
    const rejected = refused || lead < this.settings.below
    if (!rejected) {
      this.accepted++
      if (right) this.acceptedRight++
    } else if (right) this.falselyRejected++
    if (toReject) {
      this.toReject++
      if (rejected) this.rightlyRejected++
    }
    if (!refused) this.answered.add(lead, right ? 1 : 0)
    else if (right) this.refusedRight++
  }

  /** Documents that were recorded. */
  append({ numbers: leads, marks }: Marked): void {
    for (let i = 0; i < leads.length; i++) {
      const mark = marks[i]
      this.add(leads[i], (mark & REFUSED) !== 0, (mark & RIGHT) !== 0, (mark & TO_REJECT) !== 0)
    }
  }

  result(): RejectionMeasures {
    const { documents, accepted, toReject } = this
    const { below, label } = this.settings
    return {
      ...(below === Number.NEGATIVE_INFINITY ? {} : { threshold: below }),
      ...(label === undefined ? {} : { label: label.name }),
      documents,
      accepted,
      accuracy: share(this.acceptedRight, accepted),
      rejected: share(documents - accepted, documents),
      falseRejection: share(this.falselyRejected, documents),
      toReject,
      rightlyRejected: share(this.rightlyRejected, toReject),
      curve: thinOut(this.curve(), MOST_POINTS),
    }
  }

  /** Every threshold that makes a difference, rising. */
  curve(): RejectionPoint[] {
    const { documents, refusedRight } = this
    const { size } = this.answered
    const { numbers, marks } = this.answered.arrays()
    const leads = numbers.slice()
    const right = marks.slice()
    sortDescending(leads, right, 0, size, sortScratch(size))
    let allRight = refusedRight
    for (let i = 0; i < size; i++) allRight += right[i]
    const points: RejectionPoint[] = []
    let acceptedRight = 0
    for (let i = 0; i < size; i++) {
      acceptedRight += right[i]
      // Documents of equal confidence are accepted or rejected together.
      if (i + 1 < size && leads[i + 1] === leads[i]) continue
      points.push({
        threshold: leads[i],
        rejected: (documents - (i + 1)) / documents,
        falseRejection: (allRight - acceptedRight) / documents,
        accuracy: acceptedRight / (i + 1),
      })
    }
    return points.reverse()
  }
}

/** Only writes down what it is told, to be sent to another thread: leads, and what else is known as marks. */
export class RejectionRecord {
  readonly settings: RejectionSettings
  private readonly recorded = new MarkedNumbers()

  constructor(settings: RejectionSettings) {
    this.settings = settings
  }

  add(lead: number, refused: boolean, right: boolean, toReject: boolean): void {
    this.recorded.add(lead, (refused ? REFUSED : 0) | (right ? RIGHT : 0) | (toReject ? TO_REJECT : 0))
  }

  /** What was recorded, which is then gone. */
  take(): Marked {
    return this.recorded.take()
  }
}

/** At most `most` of them, evenly spread, with the first and the last. */
export function thinOut<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list
  return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))])
}

function share(part: number, whole: number): Figure {
  return whole > 0 ? part / whole : null
}
