// The weights D(i, l) that AdaBoost.MH keeps of every (row, label) pair, without the whole table changing in a
// round. D(i, l) = base(i, l) · factor of (l, whether i has l): rows without the chosen term change by a factor
// that depends on (l, sign) alone, so a round changes only the rows that have the term; it reads the others once, to add
// them up.
// Pairs of which nothing is known weigh 0.

import { InputError } from '../errors.js'
import type { BoostingRows } from './boosting-rows.js'

/** More pairs than this are refused: 4 GB. */
const MOST_PAIRS = 2 ** 29
/** Smaller weights count as 0: numbers near the end of the range are slow. */
const TINY = 1e-280
/** Factors are multiplied into the weights before they leave 1/FAR … FAR. */
const FAR = 1e100

/** Sums of base weights over the rows with a term, by label: of rows that have it, and of those that do not. */
export interface TermSums {
  readonly plus: Float64Array
  readonly minus: Float64Array
}

export class PairWeights {
  readonly rows: BoostingRows
  /** Factors, and base sums over all rows, by label. */
  readonly factorPlus: Float64Array
  readonly factorMinus: Float64Array
  readonly totalPlus: Float64Array
  readonly totalMinus: Float64Array
  /** Base weights: rows × labels where a row does not have the label (else 0), and as `rows.labels` where it does. */
  readonly minus: Float64Array
  readonly plus: Float64Array
  private readonly counts: PairCounts
  private readonly sums: TermSums
  private readonly minusBefore: Float64Array
  private readonly plusBefore: Float64Array

  constructor(rows: BoostingRows) {
    const { labelCount: k, count, labels, denied } = rows
    if (count * k > MOST_PAIRS) {
      throw new InputError(
        `a weight for each of ${count} documents and ${k} labels is more than fits in memory: ` +
          'boost fewer labels, or use a learner for many labels such as ff',
      )
    }
    this.rows = rows
    this.factorPlus = new Float64Array(k).fill(1)
    this.factorMinus = new Float64Array(k).fill(1)
    this.totalPlus = new Float64Array(k)
    this.totalMinus = new Float64Array(k)
    this.sums = { plus: new Float64Array(k), minus: new Float64Array(k) }
    this.minusBefore = new Float64Array(k)
    this.plusBefore = new Float64Array(k)
    const first = 1 / rows.pairs
    this.plus = new Float64Array(labels.ids.length).fill(first)
    this.minus = new Float64Array(count * k)
    for (let i = 0; i < count; i++) {
      if (rows.full[i] === 1) this.minus.fill(first, i * k, (i + 1) * k)
      for (let e = denied.offsets[i]; e < denied.offsets[i + 1]; e++)
        this.minus[i * k + denied.ids[e]] = first
      for (let e = labels.offsets[i]; e < labels.offsets[i + 1]; e++) this.minus[i * k + labels.ids[e]] = 0
    }
    this.counts = new PairCounts(rows)
    this.addUp()
  }

  /**
   * Sums over the rows with a term (views that the next call overwrites), O(its rows · k). Where all rows that have
   * a label, or all that do not, have the term, the sum is the total to the bit: the rest is exactly 0.
   */
  sumsOf(term: number): TermSums {
    const { minus: weights, plus: own, sums, counts } = this
    const { labelCount: k, rows, labels } = this.rows
    const { plus, minus } = sums
    plus.fill(0)
    minus.fill(0)
    for (let at = rows.offsets[term]; at < rows.offsets[term + 1]; at++) {
      const row = rows.ids[at]
      const base = row * k
      for (let l = 0; l < k; l++) minus[l] += weights[base + l]
      const end = labels.offsets[row + 1]
      for (let e = labels.offsets[row]; e < end; e++) plus[labels.ids[e]] += own[e]
    }
    counts.snap(term, sums, this)
    return sums
  }

