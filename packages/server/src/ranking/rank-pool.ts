// Threads that rank pieces of batches while the event loop answers others. They are started as they are needed. One
// that dies, or takes too long, fails the piece that it was at, and another takes its place for the next.
//
// The queue needs no limit of its own: so many batches are let in (limits.ts), each with a few pieces at a time.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { InputError } from 'abound'
import { HttpError } from '../http-error.js'
import type { Piece, RankedPiece } from './rank-text.js'
import type { RankNews, RankOrder, SharedModel } from './rank-thread.js'

export interface PoolSettings {
  /** Threads at most. */
  readonly size: number
  /** Milliseconds that a piece may take. */
  readonly time: number
  /** The thread's file. */
  readonly file: URL
  readonly resourceLimits?: ResourceLimits
  /** Is told of a thread that died. */
  lost(why: string): void
}

interface Task {
  readonly model: SharedModel
  readonly piece: Piece
  resolve(ranked: RankedPiece): void
  reject(error: Error): void
}

/** Models that a thread keeps, the last used ones. */
const KEPT_MODELS = 4
const RETRY_S = 1

export const RANK_THREAD = new URL('./rank-thread.js', import.meta.url)

/** Whether the thread's file is there: it is in the build, not in the source. */
export function hasRankThread(): boolean {
  return existsSync(fileURLToPath(RANK_THREAD))
}

export class RankPool {
  readonly settings: PoolSettings
  private readonly threads = new Set<RankThread>()
  private readonly queue: Task[] = []
  private closed = false

  constructor(settings: PoolSettings) {
    this.settings = settings
  }

  rank(model: SharedModel, piece: Piece): Promise<RankedPiece> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(stopping())
      this.queue.push({ model, piece, resolve, reject })
      this.share()
    })
  }

  async close(): Promise<void> {
    this.closed = true
    for (const { reject } of this.queue.splice(0)) reject(stopping())
    await Promise.all([...this.threads].map((thread) => thread.end(stopping())))
  }

  private share(): void {
    while (this.queue.length > 0 && !this.closed) {
      const thread = [...this.threads].find(({ busy }) => !busy) ?? this.start()
      if (thread === undefined) return
      thread.take(this.queue.shift()!)
    }
  }

  private start(): RankThread | undefined {
    if (this.threads.size >= this.settings.size) return undefined
    const thread = new RankThread(this.settings, {
      free: () => this.share(),
      gone: () => {
        this.threads.delete(thread)
        this.share()
      },
    })
    this.threads.add(thread)
    return thread
  }
}

class RankThread {
  private readonly worker: Worker
  private readonly settings: PoolSettings
  private readonly free: () => void
  /** Keys of the models it has, last used last. */
  private readonly held = new Set<number>()
  private task: Task | undefined
  private timer: NodeJS.Timeout | undefined
  private ending = false

  constructor(settings: PoolSettings, { free, gone }: { free(): void; gone(): void }) {
    this.settings = settings
    this.free = free
    const { file, resourceLimits = {} } = settings
    this.worker = new Worker(file, { resourceLimits })
    let why = ''
    this.worker.on('message', (news: RankNews) => this.hear(news))
    this.worker.on('error', (error) => {
      why = error.message
    })
    this.worker.on('exit', (code) => {
      const reason = why === '' ? `it ended with code ${code}` : why
      if (!this.ending) settings.lost(reason)
      this.finish((task) =>
        task.reject(
          new HttpError(503, 'thread_lost', `the thread that ranked it was lost: ${reason}`, RETRY_S),
        ),
      )
      gone()
    })
    this.worker.unref()
  }

  get busy(): boolean {
    return this.task !== undefined || this.ending
  }

  take(task: Task): void {
    const { model, piece } = task
    this.task = task
    const { time } = this.settings
    this.timer = setTimeout(() => {
      void this.end(new HttpError(503, 'timeout', `it took longer than ${time} ms`, RETRY_S))
    }, time)
    const has = this.held.delete(model.key)
    this.held.add(model.key)
    const forget = [...this.held].slice(0, -KEPT_MODELS)
    for (const key of forget) this.held.delete(key)
    const order: RankOrder = { piece, key: model.key, forget, ...(has ? {} : { model }) }
    this.worker.postMessage(order)
  }

  /** Ends it, whatever it is at. */
  async end(error: Error): Promise<void> {
    this.ending = true
    this.finish((task) => task.reject(error))
    await this.worker.terminate()
  }

  private hear(news: RankNews): void {
    this.finish((task) => {
      if (news.kind === 'ranked') return task.resolve(news.ranked)
      // It may not even have got as far as having the model.
      this.held.delete(task.model.key)
      task.reject(news.expected ? new InputError(news.message) : new Error(news.message))
    })
    this.free()
  }

  private finish(tell: (task: Task) => void): void {
    const { task } = this
    this.task = undefined
    clearTimeout(this.timer)
    if (task !== undefined) tell(task)
  }
}

function stopping(): HttpError {
  return new HttpError(503, 'stopping', 'the server is stopping', RETRY_S)
}
