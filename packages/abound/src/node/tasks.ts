// The tasks of the library that worker.ts can do. Declaring one loads nothing: its code is loaded by the worker that does it.

import type { CounterTotals } from '../pipeline/counting.js'
import type { CellResult } from '../selection/cell.js'
import { TRAINING_NAME, type TrainingPiece, type TrainingSetup } from '../threads/training-task.js'
import { defineTask } from '../threads/worker-protocol.js'
import type { CellMessage } from './cell-task.js'
import type { CountedBlock, FirstPassSetup, TOTALS } from './first-pass-threads.js'
import type { SentBlock } from './line-blocks.js'
import type { JobOrder } from './pool/fork-join-protocol.js'

/** Takes parts of fork-join jobs until the thread ends; never answers. */
export const FORK_JOIN = defineTask<Int32Array, JobOrder, never>(
  'fork-join',
  async () => (await import('./pool/fork-join-worker.js')).shareJobs,
)

/** Reads and counts blocks of lines. */
export const FIRST_PASS = defineTask<FirstPassSetup, SentBlock | typeof TOTALS, CountedBlock | CounterTotals>(
  'first pass',
  async () => (await import('./first-pass-threads.js')).countBlocks,
)

/** Trains and measures a cell of a comparison. */
export const CELL = defineTask<undefined, CellMessage, CellResult>(
  'cell',
  async () => (await import('./cell-task.js')).runCells,
)

/** Trains from the documents that it is sent. */
export const TRAINING = defineTask<TrainingSetup, TrainingPiece, unknown>(
  TRAINING_NAME,
  async () => (await import('../threads/train-in-worker.js')).trainInWorker,
)

/** The address of the file that runs them. */
export const WORKER = new URL('./worker.js', import.meta.url).href

/** The address of the file that starts and watches the threads of a fork-join pool. */
export const FORK_JOIN_WATCH = new URL('./pool/fork-join-watch.js', import.meta.url).href
