// What solvers make small: the value of a problem, and of its dual, which it cannot go below.

import { CHUNK_MASK, CHUNK_SHIFT } from '../../packages/abound/src/engine/chunks.js'
import type {
  CrammerSingerWeights,
  NamedRows,
} from '../../packages/abound/src/learners/svm/crammer-singer.js'
import {
  type Descent,
  type MarginLoss,
  type SignedRows,
  scoreRows,
} from '../../packages/abound/src/solvers/dual-descent.js'

interface Objectives {
  primal: number
  dual: number
}

/** ½(‖w‖² + b²) + Σ C_i·loss_i. */
export function objectives(
  { data, rows, signs, costs }: SignedRows,
  { weights, alphas }: Descent,
  loss: MarginLoss,
): Objectives {
  const scores = new Float64Array(rows.length)
  scoreRows(data, rows, weights, scores)
  const norm = weights.reduce((sum, weight) => sum + weight * weight, 0)
  let primal = norm / 2
  let dual = -norm / 2
  for (let i = 0; i < rows.length; i++) {
    const z = signs[i] * scores[i]
    const cost = costs[i]
    const alpha = alphas[i]
    if (loss === 'logistic') {
      primal += cost * Math.log1p(Math.exp(-z))
      const rest = cost - alpha
      dual += cost * Math.log(cost) - alpha * Math.log(alpha) - rest * Math.log(rest)
      continue
    }
    const short = Math.max(0, 1 - z)
    primal += cost * (loss === 'hinge' ? short : short * short)
    dual += alpha - (loss === 'hinge' ? 0 : (alpha * alpha) / (4 * cost))
  }
  return { primal, dual }
}

/** ½Σ_m(‖w_m‖² + b_m²) + Σ_i C_i · max_m(e_im + s_im − s_iy). */
export function crammerSingerObjectives(
  { data, labels, costs }: NamedRows,
  { weights, alphas }: Pick<CrammerSingerWeights, 'weights' | 'alphas'>,
): Objectives {
  const k = data.labelCount
  const norm = weights.reduce((sum, weight) => sum + weight * weight, 0)
  let primal = norm / 2
  let dual = -norm / 2
  const scores = new Float64Array(k)
  for (let row = 0; row < data.count; row++) {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let m = 0; m < k; m++) scores[m] = weights[data.featureCount * k + m]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      for (let m = 0; m < k; m++) scores[m] += values[e] * weights[columns[e] * k + m]
    }
    const own = labels[row]
    let worst = 0
    for (let m = 0; m < k; m++) if (m !== own) worst = Math.max(worst, 1 + scores[m] - scores[own])
    primal += costs[row] * worst
    dual += alphas[row * k + own]
  }
  return { primal, dual }
}
