// A fair queue on the event loop: long work runs in time slices and waits for its turn after each, first come, first
// served, one turn for each round of the loop. However many batches are at work, a request waits for one slice at most.

/** How long a slice may be. */
const SLICE_MS = 8

const waiting: (() => void)[] = []

/** Resolves when all that waited before have had a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(serveFirst)
  })
}

function serveFirst(): void {
  waiting[0]()
  waiting.shift()
  if (waiting.length > 0) setImmediate(serveFirst)
}

/** The slice of time that long work is in: after each piece, `if (slice.over) await slice.next()`. */
export class TimeSlice {
  private from = performance.now()

  /** Whether it is time to give way. */
  get over(): boolean {
    return performance.now() - this.from >= SLICE_MS
  }

  /** Waits for the next turn. */
  async next(): Promise<void> {
    await nextTurn()
    this.from = performance.now()
  }
}
