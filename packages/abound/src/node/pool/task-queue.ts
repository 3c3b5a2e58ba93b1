// A queue of single pieces of a task, each done by the first worker that is free. Workers are started as they are needed;
// one that died, or was ended because it took too long, is replaced.

import type { PooledWorker } from '../../threads/pooled-worker.js'
import type { Task } from '../../threads/worker-protocol.js'
import type { WorkerPool } from './worker-pool.js'

/** How a piece is waited for. */
interface Waiting {
  /** Milliseconds that it may take, once a worker has it. */
  readonly time?: number
  reported?(news: unknown): void
}

/** A piece took longer than it may. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong'
}

interface Waiter<Piece, Answer> {
  readonly waiting: Waiting
  pieceFor(worker: PooledWorker): Piece
  resolve(answer: Answer): void
  reject(error: Error): void
}

export class TaskQueue<Setup, Piece, Answer> {
  private readonly pool: WorkerPool
  private readonly task: Task<Setup, Piece, Answer>
  private readonly setup: Setup
  private readonly queue: Waiter<Piece, Answer>[] = []
  private closed: Error | undefined

  constructor(pool: WorkerPool, task: Task<Setup, Piece, Answer>, setup: Setup) {
    this.pool = pool
    this.task = task
    this.setup = setup
  }

  /** Has a piece done, made for the worker that is to do it. */
  run(pieceFor: (worker: PooledWorker) => Piece, waiting: Waiting = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.closed !== undefined) return reject(this.closed)
      this.queue.push({ waiting, pieceFor, resolve, reject })
      this.share()
    })
  }

  /** Ends all workers; whoever waits is told this. */
  async close(error = new Error('the queue was closed')): Promise<void> {
    this.closed = error
    for (const { reject } of this.queue.splice(0)) reject(error)
    await Promise.all([...this.pool.workers].map((worker) => worker.end(error)))
  }

  private share(): void {
    while (this.queue.length > 0 && this.closed === undefined) {
      const worker =
        [...this.pool.workers].find(({ inHand, ended }) => inHand === 0 && !ended) ?? this.start()
      if (worker === undefined) return
      this.give(worker, this.queue.shift()!)
    }
  }

  private start(): PooledWorker | undefined {
    const worker = this.pool.start()
    worker?.setUp(this.task, this.setup)
    return worker
  }

  private give(worker: PooledWorker, { waiting, pieceFor, resolve, reject }: Waiter<Piece, Answer>): void {
    const { time, reported } = waiting
    const end = (): void => {
      void worker.end(new TookTooLong(`it took longer than ${time} ms`)).then(() => this.share())
    }
    const timer = time === undefined ? undefined : setTimeout(end, time)
    const over = <Outcome>(tell: (outcome: Outcome) => void) => {
      return (outcome: Outcome): void => {
        clearTimeout(timer)
        tell(outcome)
        this.share()
      }
    }
    worker.ask<Answer>(pieceFor(worker), {
      answered: over(resolve),
      failed: over(reject),
      ...(reported === undefined ? {} : { reported }),
    })
  }
}
