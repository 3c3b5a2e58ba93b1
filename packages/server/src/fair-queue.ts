// Long work takes turns with requests: a slice, then whoever waits longest, one of them for each round of the event
// loop. However many batches are at work, a request waits for one slice at most.

/** How long a slice may be. */
const SLICE_MS = 8

const waiting: (() => void)[] = []

/** Waits for its turn. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next)
  })
}

function next(): void {
  waiting[0]()
  waiting.shift()
  if (waiting.length > 0) setImmediate(next)
}

/** Slices of long work: after each piece, `if (slices.over) await slices.wait()`. */
export class Slices {
  private from = performance.now()

  /** Whether it is time to wait for a turn. */
  get over(): boolean {
    return performance.now() - this.from >= SLICE_MS
  }

  async wait(): Promise<void> {
    await pause()
    this.from = performance.now()
  }
}
