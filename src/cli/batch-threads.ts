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
/** Bytes of a file, known beforehand, that others are started for, and code is compiled, at once. */
const LARGE = 8 << 20
/** Batches that a thread has in hand, so that it need not wait for the next. */
const IN_HAND = 4
/** Batches that may wait for the lines of those before them. */
const MOST_WAITING = 32

/** What a thread is told at first. */
export interface ThreadOrder {
  readonly model: SharedArrayBuffer
  /** Where the weights are, if all score by the same. */
  readonly scoring: ScoringRoom | undefined
  readonly task: PredictTask
}

/** A model that threads share: `loadShared`. */
interface SharedModel {
  readonly classifier: Classifier
  readonly memory: SharedArrayBuffer
}

/** Predicts batch after batch; their lines are printed in the same order. */
export class PredictThreads {
  private readonly task: PredictTask
  private readonly size: number
  private readonly print: (lines: string) => Promise<void>
  private readonly threads = new OrderedThreads<Batch, Predicted>(
    new URL('./predict-thread.js', import.meta.url).href,
    'predict',
    IN_HAND,
  )
  private readonly isLarge: boolean
  private model: SharedModel | undefined
  private bytes = 0
  /** What went wrong in a thread, or in the first batch that did not go well. */
  private failure: unknown

  constructor(
    task: PredictTask,
    size: number,
    print: (lines: string) => Promise<void>,
    /** How much there is to read, where that is known. */
    expected = 0,
  ) {
    this.task = task
    this.size = size
    this.print = print
    this.isLarge = expected >= LARGE
    // Threads take longer to start than a model to load.
    if (size > 1 && this.isLarge) this.threads.start(size - 1)
  }

  /** Takes the model to predict with, before the first batch. */
  load(model: SharedModel): void {
    this.model = model
    if (this.threads.started) this.threads.order(this.orders(model))
    else if (this.isLarge) model.classifier.scoreIn()
  }

  async add(batch: Batch): Promise<void> {
    const { threads, task, model } = this
    if (model === undefined) throw new Error('there is no model yet')
    if (this.size > 1 && !threads.started) {
      if (this.bytes >= ALONE) {
        threads.start(this.size - 1)
        threads.order(this.orders(model))
      }
      this.bytes += bytesOf(batch)
    }
    const handedOver = threads.handOver(batch, () => {
      const message = sentOf(batch)
      return message && { message, transfer: [message.bytes.buffer] }
    })
    if (!handedOver) threads.add(batch, predictBatch(model.classifier, batch, task))
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
  private orders({ classifier, memory: model }: SharedModel): ThreadOrder[] {
    const { task, size: threads } = this
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
