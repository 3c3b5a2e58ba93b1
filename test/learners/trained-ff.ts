// FF trained on plain rows, and its state as plain lists.

import type { OnlineTrainer, Shape, State } from '../../packages/abound/src/contract.js'
import { type FfOptions, ff } from '../../packages/abound/src/learners/ff/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import type { PlainRow } from './plain-rows.js'
import { CONTEXT, EMPTY, learnAll } from './trained.js'

export const DEFAULTS = defaultOptions(ff.options)
/** A margin that no document reaches: every true label learns from every document. */
export const ALWAYS = 1e6

export interface PlainFeature {
  readonly total: number
  readonly count: number
  readonly list: [number, number][]
}

/** The features of a state that were seen, by name. */
export function featuresOf({ arrays }: State): Map<string, PlainFeature> {
  const out = new Map<string, PlainFeature>()
  for (const half of ['plus', 'minus']) {
    if (arrays[`${half}.lengths`] === undefined) continue
    const lengths = arrays[`${half}.lengths`]
    let at = 0
    for (let f = 0; f < lengths.length; f++) {
      const list: [number, number][] = []
      for (let i = 0; i < lengths[f]; i++, at++) {
        list.push([arrays[`${half}.labels`][at], arrays[`${half}.weights`][at]])
      }
      const total = arrays[`${half}.totals`][f]
      const count = arrays[`${half}.counts`][f]
      if (count > 0 || total > 0) out.set(`${half} ${f}`, { total, count, list })
    }
  }
  return out
}

export function trained(
  rows: readonly PlainRow[],
  given: Partial<FfOptions>,
  shape: Shape = EMPTY,
): OnlineTrainer {
  const options = { ...DEFAULTS, ...given }
  const trainer = ff.start(shape, options, CONTEXT)
  for (let pass = 0; pass < ff.passes(options); pass++) {
    learnAll(trainer, rows)
    trainer.endPass?.()
  }
  return trainer
}
