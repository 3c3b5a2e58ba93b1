// The tasks of this room, by which worker.ts starts. A task is declared here, and its code loaded by the worker that
// does it.

import type { CounterTotals } from '../pipeline/counting.js'
import type { CellResult } from '../selection/cell.js'
import type { CellMessage } from './cell-messages.js'
import { defineTask } from './define-task.js'
import type { CountedBlock, FirstPassSetup, TOTALS } from './first-pass-block.js'
import type { JobOrder } from './fork-join-protocol.js'
import type { SentBlock } from './line-blocks.js'

/** Shares the parts of jobs out with the caller's thread; never answers. */
export const FORK_JOIN = defineTask<Int32Array, JobOrder, void>(
  'fork-join',
  async () => (await import('./fork-join-loop.js')).forkJoinLoop,
)

/** Reads and counts blocks of lines. */
export const FIRST_PASS = defineTask<FirstPassSetup, SentBlock | typeof TOTALS, CountedBlock | CounterTotals>(
  'first pass',
  async () => (await import('./first-pass-block.js')).countBlocks,
)

/** Trains and measures a cell of a comparison. */
export const CELL = defineTask<undefined, CellMessage, CellResult>(
  'cell',
  async () => (await import('./run-cell-task.js')).runCells,
)

/** The address of the file that runs them. */
export const WORKER = new URL('./worker.js', import.meta.url).href
