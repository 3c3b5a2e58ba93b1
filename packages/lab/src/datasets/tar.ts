// tar archives, read as a stream: the old format, ustar, GNU's long names and pax headers. Folders, links and
// devices are passed over: a link is never followed.

import { DataError } from 'abound'
import { type Member, memberPath } from './member.js'

const BLOCK = 512
/** Names and pax headers are short; what is longer is something else. */
const MAX_HEADER = 1 << 20
const decoder = new TextDecoder()

/** The files of an archive in the order in which they are stored. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Member> {
  const bytes = new ByteQueue(chunks, file)
  let next: { path?: string; size?: number } = {}
  let headers = 0
  for (;;) {
    const header = await bytes.take(BLOCK, headers > 0)
    // The end is two blocks of zeros, which some writers leave out.
    if (header === undefined || header.every((byte) => byte === 0)) return
    checkSum(header, file)
    headers++
    const type = String.fromCharCode(header[156])
    const size = next.size ?? numberIn(header, 124, 12, file)
    const padding = (BLOCK - (size % BLOCK)) % BLOCK
    if (type === 'L' || type === 'x' || type === 'g' || type === 'K') {
      if (size > MAX_HEADER)
        throw new DataError(file, 0, 'expected a tar archive, one of its headers is too long')
      const content = (await bytes.take(size)) ?? new Uint8Array(0)
      await bytes.skip(padding)
      if (type === 'L') next = { ...next, path: textIn(content, 0, content.length) }
      if (type === 'x') next = { ...next, ...paxHeader(content, file) }
      continue
    }
    const path = next.path ?? pathIn(header)
    next = {}
    const member = new TarMember(bytes, size, padding)
    const isFile = type === '0' || type === '\0' || type === '7'
    if (isFile && !path.endsWith('/')) yield { path: memberPath(path, file), chunks: () => member.chunks() }
    await member.skipRest()
  }
}

class TarMember {
  private readonly bytes: ByteQueue
  private left: number
  private padding: number

  constructor(bytes: ByteQueue, size: number, padding: number) {
    this.bytes = bytes
    this.left = size
    this.padding = padding
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    while (this.left > 0) {
      const part = await this.bytes.some(this.left)
      this.left -= part.length
      yield part
    }
  }

  async skipRest(): Promise<void> {
    await this.bytes.skip(this.left + this.padding)
    this.left = 0
    this.padding = 0
  }
}

/** Bytes that come in chunks, taken in other portions. */
class ByteQueue {
  private readonly source: AsyncIterator<Uint8Array>
  private readonly file: string
  private chunk: Uint8Array = new Uint8Array(0)

  constructor(chunks: AsyncIterable<Uint8Array>, file: string) {
    this.source = chunks[Symbol.asyncIterator]()
    this.file = file
  }

  /** `count` bytes; undefined at a clean end, where the archive `mayEnd`. */
  async take(count: number, mayEnd = false): Promise<Uint8Array | undefined> {
    const taken = new Uint8Array(count)
    for (let at = 0; at < count; ) {
      if (this.chunk.length === 0 && !(await this.more())) {
        if (mayEnd && at === 0) return undefined
        this.early()
      }
      const part = this.chunk.subarray(0, count - at)
      taken.set(part, at)
      at += part.length
      this.chunk = this.chunk.subarray(part.length)
    }
    return taken
  }

  /** The bytes that are at hand: at least one, at most `most`. */
  async some(most: number): Promise<Uint8Array> {
    if (this.chunk.length === 0 && !(await this.more())) this.early()
    const part = this.chunk.subarray(0, most)
    this.chunk = this.chunk.subarray(part.length)
    return part
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) left -= (await this.some(left)).length
  }

  private async more(): Promise<boolean> {
    while (this.chunk.length === 0) {
      const { value, done } = await this.source.next()
      if (done) return false
      this.chunk = value
    }
    return true
  }

  private early(): never {
    throw new DataError(this.file, 0, 'expected a tar archive, it ends too early (truncated?)')
  }
}

/** The sum of a header's bytes, its own field taken as blanks. */
function checkSum(header: Uint8Array, file: string): void {
  let sum = 8 * 32
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += header[i]
  if (sum !== numberIn(header, 148, 8, file))
    throw new DataError(file, 0, 'expected a tar archive, it is damaged or something else')
}

function pathIn(header: Uint8Array): string {
  const name = textIn(header, 0, 100)
  // Only ustar as POSIX has it keeps the start of a long path here; GNU keeps times there.
  const posix = textIn(header, 257, 6) === 'ustar' && header[263] === 48
  const prefix = posix ? textIn(header, 345, 155) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function textIn(bytes: Uint8Array, from: number, length: number): string {
  const field = bytes.subarray(from, from + length)
  const end = field.indexOf(0)
  return decoder.decode(end < 0 ? field : field.subarray(0, end))
}

/** An octal number, or GNU's binary one for what is too large for that. */
function numberIn(header: Uint8Array, from: number, length: number, file: string): number {
  let value = 0
  if (header[from] === 0x80) {
    for (let i = from + 1; i < from + length; i++) value = value * 256 + header[i]
  } else {
    const digits = textIn(header, from, length).trim()
    value = digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
  }
  if (!Number.isSafeInteger(value))
    throw new DataError(file, 0, 'expected a tar archive, it is damaged or something else')
  return value
}

/** Records of the form `length key=value\n`, of which the path and the size count. */
function paxHeader(content: Uint8Array, file: string): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {}
  for (let at = 0; at < content.length; ) {
    const blank = content.indexOf(32, at)
    const length = blank < 0 ? Number.NaN : Number(textIn(content, at, blank - at))
    if (!Number.isSafeInteger(length) || length < blank - at + 3 || at + length > content.length)
      throw new DataError(file, 0, 'expected a tar archive, one of its pax headers is damaged')
    const [key, ...rest] = textIn(content, blank + 1, length - (blank - at) - 2).split('=')
    if (key === 'path') found.path = rest.join('=')
    if (key === 'size') found.size = wholeSize(rest.join('='), file)
    at += length
  }
  return found
}

function wholeSize(text: string, file: string): number {
  const size = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(size))
    throw new DataError(file, 0, 'expected a tar archive, one of its pax headers is damaged')
  return size
}
