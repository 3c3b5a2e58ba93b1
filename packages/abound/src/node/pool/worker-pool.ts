// One pool of worker threads, used in three ways: blocks of a stream whose answers are wanted in order (ordered-blocks.ts),
// single pieces as they come (task-queue.ts), and jobs whose parts the caller's thread shares with them
// (fork-join-threads.ts). When a worker dies, the pieces it had in hand fail, so that nobody waits for ever.

import type { Worker } from 'node:worker_threads'
import {
  PooledWorker,
  type PoolSettings,
  type PoolThread,
  type StartThread,
} from '../../threads/pooled-worker.js'
import type { FromWorker } from '../../threads/worker-protocol.js'
import { inheritedFlags } from './inherited-flags.js'

/**
 * Threads for tasks, started as they are needed; `close` ends them.
 *
 * @example
 * const pool = new WorkerPool(2, { file: 'file:///app/worker.js' }) // a file that calls `runWorker`
 * pool.started // false
 * await pool.close()
 */
export class WorkerPool {
  readonly size: number
  readonly workers = new Set<PooledWorker>()
  private readonly settings: PoolSettings
  private readonly startThread: StartThread

  constructor(size: number, settings: PoolSettings, startThread: StartThread = startHere) {
    this.size = size
    this.settings = settings
    this.startThread = startThread
  }

  get started(): boolean {
    return this.workers.size > 0
  }

  /** Starts all workers, so that they are ready when they are needed. */
  startAll(): void {
    while (this.start() !== undefined);
  }

  /** Starts one more worker; undefined where the pool is full. */
  start(): PooledWorker | undefined {
    if (this.workers.size >= this.size) return undefined
    const worker: PooledWorker = new PooledWorker(this.settings, this.startThread, () =>
      this.workers.delete(worker),
    )
    this.workers.add(worker)
    return worker
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => worker.end(new Error('the pool was closed'))))
  }
}

/** Starts a thread from this one. */
function startHere(
  { file, resourceLimits = {} }: PoolSettings,
  hear: (message: FromWorker) => void,
  ended: (why: string) => void,
): PoolThread {
  // Loading it takes 10 ms, which every command would pay for.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const worker = new Worker(new URL(file), { resourceLimits, execArgv: inheritedFlags() })
  worker.unref()
  worker.on('message', hear)
  onEnd(worker, ended)
  return {
    post: (message) => worker.postMessage(message),
    keepAlive: (wanted) => (wanted ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  }
}

/** Passes on why a thread ended. */
export function onEnd(worker: Worker, ended: (why: string) => void): void {
  let why = ''
  worker.on('error', ({ message }: Error) => {
    why = message
  })
  worker.on('exit', (code) => ended(why === '' ? `it ended with code ${code}` : why))
}
