// Runs jobs in threads of their own, one at a time: training uses what cores there are, and requests come first.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { InputError } from 'abound'
import type { Store } from '../log/feedback-store.js'
import type { JobNews, JobOrder } from './job-thread.js'
import { type Job, type JobResult, runJob } from './jobs.js'
import type { ModelFiles } from './model-files.js'

type Run = (job: Job, progress: (share: number, message: string) => void) => Promise<JobResult>

/** Jobs in threads, from the built package. */
export function inThreads(database: string, modelsAt: string | undefined, folder: string): Run {
  let chain: Promise<unknown> = Promise.resolve()
  return (job, progress) => {
    const result = chain.then(() => runInThread({ job, database, modelsAt, folder }, progress))
    chain = result.catch(() => {})
    return result
  }
}

/** Jobs in place, where there is no thread to run them in. */
export function inPlace(store: Store, files: ModelFiles): Run {
  return (job, progress) => runJob(job, { log: store.log, files, progress })
}

const THREAD = new URL('./job-thread.js', import.meta.url)

export function hasThread(): boolean {
  return existsSync(fileURLToPath(THREAD))
}

async function runInThread(
  order: JobOrder,
  progress: (share: number, message: string) => void,
): Promise<JobResult> {
  const { Worker } = await import('node:worker_threads')
  const worker = new Worker(THREAD, { workerData: order })
  try {
    return await new Promise<JobResult>((resolve, reject) => {
      worker.on('message', (news: JobNews) => {
        if (news.kind === 'progress') progress(news.share, news.message)
        else if (news.kind === 'done') resolve(news.result)
        else reject(news.expected ? new InputError(news.message) : new Error(news.message))
      })
      worker.on('error', reject)
      worker.on('exit', (code) => reject(new Error(`the thread ended with code ${code}`)))
    })
  } finally {
    await worker.terminate()
  }
}
