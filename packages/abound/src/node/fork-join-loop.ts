// One thread of a fork-join pool: waits for a turn, starts the job it has been told of last, does parts. It never gives
// its event loop a turn, as rounds of boosting are shorter than that takes.

import type { TaskContext, Work } from './define-task.js'
import { forkJoinJob } from './fork-join-jobs.js'
import { ANSWERED, FAILED, GO_HOME, JOB, type JobOrder, TURN, type Word, work } from './fork-join-protocol.js'

export function forkJoinLoop(control: Int32Array, context: TaskContext): Work<JobOrder, void> {
  const say = (word: Word): void => context.report(word)
  const answered = (part: number, answer: unknown): void => {
    if (answer === undefined) return
    say({ part, answer })
    Atomics.store(control, ANSWERED, 1)
  }
  const failed = (error: unknown): void => {
    say({ error })
    Atomics.store(control, FAILED, 1)
  }
  return (first) => {
    let order = first
    let job: ((part: number) => unknown) | undefined
    for (let turn = 0; ; ) {
      Atomics.wait(control, TURN, turn)
      turn = Atomics.load(control, TURN)
      const id = Atomics.load(control, JOB)
      if (id === GO_HOME) return
      for (let told = context.receive(); told !== undefined; told = context.receive()) {
        order = told as JobOrder
        job = undefined
      }
      // Who comes too late for a turn may have been told of another job by now.
      if (order.id !== id) continue
      try {
        job ??= forkJoinJob(order.name).start(order.input)
        work(control, turn, job, answered, failed)
      } catch (error) {
        failed(error)
      }
    }
  }
}
