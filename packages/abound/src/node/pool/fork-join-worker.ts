// A worker of a fork-join pool: waits for a turn, starts the last job that it was told of, and does parts. It never returns
// to its event loop, which would take longer than a round of boosting.

import type { ForkJoinJob } from '../../contract.js'
import { LEARNERS } from '../../learners/registry.js'
import { SPLIT_TRAININGS } from '../../pipeline/split-trainings.js'
import type { TaskContext, Work } from '../../threads/worker-protocol.js'
import { ANSWERED, FAILED, JOB, type JobOrder, type PartReport, TURN, work } from './fork-join-protocol.js'

/** The jobs by their names, from the lists of those who declare them. */
const JOBS = new Map<string, ForkJoinJob>(
  [SPLIT_TRAININGS, ...LEARNERS.flatMap((learner) => (learner.online ? [] : (learner.jobs ?? [])))].map(
    (job) => [job.name, job],
  ),
)

/** Does parts of jobs, as these shared numbers say, until its thread ends. */
export function shareJobs(control: Int32Array, context: TaskContext): Work<JobOrder, never> {
  const report = (message: PartReport): void => context.report(message)
  const answered = (part: number, answer: unknown): void => {
    if (answer === undefined) return
    report({ part, answer })
    Atomics.store(control, ANSWERED, 1)
  }
  const failed = (error: unknown): void => {
    report({ error })
    Atomics.store(control, FAILED, 1)
  }
  return (first) => {
    let order = first
    let job: ((part: number) => unknown) | undefined
    for (let turn = 0; ; ) {
      Atomics.wait(control, TURN, turn)
      turn = Atomics.load(control, TURN)
      for (let next = context.receive(); next !== undefined; next = context.receive()) {
        order = next as JobOrder
        job = undefined
      }
      // Who comes too late for a turn may have been told of another job by now.
      if (order.id !== Atomics.load(control, JOB)) continue
      try {
        job ??= startJob(order)
        work(control, turn, job, answered, failed)
      } catch (error) {
        failed(error)
      }
    }
  }
}

function startJob({ name, input }: JobOrder): (part: number) => unknown {
  const job = JOBS.get(name)
  if (job === undefined)
    throw new Error(`there is no job ${name}: expected one of ${[...JOBS.keys()].join(', ')}`)
  return job.start(input)
}
