// Documents from an upload, in any format that reads front to back.

import { type Static, type TObject, Type } from '@sinclair/typebox'
import { createReader, type Document } from 'abound'
import { nextTurn } from '../fair-queue.js'

export const UPLOAD_TYPES = [
  'text/csv',
  'text/tab-separated-values',
  'application/x-ndjson',
  'application/jsonl',
  'text/plain',
  'application/octet-stream',
] as const

const FORMATS = ['jsonl', 'csv', 'tsv', 'fasttext', 'lines'] as const

/** How an upload is to be read: a part of the query. */
export const READING = {
  format: Type.Optional(Type.Union(FORMATS.map((format) => Type.Literal(format)))),
  textColumn: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  labelColumn: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  labelSeparator: Type.Optional(Type.String({ minLength: 1, maxLength: 10 })),
}

type UploadFormat = (typeof FORMATS)[number]
type Reading = Static<TObject<typeof READING>>

const BY_TYPE: Readonly<Record<string, UploadFormat | undefined>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/x-ndjson': 'jsonl',
  'application/jsonl': 'jsonl',
}

const CHUNK = 1 << 16

/** Gives way after every piece, as a large upload takes a while. */
export async function* uploadedDocuments(
  bytes: Uint8Array,
  type: string | undefined,
  { format, ...settings }: Reading,
  otherwise: UploadFormat,
): AsyncGenerator<readonly Document[]> {
  const known = BY_TYPE[(type ?? '').split(';')[0].trim().toLowerCase()]
  const reader = createReader(format ?? known ?? otherwise, { file: 'upload', ...settings })
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
