// What workers of worker-pool.test.ts start with.

import { InputError } from '../../packages/abound/dist/errors.js'
import { runWorker } from '../../packages/abound/dist/node/pool/run-worker.js'
import { defineTask } from '../../packages/abound/dist/threads/worker-protocol.js'

const pause = new Int32Array(new SharedArrayBuffer(4))

/** Answers a number with its square, after a while that depends on it. */
const squares = (setup, { report }) => {
  if (setup.fails) throw new InputError('set up on purpose')
  return async (number) => {
    if (number === setup.exitsAt) process.exit(3)
    if (number === setup.throwsAt) throw new Error('thrown on purpose')
    if (number === setup.refusesAt) throw new InputError('refused on purpose')
    if (number === setup.hangsAt) for (;;);
    if (number === setup.uncaughtAt) {
      setTimeout(() => {
        throw new Error('uncaught on purpose')
      })
      await new Promise(() => {})
    }
    Atomics.wait(pause, 0, 0, (number * 7) % 5)
    if (setup.reports) report(`at ${number}`)
    return number * number
  }
}

const SQUARES = defineTask('squares', async () => squares)
/** The same without a setup, as in a process. */
const BARE = defineTask(
  'bare squares',
  async () => (_, context) => squares({ exitsAt: 4, refusesAt: 5, reports: true }, context),
)

runWorker([SQUARES, BARE])
