// Runs jobs in threads of their own, one at a time: training uses what cores there are, and requests come first.

import { TaskQueue, WorkerPool } from 'abound/files'
import type { Store } from '../log/feedback-store.js'
import { JOB, type JobOrder, type JobProgress } from './job-task.js'
import { type Job, type JobResult, runJob } from './jobs.js'
import type { ModelFiles } from './model-files.js'

type Run = (job: Job, progress: (share: number, message: string) => void) => Promise<JobResult>

/** Jobs in threads, which start with this file. */
export function inThreads(file: URL, database: string, modelsAt: string | undefined, folder: string): Run {
  let chain: Promise<unknown> = Promise.resolve()
  return (job, progress) => {
    const result = chain.then(() => runInThread(file, { job, database, modelsAt, folder }, progress))
    chain = result.catch(() => {})
    return result
  }
}

/** Jobs in place, where there is no thread to run them in. */
export function inPlace(store: Store, files: ModelFiles): Run {
  return (job, progress) => runJob(job, { log: store.log, files, progress })
}

/** In a thread that ends with the job: what it took of memory is given back. */
async function runInThread(
  file: URL,
  order: JobOrder,
  progress: (share: number, message: string) => void,
): Promise<JobResult> {
  const queue = new TaskQueue(new WorkerPool(1, { file: file.href }), JOB, undefined)
  try {
    return await queue.run(() => order, {
      reported(news) {
        const { share, message } = news as JobProgress
        progress(share, message)
      },
    })
  } finally {
    await queue.close()
  }
}
