// Jobs whose parts are shared by the workers of a pool and the caller's thread (contract.ts: ForkJoinPool). Workers are
// started when a job has parts for them, or earlier by `prepare`, and sleep between jobs. Until their first job they may
// read blocks of a stream, as workers of any pool.
//
// The caller's thread does its share of a job and then blocks until the others are done. Its event loop stands still, so it
// would never hear that a worker died. Therefore one more thread, the watch (fork-join-watch.ts), starts the workers, and
// makes the job fail when one of them ends.

import type { MessagePort, Worker } from 'node:worker_threads'
import type { ForkJoinJob, ForkJoinPool } from '../../contract.js'
import type { PooledWorker, PoolSettings, StartThread } from '../../threads/pooled-worker.js'
import { WorkerLost } from '../../threads/worker-protocol.js'
import { FORK_JOIN, FORK_JOIN_WATCH, WORKER } from '../tasks.js'
import {
  ANSWERED,
  CLAIM,
  DONE,
  FAILED,
  firstClaim,
  JOB,
  type JobOrder,
  MOST_PARTS,
  NUMBERS,
  PARTS,
  type PartReport,
  type ThreadEnd,
  type ThreadOrder,
  TURN,
  type WatchSetup,
  work,
} from './fork-join-protocol.js'
import { inheritedFlags } from './inherited-flags.js'
import { onEnd, WorkerPool } from './worker-pool.js'

/** Settings of the threads that differ from the usual ones. */
interface ThreadSettings extends Partial<Pick<PoolSettings, 'file' | 'resourceLimits'>> {
  /** How much work they are worth starting for (contract.ts: ForkJoinPool). */
  readonly enough?: number
}

/** A port whose messages are also taken without the event loop. */
interface Inbox {
  readonly port: MessagePort
  hear(message: unknown): void
}

/**
 * Threads that learners may use; `close` them when training is over.
 *
 * ```ts
 * const threads = new ForkJoinThreads(2)
 * const model = await trainCorpus(corpusOf(documents), { learner: 'svm' }, {}, { pool: threads })
 * threads.close()
 * model.learner // 'svm'
 * ```
 */
export class ForkJoinThreads implements ForkJoinPool {
  readonly size: number
  readonly enough: number | undefined
  /** All threads but the caller's. */
  readonly workers: WorkerPool
  private readonly control = new Int32Array(new SharedArrayBuffer(NUMBERS * 4))
  private watch: Worker | undefined
  private readonly inboxes: Inbox[] = []
  private readonly endings: ((why: string) => void)[] = []
  /** How many threads keep the process from ending. */
  private awaited = 0
  /** The last job that each worker was told of. */
  private readonly told = new Map<PooledWorker, number>()
  private reports: PartReport[] = []
  private lost: Error | undefined
  private jobs = 0
  private running = false

  constructor(size: number, { file = WORKER, resourceLimits = {}, enough }: ThreadSettings = {}) {
    this.size = size
    this.enough = enough
    this.workers = new WorkerPool(size - 1, { file, resourceLimits }, this.startWatched)
  }

  memory(bytes: number): SharedArrayBuffer {
    return new SharedArrayBuffer(bytes)
  }

  /** Starts workers before a job needs them, so that they are ready by then; `threads` counts the caller's, too. */
  prepare(threads = this.size): void {
    const wanted = Math.min(threads, this.size) - 1
    while (this.workers.workers.size < wanted && this.workers.start() !== undefined);
  }

  job<Input>(
    job: ForkJoinJob<Input>,
    input: Input,
  ): (parts: number, meanwhile?: () => void) => readonly unknown[] {
    const own = job.start(input)
    const order = { id: this.jobs++, name: job.name, input }
    return (parts, meanwhile) => this.run(order, own, parts, meanwhile)
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    const ended = Promise.all([this.workers.close(), this.watch?.terminate()])
    for (const { port } of this.inboxes) port.close()
    await ended
  }

  private readonly startWatched: StartThread = ({ file, resourceLimits = {} }, hear, ended) => {
    const { MessageChannel } = workerThreads()
    this.watch ??= this.startWatch()
    const { watch } = this
    const { port1: port, port2: far } = new MessageChannel()
    const number = this.endings.length
    watch.postMessage({ number, port: far, file, resourceLimits } satisfies ThreadOrder, [far])
    this.listen(port, hear)
    this.endings.push((why) => {
      this.reports.push({ error: new WorkerLost(why) })
      ended(why)
    })
    return {
      post: (message) => port.postMessage(message),
      keepAlive: (wanted) => {
        // The end of a thread is reported by the watch, which must run while any thread is waited for.
        this.awaited += wanted ? 1 : -1
        if (this.awaited > 0) watch.ref()
        else watch.unref()
      },
      end: () => watch.terminate(),
    }
  }

