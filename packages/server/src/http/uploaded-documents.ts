// Documents from an upload, in any format that reads front to back.

import { type Static, type TObject, Type } from '@sinclair/typebox'
import type { Document } from 'abound'
import { createReader, FORMATS, type StreamedFormat, streamedFormat } from 'abound/internal'
import { nextTurn } from '../fair-queue.js'

/** The formats that an upload may have. */
export const UPLOAD_FORMATS: readonly StreamedFormat[] = FORMATS.filter(
  (format): format is StreamedFormat => format.needs === 'bytes' && format.mediaTypes !== undefined,
)

export const UPLOAD_TYPES: readonly string[] = [
  ...new Set([...UPLOAD_FORMATS.flatMap(({ mediaTypes = [] }) => mediaTypes), 'application/octet-stream']),
]

/** How an upload is to be read: a part of the query. */
export const READING = {
  format: Type.Optional(Type.Union(UPLOAD_FORMATS.map(({ name }) => Type.Literal(name)))),
  textColumn: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  labelColumn: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  labelSeparator: Type.Optional(Type.String({ minLength: 1, maxLength: 10 })),
}

type Reading = Static<TObject<typeof READING>>

const CHUNK = 1 << 16

/** Gives way after every piece, as a large upload takes a while. */
export async function* uploadedDocuments(
  bytes: Uint8Array,
  type: string | undefined,
  { format, ...settings }: Reading,
  otherwise: string,
): AsyncGenerator<readonly Document[]> {
  const name = format ?? formatFromType(type) ?? otherwise
  const reader = createReader(streamedFormat(name), { file: 'upload', ...settings })
  let batch: Document[] = []
  const emit = (document: Document): void => {
    batch.push(document)
  }
  for (let at = 0; at < bytes.length; at += CHUNK) {
    reader.push(bytes.subarray(at, at + CHUNK), emit)
    if (batch.length > 0) yield batch
    batch = []
    await nextTurn()
  }
  reader.end(emit)
  if (batch.length > 0) yield batch
}

/** Undefined where a type does not tell: plain text is lines of one kind or another. */
function formatFromType(type = ''): string | undefined {
  const bare = type.split(';')[0].trim().toLowerCase()
  const known = UPLOAD_FORMATS.filter(({ mediaTypes = [] }) => mediaTypes.includes(bare))
  return known.length === 1 ? known[0].name : undefined
}
