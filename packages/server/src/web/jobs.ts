// Long work of the server, followed until it ends.

import type { Job } from './api.js'

const EVERY_MS = 300

/** Asks now and then how far it is; resolves with how it ended. */
export async function followed(
  begun: Job,
  ask: (id: string) => Promise<Job>,
  onprogress: (job: Job) => void,
): Promise<Job> {
  let job = begun
  while (job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    job = await ask(begun.job)
    onprogress(job)
  }
  return job
}
