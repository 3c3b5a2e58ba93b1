// Threads that are handed one piece of work after another, while their answers are taken in the order of the pieces. A
// thread runs a file whose first messages are its orders; it answers each message after those, in their order. Messages
// are copied, but for shared memory: memory that is moved makes threads slow (line-chunks.ts has why).

import type { Worker } from 'node:worker_threads'

/** A piece of work with what came of it, once that is there. */
interface Turn<Piece, Answer> {
  readonly piece: Piece
  answer?: Answer
}

interface Thread<Piece, Answer> {
  readonly worker: Worker
  /** What it has in hand, in its order. */
  readonly inHand: Turn<Piece, Answer>[]
}

/**
 * Threads for pieces of work whose answers are wanted in order; `close` them at the end.
 *
 * @example
 * const code = `import { parentPort as port } from 'node:worker_threads'
 * let power
 * port.on('message', (number) => {
 *   if (power === undefined) power = number
 *   else port.postMessage(number ** power)
 * })`
 * const file = `data:text/javascript,${encodeURIComponent(code)}`
 * const threads = new OrderedThreads(file, 'squaring', 2)
 * threads.start(2)
 * threads.order(() => 2)
 * for (const number of [1, 2, 3]) {
 *   const handedOver = threads.handOver(number, () => number)
 *   if (!handedOver) threads.add(number, number * number)
 * }
 * const squares = []
 * for await (const { answer } of threads.answers(0)) squares.push(answer)
 * squares // [1, 4, 9]
 * await threads.close()
 */
export class OrderedThreads<Piece, Answer> {
  private readonly file: string
  private readonly command: string
  private readonly mostInHand: number
  private readonly threads: Thread<Piece, Answer>[] = []
  private readonly turns: Turn<Piece, Answer>[] = []
  /** What went wrong in a thread. */
  private failure: Error | undefined
  /** Called when a thread has answered, or failed. */
  private wake: () => void = () => {}

  /** Of threads that run a file (its address) for a command; each has so many pieces in hand that it need not wait for the next. */
  constructor(file: string, command: string, mostInHand: number) {
    this.file = file
    this.command = command
    this.mostInHand = mostInHand
  }

  get started(): boolean {
    return this.threads.length > 0
  }

  /** How many pieces wait for their turn. */
  get waiting(): number {
    return this.turns.length
  }

  /** Starts so many threads, which wait for their orders: what these say can be made while they start. */
  start(size: number): void {
    // Loading it takes 10 ms, which every command would pay for.
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    for (let i = 0; i < size; i++) {
      const worker = new Worker(new URL(this.file))
      const thread: Thread<Piece, Answer> = { worker, inHand: [] }
      this.threads.push(thread)
      worker.on('message', (answer: Answer) => {
        const turn = thread.inHand.shift()
        if (turn !== undefined) turn.answer = answer
        this.wake()
      })
      const fail = (error: Error): void => {
        this.failure ??= error
        this.wake()
      }
      worker.on('error', fail)
      worker.on('exit', (code) => fail(new Error(`a thread of ${this.command} ended with ${code}`)))
    }
  }

  /** Tells each of them, by its number, what it is for. */
  order(orderOf: (thread: number) => unknown): void {
    for (const [i, { worker }] of this.threads.entries()) worker.postMessage(orderOf(i))
  }

  /** Gives a piece to the thread that has least in hand; false where all have enough, or it cannot be sent. */
  handOver(piece: Piece, sent: () => unknown): boolean {
    let least: Thread<Piece, Answer> | undefined
    for (const thread of this.threads) {
      if (thread.inHand.length >= this.mostInHand) continue
      if (least === undefined || thread.inHand.length < least.inHand.length) least = thread
    }
    const message = least === undefined ? undefined : sent()
    if (least === undefined || message === undefined) return false
    this.give(least, piece, message)
    return true
  }

  /** Gives every thread one more piece, after what it has in hand. */
  handToAll(piece: Piece, message: unknown): void {
    for (const thread of this.threads) this.give(thread, piece, message)
  }

  /** Puts in a piece that was done here. */
  add(piece: Piece, answer: Answer): void {
    this.turns.push({ piece, answer })
  }

  /** Takes the answers that are there up to the first that is not; waits for that while more than so many wait. */
  async *answers(most: number): AsyncGenerator<Required<Turn<Piece, Answer>>> {
    // What threads have sent comes in between.
    if (this.started) await new Promise((resolve) => setImmediate(resolve))
    for (;;) {
      while (this.failure === undefined && this.turns[0]?.answer !== undefined) {
        yield this.turns.shift() as Required<Turn<Piece, Answer>>
      }
      if (this.failure !== undefined) throw this.failure
      if (this.turns.length <= most) return
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }

  /** Sends the threads home. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()))
  }

  private give(thread: Thread<Piece, Answer>, piece: Piece, message: unknown): void {
    const turn: Turn<Piece, Answer> = { piece }
    this.turns.push(turn)
    thread.inHand.push(turn)
    thread.worker.postMessage(message)
  }
}
