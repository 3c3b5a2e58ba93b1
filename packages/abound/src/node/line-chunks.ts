// A file in chunks of whole lines, in memory that is used again: the next chunk is read while the last is worked on, and the
// start of an unfinished line is copied to where the rest of the line will be read. Threads share the memory; it is never
// transferred. Once a buffer was transferred away from a thread, compiled code on that thread checks before every access to
// any array whether its buffer is still there, which makes `predict` 6 to 9 % slower.

import { close, open, read } from 'node:fs'
import { promisify } from 'node:util'
import { fileError } from './file-errors.js'

const LINE_FEED = 10

/** Pieces of memory of one size, to be given back after use. */
export class SpareMemory {
  private readonly spare: SharedArrayBuffer[] = []
  readonly size: number

  constructor(size: number) {
    this.size = size
  }

  take(): SharedArrayBuffer {
    return this.spare.pop() ?? new SharedArrayBuffer(this.size)
  }

  giveBack(memory: SharedArrayBuffer): void {
    this.spare.push(memory)
  }
}

/**
 * The bytes of a file in chunks, each in a piece of memory of its own, which the caller gives back. A chunk ends behind a
 * line end, unless that of a line does not fit, or the file ends.
 */
export async function* lineChunks(
  path: string,
  memory: SpareMemory,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array<SharedArrayBuffer>> {
  const refuse = (error: unknown): never => {
    throw fileError(path, 'read', error)
  }
  const file = await openFile(path, 'r').catch(refuse)
  let pending: Promise<number> = Promise.resolve(0)
  const readOn = (bytes: Uint8Array, from: number): void => {
    pending = readFile(file, bytes, from)
    // The error is thrown where the result is awaited.
    pending.catch(() => {})
  }
  try {
    let bytes = new Uint8Array(memory.take())
    let kept = 0
    readOn(bytes, kept)
    for (;;) {
      const count = await pending.catch(refuse)
      onRead(count)
      const to = kept + count
      if (count === 0) {
        if (kept > 0) yield bytes.subarray(0, kept)
        return
      }
      const last = bytes.subarray(kept, to).lastIndexOf(LINE_FEED)
      if (last < 0 && to < bytes.length) {
        kept = to
        readOn(bytes, kept)
        continue
      }
      const chunk = bytes.subarray(0, last < 0 ? to : kept + last + 1)
      kept = to - chunk.length
      bytes = new Uint8Array(memory.take())
      bytes.set(new Uint8Array(chunk.buffer, chunk.length, kept))
      readOn(bytes, kept)
      yield chunk
    }
  } finally {
    await pending.catch(() => {})
    await closeFile(file)
  }
}

const openFile = promisify(open)
const closeFile = promisify(close)

/** Fills bytes[from …] with what comes next in a file; answers how much of it. */
function readFile(file: number, bytes: Uint8Array, from: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, bytes, from, bytes.length - from, null, (error, count) => {
      if (error === null) resolve(count)
      else reject(error)
    })
  })
}
