// Compressed streams → bytes: gzip by node:zlib, Zstandard by fzstd. (Node's own
// Zstandard stream, where there is one, drops every frame after the first of a chunk.)

import type { Compression } from '../data/format-by-extension.js'
import { DataError } from '../errors.js'

const CHUNK = 1 << 18

/** Unpacks bytes as they come; damaged or truncated data is a DataError that names the file. */
export function unpack(
  chunks: AsyncIterable<Uint8Array>,
  compression: Compression,
  file: string,
): AsyncIterable<Uint8Array> {
  if (compression === 'gz') return unpackGzip(chunks, file)
  return compression === 'zst' ? unpackZstd(chunks, file) : chunks
}

async function* unpackGzip(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  // Loaded only when needed: predicting one line from the shell should not pay for it.
  const { createGunzip } = process.getBuiltinModule('node:zlib')
  const { pipeline, Readable } = process.getBuiltinModule('node:stream')
  const gunzip = createGunzip({ chunkSize: CHUNK })
  // Its errors also end the loop below.
  pipeline(Readable.from(chunks), gunzip, () => {})
  try {
    yield* gunzip
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code)
    if (!code.startsWith('Z_')) throw error
    throw new DataError(file, 0, `expected gzip data, ${why(code)}`)
  } finally {
    gunzip.destroy()
  }
}

function why(code: string): string {
  return code === 'Z_BUF_ERROR' ? 'it ends too early (truncated?)' : 'it is damaged or something else'
}

async function* unpackZstd(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  const { ZstdDecoder } = await import('../data/zstd.js')
  const decoder = new ZstdDecoder()
  for await (const chunk of chunks) yield* nameInErrors(decoder.push(chunk), file)
  yield* nameInErrors(decoder.end(), file)
}

/** The same parts; errors of decoding become errors that name the file. */
function* nameInErrors(parts: Generator<Uint8Array>, file: string): Generator<Uint8Array> {
  for (;;) {
    let part: IteratorResult<Uint8Array>
    try {
      part = parts.next()
    } catch (error) {
      throw new DataError(
        file,
        0,
        `expected Zstandard data, ${error instanceof Error ? error.message : error}`,
      )
    }
    if (part.done) return
    yield part.value
  }
}
