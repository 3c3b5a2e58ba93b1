// A worker as those who give it work see it, whatever kind of thread it is: sends it pieces, and matches its answers with
// those who asked. When it dies, the pieces it had in hand fail, so that nobody waits for ever.

import { pluginAddresses } from './plugin-addresses.js'
import { type FromWorker, fromSentError, type Task, type ToWorker, WorkerLost } from './worker-protocol.js'

export interface PoolSettings {
  /** The address of the file that workers start with: it calls `runWorker`. */
  readonly file: string
  readonly resourceLimits?: { readonly maxOldGenerationSizeMb?: number }
  /** Called when a worker ended without being asked to. */
  lost?(why: string): void
}

/** Who waits for an answer. */
interface Asker<Answer> {
  answered(answer: Answer): void
  failed(error: Error): void
  reported?(news: unknown): void
}

/** A running thread. */
export interface PoolThread {
  post(message: ToWorker): void
  /** Whether the thread keeps the process from ending. */
  keepAlive(wanted: boolean): void
  end(): Promise<unknown>
}

/** Starts a thread whose messages and end are passed on. */
export type StartThread = (
  settings: PoolSettings,
  hear: (message: FromWorker) => void,
  ended: (why: string) => void,
) => PoolThread

export class PooledWorker {
  private readonly thread: PoolThread
  /** Those who wait for an answer, in the order of the answers. */
  private readonly askers: Asker<never>[] = []
  /** Hears what it reports where nobody waits for an answer. */
  private listener: ((news: unknown) => void) | undefined
  private over: Error | undefined

  constructor(settings: PoolSettings, startThread: StartThread, gone: () => void) {
    this.thread = startThread(
      settings,
      (message) => this.hear(message),
      (why) => {
        if (this.over === undefined) settings.lost?.(why)
        this.over ??= new WorkerLost(why)
        gone()
        if (this.askers.length > 0) this.thread.keepAlive(false)
        for (const asker of this.askers.splice(0)) asker.failed(this.over)
      },
    )
    if (pluginAddresses.length > 0) this.thread.post({ kind: 'plugins', addresses: [...pluginAddresses] })
  }

  /** How many pieces it has in hand. */
  get inHand(): number {
    return this.askers.length
  }

  /** Sets the worker up for the pieces that follow. */
  setUp<Setup>({ name }: Pick<Task<Setup, never, unknown>, 'name'>, setup: Setup): void {
    this.thread.post({ kind: 'set-up', task: name, setup })
  }

  /** Gives it a piece; answers come in the order of the pieces. */
  ask<Answer>(piece: unknown, asker: Asker<Answer>): void {
    if (this.over !== undefined) {
      asker.failed(this.over)
      return
    }
    // A thread keeps the process from ending only while someone waits for its answer.
    if (this.askers.push(asker as Asker<never>) === 1) this.thread.keepAlive(true)
    this.thread.post({ kind: 'piece', piece })
  }

  /** Gives it a piece that has no answer, whose reports the listener hears. The process does not wait for it. */
  tell(piece: unknown, listener: (news: unknown) => void): void {
    this.listener = listener
    this.thread.post({ kind: 'piece', piece })
  }

  /** Ends it, whatever it is at; those who wait are told why. */
  async end(error: Error): Promise<void> {
    this.over ??= error
    for (const asker of this.askers.splice(0)) asker.failed(error)
    await this.thread.end()
  }

  get ended(): boolean {
    return this.over !== undefined
  }

  private hear(message: FromWorker): void {
    if (message.kind === 'report') {
      const [asker] = this.askers
      if (asker === undefined) this.listener?.(message.news)
      else asker.reported?.(message.news)
      return
    }
    const asker = this.askers.shift()
    if (asker === undefined) return
    if (this.askers.length === 0) this.thread.keepAlive(false)
    if (message.kind === 'answer') asker.answered(message.answer as never)
    else asker.failed(fromSentError(message.error))
  }
}
