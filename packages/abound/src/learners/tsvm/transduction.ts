// A transductive support vector machine of one label (Joachims 1999): signs for unlabelled rows, `positives` (num₊) of
// them plus, such that labelled and unlabelled rows together are parted as widely as can be found.
//
//   min over w, b and the signs y*:  ½(‖w‖² + b²) + Σ_i C_i·ξ_i + Σ_j C*_{y*_j}·ξ*_j
//   ξ = max(0, 1 − y(w·x + b)); C*₊ for the unlabelled that are plus, C*₋ for the others
// 1. Train on the labelled alone; the num₊ unlabelled that score highest become plus, the others minus.
// 2. From small C*₋ and C*₊ on: train; while two unlabelled rows m (plus) and l (minus) have ξ*_m > 0, ξ*_l > 0 and
//    ξ*_m + ξ*_l > 2, swap their signs and train again; then double C*₋ and C*₊, up to C*. The last stage is at C*.
// At the weights that stand, each swap lowers the objective whatever the others do, so all disjoint pairs, largest ξ*
// first, are swapped before training goes on from there (α = 0 for the swapped), by a few passes while there is more to
// swap. Where training within the tolerance leaves the objective no lower than before the swaps, a stage ends and the
// next, in which all count twice as much, begins; in the last stage the tolerance becomes finer instead, so that it
// ends with no pair left to swap.
// Costs some 20 stages, each of a few trainings that begin where the one before ended.

import { InputError } from '../../errors.js'
import { type Descent, linearSolver, type MarginSolver, type SignedRows } from '../../solvers/dual-descent.js'

/** How C*₊ starts beside C*₋: as much higher as plus is rarer, equal, or as much lower (as printed in the paper). */
export const START_COSTS = ['inverse', 'equal', 'paper'] as const
export type StartCosts = (typeof START_COSTS)[number]

/** Where the objective stands after a training. */
export interface TransductionStep {
  readonly minusCost: number
  readonly plusCost: number
  readonly objective: number
  /** Pairs that were swapped before it. */
  readonly swapped: number
}

export interface TransductionOptions {
  /** num₊: how many of the unlabelled rows are plus, at any time. */
  readonly positives: number
  /** C*. */
  readonly unlabelledCost: number
  readonly startCosts: StartCosts
  readonly tolerance: number
  readonly maxPasses: number
  readonly seed: number
  /** The linear one if not given. */
  readonly solver?: MarginSolver
  step?(step: TransductionStep): void
}

export interface Transduction {
  /** As the solver has them: w with b behind it. */
  readonly weights: Float64Array
  /** The labelled rows and the unlabelled behind them, with their signs, and α by place. */
  readonly problem: SignedRows
  readonly alphas: Float64Array
  /** By unlabelled row: its sign and its score. */
  readonly signs: Int8Array
  readonly scores: Float64Array
  readonly objective: number
}

const START_COST = 1e-5
/** ξ*_m + ξ*_l must be above 2 by more than rounding. */
const MARGIN = 1e-9
/** Trainings of one stage, at most: inexact ones might otherwise take turns for long. */
const MOST_TRAININGS = 200
const LEAST_TOLERANCE = 1e-9
/** After swaps a few passes do, until there is nothing more to swap. */
const SWAP_PASSES = 2

/** Finds the signs of `unlabelled`, rows of the same data that are not among the labelled. */
export function transduce(
  labelled: SignedRows,
  unlabelled: Uint32Array,
  options: TransductionOptions,
): Transduction {
  const { positives, unlabelledCost, startCosts } = options
  const others = unlabelled.length
  if (!(Number.isInteger(positives) && positives >= 1 && positives < others)) {
    throw new InputError(
      `${positives} of ${others} unlabelled documents to have the label: expected at least 1, and 1 without it`,
    )
  }
  if (!labelled.signs.includes(1) || !labelled.signs.includes(-1))
    throw new InputError('expected labelled documents both with the label and without it')
  const search = new Search(labelled, unlabelled, options)
  const ratio = positives / (others - positives)
  let minus = Math.min(START_COST, unlabelledCost)
  let plus = Math.min(
    START_COST * (startCosts === 'inverse' ? 1 / ratio : startCosts === 'paper' ? ratio : 1),
    unlabelledCost,
  )
  for (;;) {
    const last = minus >= unlabelledCost && plus >= unlabelledCost
    search.stage(minus, plus, last)
    if (last) return search.result()
    minus = Math.min(2 * minus, unlabelledCost)
    plus = Math.min(2 * plus, unlabelledCost)
  }
}

/** Labelled rows, and behind them the unlabelled, with the signs and weights that stand. */
class Search {
  private readonly problem: SignedRows
  private readonly descent: Descent
  private readonly options: TransductionOptions
  private readonly solver: MarginSolver
  private readonly labelled: number
  /** w·x + b by place in the rows, as of the last training. */
  private readonly scores: Float64Array
  private objective = 0
  private gap = 0
  private trainings = 0

