// Kernels, and SVMs under them, the slow way: every pair of documents worked out by itself, and the dual by projected
// gradient steps.

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

/** The decision function of an SVM with hinge loss (or its square), whose bias is a constant feature: by many small steps. */
export function naiveKernelSvm(
  options: KernelOptions,
  rows: readonly { readonly x: PlainRow['x']; readonly sign: number; readonly cost: number }[],
  squared: boolean,
): (x: PlainRow['x']) => number {
  const kernels = rows.map((a) => rows.map((b) => naiveKernel(options, a.x, b.x) + 1))
  const alphas = rows.map(() => 0)
  const damping = (i: number): number => (squared ? 0.5 / rows[i].cost : 0)
  const step = 1 / Math.max(...kernels.map((row, i) => row.reduce((sum, k) => sum + Math.abs(k), damping(i))))
  for (let n = 0; n < 30_000; n++) {
    const scores = kernels.map((row) => row.reduce((sum, k, j) => sum + k * alphas[j] * rows[j].sign, 0))
    for (const [i, { sign, cost }] of rows.entries()) {
      const gradient = sign * scores[i] - 1 + damping(i) * alphas[i]
      alphas[i] = Math.min(
        Math.max(alphas[i] - step * gradient, 0),
        squared ? Number.POSITIVE_INFINITY : cost,
      )
    }
  }
  return (x) =>
    rows.reduce((sum, row, i) => sum + alphas[i] * row.sign * (naiveKernel(options, row.x, x) + 1), 0)
}