  private startWatch(): Worker {
    const { MessageChannel, Worker } = workerThreads()
    const { port1, port2: ended } = new MessageChannel()
    this.listen<ThreadEnd>(port1, ({ number, why }) => this.endings[number](why))
    const watch = new Worker(new URL(FORK_JOIN_WATCH), {
      workerData: { control: this.control, ended } satisfies WatchSetup,
      transferList: [ended],
      execArgv: inheritedFlags(),
    })
    watch.unref()
    // Without the watch, the end of a worker would go unnoticed: count them all as lost.
    onEnd(watch, (why) => {
      for (const ended of this.endings) ended(why)
    })
    return watch
  }

  private listen<Message>(port: MessagePort, hear: (message: Message) => void): void {
    port.on('message', hear)
    port.unref()
    this.inboxes.push({ port, hear: hear as Inbox['hear'] })
  }

  private run(
    order: JobOrder,
    own: (part: number) => unknown,
    parts: number,
    meanwhile?: () => void,
  ): readonly unknown[] {
    if (parts > MOST_PARTS) throw new Error(`a job has ${parts} parts: expected at most ${MOST_PARTS}`)
    if (this.running) throw new Error('threads were given a job in the midst of another')
    const { control } = this
    // A thread was lost since the last turn: no further turn is started.
    if (Atomics.load(control, FAILED) !== 0) this.fail()
    this.prepare(meanwhile === undefined ? parts : parts + 1)
    for (const worker of this.workers.workers) this.tell(worker, order)
    // The claim is set first: from then on a thread that is late in the last turn cannot claim anything, whichever of the
    // following numbers it has read.
    Atomics.store(control, CLAIM, firstClaim(Atomics.load(control, TURN) + 1))
    Atomics.store(control, JOB, order.id)
    Atomics.store(control, PARTS, parts)
    Atomics.store(control, DONE, 0)
    Atomics.store(control, ANSWERED, 0)
    const answers: unknown[] = []
    const faults: unknown[] = []
    this.running = true
    const turn = Atomics.add(control, TURN, 1) + 1
    Atomics.notify(control, TURN)
    try {
      meanwhile?.()
    } catch (error) {
      faults.push(error)
    }
    work(
      control,
      turn,
      (part) => (faults.length === 0 ? own(part) : undefined),
      (part, answer) => {
        if (answer !== undefined) answers[part] = answer
      },
      (error) => faults.push(error),
    )
    for (let done = Atomics.load(control, DONE); done < parts; done = Atomics.load(control, DONE))
      Atomics.wait(control, DONE, done)
    this.running = false
    if (faults.length === 0 && Atomics.load(control, FAILED) !== 0) this.fail()
    if (Atomics.load(control, ANSWERED) !== 0)
      for (const report of this.takeReports()) if ('part' in report) answers[report.part] = report.answer
    if (faults.length > 0) throw faults[0]
    return answers
  }

  private tell(worker: PooledWorker, order: JobOrder): void {
    const told = this.told.get(worker)
    if (told === order.id) return
    if (told === undefined) worker.setUp(FORK_JOIN, this.control)
    this.told.set(worker, order.id)
    worker.tell(order, (report) => this.reports.push(report as PartReport))
  }

  /** What workers have reported since the last call. */
  private takeReports(): readonly PartReport[] {
    const { receiveMessageOnPort } = workerThreads()
    for (const { port, hear } of this.inboxes) {
      for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
        hear(next.message)
    }
    const { reports } = this
    this.reports = []
    return reports
  }

  private fail(): never {
    const errors = this.takeReports().flatMap((report) => ('error' in report ? [report.error] : []))
    this.lost ??= errors[0] instanceof Error ? errors[0] : new Error(`a thread failed: ${String(errors[0])}`)
    throw this.lost
  }
}

/** Loading it takes 10 ms, which every command would pay for. */
function workerThreads(): typeof import('node:worker_threads') {
  return process.getBuiltinModule('node:worker_threads')
}
