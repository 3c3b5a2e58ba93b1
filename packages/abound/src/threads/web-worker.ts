// A Web Worker as a worker like any other. The page starts it, as only the page knows where its files are.

import { PooledWorker } from './pooled-worker.js'
import type { FromWorker } from './worker-protocol.js'

/** What is used of a `Worker`. */
export interface WebWorker {
  postMessage(message: unknown): void
  addEventListener(type: 'message', heard: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'error', failed: (event: { readonly message?: unknown }) => void): void
  terminate(): void
}

/** Starts a worker whose file is `abound/browser-worker`. */
export type StartWebWorker = () => WebWorker

/** The worker, to be given tasks. */
export function pooled(start: StartWebWorker): PooledWorker {
  return new PooledWorker(
    { file: 'abound/browser-worker' },
    (_, hear, ended) => {
      const worker = start()
      worker.addEventListener('message', ({ data }) => hear(data as FromWorker))
      worker.addEventListener('error', ({ message }) => {
        worker.terminate()
        ended(typeof message === 'string' && message !== '' ? message : 'its file could not be loaded')
      })
      return {
        post: (message) => worker.postMessage(message),
        keepAlive() {},
        async end() {
          worker.terminate()
        },
      }
    },
    () => {},
  )
}
