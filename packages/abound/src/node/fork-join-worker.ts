// One thread of a pool: waits for a turn, makes the job it has been told of last, does parts.

import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { forkJoinJob } from './fork-join-jobs.js'
import { ANSWERED, FAILED, GO_HOME, JOB, type JobOrder, TURN, type Word, work } from './fork-join-protocol.js'
import './use-engine.js'

const { control, port } = workerData as { readonly control: Int32Array; readonly port: MessagePort }
const say = (word: Word): void => port.postMessage(word)

function answered(part: number, answer: unknown): void {
  if (answer === undefined) return
  say({ part, answer })
  Atomics.store(control, ANSWERED, 1)
}

function failed(error: unknown): void {
  say({ error })
  Atomics.store(control, FAILED, 1)
}

let order: JobOrder | undefined
let job: ((part: number) => unknown) | undefined

for (let turn = 0; ; ) {
  Atomics.wait(control, TURN, turn)
  turn = Atomics.load(control, TURN)
  const id = Atomics.load(control, JOB)
  if (id === GO_HOME) break
  for (let told = receiveMessageOnPort(port); told !== undefined; told = receiveMessageOnPort(port)) {
    order = told.message as JobOrder
    job = undefined
  }
  // Who comes too late for a turn may have been told of another job by now.
  if (order?.id !== id) continue
  try {
    job ??= forkJoinJob(order.name).start(order.input)
    work(control, turn, job, answered, failed)
  } catch (error) {
    failed(error)
  }
}
