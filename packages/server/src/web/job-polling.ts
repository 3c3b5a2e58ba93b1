// Long work of the server, followed until it ends.

import type { RunningJob } from './answers.js'

const EVERY_MS = 300

/** Asks now and then how far it is; resolves with how it ended. */
export async function followed(
  begun: RunningJob,
  ask: (id: string) => Promise<RunningJob>,
  onprogress: (job: RunningJob) => void,
): Promise<RunningJob> {
  let job = begun
  while (job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    job = await ask(begun.job)
    onprogress(job)
  }
  return job
}
