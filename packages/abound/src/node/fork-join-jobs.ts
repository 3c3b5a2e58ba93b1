// The jobs that threads of a pool find by their names: each is declared by who owns it, and listed here.

import type { ForkJoinJob } from '../contract.js'
import { LEARNERS } from '../learners/registry.js'
import { SPLIT_TRAININGS } from '../pipeline/split-trainings.js'

const JOBS = new Map<string, ForkJoinJob>()
for (const job of [
  SPLIT_TRAININGS,
  ...LEARNERS.flatMap((learner) => (learner.online ? [] : (learner.jobs ?? []))),
])
  JOBS.set(job.name, job)

export function forkJoinJob(name: string): ForkJoinJob {
  const job = JOBS.get(name)
  if (job === undefined)
    throw new Error(`there is no job ${name}: expected one of ${[...JOBS.keys()].join(', ')}`)
  return job
}
