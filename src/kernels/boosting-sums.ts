// Sums of base weights by label for the terms that may win a round, kept up to date as rows change. Of the pairs that
// do not hold, which are nearly all, only those that weigh something are held in the sums, a small part of them
// after some rounds; how far gains can be off by the others is known from the totals (boosting-gain.ts).
//
// A touched row costs O(k + its kept terms · its held labels). Changes of rows are gathered and then worked off term
// by term, so that the sums of a term, far apart in memory, are fetched once for all rows.

import type { BoostingRows } from './boosting-rows.js'
import type { PairWeights } from './boosting-weights.js'

/** Changes are worked off when there are so many. */
const GATHERED = 1 << 14

export class KeptSums {
  private readonly weights: PairWeights
  private readonly rows: BoostingRows
  /** The terms by place. */
  readonly terms: number[] = []
  /** A place has k sums of held pairs that do not hold, then k of those that do. */
  sums: Float64Array
  /** Place of a term, or −1. */
  readonly placeOf: Int32Array
  /** Held weight of all rows, by label. */
  readonly totalHeld: Float64Array
  /** The highest totals since all was added up, of pairs that hold and of held ones. */
  readonly peakPlus: Float64Array
  readonly peakHeld: Float64Array
  /** 1 for each (row, label) pair that is held. */
  private readonly isHeld: Uint8Array
  /** Base weights above these are held, by label. */
  private readonly thresholds: Float64Array
  private readonly gathered: Gathered

  constructor(weights: PairWeights) {
    const { rows } = weights
    const k = rows.labelCount
    this.weights = weights
    this.rows = rows
    this.sums = new Float64Array(64 * 2 * k)
    this.placeOf = new Int32Array(rows.featureCount).fill(-1)
    this.totalHeld = new Float64Array(k)
    this.peakPlus = new Float64Array(k)
    this.peakHeld = new Float64Array(k)
    this.isHeld = new Uint8Array(rows.count * k)
    this.thresholds = new Float64Array(k)
    this.gathered = new Gathered(GATHERED + 2 * k)
  }

  /** Sets the weight D above which pairs are held from now on. */
  holdAbove(weight: number): void {
    const { factorMinus } = this.weights
    for (let l = 0; l < factorMinus.length; l++) this.thresholds[l] = weight / factorMinus[l]
  }

  /** Begins to keep the sums of a term. */
  keep(term: number): void {
    const k = this.rows.labelCount
    const place = this.terms.push(term) - 1
    this.placeOf[term] = place
    if ((place + 1) * 2 * k > this.sums.length) {
      const grown = new Float64Array(this.sums.length * 2)
      grown.set(this.sums)
      this.sums = grown
    }
    const { sums, isHeld } = this
    const { plus, minus } = this.weights
    const { rows, labels } = this.rows
    const at = place * 2 * k
    for (let r = rows.offsets[term]; r < rows.offsets[term + 1]; r++) {
      const row = rows.ids[r]
      for (let l = 0, base = row * k; l < k; l++, base++) if (isHeld[base] === 1) sums[at + l] += minus[base]
      const end = labels.offsets[row + 1]
      for (let e = labels.offsets[row]; e < end; e++) sums[at + k + labels.ids[e]] += plus[e]
    }
  }

  /** Decides anew which pairs to hold, and adds everything up. */
  rebuild(): void {
    const { isHeld, thresholds, totalHeld } = this
    const { minus } = this.weights
    const { labelCount: k, count } = this.rows
    totalHeld.fill(0)
    for (let row = 0, at = 0; row < count; row++) {
      for (let l = 0; l < k; l++, at++) {
        isHeld[at] = minus[at] > thresholds[l] ? 1 : 0
        if (isHeld[at] === 1) totalHeld[l] += minus[at]
      }
    }
    this.sums.fill(0)
    for (const term of this.terms.splice(0)) this.keep(term)
    this.peakPlus.set(this.weights.totalPlus)
    this.peakHeld.set(totalHeld)
  }

