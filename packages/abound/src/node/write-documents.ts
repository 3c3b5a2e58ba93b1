// Documents into a file of any format we write, for `convert`.

import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Document } from '../contract.js'
import { createWriter } from '../data/create-writer.js'
import { type FileFormat, formatNamed, formatOf } from '../data/format-by-extension.js'
import { formats } from '../data/formats/index.js'
import { InputError } from '../errors.js'
import { writeFileSafely } from './write-file.js'

/**
 * Writes documents to a file, or to standard output for `-`; its format by its name, or by `to`.
 *
 * @example
 * await writeDocuments('news.csv', openSource('news.jsonl.gz').documents()) // { documents: 4 }
 */
export async function writeDocuments(
  path: string,
  batches: AsyncIterable<readonly Document[]>,
  { to, onWarning }: { readonly to?: string; readonly onWarning?: (message: string) => void } = {},
): Promise<{ documents: number }> {
  const { format, compression }: FileFormat = to === undefined ? formatOf(path) : formatNamed(to)
  if (compression === 'zst') throw new InputError(`${path}: .zst is only read; write .gz`)
  const writer = createWriter(formats.named(format), {
    file: path,
    ...(onWarning === undefined ? {} : { onWarning }),
  })
  let documents = 0
  async function* texts(): AsyncGenerator<string> {
    yield writer.header()
    for await (const batch of batches) {
      documents += batch.length
      let text = ''
      for (const document of batch) text += writer.document(document)
      yield text
    }
    writer.end()
  }
  const parts = compression === 'gz' ? compress(texts()) : texts()
  if (path !== '-') await writeFileSafely(path, parts)
  else for await (const part of parts) if (!process.stdout.write(part)) await waitForDrain()
  return { documents }
}

/** The same as gzip. */
export async function* compress(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip()
  // What goes wrong on the way also ends the loop below.
  pipeline(Readable.from(texts), gzip, () => {})
  yield* gzip
}

function waitForDrain(): Promise<void> {
  return new Promise((resolve) => process.stdout.once('drain', () => resolve()))
}
