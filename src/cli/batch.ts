// What is predicted at once, on this thread or another: a block of lines to be read first, or documents that are read
// already. Plain data on the way there and back.

import { type Classifier, type Document, InputError, type PredictOptions } from '../index.js'
import { type BlockNews, type BlockReading, type LineBlock, readBlock } from '../node/index.js'
import { writerOf } from './prediction-lines.js'

/** What every batch is predicted by. Plain data. */
export interface PredictTask {
  readonly options: PredictOptions
  readonly as: string
  /** Whether documents may be rejected. */
  readonly choosy: boolean
}

/** What came of a batch. Plain data. */
export interface Predicted {
  readonly lines: string
  /** Of a block: what reading it found. */
  readonly news?: BlockNews
  /** Why no more of it could be predicted: bad input. */
  readonly failure?: string
}

/** A batch as it is sent to a thread. */
export type SentBatch = SentBlock | PackedBatch

interface SentBlock {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly reading: BlockReading
}

/** Reads, ranks and writes. */
export function predictSent(classifier: Classifier, batch: SentBatch, task: PredictTask): Predicted {
  if (!('reading' in batch)) return predictDocuments(classifier, unpackBatch(batch), task)
  const { documents, news } = readBlock(batch.bytes, batch.reading)
  return { ...predictDocuments(classifier, documents, task), news }
}

/** The lines of documents; none if one of them cannot be predicted. */
export function predictDocuments(
  classifier: Classifier,
  documents: readonly Document[],
  { options, as, choosy }: PredictTask,
): Predicted {
  const write = writerOf({ as })
  let lines = ''
  try {
    for (const document of documents) {
      const { labels, rejected, confidence } = classifier.predict(document, options)
      lines += write({ id: document.id, choosy, labels, rejected, confidence })
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { lines: '', failure: error.message }
  }
  return { lines }
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

/** A block of lines, or documents, that wait to be predicted. */
export type Batch = LineBlock | readonly Document[]

/** How much text it is. */
export function bytesOf(batch: Batch): number {
  if (isBlock(batch)) return batch.bytes.length
  let bytes = 0
  for (const { text } of batch) bytes += text?.length ?? 0
  return bytes
}

/** What is sent of it; undefined where it cannot be. */
export function sentOf(batch: Batch): SentBatch | undefined {
  return isBlock(batch) ? { bytes: batch.bytes, reading: batch.reading } : packBatch(batch)
}

/** Predicts it here. */
export function predictBatch(classifier: Classifier, batch: Batch, task: PredictTask): Predicted {
  return isBlock(batch) ? predictSent(classifier, batch, task) : predictDocuments(classifier, batch, task)
}

export function isBlock(batch: Batch): batch is LineBlock {
  return 'reading' in batch
}
