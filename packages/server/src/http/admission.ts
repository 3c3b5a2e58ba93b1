// Admission control under load: a quick refusal is better than everybody waiting.

import { HttpError } from '../http-error.js'
import type { Limits } from './limits.js'

const EVERY_MS = 50
const RETRY_S = 1
const CROWD = 16

export class Admission {
  private readonly limits: Limits
  private readonly clients = new Map<string, number>()
  private inside = 0
  private batches = 0
  private held = 0
  private lag = 0
  private readonly timer: NodeJS.Timeout
  private closing = false

  constructor(limits: Limits) {
    this.limits = limits
    let expected = performance.now() + EVERY_MS
    this.timer = setInterval(() => {
      const now = performance.now()
      this.lag = Math.max(0, now - expected)
      expected = now + EVERY_MS
    }, EVERY_MS)
    this.timer.unref()
  }

  get requests(): number {
    return this.inside
  }

  /** Admits a request, or refuses it; `leave` must be called for every one admitted. */
  enter(client: string): void {
    const { requests, clientRequests, lag } = this.limits
    if (this.closing) throw new HttpError(503, 'stopping', 'the server is stopping', RETRY_S)
    // With few requests, an event loop that was late once is no sign of overload.
    if (this.inside >= requests || (this.lag > lag && this.inside >= CROWD))
      throw new HttpError(503, 'overloaded', 'there is too much to do right now', RETRY_S)
    const own = this.clients.get(client) ?? 0
    if (own >= clientRequests) {
      throw new HttpError(429, 'too_many_requests', `more than ${clientRequests} requests at once`, RETRY_S)
    }
    this.clients.set(client, own + 1)
    this.inside++
  }

  leave(client: string): void {
    this.inside--
    const own = this.clients.get(client)! - 1
    if (own === 0) this.clients.delete(client)
    else this.clients.set(client, own)
  }

  /** Admits work on many texts, or refuses it, as each makes all others slower; the function returned ends it. */
  enterBatch(): () => void {
    if (this.batches >= this.limits.batches)
      throw new HttpError(503, 'overloaded', `more than ${this.limits.batches} batches at once`, RETRY_S)
    this.batches++
    let left = false
    return () => {
      if (!left) this.batches--
      left = true
    }
  }

  /** Counts bytes of bodies that are held; refuses more than memory is meant for. */
  hold(bytes: number): void {
    if (this.held + bytes > this.limits.held)
      throw new HttpError(503, 'overloaded', 'too many large requests at once', RETRY_S)
    this.held += bytes
  }

  release(bytes: number): void {
    this.held -= bytes
  }

  /** Admits nobody any more; resolves when all have left, or after `patience` milliseconds. */
  async close(patience: number): Promise<void> {
    this.closing = true
    clearInterval(this.timer)
    const until = performance.now() + patience
    while (this.inside + this.batches > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
