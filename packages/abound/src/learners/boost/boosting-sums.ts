// Sums of base weights by label for the terms that may win a round, kept up to date as rows change. Of the pairs that
// do not hold, which are nearly all, only those that weigh something are held in the sums, which are few after
// some rounds; the totals tell how far gains can be off without the others (boosting-gain.ts).
//
// A touched row costs O(k + its kept terms · its held labels). Changes of rows are gathered and then added term
// by term, so that the sums of a term, far apart in memory, are fetched once for many rows.

import type { ForkJoinPool } from '../../contract.js'
import { type IdLists, listLength } from '../../structures/id-lists.js'
import type { BoostingRows } from './boosting-rows.js'
import type { PairWeights, TermSums } from './boosting-weights.js'

/** How many changed rows are taken into the sums at once: with fewer, sums are fetched from memory more often. */
const GATHERED = 1024
/** Room for more changes than this is not taken: 12 MB. */
const MOST_CHANGES = 2 ** 20

/** Kept sums as plain data, which threads can share. */
export interface KeptTables {
  /** A place has k sums of held pairs that do not hold, then k of those that do. Grows. */
  sums: Float64Array
  /** The terms by place, and how many there are. */
  readonly terms: Uint32Array
  readonly size: Uint32Array
  /** Place of a term, or −1. */
  readonly placeOf: Int32Array
  /** Held weight of all rows, by label. */
  readonly totalHeld: Float64Array
  /** The highest totals since all was added up, of pairs that hold and of held ones. */
  readonly peakPlus: Float64Array
  readonly peakHeld: Float64Array
  /** 1 for each (row, label) pair that is held. */
  readonly isHeld: Uint8Array
  /** Base weights above these are held, by label. */
  readonly thresholds: Float64Array
  /** Rows that have changed; for each up to k sums of a place that change, by how much, and how many these are. */
  readonly changed: Uint32Array
  readonly indices: Uint32Array
  readonly changes: Float64Array
  readonly sizes: Uint32Array
  /** Where the changed rows of each place begin, and these rows by their number. */
  readonly starts: Uint32Array
  readonly numbers: Uint32Array
}

/** Room for the sums of a few terms. */
export function keptTables(rows: BoostingRows, memory: ForkJoinPool['memory']): KeptTables {
  const { labelCount: k, count, featureCount, terms } = rows
  const floats = (length: number): Float64Array => new Float64Array(memory(length * 8))
  const ids = (length: number): Uint32Array => new Uint32Array(memory(length * 4))
  const room = Math.max(1, Math.min(GATHERED, count, Math.floor(MOST_CHANGES / k)))
  return {
    sums: floats(64 * 2 * k),
    terms: ids(featureCount),
    size: ids(1),
    placeOf: new Int32Array(memory(featureCount * 4)).fill(-1),
    totalHeld: floats(k),
    peakPlus: floats(k),
    peakHeld: floats(k),
    isHeld: new Uint8Array(memory(count * k)),
    thresholds: floats(k),
    changed: ids(room),
    indices: ids(room * k),
    changes: floats(room * k),
    sizes: ids(room),
    starts: ids(featureCount + 2),
    numbers: ids(Math.min(terms.ids.length, room * longest(terms))),
  }
}

export class KeptSums {
  readonly tables: KeptTables
  private readonly weights: PairWeights
  private readonly rows: BoostingRows

  constructor(weights: PairWeights, tables: KeptTables) {
    this.weights = weights
    this.rows = weights.rows
    this.tables = tables
  }

  get size(): number {
    return this.tables.size[0]
  }

  /** How many rows can be noted. */
  get room(): number {
    return this.tables.changed.length
  }

  /** Sets the weight D above which pairs are held from now on. */
  holdAbove(weight: number): void {
    const { thresholds } = this.tables
    const { factorMinus } = this.weights.tables
    for (let l = 0; l < factorMinus.length; l++) thresholds[l] = weight / factorMinus[l]
  }

  /** Gives a term a place, with sums of 0; returns whether `tables.sums` had to grow. */
  open(term: number, memory: ForkJoinPool['memory']): boolean {
    const { tables } = this
    const place = tables.size[0]++
    tables.terms[place] = term
    tables.placeOf[term] = place
    if ((place + 1) * 2 * this.rows.labelCount <= tables.sums.length) return false
    const grown = new Float64Array(memory(tables.sums.length * 16))
    grown.set(tables.sums)
    tables.sums = grown
    return true
  }

  /** Adds the sums of a place up from its rows. */
  addUp(place: number): void {
    const { sums, isHeld, terms } = this.tables
    const { plus, minus } = this.weights.tables
    const { rows, labels, labelCount: k } = this.rows
    const at = place * 2 * k
    const term = terms[place]
    sums.fill(0, at, at + 2 * k)
    for (let r = rows.offsets[term]; r < rows.offsets[term + 1]; r++) {
      const row = rows.ids[r]
      for (let l = 0, base = row * k; l < k; l++, base++) if (isHeld[base] === 1) sums[at + l] += minus[base]
      const end = labels.offsets[row + 1]
      for (let e = labels.offsets[row]; e < end; e++) sums[at + k + labels.ids[e]] += plus[e]
    }
  }

