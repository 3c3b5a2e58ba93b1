// Kernels, and SVMs under them, the slow way: every pair of documents worked out by itself, and the dual by
// each α in turn.

import type { KernelOptions } from '../../packages/abound/src/models/kernel-function.js'
import type { PlainRow } from './plain-rows.js'

export function naiveKernel(
  { kernel, degree, gamma, coef0 }: KernelOptions,
  x: PlainRow['x'],
  z: PlainRow['x'],
): number {
  const other = new Map(z)
  const dot = x.reduce((sum, [feature, value]) => sum + value * (other.get(feature) ?? 0), 0)
  if (kernel === 'linear') return dot
  if (kernel === 'poly') return (gamma * dot + coef0) ** degree
  const features = new Set([...x, ...z].map(([feature]) => feature))
  const mine = new Map(x)
  let apart = 0
  for (const feature of features) apart += ((mine.get(feature) ?? 0) - (other.get(feature) ?? 0)) ** 2
  return Math.exp(-gamma * apart)
}

/** The decision function of an SVM with hinge loss (or its square), whose bias is a constant feature: each α at its best, the others held, over and over. */
export function naiveKernelSvm(
  options: KernelOptions,
  rows: readonly { readonly x: PlainRow['x']; readonly sign: number; readonly cost: number }[],
  squared: boolean,
): (x: PlainRow['x']) => number {
  const kernels = rows.map((a) => rows.map((b) => naiveKernel(options, a.x, b.x) + 1))
  const alphas = rows.map(() => 0)
  const damping = (i: number): number => (squared ? 0.5 / rows[i].cost : 0)
  for (let sweep = 0; sweep < 20_000; sweep++) {
    let furthest = 0
    for (const [i, { sign, cost }] of rows.entries()) {
      const score = kernels[i].reduce((sum, k, j) => sum + k * alphas[j] * rows[j].sign, 0)
      const gradient = sign * score - 1 + damping(i) * alphas[i]
      const most = squared ? Number.POSITIVE_INFINITY : cost
      const moved = Math.min(Math.max(alphas[i] - gradient / (kernels[i][i] + damping(i)), 0), most)
      furthest = Math.max(furthest, Math.abs(moved - alphas[i]))
      alphas[i] = moved
    }
    if (furthest < 1e-12) break
  }
  return (x) =>
    rows.reduce((sum, row, i) => sum + alphas[i] * row.sign * (naiveKernel(options, row.x, x) + 1), 0)
}