  /** Takes note that a row has changed from the weights it had before; `settle` takes it in. */
  follow(row: number, minusBefore: Float64Array, plusBefore: Float64Array): void {
    const { isHeld, thresholds, totalHeld, gathered } = this
    const { plus, minus } = this.weights
    const { labels } = this.rows
    const k = minusBefore.length
    const { indices, changes } = gathered
    let size = gathered.start(row)
    for (let l = 0, at = row * k; l < k; l++, at++) {
      const now = minus[at]
      const was = isHeld[at]
      const is = now > thresholds[l] ? 1 : 0
      if ((was | is) === 0 || (was === is && now === minusBefore[l])) continue
      isHeld[at] = is
      const change = (is === 1 ? now : 0) - (was === 1 ? minusBefore[l] : 0)
      totalHeld[l] += change
      indices[size] = l
      changes[size++] = change
    }
    const from = labels.offsets[row]
    for (let e = from; e < labels.offsets[row + 1]; e++) {
      if (plus[e] === plusBefore[e - from]) continue
      indices[size] = k + labels.ids[e]
      changes[size++] = plus[e] - plusBefore[e - from]
    }
    gathered.end(size)
    if (size > GATHERED) this.settle()
  }

  /** Takes in the changes that were noted. */
  settle(): void {
    const { sums, gathered, placeOf, rows } = this
    const { starts, indices, changes } = gathered
    const stride = 2 * rows.labelCount
    const { offsets, ids } = gathered.byPlace(rows, placeOf, this.terms.length)
    for (let place = 0; place < this.terms.length; place++) {
      const at = place * stride
      for (let e = offsets[place]; e < offsets[place + 1]; e++) {
        const end = starts[ids[e] + 1]
        for (let j = starts[ids[e]]; j < end; j++) sums[at + indices[j]] += changes[j]
      }
    }
    gathered.clear()
    const { peakPlus, peakHeld, totalHeld } = this
    const { totalPlus } = this.weights
    for (let l = 0; l < totalHeld.length; l++) {
      if (totalHeld[l] > peakHeld[l]) peakHeld[l] = totalHeld[l]
      if (totalPlus[l] > peakPlus[l]) peakPlus[l] = totalPlus[l]
    }
  }
}

/** Changes of rows, end to end. */
class Gathered {
  readonly indices: Uint32Array
  readonly changes: Float64Array
  /** Where the changes of the i-th row begin. */
  readonly starts: Uint32Array
  private readonly rows: Uint32Array
  private count = 0
  private places = new Uint32Array(64)
  private ids = new Uint32Array(1024)

  constructor(room: number) {
    this.indices = new Uint32Array(room)
    this.changes = new Float64Array(room)
    this.starts = new Uint32Array(room + 1)
    this.rows = new Uint32Array(room)
  }

  /** Begins a row; returns where its changes go. */
  start(row: number): number {
    this.rows[this.count] = row
    return this.starts[this.count]
  }

  end(size: number): void {
    // A row without changes leaves no trace.
    if (size > this.starts[this.count]) this.starts[++this.count] = size
  }

  clear(): void {
    this.count = 0
  }

  /** For each place the gathered rows (by number) that have its term. */
  byPlace(
    rows: BoostingRows,
    placeOf: Int32Array,
    count: number,
  ): { offsets: Uint32Array; ids: Uint32Array } {
    const { offsets, ids } = rows.terms
    if (this.places.length < count + 2) this.places = new Uint32Array(2 * count + 2)
    const { places } = this
    places.fill(0, 0, count + 2)
    for (let i = 0; i < this.count; i++) {
      const end = offsets[this.rows[i] + 1]
      for (let e = offsets[this.rows[i]]; e < end; e++)
        if (placeOf[ids[e]] >= 0) places[placeOf[ids[e]] + 2]++
    }
    for (let place = 0; place < count; place++) places[place + 2] += places[place + 1]
    if (places[count + 1] > this.ids.length) this.ids = new Uint32Array(2 * places[count + 1])
    for (let i = 0; i < this.count; i++) {
      const end = offsets[this.rows[i] + 1]
      for (let e = offsets[this.rows[i]]; e < end; e++) {
        if (placeOf[ids[e]] >= 0) this.ids[places[placeOf[ids[e]] + 1]++] = i
      }
    }
    return { offsets: places, ids: this.ids }
  }
}
