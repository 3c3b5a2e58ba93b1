// Documents on their way from whoever sends them to a training that reads them: a batch is acknowledged when the training
// takes it.

import type { Document } from '../contract.js'
import type { Corpus } from '../pipeline/corpus.js'

interface Arrived {
  readonly batch: readonly Document[]
  taken(): void
}

export class DocumentInbox implements Corpus {
  readonly rereadable = false
  private readonly arrived: Arrived[] = []
  private ended = false
  private wake = (): void => {}

  /** Holds a batch until it is taken. */
  put(batch: readonly Document[]): Promise<void> {
    return new Promise((taken) => {
      this.arrived.push({ batch, taken })
      this.wake()
    })
  }

  /** No more batches follow. */
  end(): void {
    this.ended = true
    this.wake()
  }

  async *batches(): AsyncGenerator<readonly Document[]> {
    for (;;) {
      const next = this.arrived.shift()
      if (next !== undefined) {
        next.taken()
        yield next.batch
      } else if (this.ended) return
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve
        })
    }
  }
}
