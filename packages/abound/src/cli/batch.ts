// A batch is what a thread works on at once: a block of lines that it reads itself, or documents that were read already. What
// is sent to a worker and back is plain data.

import { type Classifier, type Document, InputError } from '../internal.js'
import { type BlockNews, type LineBlock, passBlock, type SentBlock } from '../node/internal.js'

/** A block of lines, or documents. */
export type Batch = LineBlock | readonly Document[]

/** A batch as it is sent to a thread. */
export type SentBatch = SentBlock | PackedBatch

/** Makes the work of a command from its settings. Settings and results are plain data. */
export type WorkOf<Settings, Result> = (classifier: Classifier, settings: Settings) => BatchWork<Result>

/** Takes the documents of a batch, each valid only until the next, and gives the result of the batch. */
export interface BatchWork<Result> {
  add(document: Document): void
  take(): Result
}

/** The answer to a batch. Plain data. */
export interface Answer<Result> {
  /** Absent where it failed. */
  readonly result?: Result
  /** Of a block: its malformed and odd records. */
  readonly news?: BlockNews
  /** Why there is no result: bad input. */
  readonly failure?: string
}

/** Reads a batch, if it is a block, and does the work. */
export function answerBatch<Result>(work: BatchWork<Result>, batch: Batch | SentBatch): Answer<Result> {
  let failure: string | undefined
  const add = (document: Document): void => {
    if (failure !== undefined) return
    try {
      work.add(document)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      failure = error.commandLine
    }
  }
  let news: BlockNews | undefined
  if ('reading' in batch) news = passBlock(batch.bytes, batch.reading, add)
  else for (const document of 'ends' in batch ? unpackBatch(batch) : batch) add(document)
  const result = work.take()
  return {
    ...(failure === undefined ? { result } : { failure }),
    ...(news === undefined ? {} : { news }),
  }
}

/** The texts of a batch end to end, the end of each, and the rest of the documents. */
interface PackedBatch {
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
  readonly rest: readonly Omit<Document, 'text'>[]
}

/** The batch in a form to be sent; undefined where a text is not bytes. */
export function packBatch(batch: readonly Document[]): PackedBatch | undefined {
  let length = 0
  for (const { text } of batch) {
    if (!(text instanceof Uint8Array)) return undefined
    length += text.length
  }
  const bytes = new Uint8Array(length)
  const ends = new Uint32Array(batch.length)
  let at = 0
  const rest = batch.map(({ text, ...rest }, i) => {
    bytes.set(text as Uint8Array, at)
    at += (text as Uint8Array).length
    ends[i] = at
    return rest
  })
  return { bytes, ends, rest }
}

export function unpackBatch({ bytes, ends, rest }: PackedBatch): Document[] {
  return rest.map((one, i) => ({ ...one, text: bytes.subarray(i === 0 ? 0 : ends[i - 1], ends[i]) }))
}

/** Size of the texts. */
export function bytesOf(batch: Batch): number {
  if (isBlock(batch)) return batch.bytes.length
  let bytes = 0
  for (const { text } of batch) bytes += text?.length ?? 0
  return bytes
}

/** The batch as it is sent; undefined where it cannot be. */
export function sentOf(batch: Batch): SentBatch | undefined {
  return isBlock(batch) ? { bytes: batch.bytes, reading: batch.reading } : packBatch(batch)
}

export function isBlock(batch: Batch): batch is LineBlock {
  return 'reading' in batch
}
