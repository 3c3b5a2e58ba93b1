// The weights D(i, l) that AdaBoost.MH keeps of every (row, label) pair, without the whole table changing in a
// round. D(i, l) = base(i, l) · factor of (l, whether i has l): rows without the chosen term change by a factor
// that depends on (l, sign) alone, so a round changes only the rows that have the term; it reads the others once, to add
// them up.
// Pairs of which nothing is known weigh 0.

import type { ForkJoinPool } from '../../contract.js'
import { InputError } from '../../errors.js'
import { addRows } from './add-rows.js'
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

/** The weights as plain data, which threads can share. */
export interface WeightTables {
  /** Factors, and base sums over all rows, by label. */
  readonly factorPlus: Float64Array
  readonly factorMinus: Float64Array
  readonly totalPlus: Float64Array
  readonly totalMinus: Float64Array
  /** Base weights: rows × labels where a row does not have the label (else 0), and as `rows.labels` where it does. */
  readonly minus: Float64Array
  readonly plus: Float64Array
  /** What the rule at hand makes of the weights of rows with its term, by label: times where they do not have it, else by. */
  readonly up: Float64Array
}

/** The weights before the first round, totals not yet added up. */
export function firstWeights(rows: BoostingRows, memory: ForkJoinPool['memory']): WeightTables {
  const { labelCount: k, count, labels, denied } = rows
  if (count * k > MOST_PAIRS) {
    throw new InputError(
      `a weight for each of ${count} documents and ${k} labels is more than fits in memory: ` +
        'boost fewer labels, or use a learner for many labels such as ff',
    )
  }
  const floats = (length: number): Float64Array => new Float64Array(memory(length * 8))
  const first = 1 / rows.pairs
  const minus = floats(count * k)
  for (let i = 0; i < count; i++) {
    if (rows.full[i] === 1) minus.fill(first, i * k, (i + 1) * k)
    for (let e = denied.offsets[i]; e < denied.offsets[i + 1]; e++) minus[i * k + denied.ids[e]] = first
    for (let e = labels.offsets[i]; e < labels.offsets[i + 1]; e++) minus[i * k + labels.ids[e]] = 0
  }
  return {
    factorPlus: floats(k).fill(1),
    factorMinus: floats(k).fill(1),
    totalPlus: floats(k),
    totalMinus: floats(k),
    minus,
    plus: floats(labels.ids.length).fill(first),
    up: floats(k),
  }
}

export class PairWeights {
  readonly rows: BoostingRows
  readonly tables: WeightTables
  private readonly counts: PairCounts
  private readonly sums: TermSums
  /** What a row weighed before `update`. */
  readonly before: TermSums
  private readonly everyRow: Uint32Array

  constructor(rows: BoostingRows, tables: WeightTables) {
    const { labelCount: k, count } = rows
    this.rows = rows
    this.tables = tables
    this.sums = { plus: new Float64Array(k), minus: new Float64Array(k) }
    this.before = { plus: new Float64Array(k), minus: new Float64Array(k) }
    this.everyRow = Uint32Array.from({ length: count }, (_, i) => i)
    this.counts = new PairCounts(rows, this.everyRow)
  }

  /**
   * Sums over the rows with a term (views that the next call overwrites), O(its rows · k). Where all rows that have
   * a label, or all that do not, have the term, the sum is the total to the bit: the rest is exactly 0.
   */
  sumsOf(term: number): TermSums {
    const { sums, counts, tables } = this
    const { labelCount: k, rows, labels } = this.rows
    const { plus, minus } = sums
    const start = rows.offsets[term]
    const end = rows.offsets[term + 1]
    minus.fill(0)
    addRows(tables.minus, k, rows.ids, start, end, minus, 0, k)
    plus.fill(0)
    for (let at = start; at < end; at++) {
      const last = labels.offsets[rows.ids[at] + 1]
      for (let e = labels.offsets[rows.ids[at]]; e < last; e++) plus[labels.ids[e]] += tables.plus[e]
    }
    counts.snap(term, sums, tables)
    return sums
  }

