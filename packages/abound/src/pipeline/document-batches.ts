// Documents of any iterable in batches, checked one by one, and read no faster than batches are asked for.

import type { Document } from '../contract.js'
import type { Documents } from './corpus.js'
import { checkDocument } from './input-checks.js'

/** A batch has at most so many documents, and so many characters but for those of its last document. */
const MOST_DOCUMENTS = 256
const MOST_CHARACTERS = 1 << 19

export class DocumentBatches {
  private readonly documents: Iterator<Document> | AsyncIterator<Document>
  /** Batches that were read before they were asked for. */
  private readonly kept: (readonly Document[])[] = []
  private count = 0
  private over = false

  constructor(documents: Documents) {
    this.documents =
      Symbol.asyncIterator in documents ? documents[Symbol.asyncIterator]() : documents[Symbol.iterator]()
  }

  /** Whether all has been read from where the documents come from. */
  get ended(): boolean {
    return this.over
  }

  /** The next batch; an empty one at the end. */
  async next(): Promise<readonly Document[]> {
    return this.kept.shift() ?? this.read()
  }

  /** The next batch, which `next` will give again. */
  async peek(): Promise<readonly Document[]> {
    if (this.kept.length === 0) this.kept.push(await this.read())
    return this.kept[0]
  }

  async *rest(): AsyncGenerator<Document> {
    try {
      for (let batch = await this.next(); batch.length > 0; batch = await this.next()) yield* batch
    } finally {
      this.close()
    }
  }

  /** Lets go of where the documents come from, also while one of them is awaited. */
  close(): void {
    if (this.over) return
    this.over = true
    // Nobody waits for what it says to that.
    void (async () => this.documents.return?.())().catch(() => {})
  }

  private async read(): Promise<readonly Document[]> {
    const batch: Document[] = []
    let characters = 0
    while (!this.over && batch.length < MOST_DOCUMENTS && characters < MOST_CHARACTERS) {
      const { done, value } = await this.documents.next()
      if (done === true) {
        this.over = true
        break
      }
      const document: unknown = value
      try {
        checkDocument(`document ${++this.count}`, document)
      } catch (error) {
        this.close()
        throw error
      }
      characters += document.text?.length ?? 0
      batch.push(document)
    }
    return batch
  }
}
