// What the gain of a term can be at most by the weight within reach of its rows (boosting-gain.ts), for the many terms that
// are too rare to win: Σ over the rows with the term of Σ_l u·(weight of the row). The sums are made with the u of one
// moment and follow the rows that change; u changes little from round to round, and all are scaled by the most that any
// has grown since.
//
// A touched row costs O(k + its terms); adding all up again O(rows · k + words of all rows).

import type { ForkJoinPool } from '../../contract.js'
import type { GainTables } from './boosting-gain.js'
import type { BoostingRows } from './boosting-rows.js'
import type { WeightTables } from './boosting-weights.js'

/** When u has grown by more, all is added up again. */
const MOST_GROWTH = 1.25

/** The sums as plain data, which threads can share. */
export interface ReachTables {
  /** u by label when the sums were made: of rows that have it, and of those that have not. */
  readonly plus: Float64Array
  readonly minus: Float64Array
  /** What a row can add to the gain of its terms, and what these come to by term. */
  readonly ofRow: Float64Array
  readonly ofTerm: Float64Array
}

export function reachTables(
  { labelCount, count, featureCount }: BoostingRows,
  memory: ForkJoinPool['memory'],
): ReachTables {
  const floats = (length: number): Float64Array => new Float64Array(memory(length * 8))
  return {
    plus: floats(labelCount),
    minus: floats(labelCount),
    ofRow: floats(count),
    ofTerm: floats(featureCount),
  }
}

export class Reach {
  private readonly tables: ReachTables
  private readonly rows: BoostingRows
  private readonly weights: WeightTables

  constructor(rows: BoostingRows, weights: WeightTables, tables: ReachTables) {
    this.rows = rows
    this.weights = weights
    this.tables = tables
  }

  /** Takes over the u of now; all must be added up after it. */
  renew({ reachPlus, reachMinus }: GainTables): void {
    this.tables.plus.set(reachPlus)
    this.tables.minus.set(reachMinus)
  }

  /** Adds up what rows from … to − 1 can add. */
  addRows(from: number, to: number): void {
    const { ofRow } = this.tables
    for (let row = from; row < to; row++) ofRow[row] = this.rowReach(row)
  }

  /** Adds it up by term, for terms from … to − 1. */
  addTerms(from: number, to: number): void {
    const { ofRow, ofTerm } = this.tables
    const { offsets, ids } = this.rows.rows
    for (let term = from; term < to; term++) {
      const end = offsets[term + 1]
      let sum = 0
      for (let e = offsets[term]; e < end; e++) sum += ofRow[ids[e]]
      ofTerm[term] = sum
    }
  }

  /** Takes in that a row has changed. */
  follow(row: number): void {
    const { ofRow, ofTerm } = this.tables
    const { offsets, ids } = this.rows.terms
    const now = this.rowReach(row)
    const change = now - ofRow[row]
    if (change === 0) return
    ofRow[row] = now
    const end = offsets[row + 1]
    for (let e = offsets[row]; e < end; e++) ofTerm[ids[e]] += change
  }

  /** The most that u has grown; undefined if that is too much for the sums to be of use. */
  growth({ reachPlus, reachMinus }: GainTables): number | undefined {
    const { plus, minus } = this.tables
    let most = 0
    for (let l = 0; l < plus.length; l++) {
      if (reachPlus[l] > most * plus[l]) most = reachPlus[l] / plus[l]
      if (reachMinus[l] > most * minus[l]) most = reachMinus[l] / minus[l]
    }
    return most <= MOST_GROWTH ? most : undefined
  }

  private rowReach(row: number): number {
    const { plus: uPlus, minus: uMinus } = this.tables
    const { plus, minus } = this.weights
    const { labels, labelCount: k } = this.rows
    const base = row * k
    // Two sums: an addition need not wait for the one before.
    let even = 0
    let odd = 0
    for (let l = 1; l < k; l += 2) {
      even += uMinus[l - 1] * minus[base + l - 1]
      odd += uMinus[l] * minus[base + l]
    }
    if (k % 2 === 1) even += uMinus[k - 1] * minus[base + k - 1]
    for (let e = labels.offsets[row]; e < labels.offsets[row + 1]; e++) odd += uPlus[labels.ids[e]] * plus[e]
    return even + odd
  }
}
