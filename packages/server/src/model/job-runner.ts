// Runs jobs in threads of their own, one at a time: training uses all cores it can get, and requests come first.

import { TaskQueue, WorkerPool } from 'abound/internal'
import type { Store } from '../log/feedback-store.js'
import { JOB, type JobInThread, type JobProgress } from './job-task.js'
import { type Job, type JobResult, type ReportProgress, runJob } from './jobs.js'
import type { ModelFiles } from './model-files.js'

type RunJob = (job: Job, progress: ReportProgress) => Promise<JobResult>

/** Runs jobs in threads that start with `file`. */
export function threadRunner(file: URL, place: Omit<JobInThread, 'job'>): RunJob {
  let last: Promise<unknown> = Promise.resolve()
  return (job, progress) => {
    const result = last.then(() => runInThread(file, { job, ...place }, progress))
    last = result.catch(() => {})
    return result
  }
}

/** Runs jobs on this thread, where there is no other. */
export function localRunner(store: Store, files: ModelFiles): RunJob {
  return (job, progress) => runJob(job, { log: store.log, files, progress })
}

/** In a thread that ends with the job, so that its memory is given back. */
async function runInThread(file: URL, order: JobInThread, progress: ReportProgress): Promise<JobResult> {
  const queue = new TaskQueue(new WorkerPool(1, { file: file.href }), JOB, undefined)
  try {
    return await queue.run(() => order, {
      reported(report) {
        const { share, message } = report as JobProgress
        progress(share, message)
      },
    })
  } finally {
    await queue.close()
  }
}
