// zip archives, read from where their list says by yauzl: stored or deflated, also the 64-bit kind. What a member says
// of itself is checked, its length by yauzl and its CRC here. Encrypted ones and other methods are refused.

import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { DataError } from 'abound'
import type { RandomAccess } from 'abound/internal'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { type Member, memberPath } from './member.js'

const PART = 1 << 18

/** The files of an archive in the order of its list. */
export async function* readZip(archive: RandomAccess, file: string): AsyncGenerator<Member> {
  const refuse: Refuse = (why) => {
    throw new DataError(file, 0, `expected a zip archive, ${why}`)
  }
  try {
    const zip = await fromRandomAccessReaderPromise(new Bytes(archive), archive.byteLength, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
    })
    for await (const entry of zip.eachEntry()) {
      const path = utf8.decode(entry.fileNameRaw)
      if (path.endsWith('/')) continue
      yield { path: memberPath(path, file), chunks: () => content(zip, entry, path, refuse) }
    }
  } catch (error) {
    passOn(error)
    refuse(`it is damaged, cut off or something else (${(error as Error).message})`)
  }
}

type Refuse = (why: string) => never
const utf8 = new TextDecoder()

async function* content(
  zip: ZipFile,
  entry: Entry,
  path: string,
  refuse: Refuse,
): AsyncGenerator<Uint8Array> {
  const { compressionMethod: method } = entry
  if (entry.isEncrypted()) refuse(`it is encrypted: ${path}`)
  if (method !== 0 && method !== 8)
    refuse(`it is packed by method ${method}, which is not read here: ${path}`)
  let sum = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    passOn(error)
    // yauzl stops there: what says less than it holds cannot fill the memory.
    const longer = (error as Error).message.startsWith('too many bytes')
    refuse(`${path} is ${longer ? 'longer than it says' : 'damaged'}`)
  }
  if (sum !== entry.crc32) refuse(`${path} is damaged`)
}

/** What the system says of a file that it cannot read is not about zip. */
function passOn(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'Z_'
  if (error instanceof DataError || !code.startsWith('Z_')) throw error
}

/** Looks at what is asked for first: a place beyond the end would otherwise end the process from within a callback. */
class Bytes extends RandomAccessReader {
  private readonly archive: RandomAccess

  constructor(archive: RandomAccess) {
    super()
    this.archive = archive
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.parts(start, end))
  }

  private async *parts(start: number, end: number): AsyncGenerator<Uint8Array> {
    const { archive } = this
    if (!(start >= 0 && start <= end && end <= archive.byteLength))
      throw new Error('it is damaged or cut off')
    for (let at = start; at < end; at += PART)
      yield Buffer.from(await archive.slice(at, Math.min(at + PART, end)))
  }
}
