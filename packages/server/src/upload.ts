// Documents from an upload, in any format that reads front to back.

import { createReader, type Document, FORMATS, type StreamedFormat } from 'abound'
import { streamedFormat } from 'abound/data'
import { pause } from './fair-queue.js'

/** The formats that an upload may have. */
export const UPLOADED: readonly StreamedFormat[] = FORMATS.filter(
  (format): format is StreamedFormat => format.needs === 'bytes' && format.mediaTypes !== undefined,
)

export const UPLOAD_TYPES: readonly string[] = [
  ...new Set([...UPLOADED.flatMap(({ mediaTypes = [] }) => mediaTypes), 'application/octet-stream']),
]

export interface UploadSettings {
  /** The name of one of those that may be uploaded. */
  readonly format?: string
  readonly textColumn?: string
  readonly labelColumn?: string
  readonly labelSeparator?: string
}

const CHUNK = 1 << 16

/** Gives way after every piece, as a large upload takes a while. */
export async function* uploadedDocuments(
  bytes: Uint8Array,
  type: string | undefined,
  { format, ...settings }: UploadSettings,
  otherwise: string,
): AsyncGenerator<readonly Document[]> {
  const name = format ?? formatOfType(type) ?? otherwise
  const reader = createReader(streamedFormat(name), { file: 'upload', ...settings })
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

/** Undefined where a type does not tell: plain text is lines of one kind or another. */
function formatOfType(type = ''): string | undefined {
  const bare = type.split(';')[0].trim().toLowerCase()
  const known = UPLOADED.filter(({ mediaTypes = [] }) => mediaTypes.includes(bare))
  return known.length === 1 ? known[0].name : undefined
}