  /** Decides which pairs of labels from … to − 1 to hold from now on; all sums must be made again after it. */
  hold(from: number, to: number): void {
    const { isHeld, thresholds, totalHeld, peakHeld, peakPlus } = this.tables
    const { minus, totalPlus } = this.weights.tables
    const { labelCount: k, count } = this.rows
    totalHeld.fill(0, from, to)
    for (let row = 0; row < count; row++) {
      for (let l = from, at = row * k + from; l < to; l++, at++) {
        isHeld[at] = minus[at] > thresholds[l] ? 1 : 0
        if (isHeld[at] === 1) totalHeld[l] += minus[at]
      }
    }
    for (let l = from; l < to; l++) {
      peakPlus[l] = totalPlus[l]
      peakHeld[l] = totalHeld[l]
    }
  }

  /** Notes, as the i-th, that a row has changed from the weights it had before; `sort` and `follow` take it in. */
  note(i: number, row: number, before: TermSums): void {
    const { isHeld, thresholds, changed, indices, changes, sizes } = this.tables
    const { plus, minus } = this.weights.tables
    const { labels, labelCount: k } = this.rows
    let to = i * k
    for (let l = 0, at = row * k; l < k; l++, at++) {
      const now = minus[at]
      const was = isHeld[at]
      const is = now > thresholds[l] ? 1 : 0
      if ((was | is) === 0 || (was === is && now === before.minus[l])) continue
      isHeld[at] = is
      indices[to] = l
      changes[to++] = (is === 1 ? now : 0) - (was === 1 ? before.minus[l] : 0)
    }
    const first = labels.offsets[row]
    for (let e = first; e < labels.offsets[row + 1]; e++) {
      if (plus[e] === before.plus[e - first]) continue
      indices[to] = k + labels.ids[e]
      changes[to++] = plus[e] - before.plus[e - first]
    }
    changed[i] = row
    sizes[i] = to - i * k
  }

  /** Notes all that a row holds, as the i-th, for sums that are made again from 0. */
  noteWhole(i: number, row: number): void {
    const { isHeld, changed, indices, changes, sizes } = this.tables
    const { plus, minus } = this.weights.tables
    const { labels, labelCount: k } = this.rows
    let to = i * k
    for (let l = 0, at = row * k; l < k; l++, at++) {
      if (isHeld[at] === 0) continue
      indices[to] = l
      changes[to++] = minus[at]
    }
    for (let e = labels.offsets[row]; e < labels.offsets[row + 1]; e++) {
      indices[to] = k + labels.ids[e]
      changes[to++] = plus[e]
    }
    changed[i] = row
    sizes[i] = to - i * k
  }

  /** Sets all sums to 0. */
  clear(): void {
    this.tables.sums.fill(0, 0, this.size * 2 * this.rows.labelCount)
  }

  /** Takes the changes of `count` noted rows into the totals. */
  followTotals(count: number): void {
    const { sizes, totalHeld, indices, changes } = this.tables
    const { labelCount: k } = this.rows
    for (let i = 0; i < count; i++) {
      const last = i * k + sizes[i]
      for (let j = i * k; j < last && indices[j] < k; j++) totalHeld[indices[j]] += changes[j]
    }
  }

  /** Finds for each place those of `count` noted rows (by number) that have its term. */
  sort(count: number): void {
    const { size } = this
    const { placeOf, changed, sizes, starts, numbers } = this.tables
    const { offsets, ids } = this.rows.terms
    starts.fill(0, 0, size + 2)
    for (let i = 0; i < count; i++) {
      if (sizes[i] === 0) continue
      const end = offsets[changed[i] + 1]
      for (let e = offsets[changed[i]]; e < end; e++) if (placeOf[ids[e]] >= 0) starts[placeOf[ids[e]] + 2]++
    }
    for (let place = 0; place < size; place++) starts[place + 2] += starts[place + 1]
    for (let i = 0; i < count; i++) {
      if (sizes[i] === 0) continue
      const end = offsets[changed[i] + 1]
      for (let e = offsets[changed[i]]; e < end; e++) {
        const place = placeOf[ids[e]]
        if (place >= 0) numbers[starts[place + 1]++] = i
      }
    }
  }

  /** Takes the noted rows, sorted, into the sums of a place. */
  follow(place: number): void {
    const { sums, indices, changes, sizes, starts, numbers } = this.tables
    const k = this.rows.labelCount
    const at = place * 2 * k
    const last = starts[place + 1]
    for (let e = starts[place]; e < last; e++) {
      const from = numbers[e] * k
      const end = from + sizes[numbers[e]]
      // Two at a time: they are never the same, which the engine does not know.
      let j = from
      for (; j + 1 < end; j += 2) {
        const one = at + indices[j]
        const other = at + indices[j + 1]
        const sum = sums[one] + changes[j]
        sums[other] += changes[j + 1]
        sums[one] = sum
      }
      if (j < end) sums[at + indices[j]] += changes[j]
    }
  }

  /** Looks how high the totals are. */
  followPeaks(): void {
    const { peakPlus, peakHeld, totalHeld } = this.tables
    const { totalPlus } = this.weights.tables
    for (let l = 0; l < totalHeld.length; l++) {
      if (totalHeld[l] > peakHeld[l]) peakHeld[l] = totalHeld[l]
      if (totalPlus[l] > peakPlus[l]) peakPlus[l] = totalPlus[l]
    }
  }
}

function longest(lists: IdLists): number {
  let most = 0
  for (let i = 0; i + 1 < lists.offsets.length; i++) most = Math.max(most, listLength(lists, i))
  return most
}
