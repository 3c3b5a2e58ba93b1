// The training on all rows, and the trainings on splits that thresholds and probabilities need. Where these are work enough,
// the threads of a pool do them while the caller trains on all rows. A thread answers with its model's state, as a file
// would hold it, which restores the same model to the bit. The caller scores the held-out rows with it, split after split,
// so that sums are always in the same order.

import type { Dataset, ForkJoinJob, ForkJoinPool, Model, State } from '../contract.js'
import type { Split } from '../data/splits.js'
import { InputError } from '../errors.js'
import { learnerNamed } from '../learners/registry.js'
import { restoreModel } from '../models/restore.js'
import type { DatasetBuilder } from '../structures/dataset.js'
import { withoutPacking } from '../structures/state-arrays.js'
import type { RunContext } from './context.js'
import { type FoldRows, type RowWeights, rowsOfFold } from './fold-rows.js'
import type { ResolvedOptions } from './train-options.js'
import { type Trained, trainOnRows } from './train-rows.js'

/**
 * Threads are started from this many entries on (entries of rows × passes, over all splits). A learner takes 40 to 150 ns
 * for an entry; a thread takes 0.1 s of CPU to start and to compile what the caller's has compiled already. With 4 million
 * entries mmp took longer on two threads than on one, with 12 million less (docs/performance.md).
 */
const ENOUGH = 10_000_000

interface Task {
  readonly pool: ForkJoinPool | undefined
  readonly data: DatasetBuilder
  readonly splits: readonly Split[]
  /** How the rows were weighted. */
  readonly weights: RowWeights | undefined
  readonly options: ResolvedOptions
  /** The context for splits, which report nothing. */
  readonly context: RunContext
  /** Trains on all rows. */
  train(context: RunContext): Trained
}

/**
 * The training on all rows, and a function that gives the model of each split, to be called in the order of the splits with
 * the rows as the split makes them.
 */
export function trainWithSplits(task: Task): {
  readonly trained: Trained
  readonly trainOn: TrainOnSplit
} {
  const { pool, splits, options, context, train } = task
  const here: TrainOnSplit = (rows, foldRows) => trainOnPart(foldRows, rows, options, context)
  const alone = pool === undefined || pool.size < 2 || splits.length === 0 || !suitsThreads(options)
  if (alone || workOf(task) < (pool.enough ?? ENOUGH)) return { trained: train(context), trainOn: here }
  let trained: Trained | undefined
  const answers = pool.job(SPLIT_TRAININGS, inputOf(task))(splits.length, () => {
    // The pool is busy with the splits.
    const { pool: _, ...others } = context
    trained = train(others)
  })
  let split = 0
  return {
    trained: trained!,
    trainOn: (rows, foldRows) => restoreIfValid(options, answers[split++] as Answer) ?? here(rows, foldRows),
  }
}

/** Gives the model of a split: the rows to train on, and how the split makes rows. */
export type TrainOnSplit = (rows: Uint32Array, foldRows: FoldRows) => Model

function trainOnPart(
  foldRows: FoldRows,
  rows: Uint32Array,
  options: ResolvedOptions,
  context: RunContext,
): Model {
  const part = foldRows(rows, context.pool !== undefined)
  return trainOnRows(part.data, part.rows, options, context, {}).model
}

/** Not a learner that uses the pool itself, nor one that prunes: its answer would need the unpruned model, too. */
function suitsThreads({ learner, learnerOptions }: ResolvedOptions): boolean {
  if (learner.online) return true
  const own = learner.jobs !== undefined && learner.usesPool?.(learnerOptions) !== false
  return !own && !learnerOptions.prune
}

function workOf({ data, splits, options: { learner, learnerOptions } }: Task): number {
  const entries = data.chunks.reduce((sum, { columns }) => sum + columns.length, 0)
  return entries * splits.length * (learner.passes?.(learnerOptions) ?? 1)
}

/** The part of a context that can be sent to a thread. */
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
  readonly weights: RowWeights | undefined
}

function inputOf({ data, splits, weights, options: { learner, ...options }, context }: Task): Input {
  // Functions stay here. A field added to contexts later is sent with the rest, or fails to be sent, which shows the mistake.
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
    weights,
  }
}

function plain({ count, chunks, featureCount, labelCount }: Dataset): Dataset {
  return { count, chunks, featureCount, labelCount }
}

/** The state of a model; undefined where the learner refused the rows. The caller trains again then, and gets the error. */
type Answer = State | undefined

/** The job of a thread: training on one split. */
export const SPLIT_TRAININGS: ForkJoinJob<Input> = { name: 'split trainings', start: splitTrainings }

function splitTrainings({
  learner,
  options,
  context,
  labelNames,
  data,
  splits,
  weights,
}: Input): (split: number) => Answer {
  const resolved = { ...options, learner: learnerNamed(learner) }
  const full: RunContext = {
    ...context,
    learnerNamed,
    ...(labelNames === undefined ? {} : { labelName: (label) => labelNames[label] }),
  }
  return (split) => {
    try {
      const train = splits[split]
      const model = trainOnPart(rowsOfFold(data, train, weights), train, resolved, full)
      return withoutPacking(() => model.state())
    } catch (error) {
      if (error instanceof InputError) return undefined
      throw error
    }
  }
}

/** The model of a state; undefined where a file with it would be refused, as some numbers are infinite. */
function restoreIfValid({ learner }: ResolvedOptions, state: Answer): Model | undefined {
  try {
    return state === undefined ? undefined : restoreModel(learner.modelKind, state, learner.restore)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}
