// A thread of a cluster on one machine: does one map or reduce after the other.

import { parentPort, workerData } from 'node:worker_threads'
import { InputError } from 'abound'
import { reduceBucket } from '../cluster/reduce.js'
import { type Answer, type Errand, recordsOf } from './local.js'
import { FolderStore } from './store.js'

const store = new FolderStore(workerData as string)

parentPort!.on('message', ({ descriptor, records }: Errand) => {
  const work = records === undefined ? recordsOf(descriptor, store) : reduceBucket(descriptor, records, store)
  const answer = (answered: Answer): void => parentPort!.postMessage(answered)
  work.then(
    (value: unknown) => answer({ value }),
    (error: unknown) =>
      answer({
        error: error instanceof Error ? error.message : String(error),
        isInput: error instanceof InputError,
        stack: error instanceof Error ? error.stack : undefined,
      }),
  )
})
