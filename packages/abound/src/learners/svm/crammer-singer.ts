// A linear classifier of all labels in one problem, for documents of exactly one label each (Crammer & Singer 2001), by
// the sequential dual method (Keerthi, Sundararajan, Chang, Hsieh & Lin 2008).
//
//   min ½Σ_m(‖w_m‖² + b_m²) + Σ_i C_i · max_m(e_im + w_m·x_i + b_m − w_y·x_i − b_y), y = y_i; e_im = 0 for y, else 1
// w_m = Σ_i α_im x_i, b_m = Σ_i α_im, with Σ_m α_im = 0 and α_im ≤ u_m: C_i for y, else 0. A step on document i,
// exact in all its labels at once, with A = ‖x_i‖² + 1 and G_m = e_im + w_m·x_i + b_m:
//   D_m = G_m − A·α_im + A·u_m;  α_im ← u_m − max(0, D_m − β)/A, where β is such that Σ_m max(0, D_m − β) = A·C_i.
// The violation of a document is max_m G_m − min_{m: α_im < u_m} G_m. Documents come in a new seeded order in each pass.
// A label at its bound with G below that least one is left out for the document, and so is a document with one label
// left; all are looked at once more whenever the violation has come down, and at the end. It ends when a pass that began
// with all finds no violation of `tolerance`. A pass costs entries × labels of what is still in; memory: 8 bytes for each
// feature and label, 12 for each document and label.

import type { Dataset } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { Rng } from '../../structures/rng.js'

/** Rows with one label and a cost each. */
export interface NamedRows {
  readonly data: Dataset
  /** ‖x‖² + 1 by row of the data. */
  readonly lengths: Float64Array
  /** The label by row. */
  readonly labels: Uint32Array
  /** C_i by row, above 0. */
  readonly costs: Float64Array
}

interface CrammerSingerOptions {
  readonly tolerance: number
  readonly maxPasses: number
  readonly seed: number
  progress?(passes: number): void
}

/** What it leaves: w features × labels, the biases as a last feature; α rows × labels. */
export interface CrammerSingerWeights {
  readonly weights: Float64Array
  readonly alphas: Float64Array
  readonly passes: number
}

/** Below this much a document has nothing to gain. */
const NOTHING = 1e-12

export function solveCrammerSinger(problem: NamedRows, options: CrammerSingerOptions): CrammerSingerWeights {
  const { data } = problem
  const k = data.labelCount
  const weights = new Float64Array((data.featureCount + 1) * k)
  const alphas = new Float64Array(data.count * k)
  const passes = new CrammerSinger(problem, weights, alphas).run(options)
  return { weights, alphas, passes }
}

class CrammerSinger {
  private readonly problem: NamedRows
  private readonly weights: Float64Array
  private readonly alphas: Float64Array
  /** Labels by row, those that are still in first, and how many these are. */
  private readonly order: Uint32Array
  private readonly sizes: Uint32Array
  /** G, D and the new α of the document at hand, in the order of its labels. */
  private readonly gradients: Float64Array
  private readonly levels: Float64Array
  private readonly moves: Float64Array
  private readonly moved: Uint32Array

  constructor(problem: NamedRows, weights: Float64Array, alphas: Float64Array) {
    const { count, labelCount } = problem.data
    this.problem = problem
    this.weights = weights
    this.alphas = alphas
    this.order = new Uint32Array(count * labelCount)
    for (let at = 0; at < this.order.length; at++) this.order[at] = at % labelCount
    this.sizes = new Uint32Array(count).fill(labelCount)
    this.gradients = new Float64Array(labelCount)
    this.levels = new Float64Array(labelCount)
    this.moves = new Float64Array(labelCount)
    this.moved = new Uint32Array(labelCount)
  }

