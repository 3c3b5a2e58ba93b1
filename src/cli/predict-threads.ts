// `abound predict` on several threads: this one reads, hands batches to those that have nothing to do, and predicts
// itself when all are busy. What is printed keeps the order of what was read. Others are started only after so much
// text that they pay: a short file never knows of them.

import type { Worker } from 'node:worker_threads'
import type { Classifier, Document } from '../index.js'
import { type PredictTask, packBatch, predictBatch } from './predict-batch.js'

/** Bytes of text before other threads are started. */
const ALONE = 4 << 20
/** Batches that a thread has in hand, so that it need not wait for the next. */
const IN_HAND = 2
/** Batches that may wait for the lines of those before them. */
const MOST_WAITING = 32

/** The lines of a batch, once they are there. */
interface Answer {
  lines?: string
}

interface Thread {
  readonly worker: Worker
  /** The batches it has in hand, in its order. */
  readonly inHand: Answer[]
  /** Whether it has loaded the model. */
  ready: boolean
}

/** Predicts batch after batch; their lines are printed in the same order. */
export class PredictThreads {
  private readonly classifier: Classifier
  private readonly task: PredictTask
  private readonly size: number
  private readonly print: (lines: string) => Promise<void>
  private readonly threads: Thread[] = []
  private readonly answers: Answer[] = []
  private bytes = 0
  private failure: Error | undefined
  /** Called when a thread has answered, or failed. */
  private wake: () => void = () => {}

  constructor(
    classifier: Classifier,
    task: PredictTask,
    size: number,
    print: (lines: string) => Promise<void>,
  ) {
    this.classifier = classifier
    this.task = task
    this.size = size
    this.print = print
  }

  async add(batch: readonly Document[]): Promise<void> {
    const answer: Answer = {}
    if (!this.handOver(batch, answer)) answer.lines = predictBatch(this.classifier, batch, this.task)
    // Not before: a document that cannot be predicted must leave nothing to wait for.
    this.answers.push(answer)
    await this.printAnswers(MOST_WAITING)
    if (this.size === 1 || this.threads.length > 0) return
    for (const { text } of batch) this.bytes += text?.length ?? 0
    if (this.bytes >= ALONE) this.start()
  }

  /** Waits for all lines. */
  end(): Promise<void> {
    return this.printAnswers(0)
  }

  /** Sends the threads home. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()))
  }

  /** Prints the lines that are there up to the first that are not; waits for those while more than so many wait. */
  private async printAnswers(most: number): Promise<void> {
    // What threads have sent comes in between.
    if (this.threads.length > 0) await new Promise((resolve) => setImmediate(resolve))
    let out = ''
    for (;;) {
      while (this.answers.length > 0 && this.answers[0].lines !== undefined)
        out += this.answers.shift()?.lines
      if (this.failure !== undefined) throw this.failure
      if (this.answers.length <= most) break
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
    if (out !== '') await this.print(out)
  }

  /** Gives a batch to the thread that has least in hand; false where all have enough. */
  private handOver(batch: readonly Document[], answer: Answer): boolean {
    let least: Thread | undefined
    for (const thread of this.threads) {
      if (!thread.ready || thread.inHand.length >= IN_HAND) continue
      if (least === undefined || thread.inHand.length < least.inHand.length) least = thread
    }
    const packed = least === undefined ? undefined : packBatch(batch)
    if (least === undefined || packed === undefined) return false
    least.inHand.push(answer)
    least.worker.postMessage(packed, [packed.bytes.buffer])
    return true
  }

  private start(): void {
    // Loading it takes 10 ms, which every command would pay for.
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    for (let i = 1; i < this.size; i++) {
      const worker = new Worker(new URL('./predict-thread.js', import.meta.url), { workerData: this.task })
      const thread: Thread = { worker, inHand: [], ready: false }
      this.threads.push(thread)
      worker.on('message', (lines: string) => {
        const answer = thread.inHand.shift()
        // The first word is that it has the model.
        if (answer === undefined) thread.ready = true
        else answer.lines = lines
        this.wake()
      })
      const fail = (error: Error): void => {
        this.failure ??= error
        this.wake()
      }
      worker.on('error', fail)
      worker.on('exit', (code) => fail(new Error(`a thread of predict ended with ${code}`)))
    }
  }
}
