// A classifier of one label under a kernel, by dual coordinate descent: the problem and the steps of dual-descent.ts with φ(x)
// in place of x, so that the bias is that of a constant feature here, too.
//
//   s_i = Σ_j α_j y_j (K_ij + 1); hinge loss or its square
// There is no w. Instead of it the scores of all rows are kept: a look at a row costs nothing, and a step costs one addition
// for each row. K of all pairs lies in memory.

import type { Dataset } from '../contract.js'
import type { KernelFunction } from '../models/kernel-function.js'
import { checkKept, SupportRows } from '../models/support-rows.js'
import { Rng } from '../structures/rng.js'
import type { Descent, DescentOptions, MarginSolver, SignedRows } from './dual-descent.js'

/** The kernels of all pairs of rows, and the rows. */
interface KernelMatrix {
  readonly rows: SupportRows
  readonly values: Float32Array
}

/** The kernels of all pairs of rows of a dataset. */
export function kernelMatrix(data: Dataset, kernel: KernelFunction): KernelMatrix {
  const { count } = data
  checkKept(count)
  const rows = new SupportRows(kernel, data.featureCount)
  for (let row = 0; row < count; row++) rows.keep(data, row)
  const values = new Float32Array(count * count)
  for (let row = 0; row < count; row++)
    values.set(rows.kernelsOf(data, row).chunks[0].values.subarray(0, count), row * count)
  return { rows, values }
}

/** Descends under a kernel; `weights` of a descent are the scores of all rows of the matrix. */
export class KernelSolver implements MarginSolver {
  private readonly values: Float32Array
  private readonly count: number

  constructor({ values, rows }: KernelMatrix) {
    this.values = values
    this.count = rows.count
  }

  fresh({ rows }: SignedRows): Descent {
    return { weights: new Float64Array(this.count), alphas: new Float64Array(rows.length) }
  }

  addRow(_data: Dataset, row: number, scores: Float64Array, scale: number): void {
    const { values, count } = this
    const from = row * count
    for (let j = 0; j < count; j++) scores[j] += scale * (values[from + j] + 1)
  }

  scoreRows(_data: Dataset, rows: Uint32Array, scores: Float64Array, out: Float64Array): void {
    for (let i = 0; i < rows.length; i++) out[i] = scores[rows[i]]
  }

  squaredNorm({ rows, signs }: SignedRows, { weights, alphas }: Descent): number {
    let sum = 0
    for (let i = 0; i < rows.length; i++) sum += alphas[i] * signs[i] * weights[rows[i]]
    return sum
  }

  descend(problem: SignedRows, { weights: scores, alphas }: Descent, options: DescentOptions): number {
    const { data, rows, signs, costs } = problem
    const { loss, tolerance, maxPasses, seed } = options
    const squared = loss === 'squared-hinge'
    const { values, count } = this
    const order = Uint32Array.from(rows.keys())
    const rng = new Rng(seed)
    for (let pass = 1; pass <= maxPasses; pass++) {
      let highest = Number.NEGATIVE_INFINITY
      let lowest = Number.POSITIVE_INFINITY
      rng.shuffle(order)
      for (let n = 0; n < order.length; n++) {
        const i = order[n]
        const row = rows[i]
        const alpha = alphas[i]
        const damping = squared ? 0.5 / costs[i] : 0
        const bound = squared ? Number.POSITIVE_INFINITY : costs[i]
        const gradient = signs[i] * scores[row] - 1 + damping * alpha
        const held = (alpha === 0 && gradient > 0) || (alpha === bound && gradient < 0)
        const projected = held ? 0 : gradient
        if (projected > highest) highest = projected
        if (projected < lowest) lowest = projected
        if (Math.abs(projected) < 1e-12) continue
        const curve = values[row * count + row] + 1 + damping
        const moved = Math.min(Math.max(alpha - gradient / curve, 0), bound)
        alphas[i] = moved
        this.addRow(data, row, scores, (moved - alpha) * signs[i])
      }
      if (Math.max(highest - lowest, Math.abs(highest), Math.abs(lowest)) <= tolerance) return pass
    }
    return maxPasses
  }
}
