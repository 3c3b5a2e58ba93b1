// tar archives, read as a stream by tar-stream. Folders, links and devices are passed over: a link is never followed.

import { pipeline, Readable } from 'node:stream'
import { DataError } from 'abound'
import { type Entry, extract } from 'tar-stream'
import { type Member, memberPath } from './member.js'

/**
 * Bytes between two files: names and pax headers are short, what is longer is something else. tar-stream would gather
 * them in memory.
 */
const MAX_BETWEEN = 1 << 21
const FILES = ['file', 'contiguous-file']

/** The files of an archive in the order in which they are stored. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Member> {
  const bad = (why: string): never => {
    throw new DataError(file, 0, `expected a tar archive, ${why}`)
  }
  let received = 0
  let between = 0
  const source = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      received += chunk.length
      between += chunk.length
      if (between > MAX_BETWEEN + chunk.length) bad('one of its headers is too long')
      yield chunk
    }
    if (received === 0) bad('it ends too early (truncated?)')
  }
  const fail = (error: unknown): never => {
    if (error instanceof DataError || (error instanceof Error && 'code' in error)) throw error
    const early = error instanceof Error && error.message === 'Unexpected end of data'
    return bad(early ? 'it ends too early (truncated?)' : 'it is damaged or something else')
  }
  const content = async function* (entry: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
    // Not for await: leaving that would close the entry, and with it the archive.
    for (;;) {
      const part = await entry.next().catch(fail)
      if (part.done === true) return
      between = 0
      yield part.value
    }
  }
  const archive = extract()
  // Its errors also end the loop below.
  pipeline(Readable.from(source()), archive, () => {})
  try {
    for await (const entry of archive) {
      between = 0
      const bytes = (entry as Entry)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
      const { name, type } = entry.header
      if (FILES.includes(type ?? '') && !name.endsWith('/'))
        yield { path: memberPath(name, file), chunks: () => content(bytes) }
      for await (const _ of content(bytes));
      between = 0
    }
  } catch (error) {
    fail(error)
  } finally {
    archive.destroy()
  }
}
