// `abound predict` on several threads: this one cuts what it reads into blocks of lines (or reads documents, where
// records are no lines), hands them to those that have nothing to do, and predicts itself when all are busy. What is
// printed keeps the order of what was read, and so does what is said of malformed records. Others are started only after
// so much text that they pay: a short file never knows of them.

import { type Classifier, InputError, type ScoringRoom } from '../index.js'
import { OrderedThreads } from '../node/index.js'
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

/** What a thread is started with. */
export interface ThreadOrder {
  readonly model: SharedArrayBuffer
  /** Where the weights are, if all score by the same. */
  readonly scoring: ScoringRoom | undefined
  readonly task: PredictTask
}

/** Predicts batch after batch; their lines are printed in the same order. */
export class PredictThreads {
  private readonly classifier: Classifier
  private readonly model: SharedArrayBuffer
  private readonly task: PredictTask
  private readonly size: number
  private readonly print: (lines: string) => Promise<void>
  private readonly threads = new OrderedThreads<Batch, Predicted>(
    new URL('./predict-thread.js', import.meta.url).href,
    'predict',
    IN_HAND,
  )
  private readonly large: boolean
  private bytes = 0
  /** What went wrong in a thread, or in the first batch that did not go well. */
  private failure: unknown

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
    const { threads, task } = this
    if (this.size > 1 && !threads.started) {
      if (this.large || this.bytes >= ALONE) threads.start(this.orders())
      this.bytes += bytesOf(batch)
    }
    const handedOver = threads.handOver(batch, () => {
      const message = sentOf(batch)
      return message && { message, transfer: [message.bytes.buffer] }
    })
    if (!handedOver) threads.add(batch, predictBatch(this.classifier, batch, task))
    await this.printAnswers(MOST_WAITING)
  }

  /** Waits for all lines. */
  end(): Promise<void> {
    return this.printAnswers(0)
  }

  /** Sends the threads home. */
  close(): Promise<void> {
    return this.threads.close()
  }

  /** Prints the lines that are there up to the first that are not; waits for those while more than so many wait. */
  private async printAnswers(most: number): Promise<void> {
    // What comes after a failure is waited for no more.
    if (this.failure !== undefined) throw this.failure
    let out = ''
    try {
      for await (const { piece, answer } of this.threads.answers(most)) {
        out += answer.lines
        settle(piece, answer)
      }
    } catch (error) {
      this.failure = error
    }
    if (out !== '') await this.print(out)
    if (this.failure !== undefined) throw this.failure
  }

  /** One for each thread but this; the weights are laid out for all of them. */
  private orders(): ThreadOrder[] {
    const { classifier, model, task, size: threads } = this
    const memory = classifier.scoreIn({ threads, own: 0 })
    return Array.from({ length: threads - 1 }, (_, i) => ({
      model,
      scoring: memory && { threads, own: i + 1, memory },
      task,
    }))
  }
}

/** Reports what reading a batch found; throws what ended it, if something did. */
function settle(batch: Batch, { news, failure }: Predicted): void {
  if (failure !== undefined) throw new InputError(failure)
  if (isBlock(batch) && news !== undefined) batch.settle(news)
}
