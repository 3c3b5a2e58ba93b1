// Reads bytes with a reader, whole or cut at the given places, and tells everything that came out.

import type { Document } from '../../packages/abound/src/contract.js'
import { createReader } from '../../packages/abound/src/data/create-reader.js'
import type { StreamedFormat } from '../../packages/abound/src/data/format.js'
import type { StreamedFormatName } from '../../packages/abound/src/data/formats/index.js'
import type { ReadSettings } from '../../packages/abound/src/data/reading.js'
import { type DataError, InputError } from '../../packages/abound/src/errors.js'

export interface Outcome {
  readonly documents: Document[]
  /** What `onBad` was told, with --skip-bad. */
  readonly skipped: string[]
  readonly warnings: string[]
  /** What was thrown. */
  readonly error: string | undefined
}

export interface Run extends Omit<ReadSettings, 'file' | 'onBad' | 'onWarning'> {
  readonly skipBad?: boolean
  readonly cuts?: readonly number[]
}

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Only InputErrors are taken for an outcome: any other error is ours and fails the test. */
export function readAll(
  format: StreamedFormatName | StreamedFormat,
  data: string | Uint8Array,
  run: Run = {},
): Outcome {
  const bytes = typeof data === 'string' ? encode(data) : data
  const { skipBad, cuts = [], ...settings } = run
  const documents: Document[] = []
  const skipped: string[] = []
  const warnings: string[] = []
  let error: string | undefined
  const emit = (document: Document): void => {
    documents.push(document)
  }
  try {
    const reader = createReader(format, {
      ...settings,
      file: 'f',
      onWarning: (message) => warnings.push(message),
      ...(skipBad ? { onBad: (bad: DataError) => skipped.push(bad.message) } : {}),
    })
    const places = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort((a, b) => a - b)
    let from = 0
    // One buffer for all chunks: a reader must not keep what it was handed.
    const shared = new Uint8Array(bytes.length)
    for (const to of [...places, bytes.length]) {
      const chunk = shared.subarray(0, to - from)
      chunk.set(bytes.subarray(from, to))
      reader.push(chunk, emit)
      chunk.fill(0x5a)
      from = to
    }
    reader.end(emit)
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    error = thrown.message
  }
  return { documents, skipped, warnings, error }
}

/** The documents, where nothing may go wrong. */
export function documentsOf(
  format: StreamedFormatName,
  data: string | Uint8Array,
  run: Run = {},
): Document[] {
  const { documents, error } = readAll(format, data, run)
  if (error !== undefined) throw new Error(error)
  return documents
}
