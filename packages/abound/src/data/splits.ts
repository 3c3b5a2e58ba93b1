// Which rows train and which test, on row numbers alone: seeded, the same on every machine. Within a part the
// rows keep their order.

import { InputError } from '../errors.js'
import { permutation, Rng } from '../structures/rng.js'

/** Two parts that share no row and together hold all. */
export interface Split {
  readonly train: Uint32Array
  readonly test: Uint32Array
}

/**
 * Holds out a random part of n rows: `fraction` of them, rounded, at least one on each side.
 *
 * @example
 * holdOut(10, 0.2, 1).test.length // 2
 */
export function holdOut(n: number, fraction: number, seed: number): Split {
  return holdOutBy(n, fraction, new Rng(seed))
}

/**
 * k splits of n rows; each row is tested in exactly one, and the tests differ by at most one in size.
 *
 * @example
 * folds(10, 5, 1).map((fold) => fold.test.length) // [2, 2, 2, 2, 2]
 */
export function folds(n: number, k: number, seed: number): Split[] {
  if (!Number.isSafeInteger(k) || k < 2)
    throw new InputError(`folds ${k}: expected a whole number, at least 2`)
  if (n < k) throw new InputError(`expected at least ${k} documents for ${k} folds, found ${n}`)
  const order = permutation(n, new Rng(seed))
  const splits: Split[] = []
  for (let fold = 0; fold < k; fold++) {
    splits.push(split(order, Math.floor((n * fold) / k), Math.floor((n * (fold + 1)) / k)))
  }
  return splits
}

/**
 * Several hold-outs of n rows, each drawn by itself; the first is `holdOut` with the same seed.
 *
 * @example
 * trials(10, 3, 0.1, 1).length // 3
 */
export function trials(n: number, times: number, fraction: number, seed: number): Split[] {
  if (!Number.isSafeInteger(times) || times < 1) {
    throw new InputError(`trials ${times}: expected a whole number, at least 1`)
  }
  const rng = new Rng(seed)
  const splits: Split[] = []
  for (let i = 0; i < times; i++) splits.push(holdOutBy(n, fraction, rng))
  return splits
}

function holdOutBy(n: number, fraction: number, rng: Rng): Split {
  if (!(fraction > 0 && fraction < 1)) {
    throw new InputError(`held-out part ${fraction}: expected a number above 0 and below 1`)
  }
  if (n < 2) throw new InputError(`expected at least 2 documents to hold some out, found ${n}`)
  const tested = Math.min(n - 1, Math.max(1, Math.round(n * fraction)))
  return split(permutation(n, rng), 0, tested)
}

/** Tests `order[from … to)`, trains on the rest, both in the rows' own order. */
function split(order: Uint32Array, from: number, to: number): Split {
  const isTest = new Uint8Array(order.length)
  for (let i = from; i < to; i++) isTest[order[i]] = 1
  const test = new Uint32Array(to - from)
  const train = new Uint32Array(order.length - test.length)
  let tested = 0
  let trained = 0
  for (let row = 0; row < order.length; row++) {
    if (isTest[row] === 1) test[tested++] = row
    else train[trained++] = row
  }
  return { train, test }
}
