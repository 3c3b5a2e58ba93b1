// One thread of a crew: waits for a turn, makes the jobs it has been told of, does parts.

import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { FAILED, GO_HOME, JOB, jobOf, TURN, work } from './crew-protocol.js'

const { control, port } = workerData as { readonly control: Int32Array; readonly port: MessagePort }
const jobs: ((part: number) => void)[] = []

function failed(error: unknown): void {
  port.postMessage(error)
  Atomics.store(control, FAILED, 1)
}

for (let turn = 0; ; ) {
  Atomics.wait(control, TURN, turn)
  turn = Atomics.load(control, TURN)
  const job = Atomics.load(control, JOB)
  if (job === GO_HOME) break
  try {
    for (let told = receiveMessageOnPort(port); told !== undefined; told = receiveMessageOnPort(port)) {
      const { id, learner, input } = told.message as { id: number; learner: string; input: unknown }
      jobs[id] = jobOf(learner, input)
    }
    work(control, turn, jobs[job], failed)
  } catch (error) {
    failed(error)
  }
}
