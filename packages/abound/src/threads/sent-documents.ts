// A batch of documents as a message: the texts end to end in one piece of memory, all else as plain data.

import type { Document } from '../contract.js'
import { checkLabels } from '../pipeline/rows.js'
import { grow } from '../structures/grow.js'

export interface SentDocuments {
  /** What is learned from; `text` is empty where there is one. */
  readonly documents: readonly Document[]
  readonly texts: Uint8Array
  /** Where the text of each document ends. */
  readonly ends: Uint32Array
}

/** Memory for a message: shared between threads where there is such memory, else copied with the message. */
export type Allocate = (bytes: number) => ArrayBufferLike

const encoder = new TextEncoder()
let encoded = new Uint8Array(1 << 20)

/** Encodes a batch. Only what training reads of a document is sent. */
export function packDocuments(batch: readonly Document[], allocate: Allocate): SentDocuments {
  const ends = new Uint32Array(batch.length)
  let end = 0
  for (const [i, { text }] of batch.entries()) {
    if (text !== undefined) end = encode(text, end)
    ends[i] = end
  }
  const texts = new Uint8Array(allocate(end))
  texts.set(encoded.subarray(0, end))
  return { documents: batch.map(withoutText), texts, ends }
}

/** The documents, with their texts as views of what was sent. */
export function unpackDocuments({ documents, texts, ends }: SentDocuments): readonly Document[] {
  return documents.map((document, i) =>
    document.text === undefined
      ? document
      : { ...document, text: texts.subarray(i === 0 ? 0 : ends[i - 1], ends[i]) },
  )
}

function encode(text: string | Uint8Array, at: number): number {
  // A UTF-16 unit takes three bytes at most.
  const most = at + (typeof text === 'string' ? 3 * text.length : text.length)
  if (most > encoded.length) encoded = grow(encoded, Math.max(most, 2 * encoded.length))
  if (typeof text === 'string') return at + encoder.encodeInto(text, encoded.subarray(at)).written
  encoded.set(text, at)
  return at + text.length
}

function withoutText(document: Document): Document {
  checkLabels(document)
  const { text, vector, labels, notLabels, partial, weight } = document
  return {
    ...(text === undefined ? {} : { text: '' }),
    ...(vector === undefined ? {} : { vector }),
    ...(labels === undefined ? {} : { labels }),
    ...(notLabels === undefined ? {} : { notLabels }),
    ...(partial === undefined ? {} : { partial }),
    ...(weight === undefined ? {} : { weight }),
  }
}
