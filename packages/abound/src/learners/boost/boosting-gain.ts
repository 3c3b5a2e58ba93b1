// What a term is worth in a round of AdaBoost.MH, for each way of making rules from terms, and the rule it makes.
//
// With p, n the weight of all rows that have label l and of those that do not, and p₁, n₁ that of the rows with
// the term (p₀, n₀ without), the best term has the greatest gain, in all variants a sum over labels:
//   real          √(pn) − √(p₁n₁) − √(p₀n₀)              Z = 2·(Σ√(pn) − gain)
//   real-abstain  (√p₁ − √n₁)²                            Z = 1 − gain
//   discrete      (|p₁ − n₁| + |p₀ − n₀| − |p − n|) / 2   r = Σ|p − n| + 2·gain
// A gain is never below 0, nor above Σ_l u·p₁ + v·n₁, the `reach` of the term's rows:
//   real          1 − √((1−a)(1−b)) ≤ max(a, b), so u = √(n/p), v = √(p/n); the others u = v = 1.
// Nor is it far above the gain that is worked out with some of the rows left out of n₁ and n₀: at most by
//   real          Σ √(pn) − √(p·n of those left), as √ of sums is at least the sum of √
//   the others    the weight left out.
// A label that no row with the term has adds √(pn)·(1 − √(1−b)) to a real gain, b = n₁/n, which is at most √(pn)·(b + b²)/2.

import type { ForkJoinPool } from '../../contract.js'
import type { PairWeights, TermSums } from './boosting-weights.js'

export const MH_VARIANTS = ['real-mh', 'real-abstain-mh', 'discrete-mh'] as const
export type MhVariant = (typeof MH_VARIANTS)[number]

/** A rule: c_1 for documents with the term, c_0 for those without, by label; both count α times. */
export interface WeakHypothesis {
  readonly term: number
  readonly alpha: number
  readonly present: Float64Array
  readonly absent: Float64Array
}

/** A rule as it was found. */
export interface FoundRule extends WeakHypothesis {
  /** Z of a real rule, less is better; r of a discrete one, more is. */
  readonly merit: number
  /** Nothing is left to learn after it. */
  readonly last: boolean
}

/** How far sums that follow changes may be off, as a share of the highest they have been; roots of 0 make much of it. */
const DRIFT = 1e-13
/** Sums that differ by less are equal: a sign must not depend on rounding. */
export const LEAST_DIFFERENCE = 1e-12
/** Terms whose Z or r differ by less are equal, and one that helps less does not help. */
export const TIE = 1e-10

/** What gains are worked out from, as plain data. */
export interface GainTables {
  /** p and n by label; n of the pairs that are held in kept sums. */
  readonly plus: Float64Array
  readonly minus: Float64Array
  readonly held: Float64Array
  /** What a base weight adds to the reach of a row that has a label, and of one that has not. */
  readonly reachPlus: Float64Array
  readonly reachMinus: Float64Array
  /** √(pn) of held pairs, and what a base weight is as a share of p and of held n. */
  readonly heldRoots: Float64Array
  readonly perPlus: Float64Array
  readonly perHeld: Float64Array
  /** The first part of the gain, over all labels; by how much gains can be above what kept sums say. */
  readonly wholes: Float64Array
}

const WHOLE = 0
const SLACK = 1

export function gainTables(labels: number, memory: ForkJoinPool['memory']): GainTables {
  const floats = (length: number): Float64Array => new Float64Array(memory(length * 8))
  return {
    plus: floats(labels),
    minus: floats(labels),
    held: floats(labels),
    reachPlus: floats(labels),
    reachMinus: floats(labels),
    heldRoots: floats(labels),
    perPlus: floats(labels),
    perHeld: floats(labels),
    wholes: floats(2),
  }
}

export class Gains {
  readonly variant: MhVariant
  readonly tables: GainTables
  private readonly weights: PairWeights

  constructor(weights: PairWeights, tables: GainTables, variant: MhVariant) {
    this.weights = weights
    this.tables = tables
    this.variant = variant
  }

