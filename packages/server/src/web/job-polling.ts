// Long work of the server, followed until it ends.

import type { RunningJob } from './answers.js'
import { server } from './api.js'

const EVERY_MS = 300

/** Asks from time to time how far a job is; resolves with how it ended. */
export async function followJob(
  begun: RunningJob,
  onprogress: (job: RunningJob) => void,
): Promise<RunningJob> {
  let job = begun
  while (job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    job = await server.ask('GET /v1/jobs/{id}', { params: { id: begun.job } })
    onprogress(job)
  }
  return job
}
