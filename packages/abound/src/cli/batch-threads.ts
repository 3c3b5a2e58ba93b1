// A command that works on much text, on several threads. The caller's thread cuts what it reads into blocks of lines (or reads
// documents, where records are not lines) and hands them to workers that have room; when all are busy it works on a block
// itself. Results and messages about malformed records come in the order of the input. Workers are started only when enough
// text has come that they pay: never for a short file.

import { type Classifier, InputError, type ScoringThread } from '../internal.js'
import { OrderedBlocks, type Source, WorkerPool } from '../node/internal.js'
import {
  type Answer,
  answerBatch,
  type Batch,
  type BatchWork,
  bytesOf,
  isBlock,
  sentOf,
  type WorkOf,
} from './batch.js'
import type { BatchPiece, BatchSetup, BatchTask } from './batch-task.js'

/** Bytes of text that are worked on before workers are started. */
const ALONE = 4 << 20
/** Workers are started at once for a file of this many bytes. */
export const LARGE = 8 << 20
/** Batches that a worker may have in hand, so that it need not wait for the next. */
const IN_HAND = 2
/** Batches that may wait for the answers of those before them. */
const MOST_WAITING = 16

const WORKER = new URL('./worker.js', import.meta.url).href

/** A model that threads share: `loadShared`. */
export interface SharedModel {
  readonly classifier: Classifier
  readonly memory: SharedArrayBuffer
}

interface BatchCommand<Settings, Result> {
  /** The task of workers, and the same work for this thread. */
  readonly task: BatchTask<Settings, Result>
  readonly work: WorkOf<Settings, Result>
  readonly settings: Settings
  /** Takes results as they become ready, in order. */
  take(results: readonly Result[]): Promise<void> | void
}

/** Works on batch after batch; results are taken in the same order. */
export class BatchThreads<Settings, Result> {
  private readonly command: BatchCommand<Settings, Result>
  private readonly size: number
  private readonly pool: WorkerPool
  private readonly threads: OrderedBlocks<Batch, BatchSetup<Settings>, BatchPiece, Answer<Result>>
  /** By worker: what is to be sent with its first batch. */
  private scoring: (ScoringThread | undefined)[] = []
  private model: SharedModel | undefined
  /** The work of this thread. */
  private work: BatchWork<Result> | undefined
  private bytes = 0
  /** The first error of a batch or a worker. */
  private failure: unknown

  constructor(
    command: BatchCommand<Settings, Result>,
    size: number,
    /** Bytes to read, where that is known. */
    expected = 0,
  ) {
    this.command = command
    this.size = size
    this.pool = new WorkerPool(size - 1, { file: WORKER })
    this.threads = new OrderedBlocks(this.pool, command.task, IN_HAND)
    // Threads take longer to start than a model to load.
    if (expected >= LARGE) this.pool.startAll()
  }

  /** Takes the model to work with, before the first batch. */
  load(model: SharedModel): void {
    this.model = model
    this.work = this.command.work(model.classifier, this.command.settings)
    if (this.pool.started) this.setUp(model)
  }

  async add(batch: Batch): Promise<void> {
    const { threads, model, work } = this
    if (model === undefined || work === undefined) throw new Error('there is no model yet')
    if (this.size > 1 && !this.pool.started) {
      if (this.bytes >= ALONE) this.setUp(model)
      this.bytes += bytesOf(batch)
    }
    if (!threads.handOver(batch, (worker) => this.pieceFor(worker, batch)))
      threads.add(batch, answerBatch(work, batch))
    await this.takeAnswers(MOST_WAITING)
  }

  /** Works on all of a source; results of documents before a malformed record are taken before its error is thrown. */
  async addAll(source: Pick<Source, 'blocks' | 'documents'>): Promise<void> {
    try {
      for await (const batch of source.blocks?.() ?? source.documents()) await this.add(batch)
    } finally {
      await this.takeAnswers(0)
    }
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.pool.close()
  }

  /** Takes answers in order, as far as they are there; waits while more than `most` batches are still to be taken. */
  private async takeAnswers(most: number): Promise<void> {
    // After a failure no further answers are waited for.
    if (this.failure !== undefined) throw this.failure
    const results: Result[] = []
    try {
      for await (const { block: batch, answer } of this.threads.answers(most)) {
        if (answer.result !== undefined) results.push(answer.result)
        settle(batch, answer)
      }
    } catch (error) {
      this.failure = error
    }
    await this.command.take(results)
    if (this.failure !== undefined) throw this.failure
  }

  private pieceFor(worker: number, batch: Batch): BatchPiece | undefined {
    const sent = sentOf(batch)
    if (sent === undefined) return undefined
    const scoring = this.scoring[worker]
    this.scoring[worker] = undefined
    return scoring === undefined ? { batch: sent } : { batch: sent, scoring }
  }

  /** Sets the workers up, and lays out words and weights for all threads. */
  private setUp({ classifier, memory: model }: SharedModel): void {
    const { size: threads } = this
    const { settings } = this.command
    this.threads.setUp(() => ({ model, settings }))
    const shared = classifier.scoreIn({ threads, own: 0 })
    this.scoring = Array.from({ length: threads - 1 }, (_, i) => ({ threads, own: i + 1, ...shared }))
  }
}

/** Reports what reading a batch found; throws what ended it, if something did. */
function settle<Result>(batch: Batch, { news, failure }: Answer<Result>): void {
  if (failure !== undefined) throw new InputError(failure)
  if (!isBlock(batch)) return
  if (news !== undefined) batch.settle(news)
  batch.giveBack()
}
