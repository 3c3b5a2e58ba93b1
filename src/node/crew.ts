// Threads for training (contract.ts: Crew). They are started when the first job comes, and sleep between jobs; the
// caller's thread does its share of every job, and waits for the others without giving up its turn.

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
  work,
} from './crew-protocol.js'

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
  private readonly ports: MessagePort[] = []
  private jobs = 0

  constructor(size: number) {
    this.size = size
  }

  memory(bytes: number): SharedArrayBuffer {
    return new SharedArrayBuffer(bytes)
  }

  job(learner: string, input: unknown): (parts: number) => void {
    const own = jobOf(learner, input)
    const id = this.jobs++
    if (this.ports.length === 0) this.start()
    for (const port of this.ports) port.postMessage({ id, learner, input })
    return (parts) => this.run(id, own, parts)
  }

  /** Sends the threads home. */
  close(): void {
    Atomics.store(this.control, JOB, GO_HOME)
    this.nextTurn()
    for (const port of this.ports) port.close()
    this.ports.length = 0
  }

  private start(): void {
    const { MessageChannel, Worker } = threads()
    for (let i = 1; i < this.size; i++) {
      const { port1, port2 } = new MessageChannel()
      const worker = new Worker(new URL('./crew-worker.js', import.meta.url), {
        workerData: { control: this.control, port: port2 },
        transferList: [port2],
      })
      worker.unref()
      port1.unref()
      this.ports.push(port1)
    }
  }

  private nextTurn(): number {
    const turn = Atomics.add(this.control, TURN, 1) + 1
    Atomics.notify(this.control, TURN)
    return turn
  }

  private run(id: number, own: (part: number) => void, parts: number): void {
    if (parts > MOST_PARTS) throw new Error(`a job has ${parts} parts: expected at most ${MOST_PARTS}`)
    const { control } = this
    // The claim first: from then on a thread that is late in the turn before finds nothing of it to claim, whatever
    // it reads of the numbers that follow.
    Atomics.store(control, CLAIM, firstClaim(Atomics.load(control, TURN) + 1))
    Atomics.store(control, JOB, id)
    Atomics.store(control, PARTS, parts)
    Atomics.store(control, DONE, 0)
    work(control, this.nextTurn(), own)
    for (let done = Atomics.load(control, DONE); done < parts; done = Atomics.load(control, DONE))
      Atomics.wait(control, DONE, done)
    if (Atomics.load(control, FAILED) === 0) return
    const { receiveMessageOnPort } = threads()
    const [error] = this.ports.map((port) => receiveMessageOnPort(port)?.message).filter(Boolean)
    throw error instanceof Error ? error : new Error(`a thread failed: ${String(error)}`)
  }
}

/** Loading it takes 10 ms, which every command would pay for. */
function threads(): typeof import('node:worker_threads') {
  return process.getBuiltinModule('node:worker_threads')
}
