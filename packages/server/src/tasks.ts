// What the server's workers do; the code of a task is loaded by the worker that does it.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineTask } from 'abound/files'
import type { JobOrder } from './model/job-task.js'
import type { JobResult } from './model/jobs.js'
import type { RankOrder } from './ranking/rank-task.js'
import type { RankedPiece } from './ranking/rank-text.js'

/** Ranks pieces of batches, with models in memory that all workers share. */
export const RANK = defineTask<undefined, RankOrder, RankedPiece>(
  'rank',
  async () => (await import('./ranking/rank-task.js')).rankPieces,
)

/** Does long work on a model. */
export const JOB = defineTask<undefined, JobOrder, JobResult>(
  'job',
  async () => (await import('./model/job-task.js')).doJobs,
)

/** The file that runs them. */
export const WORKER = new URL('./worker.js', import.meta.url)

/** Whether it is there: it is in the build, not in the source. */
export function hasWorker(): boolean {
  return existsSync(fileURLToPath(WORKER))
}
