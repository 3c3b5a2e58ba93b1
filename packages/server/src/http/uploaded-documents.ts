// Documents from an upload, in any format that reads front to back.

import { createReader, type Document } from 'abound'
import { pause } from '../fair-queue.js'

export const UPLOAD_TYPES = [
  'text/csv',
  'text/tab-separated-values',
  'application/x-ndjson',
  'application/jsonl',
  'text/plain',
  'application/octet-stream',
] as const

export interface UploadSettings {
  readonly format?: 'jsonl' | 'csv' | 'tsv' | 'fasttext' | 'lines'
  readonly textColumn?: string
  readonly labelColumn?: string
  readonly labelSeparator?: string
}

const BY_TYPE: Readonly<Record<string, UploadSettings['format']>> = {
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
  { format, ...settings }: UploadSettings,
  otherwise: NonNullable<UploadSettings['format']>,
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
    await pause()
  }
  reader.end(emit)
  if (batch.length > 0) yield batch
}
