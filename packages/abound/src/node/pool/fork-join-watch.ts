// Starts the threads of a fork-join pool and watches them. The caller's thread blocks while it waits, and would not hear that
// a thread died (out of memory, say) in the middle of its part.

import { parentPort, Worker, workerData } from 'node:worker_threads'
import { giveUp, type ThreadEnd, type ThreadOrder, type WatchSetup } from './fork-join-protocol.js'
import { inheritedFlags } from './inherited-flags.js'
import { onEnd } from './worker-pool.js'

const { control, ended } = workerData as WatchSetup

parentPort!.on('message', ({ number, port, file, resourceLimits = {} }: ThreadOrder) => {
  const worker = new Worker(new URL(file), {
    workerData: { port },
    transferList: [port],
    resourceLimits,
    execArgv: inheritedFlags(),
  })
  onEnd(worker, (why) => {
    ended.postMessage({ number, why } satisfies ThreadEnd)
    giveUp(control)
  })
})
