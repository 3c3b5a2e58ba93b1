// Threads for training (contract.ts: Crew). They are started when the first job comes, or before, and sleep between jobs; the
// caller's thread does its share of every job, and waits for the others without giving up its turn. One more thread
// watches them (crew-watch.ts): one that dies is an error, not a wait without end.

import type { MessagePort } from 'node:worker_threads'
import type { Crew } from '../contract.js'
import {
  CLAIM,
  DONE,
  FAILED,
  firstClaim,
  GO_HOME,
  JOB,
  jobOf,
  MOST_PARTS,
  NUMBERS,
  PARTS,
  TURN,
  type WatchOrder,
  work,
} from './crew-protocol.js'

/** What the threads are, where they are not the usual ones. */
export interface ThreadSettings {
  /** The address of the file that they run. */
  readonly file?: string
  /** MB that the objects of each may take. */
  readonly memory?: number
}

/**
 * Threads that learners may use; `close` them when training is over.
 *
 * ```ts
 * const threads = new Threads(2)
 * const model = await trainCorpus(corpusOf(documents), { learner: 'svm' }, {}, { crew: threads })
 * threads.close()
 * model.learner // 'svm'
 * ```
 */
export class Threads implements Crew {
  readonly size: number
  private readonly control = new Int32Array(new SharedArrayBuffer(NUMBERS * 4))
  private readonly settings: ThreadSettings
  private readonly ports: MessagePort[] = []
  private news: MessagePort | undefined
  private lost: Error | undefined
  private jobs = 0

  constructor(size: number, settings: ThreadSettings = {}) {
    this.size = size
    this.settings = settings
  }

  memory(bytes: number): SharedArrayBuffer {
    return new SharedArrayBuffer(bytes)
  }

  /** Starts them before the first job comes: they get ready while something else goes on. */
  prepare(): void {
    if (this.ports.length === 0 && this.size > 1) this.start()
  }

  job(learner: string, input: unknown): (parts: number) => void {
    const own = jobOf(learner, input)
    const id = this.jobs++
    this.prepare()
    for (const port of this.ports) port.postMessage({ id, learner, input })
    return (parts) => this.run(id, own, parts)
  }

  /** Sends the threads home. */
  close(): void {
    Atomics.store(this.control, JOB, GO_HOME)
    this.nextTurn()
    for (const port of this.ports) port.close()
    this.ports.length = 0
    this.news?.close()
  }

  private start(): void {
    const { MessageChannel, Worker } = threads()
    const far: MessagePort[] = []
    for (let i = 1; i < this.size; i++) {
      const { port1, port2 } = new MessageChannel()
      port1.unref()
      far.push(port2)
      this.ports.push(port1)
    }
    const { file = new URL('./crew-worker.js', import.meta.url).href, memory } = this.settings
    const { port1: near, port2: news } = new MessageChannel()
    near.unref()
    this.news = near
    const order: WatchOrder = { control: this.control, ports: far, news, file, memory }
    const watch = new Worker(new URL('./crew-watch.js', import.meta.url), {
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

  private run(id: number, own: (part: number) => void, parts: number): void {
    if (parts > MOST_PARTS) throw new Error(`a job has ${parts} parts: expected at most ${MOST_PARTS}`)
    const { control } = this
    // A thread that was lost since is not waited for, nor are the others let into what comes next.
    if (Atomics.load(control, FAILED) !== 0) this.fail()
    // The claim first: from then on a thread that is late in the turn before finds nothing of it to claim, whatever
    // it reads of the numbers that follow.
    Atomics.store(control, CLAIM, firstClaim(Atomics.load(control, TURN) + 1))
    Atomics.store(control, JOB, id)
    Atomics.store(control, PARTS, parts)
    Atomics.store(control, DONE, 0)
    work(control, this.nextTurn(), own, (error) => {
      throw error
    })
    for (let done = Atomics.load(control, DONE); done < parts; done = Atomics.load(control, DONE))
      Atomics.wait(control, DONE, done)
    if (Atomics.load(control, FAILED) !== 0) this.fail()
  }

  private fail(): never {
    const { receiveMessageOnPort } = threads()
    const told = [...this.ports, ...(this.news === undefined ? [] : [this.news])]
    const [error] = told.map((port) => receiveMessageOnPort(port)?.message).filter(Boolean)
    this.lost ??= error instanceof Error ? error : new Error(`a thread failed: ${String(error)}`)
    throw this.lost
  }
}

/** Loading it takes 10 ms, which every command would pay for. */
function threads(): typeof import('node:worker_threads') {
  return process.getBuiltinModule('node:worker_threads')
}