  /** Reads the totals again, after the weights have changed. */
  refresh(): void {
    const { variant } = this
    const { plus, minus, reachPlus, reachMinus, wholes } = this.tables
    const { factorPlus, factorMinus, totalPlus, totalMinus } = this.weights.tables
    let whole = 0
    for (let l = 0; l < plus.length; l++) {
      const p = factorPlus[l] * totalPlus[l]
      const n = factorMinus[l] * totalMinus[l]
      plus[l] = p
      minus[l] = n
      if (variant === 'real-mh') {
        whole += Math.sqrt(p * n)
        const either = p > 0 && n > 0
        reachPlus[l] = either ? factorPlus[l] * Math.sqrt(n / p) : 0
        reachMinus[l] = either ? factorMinus[l] * Math.sqrt(p / n) : 0
      } else {
        whole += Math.abs(p - n) / 2
        reachPlus[l] = factorPlus[l]
        reachMinus[l] = factorMinus[l]
      }
    }
    wholes[WHOLE] = whole
  }

  /** The gain of a term with these base sums. */
  of({ plus, minus }: TermSums): number {
    const whole = this.tables.wholes[WHOLE]
    if (this.variant === 'real-mh') return whole - this.real(plus, minus)
    return this.variant === 'discrete-mh'
      ? this.discrete(plus, minus) - whole
      : this.abstaining(plus, 0, minus, 0)
  }

  /** Reads the totals of kept sums, for `atMost`; `peaks` are the highest totals that their sums have followed. */
  refreshKept(totalHeld: Float64Array, peakPlus: Float64Array, peakHeld: Float64Array): void {
    const { variant } = this
    const { plus, minus, held, heldRoots, perPlus, perHeld, wholes } = this.tables
    const { factorPlus, factorMinus } = this.weights.tables
    let rest = 0
    let left = 0
    let drift = 0
    for (let l = 0; l < held.length; l++) {
      held[l] = Math.min(minus[l], Math.max(0, factorMinus[l] * totalHeld[l]))
      heldRoots[l] = Math.sqrt(plus[l] * held[l])
      perPlus[l] = plus[l] > 0 ? factorPlus[l] / plus[l] : 0
      perHeld[l] = held[l] > 0 ? factorMinus[l] / held[l] : 0
      rest += heldRoots[l]
      left += minus[l] - held[l]
      const offPlus = DRIFT * factorPlus[l] * peakPlus[l]
      const offMinus = DRIFT * factorMinus[l] * peakHeld[l]
      drift += Math.sqrt(plus[l] * offMinus) + Math.sqrt(minus[l] * offPlus) + offPlus + offMinus
    }
    wholes[SLACK] = (variant === 'real-mh' ? wholes[WHOLE] - rest : left) + 2 * drift
  }

  /** By how much gains can be above what kept sums say. */
  get slack(): number {
    return this.tables.wholes[SLACK]
  }

  /** No gain is higher with these base sums: at `at` k of held pairs that do not hold, then k of those that do. */
  atMost(sums: Float64Array, at: number): number {
    const slack = this.tables.wholes[SLACK]
    if (this.variant === 'real-mh') return this.realAtMost(sums, at) + slack
    return this.variant === 'discrete-mh'
      ? this.discreteAtMost(sums, at) + slack
      : this.abstaining(sums, at + this.tables.plus.length, sums, at) + slack
  }

  /** How much closer than this two gains must be to tie. */
  get tie(): number {
    return this.variant === 'real-abstain-mh' ? TIE : TIE / 2
  }

  /** The rule of a term with these sums; undefined if it does not help. */
  makeRule(term: number, sums: TermSums, gain: number): FoundRule | undefined {
    const { variant } = this
    const k = this.tables.plus.length
    const present = new Float64Array(k)
    const absent = new Float64Array(k)
    const smooth = 1 / this.weights.rows.pairs
    if (variant === 'discrete-mh') {
      const r = 2 * (this.tables.wholes[WHOLE] + gain)
      if (!(r > TIE)) return undefined
      this.forEach(sums, (l, p1, n1, p0, n0) => {
        present[l] = p1 - n1 > LEAST_DIFFERENCE ? 1 : -1
        absent[l] = p0 - n0 > LEAST_DIFFERENCE ? 1 : -1
      })
      return { term, present, absent, merit: r, ...ruleStrength(r, smooth) }
    }
    const z = variant === 'real-mh' ? 2 * (this.tables.wholes[WHOLE] - gain) : 1 - gain
    if (!(z < 1 - TIE)) return undefined
    this.forEach(sums, (l, p1, n1, p0, n0) => {
      present[l] = Math.log((p1 + smooth) / (n1 + smooth)) / 2
      if (variant === 'real-mh') absent[l] = Math.log((p0 + smooth) / (n0 + smooth)) / 2
    })
    return { term, alpha: 1, present, absent, merit: z, last: false }
  }

