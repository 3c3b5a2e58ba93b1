// A linear classifier of one label by dual coordinate descent (Hsieh, Chang, Lin, Keerthi & Sundararajan 2008;
// logistic: Yu, Huang & Lin 2011).
//
//   min ½(‖w‖² + b²) + Σ_i C_i · loss(z_i), z_i = y_i(w·x_i + b)
//   hinge            max(0, 1 − z)     0 ≤ α_i ≤ C_i   D_i = 0
//   squared-hinge    max(0, 1 − z)²    0 ≤ α_i         D_i = 1/(2C_i)
//   logistic         ln(1 + e^{−z})    0 < α_i < C_i
// w = Σ α_i y_i x_i, b = Σ α_i y_i. A step on i, with Q_i = ‖x_i‖² + 1 + D_i:
//   g = z_i − 1 + D_i·α_i;  α_i ← α_i − g/Q_i, cut off at its bounds; w and b follow.
//   logistic: g = z_i + ln(α_i/(C_i − α_i)), by Newton steps on the smaller of α_i and C_i − α_i.
// Rows come in a new seeded order in each pass. A row at a bound whose gradient points further out than any did
// in the pass before is left out until the end, and then all are looked at once more. It ends when the projected
// gradients of a pass over all rows lie within `tolerance` of each other and of 0 (logistic: when the largest is as small).
// A pass costs the entries of the rows that are still in.

import type { Dataset } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { Rng } from '../structures/rng.js'

export type MarginLoss = 'hinge' | 'squared-hinge' | 'logistic'

/** Rows with a sign and a cost each. */
export interface SignedRows {
  readonly data: Dataset
  readonly rows: Uint32Array
  /** ‖x‖² + 1 by row of the data. */
  readonly lengths: Float64Array
  /** +1 or −1 by place in `rows`. */
  readonly signs: Int8Array
  /** C_i by place in `rows`, above 0. */
  readonly costs: Float64Array
}

export interface DescentOptions {
  readonly loss: MarginLoss
  readonly tolerance: number
  readonly maxPasses: number
  readonly seed: number
}

/** What a descent starts from and leaves: w with b behind its last feature, and α by place in the rows. */
export interface Descent {
  readonly weights: Float64Array
  readonly alphas: Float64Array
}

/** How descents are made: with w (`linearSolver`), or under a kernel (kernel-descent.ts). */
export interface MarginSolver {
  fresh(problem: SignedRows, loss: MarginLoss): Descent
  descend(problem: SignedRows, descent: Descent, options: DescentOptions): number
  /** The scores of each of the rows, into `out`. */
  scoreRows(data: Dataset, rows: Uint32Array, weights: Float64Array, out: Float64Array): void
  /** w plus `scale` times a row. */
  addRow(data: Dataset, row: number, weights: Float64Array, scale: number): void
  /** ‖w‖² + b². */
  squaredNorm(problem: SignedRows, descent: Descent): number
}

/** ‖x‖² + 1 of every row. */
export function squaredLengths(data: Dataset): Float64Array {
  const lengths = new Float64Array(data.count)
  for (let row = 0; row < data.count; row++) {
    const { offsets, values } = data.chunks[row >>> CHUNK_SHIFT]
    let sum = 1
    for (let e = offsets[row & CHUNK_MASK]; e < offsets[(row & CHUNK_MASK) + 1]; e++) sum += values[e] ** 2
    lengths[row] = sum
  }
  return lengths
}

/** Where a descent begins: α = 0, or next to 0 for logistic loss; w is Σ α_i y_i x_i. */
export function freshDescent(problem: SignedRows, loss: MarginLoss): Descent {
  const { data, rows, signs, costs } = problem
  const weights = new Float64Array(data.featureCount + 1)
  const alphas = new Float64Array(rows.length)
  for (let i = 0; i < alphas.length && loss === 'logistic'; i++) {
    alphas[i] = Math.min(LOGISTIC_START * costs[i], LOGISTIC_LEAST)
    addRow(data, rows[i], weights, signs[i] * alphas[i])
  }
  return { weights, alphas }
}

const LOGISTIC_START = 1e-3
const LOGISTIC_LEAST = 1e-8

/** Goes down from where `descent` stands, in place; returns the number of passes. */
export function descend(problem: SignedRows, descent: Descent, options: DescentOptions): number {
  return options.loss === 'logistic'
    ? descendLogistic(problem, descent, options)
    : descendHinge(problem, descent, options)
}

