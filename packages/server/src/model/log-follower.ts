// Follows the log for a model: reads new events, makes one change to the model at a time, and wakes those who wait for an
// event once the model has taken it in.

interface Waiter {
  readonly seq: number
  resolve(): void
  reject(error: unknown): void
}

interface Followed {
  /** The last event that the model knows of. */
  applied(): number
  /** Takes in what is new in the log; called under the lock. */
  advance(): Promise<void>
  /** After the model has caught up. */
  caughtUp(): void
}

export class LogFollower {
  private readonly followed: Followed
  private chain: Promise<unknown> = Promise.resolve()
  private advancing: Promise<void> | undefined
  private advanceWanted = false
  private waiting: Waiter[] = []

  constructor(followed: Followed) {
    this.followed = followed
  }

  /** Reads what is new in the log; returns when the model knows all that was there when it was called. */
  catchUp(): Promise<void> {
    this.advanceWanted = true
    this.advancing ??= this.advanceAll()
    return this.advancing
  }

  /** Resolves when the model knows of an event, even while more keep coming. */
  reached(seq: number): Promise<void> {
    if (this.followed.applied() >= seq) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.waiting.push({ seq, resolve, reject })
      this.catchUp().catch(() => {})
    })
  }

  /** Resolves when nothing is being read; fails if reading fails. */
  async idle(): Promise<void> {
    await this.advancing
  }

  /** One change to the model at a time. */
  locked<T>(work: () => Promise<T>): Promise<T> {
    const result = this.chain.then(work, work)
    this.chain = result.catch(() => {})
    return result
  }

  private async advanceAll(): Promise<void> {
    const { followed } = this
    try {
      while (this.advanceWanted) {
        this.advanceWanted = false
        await this.locked(() => followed.advance())
        const applied = followed.applied()
        for (const { seq, resolve } of this.waiting) if (seq <= applied) resolve()
        this.waiting = this.waiting.filter(({ seq }) => seq > applied)
      }
    } catch (error) {
      for (const { reject } of this.waiting) reject(error)
      this.waiting = []
      throw error
    } finally {
      this.advancing = undefined
    }
    followed.caughtUp()
  }
}