  /** Sets `up` for a rule that says present[l] of rows with its term and absent[l] of those without. */
  setUp(present: Float64Array, absent: Float64Array): void {
    const { up } = this.tables
    for (let l = 0; l < up.length; l++) up[l] = Math.exp(present[l] - absent[l])
  }

  /**
   * Takes in what a rule says of a row with its term; the base weights before are in `before`, by label where it
   * does not have the label, and in the order of its own labels.
   */
  update(row: number): void {
    const { minus, plus, up } = this.tables
    const { labelCount: k, labels } = this.rows
    const { before } = this
    const base = row * k
    for (let l = 0; l < k; l++) {
      const old = minus[base + l]
      const now = old * up[l] < TINY ? 0 : old * up[l]
      before.minus[l] = old
      minus[base + l] = now
    }
    const first = labels.offsets[row]
    const end = labels.offsets[row + 1]
    for (let e = first; e < end; e++) {
      before.plus[e - first] = plus[e]
      const now = plus[e] / up[labels.ids[e]]
      plus[e] = now < TINY ? 0 : now
    }
  }

  /** Takes in what the rule says of all other rows, and makes the weights add up to 1. */
  rescale(absent: Float64Array): void {
    const { factorPlus, factorMinus, totalPlus, totalMinus } = this.tables
    let z = 0
    for (let l = 0; l < absent.length; l++) {
      factorPlus[l] *= Math.exp(-absent[l])
      factorMinus[l] *= Math.exp(absent[l])
      z += factorPlus[l] * totalPlus[l] + factorMinus[l] * totalMinus[l]
    }
    for (let l = 0; l < absent.length; l++) {
      factorPlus[l] /= z
      factorMinus[l] /= z
    }
  }

  /** Whether a factor is so far from 1 that `settle` should be called. */
  isFar(): boolean {
    const far = (factor: number): boolean => !(factor > 1 / FAR && factor < FAR)
    return this.tables.factorPlus.some(far) || this.tables.factorMinus.some(far)
  }

  /** Multiplies the factors into the weights, and adds the totals up again: O(rows · k). */
  settle(): void {
    const { minus, plus, factorPlus, factorMinus } = this.tables
    const { labelCount: k, labels } = this.rows
    for (let at = 0; at < minus.length; at += k) {
      for (let l = 0; l < k; l++) minus[at + l] *= factorMinus[l]
    }
    for (let e = 0; e < plus.length; e++) plus[e] *= factorPlus[labels.ids[e]]
    factorPlus.fill(1)
    factorMinus.fill(1)
    this.addUp(0, k)
  }

  /**
   * Adds up the totals of labels from … to − 1. Totals that only followed the changes would soon be all rounding, as
   * base weights shrink and factors grow.
   */
  addUp(from: number, to: number): void {
    const { minus, totalMinus, plus, totalPlus } = this.tables
    const { labelCount: k, count, labels } = this.rows
    totalMinus.fill(0, from, to)
    addRows(minus, k, this.everyRow, 0, count, totalMinus, from, to)
    const { ids } = labels
    totalPlus.fill(0, from, to)
    for (let e = 0; e < plus.length; e++) if (ids[e] >= from && ids[e] < to) totalPlus[ids[e]] += plus[e]
  }
}

/** How many rows with a term have a label, and how many are known not to: tells which sums are whole. */
class PairCounts {
  private readonly rows: BoostingRows
  private readonly totals: { readonly plus: Uint32Array; readonly minus: Uint32Array }
  private readonly plus: Uint32Array
  private readonly minus: Uint32Array

  constructor(rows: BoostingRows, everyRow: Uint32Array) {
    this.rows = rows
    this.plus = new Uint32Array(rows.labelCount)
    this.minus = new Uint32Array(rows.labelCount)
    this.count(everyRow, 0, rows.count)
    this.totals = { plus: this.plus.slice(), minus: this.minus.slice() }
  }

  /** Makes the sums of a term that hold every row there is equal to the totals. */
  snap(term: number, sums: TermSums, { totalPlus, totalMinus }: WeightTables): void {
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