function descendHinge(
  { data, rows, lengths, signs, costs }: SignedRows,
  { weights, alphas }: Descent,
  { loss, tolerance, maxPasses, seed }: DescentOptions,
): number {
  const squared = loss === 'squared-hinge'
  const { chunks } = data
  const last = data.featureCount
  const order = Uint32Array.from(rows.keys())
  const rng = new Rng(seed)
  let active = rows.length
  let highest = Number.POSITIVE_INFINITY
  let lowest = Number.NEGATIVE_INFINITY
  for (let pass = 1; pass <= maxPasses; pass++) {
    let highestNow = Number.NEGATIVE_INFINITY
    let lowestNow = Number.POSITIVE_INFINITY
    for (let i = active - 1; i > 0; i--) {
      const j = rng.below(i + 1)
      const kept = order[i]
      order[i] = order[j]
      order[j] = kept
    }
    for (let s = 0; s < active; s++) {
      const i = order[s]
      const row = rows[i]
      const { offsets, columns, values } = chunks[row >>> CHUNK_SHIFT]
      const from = offsets[row & CHUNK_MASK]
      const to = offsets[(row & CHUNK_MASK) + 1]
      const score = weights[last] + dot(weights, columns, values, from, to)
      const alpha = alphas[i]
      const damping = squared ? 0.5 / costs[i] : 0
      const bound = squared ? Number.POSITIVE_INFINITY : costs[i]
      const gradient = signs[i] * score - 1 + damping * alpha
      let projected = gradient
      if (alpha === 0) {
        if (gradient > highest) {
          order[s--] = order[--active]
          order[active] = i
          continue
        }
        if (gradient > 0) projected = 0
      } else if (alpha === bound) {
        if (gradient < lowest) {
          order[s--] = order[--active]
          order[active] = i
          continue
        }
        if (gradient < 0) projected = 0
      }
      if (projected > highestNow) highestNow = projected
      if (projected < lowestNow) lowestNow = projected
      if (Math.abs(projected) < 1e-12) continue
      const moved = Math.min(Math.max(alpha - gradient / (lengths[row] + damping), 0), bound)
      alphas[i] = moved
      const step = (moved - alpha) * signs[i]
      for (let e = from; e < to; e++) weights[columns[e]] += step * values[e]
      weights[last] += step
    }
    // Within tolerance of 0, too: a few rows may have gradients that are large and alike.
    const off = Math.max(highestNow - lowestNow, Math.abs(highestNow), Math.abs(lowestNow))
    if (active === 0 || off <= tolerance) {
      if (active === rows.length) return pass
      active = rows.length
      highest = Number.POSITIVE_INFINITY
      lowest = Number.NEGATIVE_INFINITY
      continue
    }
    highest = highestNow > 0 ? highestNow : Number.POSITIVE_INFINITY
    lowest = lowestNow < 0 ? lowestNow : Number.NEGATIVE_INFINITY
  }
  return maxPasses
}

const NEWTON_STEPS = 100

function descendLogistic(
  { data, rows, lengths, signs, costs }: SignedRows,
  { weights, alphas }: Descent,
  { tolerance, maxPasses, seed }: DescentOptions,
): number {
  const last = data.featureCount
  const order = Uint32Array.from(rows.keys())
  const rng = new Rng(seed)
  let innerTolerance = 1e-2
  const least = Math.min(1e-8, tolerance)
  for (let pass = 1; pass <= maxPasses; pass++) {
    let largest = 0
    let steps = 0
    rng.shuffle(order)
    for (let s = 0; s < order.length; s++) {
      const i = order[s]
      const row = rows[i]
      const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
      const r = row & CHUNK_MASK
      const score = weights[last] + dot(weights, columns, values, offsets[r], offsets[r + 1])
      const cost = costs[i]
      const before = alphas[i]
      const slope = signs[i] * score
      const curve = lengths[row]
      largest = Math.max(largest, Math.abs(slope + Math.log(before / (cost - before))))
      // The smaller of α and C − α is moved: z is it, and its gradient has the sign that goes with it.
      const upper = curve * (cost / 2 - before) + slope < 0
      const side = upper ? -1 : 1
      const start = upper ? cost - before : before
      let z = cost - start < 0.5 * cost ? 0.1 * start : start
      let gradient = curve * (z - start) + side * slope + Math.log(z / (cost - z))
      for (let n = 0; n < NEWTON_STEPS && Math.abs(gradient) >= innerTolerance; n++) {
        const next = z - gradient / (curve + cost / (z * (cost - z)))
        z = next <= 0 ? z * 0.1 : Math.min(next, cost * (1 - Number.EPSILON))
        gradient = curve * (z - start) + side * slope + Math.log(z / (cost - z))
        steps++
      }
      alphas[i] = upper ? Math.min(cost - z, cost * (1 - Number.EPSILON)) : z
      const moved = (alphas[i] - before) * signs[i]
      if (moved !== 0) addRow(data, row, weights, moved)
    }
    if (largest < tolerance) return pass
    if (steps <= order.length / 10) innerTolerance = Math.max(least, innerTolerance * 0.1)
  }
  return maxPasses
}

/** w·x; four sums at a time, as one would wait for each addition before the next. */
function dot(
  weights: Float64Array,
  columns: Uint32Array,
  values: Float32Array,
  from: number,
  to: number,
): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let e = from
  for (const four = to - 3; e < four; e += 4) {
    a += weights[columns[e]] * values[e]
    b += weights[columns[e + 1]] * values[e + 1]
    c += weights[columns[e + 2]] * values[e + 2]
    d += weights[columns[e + 3]] * values[e + 3]
  }
  for (; e < to; e++) a += weights[columns[e]] * values[e]
  return a + b + c + d
}

/** w·x + b of each of the rows, into `out`. */
export function scoreRows(data: Dataset, rows: Uint32Array, weights: Float64Array, out: Float64Array): void {
  const { chunks, featureCount } = data
  for (let i = 0; i < rows.length; i++) {
    const { offsets, columns, values } = chunks[rows[i] >>> CHUNK_SHIFT]
    const r = rows[i] & CHUNK_MASK
    out[i] = weights[featureCount] + dot(weights, columns, values, offsets[r], offsets[r + 1])
  }
}

/** w and b, plus `scale` times a row. */
function addRow(data: Dataset, row: number, weights: Float64Array, scale: number): void {
  const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
  const to = offsets[(row & CHUNK_MASK) + 1]
  for (let e = offsets[row & CHUNK_MASK]; e < to; e++) weights[columns[e]] += scale * values[e]
  weights[data.featureCount] += scale
}

export const linearSolver: MarginSolver = {
  fresh: freshDescent,
  descend,
  scoreRows,
  addRow,
  squaredNorm(_problem, { weights }) {
    let norm = 0
    for (let f = 0; f < weights.length; f++) norm += weights[f] * weights[f]
    return norm
  },
}
