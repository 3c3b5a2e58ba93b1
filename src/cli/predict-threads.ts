// `abound predict` on several threads: this one cuts what it reads into blocks of lines (or reads documents, where
// records are no lines), hands them to those that have nothing to do, and predicts itself when all are busy. What is
// printed keeps the order of what was read, and so does what is said of malformed records. Others are started only after
// so much text that they pay: a short file never knows of them.

import type { Worker } from 'node:worker_threads'
import { type Classifier, InputError, type ScoringRoom } from '../index.js'
import {
  type Batch,
  bytesOf,
  isBlock,
  type Predicted,
  type PredictTask,
  predictBatch,
  sentOf,
} from './predict-batch.js'

/** Bytes of text before other threads are started. */
const ALONE = 4 << 20
/** Bytes of a file, known beforehand, that others are started for at once. */
const LARGE = 8 << 20
/** Batches that a thread has in hand, so that it need not wait for the next. */
const IN_HAND = 2
/** Batches that may wait for the lines of those before them. */
const MOST_WAITING = 32

/** A batch with what came of it, once that is there. */
interface Answer {
  readonly batch: Batch
  predicted?: Predicted
}

/** What a thread is started with. */
export interface ThreadOrder {
  readonly model: SharedArrayBuffer
  /** Where the weights are, if all score by the same. */
  readonly scoring: ScoringRoom | undefined
  readonly task: PredictTask
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
  private readonly model: SharedArrayBuffer
  private readonly task: PredictTask
  private readonly size: number
  private readonly print: (lines: string) => Promise<void>
  private readonly threads: Thread[] = []
  private readonly answers: Answer[] = []
  private readonly large: boolean
  private bytes = 0
  /** What went wrong in a thread, or in the first batch that did not go well. */
  private failure: Error | undefined
  /** Called when a thread has answered, or failed. */
  private wake: () => void = () => {}

  constructor(
    { classifier, memory }: { classifier: Classifier; memory: SharedArrayBuffer },
    task: PredictTask,
    size: number,
    print: (lines: string) => Promise<void>,
    expected = 0,
  ) {
    this.classifier = classifier
    this.model = memory
    this.task = task
    this.size = size
    this.print = print
    this.large = expected >= LARGE
  }

  async add(batch: Batch): Promise<void> {
    if (this.size > 1 && this.threads.length === 0) {
      if (this.large || this.bytes >= ALONE) this.start()
      this.bytes += bytesOf(batch)
    }
    const answer: Answer = { batch }
    if (!this.handOver(answer)) answer.predicted = predictBatch(this.classifier, batch, this.task)
    this.answers.push(answer)
    await this.printAnswers(MOST_WAITING)
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
      while (this.failure === undefined && this.answers[0]?.predicted !== undefined) {
        const { batch, predicted } = this.answers.shift() as Required<Answer>
        out += predicted.lines
        this.failure = settled(batch, predicted)
      }
      if (this.failure !== undefined) break
      if (this.answers.length <= most) break
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
    if (out !== '') await this.print(out)
    if (this.failure !== undefined) {
      // What comes after it is waited for no more.
      this.answers.length = 0
      throw this.failure
    }
  }

  /** Gives a batch to the thread that has least in hand; false where all have enough. */
  private handOver(answer: Answer): boolean {
    let least: Thread | undefined
    for (const thread of this.threads) {
      if (!thread.ready || thread.inHand.length >= IN_HAND) continue
      if (least === undefined || thread.inHand.length < least.inHand.length) least = thread
    }
    const sent = least === undefined ? undefined : sentOf(answer.batch)
    if (least === undefined || sent === undefined) return false
    least.inHand.push(answer)
    least.worker.postMessage(sent, [sent.bytes.buffer])
    return true
  }

  private start(): void {
    // Loading it takes 10 ms, which every command would pay for.
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const { classifier, model, task, size: threads } = this
    const memory = classifier.scoreIn({ threads, own: 0 })
    for (let own = 1; own < threads; own++) {
      const scoring = memory && { threads, own, memory }
      const order: ThreadOrder = { model, scoring, task }
      const worker = new Worker(new URL('./predict-thread.js', import.meta.url), { workerData: order })
      const thread: Thread = { worker, inHand: [], ready: false }
      this.threads.push(thread)
      worker.on('message', (message: 'ready' | Predicted) => {
        const answer = message === 'ready' ? undefined : thread.inHand.shift()
        if (message === 'ready') thread.ready = true
        else if (answer !== undefined) answer.predicted = message
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

/** Reports what reading a batch found; what ended it, if something did. */
function settled(batch: Batch, { news, failure }: Predicted): Error | undefined {
  if (failure !== undefined) return new InputError(failure)
  if (!isBlock(batch) || news === undefined) return undefined
  try {
    batch.settle(news)
    return undefined
  } catch (error) {
    return error as Error
  }
}