  constructor(labelled: SignedRows, unlabelled: Uint32Array, options: TransductionOptions) {
    const { data, lengths } = labelled
    const known = labelled.rows.length
    const count = known + unlabelled.length
    const rows = new Uint32Array(count)
    rows.set(labelled.rows)
    rows.set(unlabelled, known)
    const signs = new Int8Array(count).fill(-1)
    signs.set(labelled.signs)
    const costs = new Float64Array(count)
    costs.set(labelled.costs)
    this.options = options
    this.solver = options.solver ?? linearSolver
    this.labelled = known
    this.scores = new Float64Array(count)
    this.problem = { data, rows, lengths, signs, costs }

    const alone = this.solver.fresh(labelled, 'hinge')
    const { tolerance, maxPasses, seed } = options
    this.solver.descend(labelled, alone, { loss: 'hinge', tolerance, maxPasses, seed })
    const alphas = new Float64Array(count)
    alphas.set(alone.alphas)
    this.descent = { weights: alone.weights, alphas }
    this.measure()
    const { scores } = this
    const byScore = Uint32Array.from(unlabelled, (_, j) => known + j).sort(
      (a, b) => scores[b] - scores[a] || a - b,
    )
    for (let j = 0; j < options.positives; j++) signs[byScore[j]] = 1
  }

  /** Trains and swaps at these costs until no pair is left to swap. */
  stage(minusCost: number, plusCost: number, last: boolean): void {
    const { tolerance, maxPasses, step } = this.options
    const { signs, costs } = this.problem
    for (let i = this.labelled; i < costs.length; i++) costs[i] = signs[i] > 0 ? plusCost : minusCost
    this.train(tolerance, maxPasses)
    let swapped = 0
    for (let trained = 0; trained < MOST_TRAININGS; trained++) {
      step?.({ minusCost, plusCost, objective: this.objective, swapped })
      swapped = this.swapPairs()
      if (swapped === 0 && this.gap <= tolerance) return
      const passes = swapped === 0 ? maxPasses : SWAP_PASSES
      if (!this.trainBelow(this.objective, passes, last ? LEAST_TOLERANCE : tolerance)) return
    }
  }

  result(): Transduction {
    const { labelled, objective, descent, problem } = this
    return {
      weights: descent.weights,
      problem,
      alphas: descent.alphas,
      signs: problem.signs.subarray(labelled),
      scores: this.scores.subarray(labelled),
      objective,
    }
  }

  /** Trains, down to the tolerance `least`, until the objective is below `bound`; returns whether it is. */
  private trainBelow(bound: number, passes: number, least: number): boolean {
    let { tolerance } = this.options
    let most = passes
    while (tolerance >= least) {
      this.train(tolerance, most)
      if (this.objective < bound) return true
      most = Math.min(2 * most, this.options.maxPasses)
      if (this.gap <= tolerance || most === this.options.maxPasses) tolerance *= 0.1
    }
    return false
  }

  private train(tolerance: number, maxPasses: number): void {
    const seed = this.options.seed + ++this.trainings
    this.solver.descend(this.problem, this.descent, { loss: 'hinge', tolerance, maxPasses, seed })
    this.measure()
  }

  /** Scores of all rows, the objective, and how far apart the projected gradients lie. */
  private measure(): void {
    const { data, rows, signs, costs } = this.problem
    const { weights, alphas } = this.descent
    const { scores, solver } = this
    solver.scoreRows(data, rows, weights, scores)
    const norm = solver.squaredNorm(this.problem, this.descent)
    let errors = 0
    let highest = Number.NEGATIVE_INFINITY
    let lowest = Number.POSITIVE_INFINITY
    for (let i = 0; i < rows.length; i++) {
      const gradient = signs[i] * scores[i] - 1
      if (gradient < 0) errors -= costs[i] * gradient
      const held = (alphas[i] === 0 && gradient > 0) || (alphas[i] === costs[i] && gradient < 0)
      const projected = held ? 0 : gradient
      highest = Math.max(highest, projected)
      lowest = Math.min(lowest, projected)
    }
    this.objective = norm / 2 + errors
    this.gap = highest - lowest
  }

  /** Swaps the signs of all disjoint pairs that violate the condition; returns how many. */
  private swapPairs(): number {
    const { signs, costs } = this.problem
    const { scores, labelled } = this
    // ξ_m + ξ_l > 2 means that m, which is plus, scores below l.
    let lowest = Number.POSITIVE_INFINITY
    let highest = Number.NEGATIVE_INFINITY
    for (let i = labelled; i < signs.length; i++) {
      if (signs[i] > 0) lowest = Math.min(lowest, scores[i])
      else highest = Math.max(highest, scores[i])
    }
    const plus: number[] = []
    const minus: number[] = []
    for (let i = labelled; i < signs.length; i++) {
      if (signs[i] > 0 && scores[i] < Math.min(1, highest)) plus.push(i)
      if (signs[i] < 0 && scores[i] > Math.max(-1, lowest)) minus.push(i)
    }
    plus.sort((a, b) => scores[a] - scores[b] || a - b)
    minus.sort((a, b) => scores[b] - scores[a] || a - b)
    let pairs = 0
    while (pairs < plus.length && pairs < minus.length) {
      const m = plus[pairs]
      const l = minus[pairs]
      if (1 - scores[m] + (1 + scores[l]) <= 2 + MARGIN) break
      const cost = costs[m]
      this.turn(m, costs[l])
      this.turn(l, cost)
      pairs++
    }
    return pairs
  }

  /** Gives a row the other sign; its α leaves the weights. */
  private turn(i: number, cost: number): void {
    const { data, rows, signs, costs } = this.problem
    const { weights, alphas } = this.descent
    if (alphas[i] !== 0) this.solver.addRow(data, rows[i], weights, -signs[i] * alphas[i])
    alphas[i] = 0
    signs[i] = -signs[i]
    costs[i] = cost
  }
}
