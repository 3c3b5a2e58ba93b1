// AdaBoost.MR with discrete rules (Schapire & Singer 2000), after its efficient form: a weight v(i, l) for each
// (row, label) pair instead of one for each pair of labels.
//
//   d(i, l) = ½·v(i, l)·Σ v(i, l') over the labels l' on the other side of row i
//   c_{jl} = sign Σ_{i∈X_j} Y_i[l]·d(i, l); r = Σ_j Σ_l |Σ_{i∈X_j} Y_i[l]·d(i, l)|, the greatest wins
//   v(i, l) ← v(i, l)·exp(−½·α·Y_i[l]·h(x_i, l)) / √Z
// Rows without a label, or with all of them, are left out before.
// d couples the labels of a row, so that every row changes in a round, and nothing can be kept from one round to the next.
// But r ≤ Σ_l |Σ_i Y·d| + 2·Σ_{i∈X_1} Σ_l d(i, l), which needs one number a row: only terms that could win by it are added
// up, those that weigh much first. O(rows · k + words of all rows + k · words that are added up); the last, which is most,
// is shared out over threads, and a term's sums are the same on any.

import type { ForkJoinJob, ForkJoinPool } from '../../contract.js'
import { InputError } from '../../errors.js'
import { type IdLists, listLength } from '../../structures/id-lists.js'
import { addRows } from './add-rows.js'
import { type FoundRule, LEAST_DIFFERENCE, ruleStrength, TIE, type WeakHypothesis } from './boosting-gain.js'
import { type BoostingRows, shareRows, writeSigns } from './boosting-rows.js'

/** More weights than this are refused: 4 GB. */
const MOST = 2 ** 29
/** Fewer pairs of row and label are not worth starting threads for. */
const ALONE = 50_000
/** Fewer additions are made before another thread is awake. */
const FEW = 50_000
/** Ranges for each thread, as some take longer than others. */
const RANGES_EACH = 4
/** Terms within this share of the highest bound are added up first. */
const FIRST = 0.25
/** More than bounds can be off by rounding. */
const NEAR = 1e-7
/** The sides of a row are balanced before one weighs this many times the other. */
const FAR = 1e100

export class MrBooster {
  private readonly rows: BoostingRows
  /** v, rows × labels; Y; what terms can come to at most. */
  private readonly weights: Float64Array
  private readonly signs: Int8Array
  private readonly bounds: Float64Array
  private readonly tables: MrTables
  private readonly sums: (range: number) => void
  private readonly together: ((ranges: number) => void) | undefined
  private readonly threads: number

  constructor(rows: BoostingRows, threads?: ForkJoinPool) {
    const { count, labelCount: k, featureCount } = rows
    if (count * k > MOST) {
      throw new InputError(
        `weights for ${count} documents and ${k} labels are more than fit in memory: ` +
          'boost fewer labels, or use a learner for many labels such as ff',
      )
    }
    const pool = count * k > ALONE ? threads : undefined
    this.rows = pool === undefined ? rows : shareRows(rows, pool)
    this.weights = new Float64Array(count * k)
    this.signs = new Int8Array(count * k)
    this.bounds = new Float64Array(featureCount)
    const memory = (bytes: number): ArrayBufferLike => pool?.memory(bytes) ?? new ArrayBuffer(bytes)
    this.tables = {
      labelCount: k,
      rows: this.rows.rows,
      pulls: new Float64Array(memory(count * k * 8)),
      totals: new Float64Array(memory(k * 8)),
      batch: new Uint32Array(memory(featureCount * 4)),
      strengths: new Float64Array(memory(featureCount * 8)),
      order: new Uint32Array(memory(8)),
    }
    this.sums = addBatch(this.tables)
    this.together = pool?.job(MR_JOB, this.tables)
    this.threads = pool?.size ?? 1
    for (let i = 0; i < count; i++) {
      const signs = this.signs.subarray(i * k, (i + 1) * k)
      writeSigns(rows, i, signs)
      const inside = listLength(rows.labels, i)
      const outside = rows.full[i] === 1 ? k - inside : listLength(rows.denied, i)
      const first = (count * inside * outside) ** -0.5
      for (let l = 0; l < k; l++) if (signs[l] !== 0) this.weights[i * k + l] = first
    }
  }

  /** The rule of this round; undefined if no term helps. */
  choose(): FoundRule | undefined {
    const { rows, bounds } = this
    const { totals } = this.tables
    const { count, labelCount: k } = rows
    this.pull()
    const most = bounds.reduce((a, b) => Math.max(a, b), 0)
    const least = totals.reduce((sum, total) => sum + Math.abs(total), 0)
    const found: { term: number; r: number }[] = []
    const add = (from: number, below: number): void => {
      const terms: number[] = []
      bounds.forEach((bound, term) => {
        if (bound >= from && bound < below) terms.push(term)
      })
      found.push(...this.strengths(terms))
    }
    const first = least + FIRST * (most - least)
    add(first, Number.POSITIVE_INFINITY)
    add(found.reduce((best, { r }) => Math.max(best, r), 0) - NEAR, first)
    const best = found.reduce((best, { r }) => Math.max(best, r), 0)
    if (!(best > TIE)) return undefined
    const tied = found.filter(({ r }) => r >= best - TIE)
    const { term, r } = tied.reduce((a, b) => (b.term < a.term ? b : a))
    const sums = termSums(this.tables, term, new Float64Array(k))
    const present = sums.map((sum) => (sum > LEAST_DIFFERENCE ? 1 : -1))
    const absent = sums.map((sum, l) => (totals[l] - sum > LEAST_DIFFERENCE ? 1 : -1))
    return { term, present, absent, merit: r, ...ruleStrength(r, 1 / (count * k)) }
  }

