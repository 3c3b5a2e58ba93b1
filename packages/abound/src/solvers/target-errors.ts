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

  reserve(labelCount: number): void {
    if (labelCount <= this.scores.length) return
    const size = labelCount * 2
    this.scores = new Float64Array(size)
    this.labels = new Uint32Array(size)
    this.errors = new Float64Array(size)
  }

  /** Fills `labels` and `errors` for row r; returns how many labels are known of it. */
  find(
    { labels, labelOffsets, judged }: RowChunk,
    r: number,
    labelCount: number,
    { highTarget, lowTarget }: Targets,
  ): number {
    const { scores, errors, labels: known } = this
    const from = labelOffsets[2 * r]
    const trueTo = labelOffsets[2 * r + 1]
    if (judged[r] === 2) {
      const count = labelOffsets[2 * r + 2] - from
      for (let i = 0; i < count; i++) {
        known[i] = labels[from + i]
        errors[i] = scores[known[i]] - (from + i < trueTo ? highTarget : lowTarget)
      }
      return count
    }
    for (let l = 0; l < labelCount; l++) {
      known[l] = l
      errors[l] = scores[l] - lowTarget
    }
    for (let t = from; t < trueTo; t++) errors[labels[t]] = scores[labels[t]] - highTarget
    return labelCount
  }
}
