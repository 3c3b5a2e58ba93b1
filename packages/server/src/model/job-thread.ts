// A thread for long work: opens the store for itself, does one job, hands the model's bytes over.

import { parentPort, workerData } from 'node:worker_threads'
import { InputError } from 'abound'
import { openStoreAt } from '../log/open.js'
import { type Job, runJob } from './jobs.js'
import { openModelFiles } from './open-model-files.js'

export interface JobOrder {
  readonly job: Job
  readonly database: string
  readonly modelsAt: string | undefined
  readonly folder: string
}

/** What a thread says. */
export type JobNews =
  | { readonly kind: 'progress'; readonly share: number; readonly message: string }
  | { readonly kind: 'done'; readonly result: Awaited<ReturnType<typeof runJob>> }
  | { readonly kind: 'failed'; readonly expected: boolean; readonly message: string }

const EVERY_MS = 100

const { job, database, modelsAt, folder } = workerData as JobOrder
const say = (news: JobNews, transfer: ArrayBuffer[] = []): void => parentPort!.postMessage(news, transfer)
const store = await openStoreAt(database)
let said = 0
try {
  const result = await runJob(job, {
    log: store.log,
    files: await openModelFiles(modelsAt, folder),
    progress(share, message) {
      const now = performance.now()
      if (now - said < EVERY_MS) return
      said = now
      say({ kind: 'progress', share, message })
    },
  })
  say({ kind: 'done', result }, [result.bytes.buffer as ArrayBuffer])
} catch (error) {
  const expected = error instanceof InputError
  say({
    kind: 'failed',
    expected,
    message: expected ? error.message : String((error as Error).stack ?? error),
  })
} finally {
  await store.close()
}
