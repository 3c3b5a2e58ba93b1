// What the words of a document have of a score that is a sum over documents kept, Σ_i c_i · K(x, z_i). A kernel does not add up
// by words; these are integrated gradients (Sundararajan, Taly & Yan 2017): along the straight way from the document
// without words, t·x for t from 0 to 1, each word gets what its growing changes the score by.
//
//   part of j = x_j · ∫ ∂s(t·x)/∂x_j dt; they add up to s(x) − s(0), and s(0) is the part of no word.
//   poly: ∫ K' dt = (K(x, z) − K(0, z))/x·z, which is shared out by x_j·z_j.
//   rbf: ∂K/∂x_j = 2γ(z_j − t·x_j)·K; A = ∫ K dt by Simpson's rule, and ∫ t·K dt = (2γ·x·z·A − (K(x, z) − K(0, z)))/(2γ‖x‖²).

import type { Contribution, Dataset } from '../contract.js'
import type { KernelFunction } from './kernel-function.js'
import { explainRow } from './strongest.js'
import type { SupportRows } from './support-rows.js'

/** Intervals of Simpson's rule; the sum of the parts does not depend on it. */
const INTERVALS = 64

/** The parts of `rest` + Σ_i own_i · K(x, z_i). */
export function explainByDocuments(
  support: SupportRows,
  own: Float64Array,
  rest: number,
  data: Dataset,
  row: number,
): Contribution[] {
  const kernels = support.kernelsOf(data, row).chunks[0].values
  const { kernel, dots, squares, square } = support
  // What word j has of document i: slopes[i]·z_ij, and bends·x_j of all documents together.
  const slopes = new Float64Array(support.count)
  let bends = 0
  let withoutWords = rest
  for (let i = 0; i < support.count; i++) {
    const before = Math.fround(kernel.of(0, 0, squares[i]))
    const change = kernels[i] - before
    withoutWords += own[i] * before
    if (kernel.kernel !== 'rbf') slopes[i] = dots[i] === 0 ? 0 : (own[i] * change) / dots[i]
    else if (own[i] !== 0 && square > 0) {
      const along = integral(kernel, dots[i], square, squares[i])
      slopes[i] = 2 * kernel.gamma * own[i] * along
      bends -= (own[i] * (2 * kernel.gamma * dots[i] * along - change)) / square
    }
  }
  const parts = explainRow(data, row, (feature, value) =>
    feature >= support.featureCount
      ? undefined
      : value * (support.sumOver(feature, (i, kept) => slopes[i] * kept) + bends * value),
  )
  return withoutWords === 0 ? parts : [{ feature: -1, weight: withoutWords }, ...parts]
}

/** ∫ K(t·x, z) dt for t from 0 to 1. */
function integral(kernel: KernelFunction, dot: number, xx: number, zz: number): number {
  let sum = 0
  for (let n = 0; n <= INTERVALS; n++) {
    const t = n / INTERVALS
    const times = n === 0 || n === INTERVALS ? 1 : n % 2 === 1 ? 4 : 2
    sum += times * kernel.of(t * dot, t * t * xx, zz)
  }
  return sum / (3 * INTERVALS)
}
