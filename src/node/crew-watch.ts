// Starts the threads of a crew and watches them: the caller's thread waits without giving up its turn, and would not
// hear that one of them died (out of memory, say) and will never do the part it took.

import { type MessagePort, type ResourceLimits, Worker, workerData } from 'node:worker_threads'
import { GO_HOME, giveUp, JOB } from './crew-protocol.js'

/** What the watch is told. */
export interface WatchOrder {
  readonly control: Int32Array
  /** One for each thread. */
  readonly ports: readonly MessagePort[]
  /** Where to say what went wrong. */
  readonly news: MessagePort
  readonly file: string
  readonly resourceLimits: ResourceLimits
}

const { control, ports, news, file, resourceLimits } = workerData as WatchOrder

for (const port of ports) {
  const worker = new Worker(new URL(file), {
    workerData: { control, port },
    transferList: [port],
    resourceLimits,
  })
  let why = ''
  worker.on('error', ({ message }) => {
    why = message
  })
  worker.on('exit', (code) => {
    if (Atomics.load(control, JOB) === GO_HOME) return
    news.postMessage(new Error(`a thread was lost: ${why === '' ? `it ended with code ${code}` : why}`))
    giveUp(control)
  })
}
