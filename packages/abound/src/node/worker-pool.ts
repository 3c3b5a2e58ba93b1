// Threads that do tasks while the caller's event loop goes on: blocks whose answers are wanted in order
// (ordered-blocks.ts), or single pieces as they come (task-queue.ts). One that dies fails what it had in hand: nobody
// waits without end. Where the caller's thread waits itself, fork-join-threads.ts has the pool.

import type { Worker } from 'node:worker_threads'
import type { Task } from './define-task.js'
import { type FromWorker, receivedError, type ToWorker, WorkerLost } from './worker-messages.js'

export interface PoolSettings {
  /** The address of the file that workers start with: it calls `runWorker`. */
  readonly file: string
  readonly resourceLimits?: { readonly maxOldGenerationSizeMb?: number }
  /** Is told of a worker that ended without being asked to. */
  lost?(why: string): void
}

/** Who waits for an answer. */
interface Asker<Answer> {
  answered(answer: Answer): void
  failed(error: Error): void
  reported?(news: unknown): void
}

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

  constructor(size: number, settings: PoolSettings) {
    this.size = size
    this.settings = settings
  }

  get started(): boolean {
    return this.workers.size > 0
  }

  /** Starts all that there may be: they get ready while something else goes on. */
  startAll(): void {
    while (this.start() !== undefined);
  }

  /** Starts one more, unless there are as many as there may be. */
  start(): PooledWorker | undefined {
    if (this.workers.size >= this.size) return undefined
    const worker: PooledWorker = new PooledWorker(this.settings, () => this.workers.delete(worker))
    this.workers.add(worker)
    return worker
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => worker.end(new Error('the pool was closed'))))
  }
}

/** A thread of a pool, as seen from outside. */
export class PooledWorker {
  private readonly worker: Worker
  /** Who waits, in the order of the answers. */
  private readonly askers: Asker<never>[] = []
  private over: Error | undefined

  constructor({ file, resourceLimits = {}, lost }: PoolSettings, gone: () => void) {
    // Loading it takes 10 ms, which every command would pay for.
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    this.worker = new Worker(new URL(file), { resourceLimits })
    this.worker.unref()
    let why = ''
    this.worker.on('message', (message: FromWorker) => this.hear(message))
    this.worker.on('error', (error) => {
      why = error.message
    })
    this.worker.on('exit', (code) => {
      const reason = why === '' ? `it ended with code ${code}` : why
      if (this.over === undefined) lost?.(reason)
      this.over ??= new WorkerLost(reason)
      gone()
      for (const asker of this.askers.splice(0)) asker.failed(this.over)
    })
  }

  /** How many pieces it has in hand. */
  get inHand(): number {
    return this.askers.length
  }

  /** Says what the pieces that follow are for. */
  setUp<Setup>({ name }: Task<Setup, never, unknown>, setup: Setup): void {
    this.post({ kind: 'set-up', task: name, setup })
  }

  /** Gives it a piece; answers come in the order of the pieces. */
  ask<Answer>(piece: unknown, asker: Asker<Answer>): void {
    if (this.over !== undefined) {
      asker.failed(this.over)
      return
    }
    // Only who waits for something is kept from ending.
    if (this.askers.push(asker as Asker<never>) === 1) this.worker.ref()
    this.post({ kind: 'piece', piece })
  }

  /** Ends it, whatever it is at; those who wait are told why. */
  async end(error: Error): Promise<void> {
    this.over ??= error
    for (const asker of this.askers.splice(0)) asker.failed(error)
    await this.worker.terminate()
  }

  get ended(): boolean {
    return this.over !== undefined
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message)
  }

  private hear(message: FromWorker): void {
    if (message.kind === 'report') {
      this.askers[0]?.reported?.(message.news)
      return
    }
    const asker = this.askers.shift()
    if (this.askers.length === 0) this.worker.unref()
    if (message.kind === 'answer') asker?.answered(message.answer as never)
    else asker?.failed(receivedError(message.error))
  }
}
