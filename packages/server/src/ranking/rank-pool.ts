// Workers that rank pieces of batches while the event loop answers others. They are started as they are needed. One
// that dies, or takes too long, fails the piece that it was at, and another takes its place for the next.
//
// The queue needs no limit of its own: the number of batches is limited (limits.ts), each with a few pieces at a time.

import {
  type PooledWorker,
  type PoolSettings,
  TaskQueue,
  TookTooLong,
  WorkerLost,
  WorkerPool,
} from 'abound/internal'
import { HttpError } from '../http-error.js'
import { type ModelCopy, RANK, type RankOrder } from './rank-task.js'
import type { RankedPiece, TextPiece } from './rank-text.js'

export interface RankPoolSettings extends PoolSettings {
  /** Workers at most. */
  readonly size: number
  /** Milliseconds that a piece may take. */
  readonly time: number
}

/** Models that a worker keeps, the last used ones. */
const KEPT_MODELS = 4
const RETRY_S = 1

export class RankPool {
  readonly settings: RankPoolSettings
  private readonly queue: TaskQueue<undefined, RankOrder, RankedPiece>
  /** Keys of the models that each worker has, last used last. */
  private readonly held = new WeakMap<PooledWorker, Set<number>>()

  constructor(settings: RankPoolSettings) {
    this.settings = settings
    this.queue = new TaskQueue(new WorkerPool(settings.size, settings), RANK, undefined)
  }

  async rank(model: ModelCopy, piece: TextPiece): Promise<RankedPiece> {
    let held: Set<number> | undefined
    const orderFor = (worker: PooledWorker): RankOrder => {
      held = this.heldBy(worker)
      const has = held.delete(model.key)
      held.add(model.key)
      const forget = [...held].slice(0, -KEPT_MODELS)
      for (const key of forget) held.delete(key)
      return { piece, key: model.key, forget, ...(has ? {} : { model }) }
    }
    try {
      return await this.queue.run(orderFor, { time: this.settings.time })
    } catch (error) {
      // It may not even have got as far as having the model.
      held?.delete(model.key)
      if (error instanceof TookTooLong) throw new HttpError(503, 'timeout', error.message, RETRY_S)
      if (!(error instanceof WorkerLost)) throw error
      const message = `the thread that ranked it was lost: ${error.why}`
      throw new HttpError(503, 'thread_lost', message, RETRY_S)
    }
  }

  close(): Promise<void> {
    return this.queue.close(new HttpError(503, 'stopping', 'the server is stopping', RETRY_S))
  }

  private heldBy(worker: PooledWorker): Set<number> {
    let held = this.held.get(worker)
    if (held === undefined) {
      held = new Set()
      this.held.set(worker, held)
    }
    return held
  }
}
