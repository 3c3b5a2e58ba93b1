// zip archives: members as the list at their end has them, stored or deflated, also the 64-bit kind. What a member
// says of itself is checked: its length and its CRC. Encrypted ones and other methods are refused.

import { DataError } from 'abound'
import type { RandomAccess } from 'abound/data'
import { type Member, memberPath } from './member.js'

const END = 0x06054b50
const END_64 = 0x06064b50
const END_64_PLACE = 0x07064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const PART = 1 << 18
const MASK = 0xffffffff

/** Inflates raw deflate data. */
export type Inflate = (chunks: AsyncIterable<Uint8Array>, file: string) => AsyncIterable<Uint8Array>

interface Entry {
  readonly path: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

/** The files of an archive in the order of its list. */
export async function* readZip(
  archive: RandomAccess,
  inflate: Inflate,
  file: string,
): AsyncGenerator<Member> {
  const bad = (why: string): never => {
    throw new DataError(file, 0, `expected a zip archive, ${why}`)
  }
  const list = await directory(archive, bad)
  for (const entry of entriesOf(list, bad)) {
    if (entry.path.endsWith('/')) continue
    const path = memberPath(entry.path, file)
    yield { path, chunks: () => checked(inflated(archive, entry, inflate, file, bad), entry, bad) }
  }
}

type Bad = (why: string) => never

async function bytesAt(archive: RandomAccess, from: number, to: number, bad: Bad): Promise<DataView> {
  if (from < 0 || to > archive.byteLength || from > to) bad('it is damaged or cut off')
  return new DataView(await archive.slice(from, to))
}

/** Finds the list of entries from the end, behind which a comment may stand. */
async function directory(archive: RandomAccess, bad: Bad): Promise<DataView> {
  const length = archive.byteLength
  const from = Math.max(0, length - END_SIZE - 0xffff)
  const tail = await bytesAt(archive, from, length, bad)
  let at = tail.byteLength - END_SIZE
  while (
    at >= 0 &&
    (tail.getUint32(at, true) !== END || tail.getUint16(at + 20, true) > tail.byteLength - at - END_SIZE)
  )
    at--
  if (at < 0) bad('it is damaged, cut off or something else')
  let size = tail.getUint32(at + 12, true)
  let start = tail.getUint32(at + 16, true)
  if (size === MASK || start === MASK || tail.getUint16(at + 10, true) === 0xffff) {
    const place = await bytesAt(archive, from + at - 20, from + at, bad)
    if (place.getUint32(0, true) !== END_64_PLACE) bad('it is damaged')
    const where = whole(place, 8, bad)
    const end = await bytesAt(archive, where, where + 56, bad)
    if (end.getUint32(0, true) !== END_64) bad('it is damaged')
    size = whole(end, 40, bad)
    start = whole(end, 48, bad)
  }
  return bytesAt(archive, start, start + size, bad)
}

function* entriesOf(list: DataView, bad: Bad): Generator<Entry> {
  const utf8 = new TextDecoder()
  for (let at = 0; at < list.byteLength; ) {
    if (at + 46 > list.byteLength || list.getUint32(at, true) !== ENTRY) bad('its list is damaged')
    const nameEnd = at + 46 + list.getUint16(at + 28, true)
    const extraEnd = nameEnd + list.getUint16(at + 30, true)
    const next = extraEnd + list.getUint16(at + 32, true)
    if (next > list.byteLength) bad('its list is damaged')
    const path = utf8.decode(new Uint8Array(list.buffer, list.byteOffset + at + 46, nameEnd - at - 46))
    if ((list.getUint16(at + 8, true) & 1) !== 0) bad(`it is encrypted: ${path}`)
    const large = new LargeNumbers(list, nameEnd, extraEnd)
    const size = large.of(list.getUint32(at + 24, true), bad)
    const packed = large.of(list.getUint32(at + 20, true), bad)
    const start = large.of(list.getUint32(at + 42, true), bad)
    const method = list.getUint16(at + 10, true)
    yield { path, method, crc: list.getUint32(at + 16, true), packed, size, at: start }
    at = next
  }
}

/** The 64-bit numbers of an entry, which stand in the order in which the 32-bit ones were too small. */
class LargeNumbers {
  private readonly list: DataView
  private at = -1
  private end = -1

  constructor(list: DataView, from: number, to: number) {
    this.list = list
    for (let at = from; at + 4 <= to; ) {
      const end = at + 4 + list.getUint16(at + 2, true)
      if (list.getUint16(at, true) === 1 && end <= to) {
        this.at = at + 4
        this.end = end
      }
      at = end
    }
  }

  of(value: number, bad: Bad): number {
    if (value !== MASK) return value
    if (this.at < 0 || this.at + 8 > this.end) bad('its list is damaged')
    this.at += 8
    return whole(this.list, this.at - 8, bad)
  }
}

function whole(view: DataView, at: number, bad: Bad): number {
  const value = Number(view.getBigUint64(at, true))
  return Number.isSafeInteger(value) ? value : bad('it is damaged')
}

async function* inflated(
  archive: RandomAccess,
  entry: Entry,
  inflate: Inflate,
  file: string,
  bad: Bad,
): AsyncGenerator<Uint8Array> {
  const local = await bytesAt(archive, entry.at, entry.at + 30, bad)
  if (local.getUint32(0, true) !== LOCAL) bad('it is damaged')
  const from = entry.at + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = from; at < from + entry.packed; at += PART)
      yield new Uint8Array((await bytesAt(archive, at, Math.min(at + PART, from + entry.packed), bad)).buffer)
  }
  if (entry.method === 0) yield* parts()
  else if (entry.method === 8) yield* inflate(parts(), file)
  else bad(`it is packed by method ${entry.method}, which is not read here: ${entry.path}`)
}

async function* checked(
  chunks: AsyncIterable<Uint8Array>,
  entry: Entry,
  bad: Bad,
): AsyncGenerator<Uint8Array> {
  let size = 0
  let crc = -1
  for await (const chunk of chunks) {
    size += chunk.length
    // Before it is handed on: a member that says less than it holds may be made to fill the memory.
    if (size > entry.size) bad(`${entry.path} is longer than it says`)
    crc = addToCrc(crc, chunk)
    yield chunk
  }
  if (size !== entry.size || (crc ^ -1) >>> 0 !== entry.crc) bad(`${entry.path} is damaged`)
}

let table: Int32Array | undefined

/** CRC-32 as zip has it, started at −1 and turned over at the end. */
function addToCrc(crc: number, bytes: Uint8Array): number {
  table ??= Int32Array.from({ length: 256 }, (_, i) => {
    let value = i
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xedb88320
    return value
  })
  const words = table
  let sum = crc
  for (let i = 0; i < bytes.length; i++) sum = (sum >>> 8) ^ words[(sum ^ bytes[i]) & 255]
  return sum
}
