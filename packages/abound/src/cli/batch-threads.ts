// A command that works on much text, on several threads: this one cuts what it reads into blocks of lines (or reads
// documents, where records are no lines), hands them to those that have nothing to do, and works itself when all are
// busy. What comes of them is taken in the order of what was read, and so is what is said of malformed records. Others
// are started only after so much text that they pay: a short file never knows of them.

import { type Classifier, InputError, type ScoringThread } from '../index.js'
import { OrderedThreads, type Source } from '../node/index.js'
import {
  type Answer,
  answerBatch,
  type Batch,
  type BatchWork,
  bytesOf,
  isBlock,
  sentOf,
  type Work,
} from './batch.js'

/** Bytes of text before other threads are started. */
const ALONE = 4 << 20
/** Bytes of a file, known beforehand, that others are started for at once. */
export const LARGE = 8 << 20
/** Batches that a thread has in hand, so that it need not wait for the next. */
const IN_HAND = 2
/** Batches that may wait for the answers of those before them. */
const MOST_WAITING = 16

/** What a thread is told at first. */
export interface ThreadOrder<Task> {
  readonly model: SharedArrayBuffer
  readonly task: Task
}

/** What it is told after that. */
export interface ScoringOrder {
  /** Where the words and weights are that all share. */
  readonly scoring: ScoringThread
}

/** A model that threads share: `loadShared`. */
export interface SharedModel {
  readonly classifier: Classifier
  readonly memory: SharedArrayBuffer
}

interface BatchCommand<Task, Result> {
  /** What a thread runs (its address), for which command. */
  readonly file: string
  readonly command: string
  readonly work: Work<Task, Result>
  readonly task: Task
  /** Takes the results that are there, in order. */
  take(results: readonly Result[]): Promise<void> | void
}

/** Works on batch after batch; results are taken in the same order. */
export class BatchThreads<Task, Result> {
  private readonly command: BatchCommand<Task, Result>
  private readonly size: number
  private readonly threads: OrderedThreads<Batch, Answer<Result>>
  private model: SharedModel | undefined
  /** What this thread does. */
  private work: BatchWork<Result> | undefined
  private bytes = 0
  /** What went wrong in a thread, or in the first batch that did not go well. */
  private failure: unknown

  constructor(
    command: BatchCommand<Task, Result>,
    size: number,
    /** How much there is to read, where that is known. */
    expected = 0,
  ) {
    this.command = command
    this.size = size
    this.threads = new OrderedThreads(command.file, command.command, IN_HAND)
    // Threads take longer to start than a model to load.
    if (size > 1 && expected >= LARGE) this.threads.start(size - 1)
  }

  /** Takes the model to work with, before the first batch. */
  load(model: SharedModel): void {
    this.model = model
    this.work = this.command.work(model.classifier, this.command.task)
    if (this.threads.started) this.orderThreads(model)
  }

  async add(batch: Batch): Promise<void> {
    const { threads, model, work } = this
    if (model === undefined || work === undefined) throw new Error('there is no model yet')
    if (this.size > 1 && !threads.started) {
      if (this.bytes >= ALONE) {
        threads.start(this.size - 1)
        this.orderThreads(model)
      }
      this.bytes += bytesOf(batch)
    }
    if (!threads.handOver(batch, () => sentOf(batch))) threads.add(batch, answerBatch(work, batch))
    await this.takeAnswers(MOST_WAITING)
  }

  /** Works on all of a source; what stands before a malformed record is taken before the error. */
  async addAll(source: Pick<Source, 'blocks' | 'documents'>): Promise<void> {
    try {
      for await (const batch of source.blocks?.() ?? source.documents()) await this.add(batch)
    } finally {
      await this.takeAnswers(0)
    }
  }

  /** Sends the threads home. */
  close(): Promise<void> {
    return this.threads.close()
  }

  /** Takes the answers that are there up to the first that is not; waits for that while more than so many wait. */
  private async takeAnswers(most: number): Promise<void> {
    // What comes after a failure is waited for no more.
    if (this.failure !== undefined) throw this.failure
    const results: Result[] = []
    try {
      for await (const { piece, answer } of this.threads.answers(most)) {
        if (answer.result !== undefined) results.push(answer.result)
        settle(piece, answer)
      }
    } catch (error) {
      this.failure = error
    }
    await this.command.take(results)
    if (this.failure !== undefined) throw this.failure
  }

  /** Tells all threads but this what they are for; words and weights are laid out for all of them. */
  private orderThreads({ classifier, memory: model }: SharedModel): void {
    const { size: threads } = this
    const { task } = this.command
    this.threads.order((): ThreadOrder<Task> => ({ model, task }))
    const shared = classifier.scoreIn({ threads, own: 0 })
    this.threads.order((i): ScoringOrder => ({ scoring: { threads, own: i + 1, ...shared } }))
  }
}

/** Reports what reading a batch found; throws what ended it, if something did. */
function settle<Result>(batch: Batch, { news, failure }: Answer<Result>): void {
  if (failure !== undefined) throw new InputError(failure)
  if (!isBlock(batch)) return
  if (news !== undefined) batch.settle(news)
  batch.giveBack()
}
