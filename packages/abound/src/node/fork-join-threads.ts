// Workers that share the parts of jobs out with the caller's thread (contract.ts: ForkJoinPool). They are started when a
// job has parts for them, or before, and sleep between jobs; the caller's thread does its share of every job, and waits
// for the others without its event loop. One more thread watches those that were started together (fork-join-watch.ts): one that dies is an error, not a wait without end.

import type { MessagePort } from 'node:worker_threads'
import type { ForkJoinJob, ForkJoinPool } from '../contract.js'
import {
  ANSWERED,
  CLAIM,
  DONE,
  FAILED,
  firstClaim,
  GO_HOME,
  JOB,
  type JobOrder,
  MOST_PARTS,
  NUMBERS,
  PARTS,
  TURN,
  type WatchOrder,
  type Word,
  work,
} from './fork-join-protocol.js'
import { FORK_JOIN, WORKER } from './tasks.js'
import { type FromWorker, receivedError, type ToWorker } from './worker-messages.js'

/** What the threads are, where they are not the usual ones. */
interface ThreadSettings {
  /** The address of the file that they run. */
  readonly file?: string
  /** MB that the objects of each may take. */
  readonly memory?: number
  /** What they are worth starting for (contract.ts: ForkJoinPool). */
  readonly enough?: number
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
  private readonly control = new Int32Array(new SharedArrayBuffer(NUMBERS * 4))
  private readonly settings: ThreadSettings
  private readonly ports: MessagePort[] = []
  private readonly news: MessagePort[] = []
  private lost: Error | undefined
  private jobs = 0
  /** The job that all threads have been told of last. */
  private told: number | undefined
  private running = false

  constructor(size: number, settings: ThreadSettings = {}) {
    this.size = size
    this.enough = settings.enough
    this.settings = settings
  }

  memory(bytes: number): SharedArrayBuffer {
    return new SharedArrayBuffer(bytes)
  }

  /** Starts them before a job comes, so many at least: they get ready while something else goes on. */
  prepare(threads = this.size): void {
    const more = Math.min(threads, this.size) - 1 - this.ports.length
    if (more > 0) this.start(more)
  }

  job<Input>(
    job: ForkJoinJob<Input>,
    input: Input,
  ): (parts: number, meanwhile?: () => void) => readonly unknown[] {
    const own = job.start(input)
    const order = { id: this.jobs++, name: job.name, input }
    return (parts, meanwhile) => this.run(order, own, parts, meanwhile)
  }

  /** Sends the threads home. */
  close(): void {
    Atomics.store(this.control, JOB, GO_HOME)
    this.nextTurn()
    for (const port of this.ports) port.close()
    this.ports.length = 0
    for (const port of this.news) port.close()
  }

  private start(count: number): void {
    const { MessageChannel, Worker } = threads()
    const far: MessagePort[] = []
    for (let i = 0; i < count; i++) {
      const { port1, port2 } = new MessageChannel()
      port1.unref()
      port1.postMessage({ kind: 'set-up', task: FORK_JOIN.name, setup: this.control } satisfies ToWorker)
      far.push(port2)
      this.ports.push(port1)
    }
    const { file = WORKER, memory } = this.settings
    const { port1: near, port2: news } = new MessageChannel()
    near.unref()
    this.news.push(near)
    this.told = undefined
    const order: WatchOrder = { control: this.control, ports: far, news, file, memory }
    const watch = new Worker(new URL('./fork-join-watch.js', import.meta.url), {
      workerData: order,
      transferList: [...far, news],
    })
    watch.unref()
  }

  private nextTurn(): number {
    const turn = Atomics.add(this.control, TURN, 1) + 1
    Atomics.notify(this.control, TURN)
    return turn
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
    // A thread that was lost since is not waited for, nor are the others let into what comes next.
    if (Atomics.load(control, FAILED) !== 0) this.fail()
    this.prepare(meanwhile === undefined ? parts : parts + 1)
    this.tell(order)
    // The claim first: from then on a thread that is late in the turn before finds nothing of it to claim, whatever
    // it reads of the numbers that follow.
    Atomics.store(control, CLAIM, firstClaim(Atomics.load(control, TURN) + 1))
    Atomics.store(control, JOB, order.id)
    Atomics.store(control, PARTS, parts)
    Atomics.store(control, DONE, 0)
    Atomics.store(control, ANSWERED, 0)
    const answers: unknown[] = []
    const faults: unknown[] = []
    this.running = true
    const turn = this.nextTurn()
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
      for (const word of this.words()) if ('part' in word) answers[word.part] = word.answer
    if (faults.length > 0) throw faults[0]
    return answers
  }

  private tell(order: JobOrder): void {
    if (this.told === order.id) return
    for (const port of this.ports) port.postMessage({ kind: 'piece', piece: order } satisfies ToWorker)
    this.told = order.id
  }

  /** What the threads have said since they were last listened to. */
  private words(): Word[] {
    const { receiveMessageOnPort } = threads()
    const words: Word[] = []
    for (const port of [...this.ports, ...this.news]) {
      for (let told = receiveMessageOnPort(port); told !== undefined; told = receiveMessageOnPort(port))
        words.push(wordOf(told.message as FromWorker))
    }
    return words
  }

  private fail(): never {
    const errors = this.words().flatMap((word) => ('error' in word ? [word.error] : []))
    this.lost ??= errors[0] instanceof Error ? errors[0] : new Error(`a thread failed: ${String(errors[0])}`)
    throw this.lost
  }
}

function wordOf(message: FromWorker): Word {
  if (message.kind === 'report') return message.news as Word
  return {
    error: message.kind === 'failed' ? receivedError(message.error) : new Error('a thread left its jobs'),
  }
}

/** Loading it takes 10 ms, which every command would pay for. */
function threads(): typeof import('node:worker_threads') {
  return process.getBuiltinModule('node:worker_threads')
}
