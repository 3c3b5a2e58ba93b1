// Long work on the event loop in slices, so that whatever else waits for its turn has it soon.

/** Milliseconds that a slice may take, about. */
const SLICE = 12

/** Says when a slice is over, and gives the event loop a turn. */
export class TimeSlices {
  private since = Date.now()

  get over(): boolean {
    return Date.now() - this.since >= SLICE
  }

  /** Returns after everything that waited has had its turn. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => setTimeout(resolve, 0))
    this.since = Date.now()
  }
}
