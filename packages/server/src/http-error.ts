// An error as an answer: a status, a code for programs, a message for people.

export type HttpStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 421 | 429 | 500 | 503

export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: HttpStatus
  readonly code: string
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined

  constructor(status: HttpStatus, code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}
