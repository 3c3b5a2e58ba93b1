// A learner trained on some rows of a dataset: online learners in passes, in a seeded order, others at once.

import type { Dataset, Model, OnlineTrainer } from '../contract.js'
import { Rng } from '../structures/rng.js'
import type { RunContext } from './context.js'
import { CumulativeLosses } from './cumulative.js'
import { subset } from './rows.js'
import { shapeOfRows } from './shape.js'
import type { ResolvedOptions } from './train-options.js'
import type { TrainingHooks } from './training-hooks.js'

/** Called while passes are made. */
export interface PassWatch {
  /** After each pass, with the number done. */
  passed?(passes: number, trainer: OnlineTrainer): void
  /** Before the pass learns from the last fifth of its rows, with those that it has learned from. */
  rest?(rows: Uint32Array, learned: Uint32Array, model: Model): void
}

/** A trained learner: its model, and the trainer that can go on if it is online. */
export interface Trained {
  readonly model: Model
  readonly trainer: OnlineTrainer | undefined
}

/** Trains on the named rows of a dataset. */
export function trainOnRows(
  data: Dataset,
  rows: Uint32Array,
  options: ResolvedOptions,
  context: RunContext,
  hooks: TrainingHooks,
  watch: PassWatch = {},
): Trained {
  const { learner, learnerOptions, run } = options
  const part = (): Dataset =>
    rows.length === data.count ? data : subset(data, rows, context.pool !== undefined)
  if (!learner.online) return { model: learner.train(part(), learnerOptions, context), trainer: undefined }
  if (learner.trainWhole !== undefined && learner.needsWhole?.(learnerOptions) === true) {
    const trainer = learner.trainWhole(part(), learnerOptions, context)
    return { model: trainer.model(), trainer }
  }
  const shape = shapeOfRows(data, rows, options, context)
  const trainer = learner.start(shape, learnerOptions, context)
  const rng = new Rng(run.seed)
  const passes = learner.passes(learnerOptions)
  const losses = hooks.round === undefined ? undefined : new CumulativeLosses(data.labelCount)
  for (let pass = 0; pass < passes; pass++) {
    const order = run.shuffle ? rng.shuffle(rows.slice()) : rows
    const rest = watch.rest === undefined ? order.length : lastFifth(order.length)
    for (let i = 0; i < order.length; i++) {
      if (i === rest) watch.rest?.(order.subarray(i), order.subarray(0, i), trainer.model())
      if (losses !== undefined && pass === 0) reportRound(losses, trainer, data, order[i], hooks)
      trainer.learn(data, order[i])
      if ((i & 1023) === 0) hooks.progress?.('learning', pass * order.length + i, passes * order.length)
    }
    trainer.endPass?.()
    watch.passed?.(pass + 1, trainer)
  }
  return { model: trainer.model(), trainer }
}

/** Where the last fifth begins. */
function lastFifth(rows: number): number {
  return rows - Math.floor(rows / 5)
}

/** Reports the losses of a row by the model just before it learns from the row. */
export function reportRound(
  losses: CumulativeLosses,
  trainer: OnlineTrainer,
  data: Dataset,
  row: number,
  hooks: TrainingHooks,
): void {
  const loss = losses.observe(trainer.model(), data, row)
  if (loss !== undefined) hooks.round?.(loss)
}
