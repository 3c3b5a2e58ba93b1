// Which documents train and which test, for a whole comparison: one test file, folds, trials, by time, by group.
// Every contender gets the same.

import { folds, type Split, trials } from '../data/splits.js'
import { InputError } from '../errors.js'
import { permutation, Rng } from '../structures/rng.js'
import { option, worded } from '../wording.js'

/** How documents are split. `holdout` is the share that is tested. */
export type SplitPlan =
  | { readonly kind: 'test' }
  | { readonly kind: 'folds'; readonly folds: number; readonly seed: number }
  | { readonly kind: 'trials'; readonly trials: number; readonly holdout: number; readonly seed: number }
  | { readonly kind: 'time'; readonly field: string; readonly holdout: number }
  | { readonly kind: 'group'; readonly field: string; readonly holdout: number; readonly seed: number }
  | { readonly kind: 'group-folds'; readonly field: string; readonly folds: number; readonly seed: number }

/**
 * The names of the splits of a plan.
 *
 * @example
 * splitNames({ kind: 'folds', folds: 2, seed: 1 }) // ['fold 1 of 2', 'fold 2 of 2']
 */
export function splitNames(plan: SplitPlan): string[] {
  const numberNames = (what: string, count: number): string[] =>
    Array.from({ length: count }, (_, i) => `${what} ${i + 1} of ${count}`)
  switch (plan.kind) {
    case 'test':
      return ['test']
    case 'folds':
      return numberNames('fold', plan.folds)
    case 'trials':
      return numberNames('trial', plan.trials)
    case 'time':
    case 'group':
      return [`${plan.kind}:${plan.field}`]
    case 'group-folds':
      return numberNames(`group:${plan.field}, fold`, plan.folds)
  }
}

/**
 * The splits of a plan over n documents; `values` are those of its field, one a document, where it has one.
 *
 * @example
 * const [{ test }] = splitsOf({ kind: 'time', field: 'year', holdout: 0.5 }, 4, ['1999', '2001', '1998', '2000'])
 * Array.from(test) // [1, 3]
 */
export function splitsOf(
  plan: Exclude<SplitPlan, { kind: 'test' }>,
  n: number,
  values: readonly string[] = [],
): Split[] {
  switch (plan.kind) {
    case 'folds':
      return folds(n, plan.folds, plan.seed)
    case 'trials':
      return trials(n, plan.trials, plan.holdout, plan.seed)
    case 'time':
      return [splitByTime(values, plan.holdout, plan.field)]
    case 'group':
      return [drawGroups(values, plan)]
    case 'group-folds':
      return groupFolds(values, plan)
  }
}

/** Tests the latest; documents of the same time stay on one side. */
function splitByTime(values: readonly string[], holdout: number, field: string): Split {
  checkShare(holdout)
  const compare = orderOf(values)
  const order = Uint32Array.from(values.keys()).sort((a, b) => compare(values[a], values[b]) || a - b)
  let from = Math.max(1, values.length - Math.max(1, Math.round(values.length * holdout)))
  while (from < order.length && compare(values[order[from]], values[order[from - 1]]) === 0) from++
  // Where the end is all of one time, the cut goes before it instead.
  if (from >= order.length) {
    from = order.length - 1
    while (from > 0 && compare(values[order[from]], values[order[from - 1]]) === 0) from--
  }
  if (from <= 0)
    throw new InputError(
      worded`${option('split', `time:${field}`)}: all documents have the same: expected several times`,
    )
  const tested = new Set(order.subarray(from))
  return splitWhere(values.length, (row) => tested.has(row))
}

/** By number where all are numbers, else as text, which sorts dates like 2024-05-31 as they should be. */
function orderOf(values: readonly string[]): (a: string, b: string) => number {
  const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))
  if (values.every(isNumber)) return (a, b) => Number(a) - Number(b)
  return (a, b) => (a < b ? -1 : a > b ? 1 : 0)
}

/** The group of each document, and the number of documents of each group. */
function groupsOf(values: readonly string[]): { readonly of: Uint32Array; readonly sizes: number[] } {
  const ids = new Map<string, number>()
  const sizes: number[] = []
  const of = Uint32Array.from(values, (value) => {
    let id = ids.get(value)
    if (id === undefined) {
      id = ids.size
      ids.set(value, id)
      sizes.push(0)
    }
    sizes[id]++
    return id
  })
  return { of, sizes }
}

/** Tests whole groups, drawn until they hold the share asked for; at least one group trains. */
function drawGroups(
  values: readonly string[],
  { holdout, seed, field }: { holdout: number; seed: number; field: string },
): Split {
  checkShare(holdout)
  const { of, sizes } = groupsOf(values)
  checkGroups(sizes.length, 2, field)
  const wanted = values.length * holdout
  const tested = new Uint8Array(sizes.length)
  let held = 0
  let drawn = 0
  for (const group of permutation(sizes.length, new Rng(seed))) {
    if (held >= wanted || drawn === sizes.length - 1) break
    tested[group] = 1
    held += sizes[group]
    drawn++
  }
  return splitWhere(values.length, (row) => tested[of[row]] === 1)
}

/** Each group is tested in one fold; the largest are dealt first, each to the emptiest fold. */
function groupFolds(
  values: readonly string[],
  { folds: k, seed, field }: { folds: number; seed: number; field: string },
): Split[] {
  const { of, sizes } = groupsOf(values)
  checkGroups(sizes.length, k, field)
  const filled = new Array<number>(k).fill(0)
  const foldOf = new Uint32Array(sizes.length)
  const order = permutation(sizes.length, new Rng(seed)).sort((a, b) => sizes[b] - sizes[a])
  for (const group of order) {
    const emptiest = filled.indexOf(Math.min(...filled))
    foldOf[group] = emptiest
    filled[emptiest] += sizes[group]
  }
  return filled.map((_, fold) => splitWhere(values.length, (row) => foldOf[of[row]] === fold))
}

function checkGroups(found: number, needed: number, field: string): void {
  if (found >= needed) return
  throw new InputError(
    worded`${option('split', `group:${field}`)}: expected at least ${needed} groups, found ${found}`,
  )
}

function checkShare(holdout: number): void {
  if (!(holdout > 0 && holdout < 1))
    throw new InputError(`held-out part ${holdout}: expected a number above 0 and below 1`)
}

/** Both sides in the documents' own order. */
function splitWhere(n: number, isTest: (row: number) => boolean): Split {
  const rows = Uint32Array.from({ length: n }, (_, row) => row)
  return { train: rows.filter((row) => !isTest(row)), test: rows.filter(isTest) }
}
