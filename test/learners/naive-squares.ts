// Widrow-Hoff and EG as the paper writes them: whole vectors over all features, every vector kept, then their
// mean. Slow, and straight.

import type { PlainRow } from './plain-rows.js'

export interface NaiveOptions {
  readonly highTarget: number
  readonly lowTarget: number
  readonly average: boolean
  /** What every feature is worth beyond its entry. */
  readonly absent: number
}

/** y of a label in a row; undefined if nothing is known. */
export function targetOf(one: PlainRow, label: number, options: NaiveOptions): number | undefined {
  if (one.labels.includes(label)) return options.highTarget
  if (one.judged === 1 || one.not.includes(label)) return options.lowTarget
  return undefined
}

/** The row as a whole vector. */
export function whole({ x }: Pick<PlainRow, 'x'>, features: number, absent: number): number[] {
  const out = new Array<number>(features).fill(absent)
  for (const [column, value] of x) out[column] += value
  return out
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, j) => sum + value * b[j], 0)
}

/** The mean of vectors. */
export function meanOf(vectors: readonly (readonly number[])[]): number[] {
  return vectors[0].map((_, j) => vectors.reduce((sum, v) => sum + v[j], 0) / vectors.length)
}

type Update = (w: readonly number[], x: readonly number[], y: number, t: number) => number[]

/** w of a label after the rows, by an update. `counts`: whether rows that say nothing of the label are steps. */
export function naiveWeights(
  rows: readonly PlainRow[],
  label: number,
  first: readonly number[],
  options: NaiveOptions,
  counts: boolean,
  update: Update,
): number[] {
  const all = [first]
  for (const [t, one] of rows.entries()) {
    const w = all[all.length - 1]
    const y = targetOf(one, label, options)
    if (y !== undefined) all.push(update(w, whole(one, first.length, options.absent), y, t))
    else if (counts) all.push(w)
  }
  return options.average ? meanOf(all) : [...all[all.length - 1]]
}

export function widrowHoffStep(
  w: readonly number[],
  x: readonly number[],
  y: number,
  rate: number,
): number[] {
  const error = dot(w, x) - y
  return w.map((weight, j) => weight - 2 * rate * error * x[j])
}

export function egStep(w: readonly number[], x: readonly number[], y: number, rate: number): number[] {
  const error = dot(w, x) - y
  const raw = w.map((weight, j) => weight * Math.exp(-2 * rate * error * x[j]))
  const sum = raw.reduce((a, b) => a + b, 0)
  return raw.map((weight) => weight / sum)
}
