// Starts the threads of a fork-join pool and watches them: the caller's thread waits without its event loop, and would
// not hear that one of them died (out of memory, say) and will never do the part it took.

import { Worker, workerData } from 'node:worker_threads'
import { GO_HOME, giveUp, JOB, type WatchOrder, type Word } from './fork-join-protocol.js'
import { type FromWorker, WorkerLost } from './worker-messages.js'

const { control, ports, news, file, memory } = workerData as WatchOrder

for (const port of ports) {
  const worker = new Worker(new URL(file), {
    workerData: { port },
    transferList: [port],
    resourceLimits: memory === undefined ? {} : { maxOldGenerationSizeMb: memory },
  })
  let why = ''
  worker.on('error', ({ message }) => {
    why = message
  })
  worker.on('exit', (code) => {
    if (Atomics.load(control, JOB) === GO_HOME) return
    const word: Word = {
      error: new WorkerLost(why === '' ? `it ended with code ${code}` : why),
    }
    news.postMessage({ kind: 'report', news: word } satisfies FromWorker)
    giveUp(control)
  })
}
