// The trainings that decisions take, and the one on all rows. Where they are work enough, the threads of a pool do the
// former beside the latter: each thread answers with its model's state, as a file would hold it, which makes the same
// model to the bit. The caller scores with it what was held out, split after split, so that all sums are in one order.

import type { Dataset, ForkJoinJob, ForkJoinPool, Model, State } from '../contract.js'
import type { Split } from '../data/splits.js'
import { InputError } from '../errors.js'
import { learnerNamed } from '../learners/registry.js'
import { restoreModel } from '../models/restore.js'
import type { DatasetBuilder } from '../structures/dataset.js'
import { withoutPacking } from '../structures/state-arrays.js'
import type { RunContext } from './context.js'
import type { ResolvedOptions } from './train-options.js'
import { type Trained, trainOnRows } from './train-rows.js'

/**
 * Entries of rows, times passes, of all splits together, from which on threads are worth their start. Learners take 40
 * to 150 ns for one. A thread takes 0.1 s of CPU until it is there and compiles what the first one has compiled: with 4
 * million mmp took longer on two threads than on one, with 12 million less long (docs/performance.md).
 */
const ENOUGH = 10_000_000

interface Task {
  readonly pool: ForkJoinPool | undefined
  readonly data: DatasetBuilder
  readonly splits: readonly Split[]
  readonly options: ResolvedOptions
  /** For the splits, which report nothing. */
  readonly context: RunContext
  /** Trains on all rows. */
  train(context: RunContext): Trained
}

/** What is trained on all rows, and what trains on those of each split when decisions ask for it, in their order. */
export function trainWithSplits(task: Task): {
  readonly trained: Trained
  readonly trainOn: (rows: Uint32Array) => Model
} {
  const { pool, data, splits, options, context, train } = task
  const here = (rows: Uint32Array): Model => trainOnRows(data, rows, options, context, {}).model
  const alone = pool === undefined || pool.size < 2 || splits.length === 0 || !suitsThreads(options)
  if (alone || workOf(task) < (pool.enough ?? ENOUGH)) return { trained: train(context), trainOn: here }
  let trained: Trained | undefined
  const answers = pool.job(SPLIT_TRAININGS, inputOf(task))(splits.length, () => {
    // The threads have enough to do.
    const { pool: _, ...others } = context
    trained = train(others)
  })
  let split = 0
  return {
    trained: trained!,
    trainOn: (rows) => restoreIfValid(options, answers[split++] as Answer) ?? here(rows),
  }
}

/** What shares its work out by itself needs the threads for that. What was pruned comes with what it was before. */
function suitsThreads({ learner, learnerOptions }: ResolvedOptions): boolean {
  if (learner.online) return true
  const own = learner.jobs !== undefined && learner.usesPool?.(learnerOptions) !== false
  return !own && !learnerOptions.prune
}

function workOf({ data, splits, options: { learner, learnerOptions } }: Task): number {
  const entries = data.chunks.reduce((sum, { columns }) => sum + columns.length, 0)
  return entries * splits.length * (learner.passes?.(learnerOptions) ?? 1)
}

/** What of a context is plain data. */
type PlainContext = Omit<
  RunContext,
  'pool' | 'learnerNamed' | 'labelName' | 'termOf' | 'progress' | 'curve' | 'decided'
>

interface Input {
  readonly learner: string
  readonly options: Omit<ResolvedOptions, 'learner'>
  readonly context: PlainContext
  readonly labelNames: readonly string[] | undefined
  /** In shared memory. */
  readonly data: Dataset
  readonly splits: readonly Uint32Array[]
}

function inputOf({ data, splits, options: { learner, ...options }, context }: Task): Input {
  // Word of progress needs terms; whatever else comes to a context travels, or cannot be sent, which is an error.
  const { pool, learnerNamed, labelName, termOf, labelTexts, heldOut, ...rest } = context
  return {
    learner: learner.name,
    options,
    context: {
      ...rest,
      ...(labelTexts === undefined ? {} : { labelTexts: plain(labelTexts) }),
      ...(heldOut === undefined ? {} : { heldOut: plain(heldOut) }),
    },
    labelNames: labelName && Array.from({ length: data.labelCount }, (_, label) => labelName(label)),
    data: plain(data.share()),
    splits: splits.map(({ train }) => train),
  }
}

function plain({ count, chunks, featureCount, labelCount }: Dataset): Dataset {
  return { count, chunks, featureCount, labelCount }
}

/** The state of a model; nothing where the learner refused the rows, which it does again where that is heard. */
type Answer = State | undefined

/** What a thread does: the training on one split. */
export const SPLIT_TRAININGS: ForkJoinJob<Input> = { name: 'split trainings', start: splitTrainings }

function splitTrainings({
  learner,
  options,
  context,
  labelNames,
  data,
  splits,
}: Input): (split: number) => Answer {
  const resolved = { ...options, learner: learnerNamed(learner) }
  const full: RunContext = {
    ...context,
    learnerNamed,
    ...(labelNames === undefined ? {} : { labelName: (label) => labelNames[label] }),
  }
  return (split) => {
    try {
      const { model } = trainOnRows(data, splits[split], resolved, full, {})
      return withoutPacking(() => model.state())
    } catch (error) {
      if (error instanceof InputError) return undefined
      throw error
    }
  }
}

/** The model of a state; nothing where a file with it would be refused, as numbers grew beyond all bounds. */
function restoreIfValid({ learner }: ResolvedOptions, state: Answer): Model | undefined {
  try {
    return state === undefined ? undefined : restoreModel(learner.modelKind, state)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}
