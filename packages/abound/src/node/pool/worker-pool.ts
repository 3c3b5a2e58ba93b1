// One pool of worker threads, used in three ways: blocks of a stream whose answers are wanted in order (ordered-blocks.ts),
// single pieces as they come (task-queue.ts), and jobs whose parts the caller's thread shares with them
// (fork-join-threads.ts). When a worker dies, the pieces it had in hand fail, so that nobody waits for ever.

import type { Worker } from 'node:worker_threads'
import { pluginAddresses } from './plugin-addresses.js'
import { type FromWorker, fromSentError, type Task, type ToWorker, WorkerLost } from './worker-protocol.js'

export interface PoolSettings {
  /** The address of the file that workers start with: it calls `runWorker`. */
  readonly file: string
  readonly resourceLimits?: { readonly maxOldGenerationSizeMb?: number }
  /** Called when a worker ended without being asked to. */
  lost?(why: string): void
}

/** Who waits for an answer. */
interface Asker<Answer> {
  answered(answer: Answer): void
  failed(error: Error): void
  reported?(news: unknown): void
}

/** A running thread. */
interface PoolThread {
  post(message: ToWorker): void
  /** Whether the thread keeps the process from ending. */
  keepAlive(wanted: boolean): void
  end(): Promise<unknown>
}

/** Starts a thread whose messages and end are passed on. */
export type StartThread = (
  settings: PoolSettings,
  hear: (message: FromWorker) => void,
  ended: (why: string) => void,
) => PoolThread

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

/** A worker of a pool: sends it pieces, and matches its answers with those who asked. */
export class PooledWorker {
  private readonly thread: PoolThread
  /** Those who wait for an answer, in the order of the answers. */
  private readonly askers: Asker<never>[] = []
  /** Hears what it reports where nobody waits for an answer. */
  private listener: ((news: unknown) => void) | undefined
  private over: Error | undefined

  constructor(settings: PoolSettings, startThread: StartThread, gone: () => void) {
    this.thread = startThread(
      settings,
      (message) => this.hear(message),
      (why) => {
        if (this.over === undefined) settings.lost?.(why)
        this.over ??= new WorkerLost(why)
        gone()
        if (this.askers.length > 0) this.thread.keepAlive(false)
        for (const asker of this.askers.splice(0)) asker.failed(this.over)
      },
    )
    if (pluginAddresses.length > 0) this.thread.post({ kind: 'plugins', addresses: [...pluginAddresses] })
  }

  /** How many pieces it has in hand. */
  get inHand(): number {
    return this.askers.length
  }

  /** Sets the worker up for the pieces that follow. */
  setUp<Setup>({ name }: Task<Setup, never, unknown>, setup: Setup): void {
    this.thread.post({ kind: 'set-up', task: name, setup })
  }

  /** Gives it a piece; answers come in the order of the pieces. */
  ask<Answer>(piece: unknown, asker: Asker<Answer>): void {
    if (this.over !== undefined) {
      asker.failed(this.over)
      return
    }
    // A thread keeps the process from ending only while someone waits for its answer.
    if (this.askers.push(asker as Asker<never>) === 1) this.thread.keepAlive(true)
    this.thread.post({ kind: 'piece', piece })
  }

  /** Gives it a piece that has no answer, whose reports the listener hears. The process does not wait for it. */
  tell(piece: unknown, listener: (news: unknown) => void): void {
    this.listener = listener
    this.thread.post({ kind: 'piece', piece })
  }

  /** Ends it, whatever it is at; those who wait are told why. */
  async end(error: Error): Promise<void> {
    this.over ??= error
    for (const asker of this.askers.splice(0)) asker.failed(error)
    await this.thread.end()
  }

  get ended(): boolean {
    return this.over !== undefined
  }

  private hear(message: FromWorker): void {
    if (message.kind === 'report') {
      const [asker] = this.askers
      if (asker === undefined) this.listener?.(message.news)
      else asker.reported?.(message.news)
      return
    }
    const asker = this.askers.shift()
    if (asker === undefined) return
    if (this.askers.length === 0) this.thread.keepAlive(false)
    if (message.kind === 'answer') asker.answered(message.answer as never)
    else asker.failed(fromSentError(message.error))
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
  const worker = new Worker(new URL(file), { resourceLimits })
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
