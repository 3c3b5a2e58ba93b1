// Blocks of a stream, handed to the workers of a pool one after another, while their answers are taken in the order of
// the blocks.

import type { PooledWorker } from '../../threads/pooled-worker.js'
import type { Task } from '../../threads/worker-protocol.js'
import type { WorkerPool } from './worker-pool.js'

/** A block with its answer, once that is there. */
interface Turn<Block, Answer> {
  readonly block: Block
  answer?: Answer
}

/**
 * Work on blocks whose answers are wanted in order. When no worker has room for a block (`handOver` returns false), the
 * caller's thread may do it and add it with its answer.
 *
 * @example
 * // What a worker's file does by `runWorker`, in short.
 * const code = `import { parentPort as port } from 'node:worker_threads'
 * port.on('message', ({ kind, piece }) => {
 *   if (kind === 'piece') port.postMessage({ kind: 'answer', answer: piece * piece })
 * })`
 * const pool = new WorkerPool(2, { file: `data:text/javascript,${encodeURIComponent(code)}` })
 * const squaring = defineTask('squaring', async () => () => (number) => number * number)
 * const blocks = new OrderedBlocks(pool, squaring, 2)
 * blocks.setUp(() => undefined)
 * for (const number of [1, 2, 3]) {
 *   const handedOver = blocks.handOver(number, () => number)
 *   if (!handedOver) blocks.add(number, number * number)
 * }
 * const squares = []
 * for await (const { answer } of blocks.answers(0)) squares.push(answer)
 * squares // [1, 4, 9]
 * await pool.close()
 */
export class OrderedBlocks<Block, Setup, Piece, Answer> {
  private readonly pool: WorkerPool
  private readonly task: Task<Setup, Piece, Answer>
  private readonly mostInHand: number
  private readonly turns: Turn<Block, Answer>[] = []
  /** The workers that are set up. */
  private workers: readonly PooledWorker[] = []
  private failure: Error | undefined
  /** Called when a worker has answered, or failed. */
  private wake: () => void = () => {}

  /** Each worker has at most `mostInHand` blocks in hand, so that it need not wait for the next. */
  constructor(pool: WorkerPool, task: Task<Setup, Piece, Answer>, mostInHand: number) {
    this.pool = pool
    this.task = task
    this.mostInHand = mostInHand
  }

  /** How many blocks wait for their turn. */
  get waiting(): number {
    return this.turns.length
  }

  /** Starts all workers and tells each, by its number, what it is for. */
  setUp(setupOf: (worker: number) => Setup): void {
    this.pool.startAll()
    this.workers = [...this.pool.workers]
    for (const [i, worker] of this.workers.entries()) worker.setUp(this.task, setupOf(i))
  }

  /** Gives a block to the worker with the fewest in hand; false where all have their share, or the block cannot be sent. */
  handOver(block: Block, pieceFor: (worker: number) => Piece | undefined): boolean {
    let least = -1
    for (let i = 0; i < this.workers.length; i++) {
      const { inHand } = this.workers[i]
      if (inHand < this.mostInHand && (least < 0 || inHand < this.workers[least].inHand)) least = i
    }
    const piece = least < 0 ? undefined : pieceFor(least)
    if (piece === undefined) return false
    this.give(this.workers[least], block, piece)
    return true
  }

  /** Gives every worker one more block, after what it has in hand. */
  handToAll(block: Block, piece: Piece): void {
    for (const worker of this.workers) this.give(worker, block, piece)
  }

  /** Adds a block that the caller has done, with its answer. */
  add(block: Block, answer: Answer): void {
    this.turns.push({ block, answer })
  }

  /** Takes answers in order, as far as they are there; waits while more than `most` blocks are still to be taken. */
  async *answers(most: number): AsyncGenerator<Required<Turn<Block, Answer>>> {
    // Gives the event loop a turn, in which answers of workers arrive.
    if (this.workers.length > 0) await new Promise((resolve) => setImmediate(resolve))
    for (;;) {
      while (this.failure === undefined && this.turns[0]?.answer !== undefined) {
        yield this.turns.shift() as Required<Turn<Block, Answer>>
      }
      if (this.failure !== undefined) throw this.failure
      if (this.turns.length <= most) return
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }

  private give(worker: PooledWorker, block: Block, piece: Piece): void {
    const turn: Turn<Block, Answer> = { block }
    this.turns.push(turn)
    worker.ask<Answer>(piece, {
      answered: (answer) => {
        turn.answer = answer
        this.wake()
      },
      failed: (error) => {
        this.failure ??= error
        this.wake()
      },
    })
  }
}
