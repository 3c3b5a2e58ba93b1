// AdaBoost.MR with discrete rules (Schapire & Singer 2000), after its efficient form: a weight v(i, l) for each
// (row, label) pair instead of one for each pair of labels.
//
//   d(i, l) = ½·v(i, l)·Σ v(i, l') over the labels l' on the other side of row i
//   c_{jl} = sign Σ_{i∈X_j} Y_i[l]·d(i, l); r = Σ_j Σ_l |Σ_{i∈X_j} Y_i[l]·d(i, l)|, the greatest wins
//   v(i, l) ← v(i, l)·exp(−½·α·Y_i[l]·h(x_i, l)) / √Z
// Rows without a label, or with all of them, are left out before.
// d couples the labels of a row, so that every row changes in a round and the whole table is read:
// O(k · words of all rows). Adding up is independent by label.

import type { ForkJoinJob, ForkJoinPool } from '../../contract.js'
import { InputError } from '../../errors.js'
import { runSerially } from '../../solvers/run-serially.js'
import { listLength } from '../../structures/id-lists.js'
import { type FoundRule, LEAST_DIFFERENCE, ruleStrength, TIE, type WeakHypothesis } from './boosting-gain.js'
import { type BoostingRows, writeSigns } from './boosting-rows.js'

/** More sums or weights than this are refused: 4 GB. */
const MOST = 2 ** 29
/** Fewer pairs of row and label are not worth starting threads for. */
const ALONE = 50_000
/** The sides of a row are balanced before one weighs this many times the other. */
const FAR = 1e100

export class MrBooster {
  private readonly rows: BoostingRows
  /** v and Y·d, rows × labels; Y; Σ Y·d over the rows with a term, terms × labels, and over all rows. */
  private readonly weights: Float64Array
  private readonly pulls: Float64Array
  private readonly signs: Int8Array
  private readonly sums: Float64Array
  private readonly totals: Float64Array

  private readonly addUp: () => void

  constructor(rows: BoostingRows, threads?: ForkJoinPool) {
    const { count, labelCount: k, featureCount } = rows
    if (Math.max(count, featureCount) * k > MOST) {
      throw new InputError(
        `weights for ${count} documents, ${featureCount} words and ${k} labels are more than fit in memory: ` +
          'boost fewer labels, or use a learner for many labels such as ff',
      )
    }
    this.rows = rows
    const pool = count * k > ALONE ? threads : undefined
    this.weights = new Float64Array(count * k)
    this.signs = new Int8Array(count * k)
    const floats = (length: number): Float64Array =>
      pool === undefined ? new Float64Array(length) : new Float64Array(pool.memory(length * 8))
    this.pulls = floats(count * k)
    this.sums = floats(featureCount * k)
    this.totals = floats(k)
    const { pulls, sums, totals } = this
    const { offsets, ids } = rows.terms
    const parts = Math.min(k, pool === undefined ? 1 : pool.size * 2)
    const input: MrSums = {
      pulls,
      sums,
      totals,
      count,
      labelCount: k,
      featureCount,
      offsets,
      ids,
      parts,
    }
    const run = pool?.job(MR_JOB, input) ?? runSerially(mrSums(input))
    this.addUp = () => run(parts)
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
    const { rows, sums, totals } = this
    const { labelCount: k, featureCount } = rows
    this.pull()
    this.addUp()
    const all = new Float64Array(featureCount)
    let best = 0
    for (let term = 0; term < featureCount; term++) {
      let r = 0
      for (let l = 0, at = term * k; l < k; l++, at++)
        r += Math.abs(sums[at]) + Math.abs(totals[l] - sums[at])
      all[term] = r
      if (r > best) best = r
    }
    if (!(best > TIE)) return undefined
    const term = all.findIndex((r) => r >= best - TIE)
    const present = new Float64Array(k)
    const absent = new Float64Array(k)
    for (let l = 0; l < k; l++) {
      present[l] = sums[term * k + l] > LEAST_DIFFERENCE ? 1 : -1
      absent[l] = totals[l] - sums[term * k + l] > LEAST_DIFFERENCE ? 1 : -1
    }
    return { term, present, absent, merit: all[term], ...ruleStrength(all[term], 1 / (rows.count * k)) }
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

  /** Y·d of every pair. */
  private pull(): void {
    const { weights, signs, pulls } = this
    const { count, labelCount: k } = this.rows
    for (let i = 0; i < count; i++) {
      let plus = 0
      let minus = 0
      for (let l = 0, at = i * k; l < k; l++, at++) {
        if (signs[at] > 0) plus += weights[at]
        else minus += weights[at]
      }
      for (let l = 0, at = i * k; l < k; l++, at++) {
        pulls[at] = signs[at] > 0 ? (weights[at] * minus) / 2 : (-weights[at] * plus) / 2
      }
    }
  }
}

/** What adding up needs. */
interface MrSums {
  readonly pulls: Float64Array
  readonly sums: Float64Array
  readonly totals: Float64Array
  readonly count: number
  readonly labelCount: number
  readonly featureCount: number
  /** The terms of each row. */
  readonly offsets: Uint32Array
  readonly ids: Uint32Array
  /** The number of ranges that the labels are divided into. */
  readonly parts: number
}

/** What threads do of a round. */
export const MR_JOB: ForkJoinJob<MrSums> = { name: 'boost sums', start: mrSums }

/** Adds Y·d up for a range of labels, by term and over all rows. */
function mrSums(input: MrSums): (part: number) => void {
  const { pulls, sums, totals, count, labelCount: k, featureCount, offsets, ids, parts } = input
  return (part) => {
    const from = Math.floor((part * k) / parts)
    const to = Math.floor(((part + 1) * k) / parts)
    totals.fill(0, from, to)
    for (let term = 0; term < featureCount; term++) sums.fill(0, term * k + from, term * k + to)
    for (let i = 0; i < count; i++) {
      const base = i * k
      for (let l = from; l < to; l++) totals[l] += pulls[base + l]
      const end = offsets[i + 1]
      for (let e = offsets[i]; e < end; e++) {
        const at = ids[e] * k
        for (let l = from; l < to; l++) sums[at + l] += pulls[base + l]
      }
    }
  }
}
