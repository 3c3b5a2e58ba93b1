// A linear SVM with squared hinge loss, one against the rest, by modified finite Newton steps (the kind of solver that MCG09
// used: Keerthi & DeCoste, JMLR 2005), to be timed beside FF.
//
//   f(w) = ½‖w‖² + C Σ_i max(0, 1 − y_i w·x_i)²; the bias is the weight of a feature of value 1.
// From w: I = the rows with y_i w·x_i < 1; v = the least of ½‖v‖² + C Σ_I (v·x_i − y_i)², by conjugate gradients;
// if the same rows are within the margin at v, v is the solution; else w goes to the least of f on the line to v.
// Both end when the gradient is at most a millionth of what it was at w = 0. Cost of a step of gradients: the entries of
// the rows of I, twice.

import type { Document } from 'abound'

const PRECISION = 1e-6
const MOST_NEWTON = 50
const MOST_GRADIENTS = 1000

/** Rows end to end, each with a last feature of value 1. */
interface Rows {
  readonly count: number
  readonly starts: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float64Array
  readonly features: number
}

/** The weights of each label, its bias last; labels by their names. */
export function trainFiniteNewton(
  documents: readonly Document[],
  features: number,
  cost: number,
): Map<string, Float64Array> {
  const rows = packRows(documents, features)
  const names = [...new Set(documents.flatMap(({ labels = [] }) => labels))].sort()
  return new Map(
    names.map((name) => {
      const signs = Float64Array.from(documents, ({ labels = [] }) => (labels.includes(name) ? 1 : -1))
      return [name, solve(rows, signs, cost)]
    }),
  )
}

function packRows(documents: readonly Document[], features: number): Rows {
  const size = documents.reduce((sum, { vector }) => sum + (vector?.features.length ?? 0) + 1, 0)
  const starts = new Uint32Array(documents.length + 1)
  const columns = new Uint32Array(size)
  const values = new Float64Array(size)
  let at = 0
  for (const [row, { vector }] of documents.entries()) {
    for (let i = 0; i < (vector?.features.length ?? 0); i++) {
      columns[at] = vector!.features[i]
      values[at++] = vector!.values[i]
    }
    columns[at] = features
    values[at++] = 1
    starts[row + 1] = at
  }
  return { count: documents.length, starts, columns, values, features: features + 1 }
}

function solve(rows: Rows, signs: Float64Array, cost: number): Float64Array {
  let weights = new Float64Array(rows.features)
  let outputs = new Float64Array(rows.count)
  let active = rowsWithin(signs, outputs)
  const enough = PRECISION * norm(gradientOf(rows, signs, cost, weights, outputs, active))
  for (let step = 0; step < MOST_NEWTON; step++) {
    const target = leastSquares(rows, signs, cost, weights, outputs, active, enough)
    const reached = outputsOf(rows, target)
    const then = rowsWithin(signs, reached)
    if (norm(gradientOf(rows, signs, cost, target, reached, then)) <= enough) return target
    const t = leastOnLine(signs, cost, weights, outputs, target, reached)
    weights = weights.map((w, f) => w + t * (target[f] - w))
    outputs = outputs.map((o, row) => o + t * (reached[row] - o))
    active = rowsWithin(signs, outputs)
  }
  return weights
}

function rowsWithin(signs: Float64Array, outputs: Float64Array): Uint32Array {
  const found: number[] = []
  for (let row = 0; row < signs.length; row++) if (signs[row] * outputs[row] < 1) found.push(row)
  return Uint32Array.from(found)
}

/** w + 2C Σ_I (w·x_i − y_i) x_i. */
function gradientOf(
  rows: Rows,
  signs: Float64Array,
  cost: number,
  weights: Float64Array,
  outputs: Float64Array,
  active: Uint32Array,
): Float64Array {
  const gradient = weights.slice()
  for (const row of active) addRow(rows, row, 2 * cost * (outputs[row] - signs[row]), gradient)
  return gradient
}

/** The least of the squares of the active rows, by conjugate gradients from `start`, whose outputs are given. */
function leastSquares(
  rows: Rows,
  signs: Float64Array,
  cost: number,
  start: Float64Array,
  outputs: Float64Array,
  active: Uint32Array,
  enough: number,
): Float64Array {
  const weights = start.slice()
  const residual = gradientOf(rows, signs, cost, weights, outputs, active).map((g) => -g)
  const direction = residual.slice()
  const along = new Float64Array(rows.features)
  let squared = dot(residual, residual)
  for (let step = 0; step < MOST_GRADIENTS && Math.sqrt(squared) > enough; step++) {
    along.set(direction)
    for (const row of active) addRow(rows, row, 2 * cost * outputOf(rows, row, direction), along)
    const size = squared / dot(direction, along)
    for (let f = 0; f < weights.length; f++) {
      weights[f] += size * direction[f]
      residual[f] -= size * along[f]
    }
    const next = dot(residual, residual)
    for (let f = 0; f < weights.length; f++) direction[f] = residual[f] + (next / squared) * direction[f]
    squared = next
  }
  return weights
}

/** Where f is least between two points, 0 to 1: its slope on the line rises from piece to piece. */
function leastOnLine(
  signs: Float64Array,
  cost: number,
  from: Float64Array,
  fromOutputs: Float64Array,
  to: Float64Array,
  toOutputs: Float64Array,
): number {
  const slopeAt = (t: number): number => {
    let slope = 0
    for (let f = 0; f < from.length; f++) slope += (from[f] + t * (to[f] - from[f])) * (to[f] - from[f])
    for (let row = 0; row < signs.length; row++) {
      const change = toOutputs[row] - fromOutputs[row]
      const output = fromOutputs[row] + t * change
      if (signs[row] * output < 1) slope += 2 * cost * (output - signs[row]) * change
    }
    return slope
  }
  let [low, high] = [0, 1]
  if (slopeAt(1) <= 0) return 1
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (slopeAt(middle) > 0) high = middle
    else low = middle
  }
  return low
}

function outputsOf(rows: Rows, weights: Float64Array): Float64Array {
  return Float64Array.from({ length: rows.count }, (_, row) => outputOf(rows, row, weights))
}

function outputOf({ starts, columns, values }: Rows, row: number, weights: Float64Array): number {
  let sum = 0
  for (let e = starts[row]; e < starts[row + 1]; e++) sum += values[e] * weights[columns[e]]
  return sum
}

function addRow({ starts, columns, values }: Rows, row: number, by: number, out: Float64Array): void {
  for (let e = starts[row]; e < starts[row + 1]; e++) out[columns[e]] += by * values[e]
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a))
}