  run({ tolerance, maxPasses, seed, progress }: CrammerSingerOptions): number {
    const { count, labelCount } = this.problem.data
    const rows = Uint32Array.from({ length: count }, (_, row) => row)
    const rng = new Rng(seed)
    let active = count
    let whole = true
    let goal = Math.max(10 * tolerance, 1)
    for (let pass = 1; pass <= maxPasses; pass++) {
      progress?.(pass - 1)
      let worst = 0
      for (let i = active - 1; i > 0; i--) {
        const j = rng.below(i + 1)
        const kept = rows[i]
        rows[i] = rows[j]
        rows[j] = kept
      }
      for (let s = 0; s < active; s++) {
        const row = rows[s]
        const violation = this.visit(row)
        if (violation > worst) worst = violation
        if (this.sizes[row] > 1) continue
        rows[s--] = rows[--active]
        rows[active] = row
      }
      if (worst >= goal) {
        whole = false
        continue
      }
      if (whole && worst < tolerance) return pass
      active = count
      this.sizes.fill(labelCount)
      whole = true
      goal = Math.max(goal / 2, tolerance)
    }
    return maxPasses
  }

  /** One step on a row; returns how far it was from its best. */
  private visit(row: number): number {
    const { order, sizes, alphas, gradients } = this
    const { labels, costs, data } = this.problem
    const base = row * data.labelCount
    const own = labels[row]
    const cost = costs[row]
    let size = sizes[row]
    this.findGradients(row, base, size, own)
    let least = Number.POSITIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (let a = 0; a < size; a++) {
      const label = order[base + a]
      const g = gradients[a]
      if (g > most) most = g
      if (g < least && alphas[base + label] < (label === own ? cost : 0)) least = g
    }
    for (let a = 0; a < size; ) {
      const label = order[base + a]
      if (gradients[a] >= least || alphas[base + label] < (label === own ? cost : 0)) {
        a++
        continue
      }
      size--
      order[base + a] = order[base + size]
      order[base + size] = label
      gradients[a] = gradients[size]
    }
    sizes[row] = size
    const violation = most - least
    if (size > 1 && violation > NOTHING) this.step(row, base, size, own, cost)
    return violation
  }

  /** G of the row's first `size` labels. */
  private findGradients(row: number, base: number, size: number, own: number): void {
    const { weights, gradients, order } = this
    const { chunks, featureCount, labelCount } = this.problem.data
    const { offsets, columns, values } = chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    const biases = featureCount * labelCount
    for (let a = 0; a < size; a++) {
      const label = order[base + a]
      gradients[a] = weights[biases + label] + (label === own ? 0 : 1)
    }
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const x = values[e]
      const at = columns[e] * labelCount
      for (let a = 0; a < size; a++) gradients[a] += x * weights[at + order[base + a]]
    }
  }

  /** The best α of the row's first `size` labels, all others as they are. */
  private step(row: number, base: number, size: number, own: number, cost: number): void {
    const { order, alphas, gradients, levels, moves, moved, weights } = this
    const length = this.problem.lengths[row]
    for (let a = 0; a < size; a++) {
      const label = order[base + a]
      const bound = label === own ? cost : 0
      levels[a] = gradients[a] + length * (bound - alphas[base + label])
    }
    const level = levelThatSpills(levels, size, length * cost)
    let count = 0
    for (let a = 0; a < size; a++) {
      const label = order[base + a]
      const alpha = (label === own ? cost : 0) - Math.max(0, levels[a] - level) / length
      const move = alpha - alphas[base + label]
      if (move === 0) continue
      alphas[base + label] = alpha
      moved[count] = label
      moves[count++] = move
    }
    const { chunks, featureCount, labelCount } = this.problem.data
    const { offsets, columns, values } = chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const x = values[e]
      const at = columns[e] * labelCount
      for (let i = 0; i < count; i++) weights[at + moved[i]] += moves[i] * x
    }
    const biases = featureCount * labelCount
    for (let i = 0; i < count; i++) weights[biases + moved[i]] += moves[i]
  }
}

/**
 * β with Σ max(0, D − β) = spill (> 0), over the first `size` of D. Leaving out what is below β only raises it, so what is
 * below it once stays there: no sorting.
 */
export function levelThatSpills(levels: Float64Array, size: number, spill: number): number {
  let level = Number.NEGATIVE_INFINITY
  for (let before = size + 1; ; ) {
    let count = 0
    let sum = 0
    for (let a = 0; a < size; a++) {
      if (levels[a] <= level) continue
      sum += levels[a]
      count++
    }
    if (count === 0 || count >= before) return level
    level = (sum - spill) / count
    before = count
  }
}
