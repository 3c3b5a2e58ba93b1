// What goes to workers and comes back. Messages are copied, but for shared memory: memory that is moved makes threads
// slow (line-chunks.ts has why).

import { DataError, InputError } from '../errors.js'

/** To a worker: what the pieces that follow are for, or a piece. It answers pieces in their order. */
export type ToWorker =
  | { readonly kind: 'set-up'; readonly task: string; readonly setup: unknown }
  | { readonly kind: 'piece'; readonly piece: unknown }

export type FromWorker =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly error: SentError }
  | { readonly kind: 'report'; readonly news: unknown }

/** An error as it is sent: whose fault it is, as classes do not travel. */
export interface SentError {
  readonly kind: 'data' | 'input' | 'fault'
  readonly message: string
  readonly stack: string | undefined
}

export function sentError(error: unknown): SentError {
  const kind = error instanceof DataError ? 'data' : error instanceof InputError ? 'input' : 'fault'
  if (!(error instanceof Error)) return { kind, message: String(error), stack: undefined }
  return { kind, message: error.message, stack: error.stack }
}

/** The error that was sent; one of data is bad input like others. */
export function receivedError({ kind, message, stack }: SentError): Error {
  if (kind !== 'fault') return new InputError(message)
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