  /**
   * Takes a rule in: D(i, l) ← D(i, l) · exp(∓h(i, l)) / Z, h = present[l] with the term and absent[l] without it.
   * `touched` hears of each row that has the term, with its base weights before: by label where it does not have
   * the label, and in the order of its own labels.
   */
  update(
    term: number,
    present: Float64Array,
    absent: Float64Array,
    touched: (row: number, minusBefore: Float64Array, plusBefore: Float64Array) => void,
  ): void {
    const { minus, plus, factorPlus, factorMinus, totalPlus, totalMinus } = this
    const { labelCount: k, rows, labels } = this.rows
    const { minusBefore, plusBefore } = this
    const up = new Float64Array(k)
    for (let l = 0; l < k; l++) up[l] = Math.exp(present[l] - absent[l])
    for (let at = rows.offsets[term]; at < rows.offsets[term + 1]; at++) {
      const row = rows.ids[at]
      const base = row * k
      for (let l = 0; l < k; l++) {
        const old = minus[base + l]
        const now = old * up[l] < TINY ? 0 : old * up[l]
        minusBefore[l] = old
        minus[base + l] = now
      }
      const from = labels.offsets[row]
      const end = labels.offsets[row + 1]
      for (let e = from; e < end; e++) {
        plusBefore[e - from] = plus[e]
        const now = plus[e] / up[labels.ids[e]]
        plus[e] = now < TINY ? 0 : now
      }
      touched(row, minusBefore, plusBefore)
    }
    // Totals that only followed the changes would soon be all rounding, as base weights shrink and factors grow.
    this.addUp()
    let z = 0
    for (let l = 0; l < k; l++) {
      factorPlus[l] *= Math.exp(-absent[l])
      factorMinus[l] *= Math.exp(absent[l])
      z += factorPlus[l] * totalPlus[l] + factorMinus[l] * totalMinus[l]
    }
    for (let l = 0; l < k; l++) {
      factorPlus[l] /= z
      factorMinus[l] /= z
    }
  }

  /** Whether a factor is so far from 1 that `settle` should be called. */
  isFar(): boolean {
    const far = (factor: number): boolean => !(factor > 1 / FAR && factor < FAR)
    return this.factorPlus.some(far) || this.factorMinus.some(far)
  }

  /** Multiplies the factors into the weights, and adds the totals up anew: O(rows · k). */
  settle(): void {
    const { minus, plus, factorPlus, factorMinus } = this
    const { labelCount: k, labels } = this.rows
    for (let at = 0; at < minus.length; at += k) {
      for (let l = 0; l < k; l++) minus[at + l] *= factorMinus[l]
    }
    for (let e = 0; e < plus.length; e++) plus[e] *= factorPlus[labels.ids[e]]
    factorPlus.fill(1)
    factorMinus.fill(1)
    this.addUp()
  }

  private addUp(): void {
    const { minus, totalMinus } = this
    const k = this.rows.labelCount
    totalMinus.fill(0)
    for (let at = 0; at < minus.length; at += k) {
      for (let l = 0; l < k; l++) totalMinus[l] += minus[at + l]
    }
    const { plus, totalPlus } = this
    const { ids } = this.rows.labels
    totalPlus.fill(0)
    for (let e = 0; e < plus.length; e++) totalPlus[ids[e]] += plus[e]
  }
}

/** How many rows with a term have a label, and how many are known not to: tells which sums are whole. */
class PairCounts {
  private readonly rows: BoostingRows
  private readonly totals: { readonly plus: Uint32Array; readonly minus: Uint32Array }
  private readonly plus: Uint32Array
  private readonly minus: Uint32Array

  constructor(rows: BoostingRows) {
    this.rows = rows
    this.plus = new Uint32Array(rows.labelCount)
    this.minus = new Uint32Array(rows.labelCount)
    this.count(
      Uint32Array.from({ length: rows.count }, (_, i) => i),
      0,
      rows.count,
    )
    this.totals = { plus: this.plus.slice(), minus: this.minus.slice() }
  }

  /** Makes the sums of a term that hold every row there is equal to the totals. */
  snap(term: number, sums: TermSums, { totalPlus, totalMinus }: PairWeights): void {
    const { rows, plus, minus, totals } = this
    this.count(rows.rows.ids, rows.rows.offsets[term], rows.rows.offsets[term + 1])
    for (let l = 0; l < plus.length; l++) {
      if (plus[l] === totals.plus[l]) sums.plus[l] = totalPlus[l]
      if (minus[l] === totals.minus[l]) sums.minus[l] = totalMinus[l]
    }
  }

  private count(ids: Uint32Array, from: number, to: number): void {
    const { plus, minus } = this
    const { labels, denied, full } = this.rows
    let known = 0
    plus.fill(0)
    minus.fill(0)
    for (let at = from; at < to; at++) {
      const row = ids[at]
      known += full[row]
      const end = labels.offsets[row + 1]
      for (let e = labels.offsets[row]; e < end; e++) {
        plus[labels.ids[e]]++
        minus[labels.ids[e]] -= full[row]
      }
      for (let e = denied.offsets[row]; e < denied.offsets[row + 1]; e++) minus[denied.ids[e]]++
    }
    for (let l = 0; l < minus.length; l++) minus[l] += known
  }
}