  private real(sumsPlus: Float64Array, sumsMinus: Float64Array): number {
    const { plus, minus } = this.tables
    const { factorPlus, factorMinus } = this.weights.tables
    let sum = 0
    for (let l = 0; l < plus.length; l++) {
      const p1 = factorPlus[l] * sumsPlus[l]
      const n1 = factorMinus[l] * sumsMinus[l]
      const inside = p1 * n1
      const outside = (plus[l] - p1) * (minus[l] - n1)
      if (inside > 0) sum += Math.sqrt(inside)
      if (outside > 0) sum += Math.sqrt(outside)
    }
    return sum
  }

  private realAtMost(sums: Float64Array, at: number): number {
    const { heldRoots, perPlus, perHeld } = this.tables
    const k = heldRoots.length
    let sum = 0
    for (let l = 0; l < k; l++) {
      const p1 = sums[at + k + l]
      const b = perHeld[l] * sums[at + l]
      if (p1 === 0) {
        sum += heldRoots[l] * b * (0.5 + 0.5 * b)
        continue
      }
      const a = perPlus[l] * p1
      const inside = a * b
      const outside = (1 - a) * (1 - b)
      let share = 1
      // Sums that follow changes may fall a little below 0, or above the total.
      if (inside > 0) share -= Math.sqrt(inside)
      if (outside > 0) share -= Math.sqrt(outside)
      sum += heldRoots[l] * share
    }
    return sum
  }

  private abstaining(
    sumsPlus: Float64Array,
    plusAt: number,
    sumsMinus: Float64Array,
    minusAt: number,
  ): number {
    const { factorPlus, factorMinus } = this.weights.tables
    let sum = 0
    for (let l = 0; l < factorPlus.length; l++) {
      const p1 = factorPlus[l] * sumsPlus[plusAt + l]
      const n1 = factorMinus[l] * sumsMinus[minusAt + l]
      sum += p1 + n1
      if (p1 * n1 > 0) sum -= 2 * Math.sqrt(p1 * n1)
    }
    return sum
  }

  private discrete(sumsPlus: Float64Array, sumsMinus: Float64Array): number {
    const { plus, minus } = this.tables
    const { factorPlus, factorMinus } = this.weights.tables
    let sum = 0
    for (let l = 0; l < plus.length; l++) {
      const with1 = factorPlus[l] * sumsPlus[l] - factorMinus[l] * sumsMinus[l]
      sum += Math.abs(with1) + Math.abs(plus[l] - minus[l] - with1)
    }
    return sum / 2
  }

  private discreteAtMost(sums: Float64Array, at: number): number {
    const { plus, held } = this.tables
    const { factorPlus, factorMinus } = this.weights.tables
    const k = plus.length
    let sum = 0
    for (let l = 0; l < k; l++) {
      const n1 = sums[at + l]
      const p1 = sums[at + k + l]
      const with1 = factorPlus[l] * p1 - factorMinus[l] * n1
      const all = plus[l] - held[l]
      sum += Math.abs(with1) + Math.abs(all - with1) - Math.abs(all)
    }
    return sum / 2
  }

  /** Calls back with the weights of each label: with the term, and without. */
  private forEach(
    sums: TermSums,
    visit: (label: number, p1: number, n1: number, p0: number, n0: number) => void,
  ): void {
    const { plus, minus } = this.tables
    const { factorPlus, factorMinus } = this.weights.tables
    for (let l = 0; l < plus.length; l++) {
      const p1 = factorPlus[l] * sums.plus[l]
      const n1 = factorMinus[l] * sums.minus[l]
      visit(l, p1, n1, Math.max(0, plus[l] - p1), Math.max(0, minus[l] - n1))
    }
  }
}

/** α of a rule of signs, and whether it was the last: at r = 1 nothing is left to learn. */
export function ruleStrength(r: number, smooth: number): { alpha: number; last: boolean } {
  const last = !(r < 1 - TIE)
  return { alpha: last ? Math.log(2 / smooth) / 2 : Math.log((1 + r) / (1 - r)) / 2, last }
}
