// Tasks, and the messages between workers and those who ask them. A task is declared once, by the room that owns the work, and
// found by its name; threads and child processes run the same tasks (answer-tasks.ts). Messages are copied, except for shared
// memory. Memory is never transferred, which would make threads slow (node/line-chunks.ts says why).

import { DataError, InputError } from '../errors.js'

/** What a task can use of the worker that it runs on. */
export interface TaskContext {
  /** Sends progress to whoever waits for the answer. */
  report(news: unknown): void
  /** The next piece, if one has arrived; for a task that never returns to the event loop. */
  receive(): unknown
}

/** Does one piece of work. */
export type Work<Piece, Answer> = (piece: Piece) => Answer | Promise<Answer>

/** Sets a worker up for the pieces that follow. */
export type SetUp<Setup, Piece, Answer> = (
  setup: Setup,
  context: TaskContext,
) => Work<Piece, Answer> | Promise<Work<Piece, Answer>>

export interface Task<Setup, Piece, Answer> {
  readonly name: string
  load(): Promise<SetUp<Setup, Piece, Answer>>
}

/** Any task, for lists of them. */
export type AnyTask = Task<never, never, unknown>

/**
 * Declares a task; its code is loaded where it is run. Setup, pieces and answers are plain data, and shared memory.
 *
 * @example
 * const power = defineTask('power', async () => (exponent: number) => (base: number) => base ** exponent)
 * const square = (await power.load())(2)
 * square(3) // 9
 */
export function defineTask<Setup, Piece, Answer>(
  name: string,
  load: () => Promise<SetUp<Setup, Piece, Answer>>,
): Task<Setup, Piece, Answer> {
  return { name, load }
}

/**
 * To a worker: modules with declarations, before anything else; what the pieces that follow are for; or a piece. It answers
 * pieces in their order.
 */
export type ToWorker =
  | { readonly kind: 'plugins'; readonly addresses: readonly string[] }
  | { readonly kind: 'set-up'; readonly task: string; readonly setup: unknown }
  | { readonly kind: 'piece'; readonly piece: unknown }

export type FromWorker =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly error: SentError }
  | { readonly kind: 'report'; readonly news: unknown }

/** An error as it is sent. `kind` stands for its class, which is lost in a message. */
export interface SentError {
  readonly kind: 'data' | 'input' | 'fault'
  readonly message: string
  readonly stack: string | undefined
  /** Of bad input: how the command line says it, and which option is at fault. */
  readonly commandLine?: string
  readonly option?: string | undefined
}

export function toSentError(error: unknown): SentError {
  const kind = error instanceof DataError ? 'data' : error instanceof InputError ? 'input' : 'fault'
  if (!(error instanceof Error)) return { kind, message: String(error), stack: undefined }
  const { message, stack } = error
  if (!(error instanceof InputError)) return { kind, message, stack }
  const { commandLine, option } = error
  return { kind, message, stack, commandLine, option }
}

/** The error that was sent; a data error becomes an InputError. */
export function fromSentError({ kind, message, stack, commandLine = message, option }: SentError): Error {
  if (kind !== 'fault')
    return new InputError({ message, commandLine, ...(option === undefined ? {} : { option }) })
  const error = new Error(message)
  return stack === undefined ? error : Object.assign(error, { stack })
}

/** A worker ended before it answered. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost'
  /** How it ended. */
  readonly why: string

  constructor(why: string) {
    super(`a thread was lost: ${why}`)
    this.why = why
  }
}
