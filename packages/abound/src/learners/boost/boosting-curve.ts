// Error and loss of a growing sum of rules on fixed rows, round by round. Scores are kept: a rule changes those of
// the rows that have its term, O(its rows · k), and all others by a shared part. What comes first in a row may
// change even where only the shared part did, so measuring reads all of them: O(rows · k) a round.

import type { Dataset } from '../../contract.js'
import type { WeakHypothesis } from './boosting-gain.js'
import { type BoostingRows, readBoostingRows, writeSigns } from './boosting-rows.js'

interface CurvePoint {
  /** Share of rows with a label whose first label is wrong. */
  readonly error: number
  /** Share of known pairs on the wrong side of 0, or, for rankings, of pairs of labels in the wrong order. */
  readonly loss: number
}

export class CurveRows {
  private readonly rows: BoostingRows
  private readonly scores: Float64Array
  private readonly shared: Float64Array
  private readonly signs: Int8Array

  /** `labelCount` labels are known to the rules; rows may name more. */
  constructor(data: Dataset, labelCount: number) {
    const { count, chunks, featureCount } = data
    const labels = Math.max(labelCount, data.labelCount)
    this.rows = readBoostingRows({ count, chunks, featureCount, labelCount: labels }, false)
    const k = this.rows.labelCount
    this.scores = new Float64Array(this.rows.count * k)
    this.shared = new Float64Array(k)
    this.signs = new Int8Array(this.rows.count * k)
    for (let i = 0; i < this.rows.count; i++)
      writeSigns(this.rows, i, this.signs.subarray(i * k, (i + 1) * k))
  }

  add({ term, alpha, present, absent }: WeakHypothesis): void {
    const { scores, shared } = this
    const { labelCount: k, rows, featureCount } = this.rows
    for (let l = 0; l < absent.length; l++) shared[l] += alpha * absent[l]
    if (term >= featureCount) return
    for (let at = rows.offsets[term]; at < rows.offsets[term + 1]; at++) {
      const base = rows.ids[at] * k
      for (let l = 0; l < present.length; l++) scores[base + l] += alpha * (present[l] - absent[l])
    }
  }

  measure(ranking: boolean): CurvePoint {
    const { count, labelCount: k } = this.rows
    const own = new Float64Array(k)
    let wrong = 0
    let labelled = 0
    let loss = 0
    let losses = 0
    for (let i = 0; i < count; i++) {
      const signs = this.signs.subarray(i * k, (i + 1) * k)
      let best = -1
      let size = 0
      let known = 0
      let misplaced = 0
      for (let l = 0; l < k; l++) {
        if (signs[l] === 0) continue
        const score = this.scores[i * k + l] + this.shared[l]
        own[l] = score
        known++
        if (signs[l] > 0) size++
        if (signs[l] > 0 !== score > 0) misplaced++
        if (best < 0 || score > own[best]) best = l
      }
      if (size > 0) labelled++
      if (size > 0 && signs[best] < 0) wrong++
      if (!ranking) {
        loss += misplaced
        losses += known
      } else if (size > 0 && size < known) {
        loss += countMisordered(own, signs) / (size * (known - size))
        losses++
      }
    }
    return { error: labelled === 0 ? 0 : wrong / labelled, loss: losses === 0 ? 0 : loss / losses }
  }
}

/** Pairs of a label that holds and one that does not, the first not above the second. */
function countMisordered(scores: Float64Array, signs: Int8Array): number {
  let count = 0
  for (let a = 0; a < signs.length; a++) {
    if (signs[a] <= 0) continue
    for (let b = 0; b < signs.length; b++) if (signs[b] < 0 && scores[a] <= scores[b]) count++
  }
  return count
}
