// Opening the files that corpora come in: tar and zip archives, gzip or not, told by their first bytes. Nothing is
// unpacked to the disk, and what unpacks to far more than corpora do is refused.

import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { DataError } from 'abound'
import { fileError, unpack } from 'abound/internal'
import type { Member } from './member.js'
import { readTar } from './tar.js'
import { readZip } from './zip.js'

const CHUNK = 1 << 18
/** Text packs to a third or a tenth, lists of numbers to a twentieth. */
const MAX_RATIO = 200
const ALWAYS_ALLOWED = 1 << 26
const TAR = /\.(tar|tgz|tar\.gz|gtar\.gz)$/i

/** The files in an original: all of an archive, or the only one. */
export async function* openOriginal(path: string): AsyncGenerator<Member> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw fileError(path, 'read', error)
  })
  try {
    const start = Buffer.alloc(4)
    await file.read(start, 0, 4, 0)
    const { size } = await file.stat()
    if (start.readUInt32LE() === 0x04034b50 && /\.zip$/i.test(path)) {
      for await (const { path: inside, chunks } of readZip(access(file, size), path))
        yield { path: inside, chunks: () => limitSize(chunks(), size, path) }
      return
    }
    const gzip = start[0] === 0x1f && start[1] === 0x8b
    const chunks = (): AsyncIterable<Uint8Array> =>
      limitSize(
        unpack(createReadStream(path, { highWaterMark: CHUNK }), gzip ? 'gz' : 'none', path),
        size,
        path,
      )
    if (TAR.test(path)) yield* readTar(chunks(), path)
    else yield { path: basename(path).replace(/\.gz$/i, ''), chunks }
  } catch (error) {
    throw fileError(path, 'read', error)
  } finally {
    await file.close()
  }
}

/** The same chunks; a file that unpacks to far more than its size is refused. */
async function* limitSize(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  path: string,
): AsyncGenerator<Uint8Array> {
  const most = Math.max(ALWAYS_ALLOWED, size * MAX_RATIO)
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > most)
      throw new DataError(
        path,
        0,
        `expected a corpus: its ${size} bytes unpack to more than ${most}, refused`,
      )
    yield chunk
  }
}

function access(
  file: FileHandle,
  byteLength: number,
): { byteLength: number; slice(start: number, end: number): Promise<ArrayBuffer> } {
  return {
    byteLength,
    async slice(start, end) {
      const bytes = new Uint8Array(end - start)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
      return bytes.buffer.slice(0, bytesRead)
    },
  }
}
