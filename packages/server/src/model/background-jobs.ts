// Long work on models that goes on after its request: what runs, how far it is, how it ended.

import { randomUUID } from 'node:crypto'
import { InputError } from 'abound'
import { HttpError } from '../http-error.js'
import type { ReportProgress } from './jobs.js'

const KEPT_JOBS = 100

export interface JobState {
  /** Its id. */
  readonly job: string
  readonly model: string
  readonly what: string
  state: 'running' | 'done' | 'failed'
  progress: number
  message: string
}

export class BackgroundJobs {
  private readonly jobs = new Map<string, JobState>()
  private readonly warn: (message: string, details: Record<string, unknown>) => void

  constructor(warn: BackgroundJobs['warn']) {
    this.warn = warn
  }

  get(id: string): JobState {
    const job = this.jobs.get(id)
    if (job === undefined) throw new HttpError(404, 'unknown_job', `there is no job "${id}"`)
    return job
  }

  /** Begins work that ends with a message. What it throws at once is thrown here, and there is no job. */
  start(model: string, what: string, work: (progress: ReportProgress) => Promise<string>): JobState {
    const job: JobState = {
      job: randomUUID(),
      model,
      what,
      state: 'running',
      progress: 0,
      message: 'waiting',
    }
    const done = work((share, message) => {
      job.progress = Math.min(1, Math.max(0, share))
      job.message = message
    })
    this.jobs.set(job.job, job)
    for (const [id, { state }] of this.jobs) {
      if (this.jobs.size <= KEPT_JOBS) break
      if (state !== 'running') this.jobs.delete(id)
    }
    done.then(
      (message) => Object.assign(job, { state: 'done', progress: 1, message }),
      (error: unknown) => {
        const expected = error instanceof InputError || error instanceof HttpError
        if (!expected) this.warn('a job failed', { model, what, error: String(error) })
        Object.assign(job, {
          state: 'failed',
          message: expected ? error.message : 'a fault of ours: the server’s log says more',
        })
      },
    )
    return job
  }
}
