// Long work in a worker: opens the store for itself, does one job, hands the model's bytes over.

import { defineTask, type TaskContext, type Work } from 'abound/internal'
import { openStoreAt } from '../log/open.js'
import { type Job, type JobResult, runJob } from './jobs.js'
import { openModelFiles } from './open-model-files.js'

export interface JobInThread {
  readonly job: Job
  readonly database: string
  readonly modelsAt: string | undefined
  readonly folder: string
}

/** How far a job is. */
export interface JobProgress {
  readonly share: number
  readonly message: string
}

const EVERY_MS = 100

function doJobs(_: undefined, { report }: TaskContext): Work<JobInThread, JobResult> {
  return async ({ job, database, modelsAt, folder }) => {
    const store = await openStoreAt(database)
    let said = 0
    try {
      return await runJob(job, {
        log: store.log,
        files: await openModelFiles(modelsAt, folder),
        progress(share, message) {
          const now = performance.now()
          if (now - said < EVERY_MS) return
          said = now
          report({ share, message } satisfies JobProgress)
        },
      })
    } finally {
      await store.close()
    }
  }
}

/** Does long work on a model. */
export const JOB = defineTask('job', async () => doJobs)
