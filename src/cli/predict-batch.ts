// A batch of documents → the lines that `abound predict` prints of them; and how a batch goes to another thread.

import type { Classifier, Document, PredictOptions } from '../index.js'
import { writerOf } from './prediction-lines.js'

/** What every batch is predicted by. Plain data. */
export interface PredictTask {
  readonly model: string
  readonly options: PredictOptions
  readonly as: string
  /** Whether documents may be rejected. */
  readonly choosy: boolean
}

/** The lines of a batch. */
export function predictBatch(
  classifier: Classifier,
  batch: readonly Document[],
  { options, as, choosy }: PredictTask,
): string {
  const write = writerOf({ as })
  let out = ''
  for (const document of batch) {
    const { labels, rejected, confidence } = classifier.predict(document, options)
    out += write({ id: document.id, choosy, labels, rejected, confidence })
  }
  return out
}

/** The texts of a batch end to end, where each ends, and the documents' ids. */
export interface PackedBatch {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly ends: Uint32Array
  readonly ids: readonly (string | undefined)[]
}

/** Undefined where a document is no text in bytes. */
export function packBatch(batch: readonly Document[]): PackedBatch | undefined {
  let length = 0
  for (const { text } of batch) {
    if (!(text instanceof Uint8Array)) return undefined
    length += text.length
  }
  const bytes = new Uint8Array(length)
  const ends = new Uint32Array(batch.length)
  let at = 0
  for (let i = 0; i < batch.length; i++) {
    const text = batch[i].text as Uint8Array
    bytes.set(text, at)
    at += text.length
    ends[i] = at
  }
  return { bytes, ends, ids: batch.map(({ id }) => id) }
}

export function unpackBatch({ bytes, ends, ids }: PackedBatch): Document[] {
  return ids.map((id, i) => {
    const text = bytes.subarray(i === 0 ? 0 : ends[i - 1], ends[i])
    return id === undefined ? { text } : { id, text }
  })
}