  /** r of terms, freshly added up. */
  private strengths(terms: readonly number[]): { term: number; r: number }[] {
    const { batch, strengths, order, labelCount } = this.tables
    let words = 0
    terms.forEach((term, i) => {
      batch[i] = term
      words += listLength(this.rows.rows, term)
    })
    const run = words * labelCount > FEW ? this.together : undefined
    const ranges = run === undefined ? 1 : Math.min(terms.length, this.threads * RANGES_EACH)
    order.set([terms.length, ranges])
    if (run === undefined) this.sums(0)
    else run(ranges)
    return terms.map((term, i) => ({ term, r: strengths[i] }))
  }

  /** Takes a rule in. */
  apply({ term, alpha, present, absent }: WeakHypothesis): void {
    const { weights, signs } = this
    const { labelCount: k, count, rows } = this.rows
    const up = (c: number): number => Math.exp((alpha * c) / 2)
    const without = absent.map(up)
    const having = present.map(up)
    let next = rows.offsets[term]
    let z = 0
    for (let i = 0; i < count; i++) {
      const has = next < rows.offsets[term + 1] && rows.ids[next] === i
      if (has) next++
      const factors = has ? having : without
      let plus = 0
      let minus = 0
      for (let l = 0, at = i * k; l < k; l++, at++) {
        if (signs[at] > 0) plus += weights[at] /= factors[l]
        else minus += weights[at] *= factors[l]
      }
      z += plus * minus
      // Only the products of weights on both sides count, while each side may run away.
      if (!(plus < FAR * minus && minus < FAR * plus)) this.balance(i, Math.sqrt(minus / plus))
    }
    const norm = z > 0 ? 1 / Math.sqrt(z) : 1
    for (let at = 0; at < weights.length; at++) weights[at] *= norm
  }

  /** Multiplies a row's weights by a factor for its own labels, and divides the others by it. */
  private balance(row: number, factor: number): void {
    if (!(factor > 0 && factor < Number.POSITIVE_INFINITY)) return
    const { weights, signs } = this
    const k = this.rows.labelCount
    for (let at = row * k; at < (row + 1) * k; at++) weights[at] *= signs[at] > 0 ? factor : 1 / factor
  }

  /** v of a pair, for tests. */
  weightOf(row: number, label: number): number {
    return this.weights[row * this.rows.labelCount + label]
  }

  /** Y·d of every pair, their totals by label, and the bounds of terms. */
  private pull(): void {
    const { weights, signs, bounds } = this
    const { pulls, totals } = this.tables
    const { count, labelCount: k, terms, featureCount } = this.rows
    totals.fill(0)
    bounds.fill(0)
    for (let i = 0; i < count; i++) {
      let plus = 0
      let minus = 0
      for (let l = 0, at = i * k; l < k; l++, at++) {
        if (signs[at] > 0) plus += weights[at]
        else minus += weights[at]
      }
      for (let l = 0, at = i * k; l < k; l++, at++) {
        pulls[at] = signs[at] > 0 ? (weights[at] * minus) / 2 : (-weights[at] * plus) / 2
        totals[l] += pulls[at]
      }
      // Both sides of a row come to half the product, and count twice.
      const reach = 2 * plus * minus
      for (let e = terms.offsets[i]; e < terms.offsets[i + 1]; e++) bounds[terms.ids[e]] += reach
    }
    const least = totals.reduce((sum, total) => sum + Math.abs(total), 0)
    for (let term = 0; term < featureCount; term++) bounds[term] += least
  }
}

/** What adding terms up reads and writes. */
interface MrTables {
  readonly labelCount: number
  /** The rows of each term. */
  readonly rows: IdLists
  /** Y·d, rows × labels, and its totals. */
  readonly pulls: Float64Array
  readonly totals: Float64Array
  /** Terms to be added up, and r of each. */
  readonly batch: Uint32Array
  readonly strengths: Float64Array
  /** How many terms, in how many ranges. */
  readonly order: Uint32Array
}

/** What threads do of a round. */
export const MR_JOB: ForkJoinJob<MrTables> = { name: 'boost sums', start: addBatch }

/** Σ Y·d over the rows with a term, by label. */
function termSums({ rows, pulls, labelCount }: MrTables, term: number, sums: Float64Array): Float64Array {
  sums.fill(0)
  addRows(pulls, labelCount, rows.ids, rows.offsets[term], rows.offsets[term + 1], sums, 0, labelCount)
  return sums
}

/** Adds up each n-th term of the batch. */
function addBatch(tables: MrTables): (range: number) => void {
  const { totals, batch, strengths, order, labelCount: k } = tables
  const sums = new Float64Array(k)
  return (range) => {
    const [count, ranges] = order
    for (let i = range; i < count; i += ranges) {
      termSums(tables, batch[i], sums)
      let r = 0
      for (let l = 0; l < k; l++) r += Math.abs(sums[l]) + Math.abs(totals[l] - sums[l])
      strengths[i] = r
    }
  }
}
