// How far the scores of a row are from what they should be, label by label.

import type { RowChunk } from '../contract.js'

/** The scores that the documents of a label should have, and all others. */
export interface Targets {
  readonly highTarget: number
  readonly lowTarget: number
}

export class TargetErrors {
  /** By label: the score of the row at hand, which whoever asks writes. */
  scores = new Float64Array(0)
  /** The labels that are known of the row, and for each its score minus its target. */
  labels = new Uint32Array(0)
  errors = new Float64Array(0)
  private isTrue = new Uint8Array(0)

  reserve(labelCount: number): void {
    if (labelCount <= this.scores.length) return
    const size = labelCount * 2
    this.scores = new Float64Array(size)
    this.labels = new Uint32Array(size)
    this.errors = new Float64Array(size)
    this.isTrue = new Uint8Array(size)
  }

  /** Fills `labels` and `errors` for row r; returns how many labels are known of it. */
  find(
    { labels, labelOffsets, judged }: RowChunk,
    r: number,
    labelCount: number,
    { highTarget, lowTarget }: Targets,
  ): number {
    const { scores, isTrue, errors, labels: known } = this
    const from = labelOffsets[2 * r]
    const trueTo = labelOffsets[2 * r + 1]
    const partial = judged[r] === 2
    const count = partial ? labelOffsets[2 * r + 2] - from : labelCount
    for (let t = from; t < trueTo; t++) isTrue[labels[t]] = 1
    for (let i = 0; i < count; i++) {
      const label = partial ? labels[from + i] : i
      known[i] = label
      errors[i] = scores[label] - (isTrue[label] === 1 ? highTarget : lowTarget)
    }
    for (let t = from; t < trueTo; t++) isTrue[labels[t]] = 0
    return count
  }
}
