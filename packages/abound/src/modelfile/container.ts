// The bytes of a `.abound` file, known here and nowhere else. All numbers little-endian:
//
//   0   8 bytes  magic: AB, "ound", CR, LF, 1A: a copy in text mode breaks it, and we can say so
//   8   u32      version: 1, or 2 where a reader of version 1 would not know what the sections mean (shrunk models)
//   12  u32      bytes of the header
//   16  u64      bytes of the whole file
//   24  u32      0
//   28  u32      XXH32 of everything before the first section, with this field as 0
//   32  header   JSON { sections: [{ name, type, offset, length, checksum }], meta }, spaces up to 64
//   …   sections one after another in the header's order, each filled up with zeros to 64 bytes
//
// A section's `offset` counts bytes from the end of the header, its `length` elements, and its
// `checksum` is the XXH32 of its bytes with the zeros after them. So there is no byte that no sum
// covers, and nothing is used before all of them were right.

import type { NumberArray } from '../contract.js'
import { InputError } from '../errors.js'
import { LITTLE_ENDIAN, xxh32 } from '../structures/checksum.js'
import { nestsDeeperThan, toJson } from './header-json.js'

/** The newest version that is read. A file is written as the oldest that can hold it, so that old readers read on. */
const FORMAT_VERSION = 2
const OLDEST_VERSION = 1

/** The largest file: what one typed array holds in Node 20. */
export const MAX_FILE_BYTES = 2 ** 32

/** The largest header; what grows with the data belongs in sections. */
export const MAX_HEADER_BYTES = 2 ** 24

/** How deep arrays and objects may nest in the header. */
const MAX_HEADER_DEPTH = 64

const MAGIC = Uint8Array.of(0xab, 0x6f, 0x75, 0x6e, 0x64, 0x0d, 0x0a, 0x1a)
const MAGIC_NAME_BYTES = 5
const PREFIX_BYTES = 32
const VERSION_AT = 8
const HEADER_BYTES_AT = 12
const FILE_BYTES_AT = 16
const RESERVED_AT = 24
const CHECKSUM_AT = 28
const ALIGNMENT = 64

const TYPES = new Map<string, new (buffer: ArrayBufferLike, offset: number, length: number) => NumberArray>([
  ['u8', Uint8Array],
  ['i8', Int8Array],
  ['u16', Uint16Array],
  ['i16', Int16Array],
  ['u32', Uint32Array],
  ['i32', Int32Array],
  ['f32', Float32Array],
  ['f64', Float64Array],
])
const TYPE_NAMES = new Map([...TYPES].map(([type, View]) => [View.name, type]))
const ELEMENT_BYTES = new Map([...TYPES.keys()].map((type) => [type, Number(type.slice(1)) / 8]))

interface Section {
  readonly name: string
  readonly type: string
  readonly offset: number
  readonly length: number
  readonly checksum: number
}

/** What a model file holds. */
export interface Container {
  readonly header: Record<string, unknown>
  /** Without a prototype, so that a section may have any name. */
  readonly sections: Record<string, NumberArray>
}

/**
 * The parts of a model file, to be written one after another. The sections' parts are views: write
 * them before the arrays change. The same header and sections give the same bytes.
 *
 * `version` is the oldest whose readers know these sections; the layout is the same.
 * `header` is an object of plain JSON; what JSON cannot hold (NaN, Infinity, a Date) is an error.
 *
 * @example
 * const parts = encodeContainer({ learner: 'ff' }, { weights: Float32Array.of(0.5, 0.25) })
 * const file = Uint8Array.from(parts.flatMap((part) => [...part]))
 * decodeContainer(file, 'news.abound').sections.weights // Float32Array [0.5, 0.25]
 */
export function encodeContainer(
  header: unknown,
  sections: Readonly<Record<string, NumberArray>>,
  version: 1 | 2 = OLDEST_VERSION,
): Uint8Array[] {
  requireLittleEndian()
  const names = Object.keys(sections).sort()
  let bodyBytes = 0
  for (const name of names) bodyBytes += roundUp(sections[name].byteLength)
  checkFileSize(bodyBytes)

  const table: Section[] = []
  const body: Uint8Array[] = []
  let offset = 0
  for (const name of names) {
    const array = sections[name]
    const type = TYPE_NAMES.get(array[Symbol.toStringTag])
    if (type === undefined) throw new TypeError(`section ${JSON.stringify(name)} is not a number array`)
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    const padding = roundUp(bytes.length) - bytes.length
    const checksum = xxh32(bytes, 0, bytes.length, 0, padding)
    table.push({ name, type, offset, length: array.length, checksum })
    if (bytes.length > 0) body.push(bytes)
    if (padding > 0) body.push(new Uint8Array(padding))
    offset += bytes.length + padding
  }

  if (!isObject(header)) throw new TypeError('the header of a model file is an object')
  const json = new TextEncoder().encode(toJson({ sections: table, meta: header }, MAX_HEADER_DEPTH))
  const headBytes = roundUp(PREFIX_BYTES + json.length)
  if (headBytes - PREFIX_BYTES > MAX_HEADER_BYTES) {
    throw new InputError(
      `the model's header would take ${json.length} bytes: at most ${MAX_HEADER_BYTES} fit`,
    )
  }
  checkFileSize(headBytes + bodyBytes)

  const head = new Uint8Array(headBytes).fill(0x20, PREFIX_BYTES + json.length)
  head.set(MAGIC)
  head.set(json, PREFIX_BYTES)
  const view = new DataView(head.buffer)
  view.setUint32(VERSION_AT, version, true)
  view.setUint32(HEADER_BYTES_AT, headBytes - PREFIX_BYTES, true)
  view.setBigUint64(FILE_BYTES_AT, BigInt(headBytes + bodyBytes), true)
  view.setUint32(CHECKSUM_AT, xxh32(head, 0, headBytes), true)
  return [head, ...body]
}

/**
 * Reads a model file after checking every byte of it. The sections are views into `bytes`: nothing is
 * copied (unless `bytes` starts at an address that is no multiple of 8: then once, as a whole), and who
 * writes to a section writes to `bytes`. `name` is what errors call the file.
 *
 * @example
 * const { header, sections } = decodeContainer(bytes, 'news.abound')
 */
export function decodeContainer(bytes: Uint8Array, name: string): Container {
  requireLittleEndian()
  const head = readHead(bytes, name)
  const { table, meta } = parseHeader(head.subarray(PREFIX_BYTES), name)
  checkLayout(table, bytes.length - head.length, name)

  const file = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes)
  const sections: Record<string, NumberArray> = Object.create(null)
  for (const section of table) {
    const start = head.length + section.offset
    const size = section.length * ELEMENT_BYTES.get(section.type)!
    if (xxh32(file, start, start + roundUp(size)) !== section.checksum) {
      throw damaged(name, `section ${show(section.name)} fails its checksum`)
    }
    const View = TYPES.get(section.type)!
    sections[section.name] = new View(file.buffer, file.byteOffset + start, section.length)
  }
  return { header: meta, sections }
}

/** A copy of all that comes before the first section, found whole; its checksum field is 0. */
function readHead(bytes: Uint8Array, name: string): Uint8Array {
  const same = MAGIC.findIndex((byte, i) => bytes[i] !== byte)
  if (same >= 0 && same >= bytes.length && bytes.length > 0) throw damaged(name, 'it is cut short')
  if (same >= MAGIC_NAME_BYTES) throw damaged(name, 'line ends were changed, as by a copy in text mode')
  if (same >= 0) throw notAModel(name, bytes.length === 0 ? 'it is empty' : 'it starts with other bytes')
  if (bytes.length < PREFIX_BYTES) throw damaged(name, 'it is cut short')

  const view = new DataView(bytes.buffer, bytes.byteOffset, PREFIX_BYTES)
  const version = view.getUint32(VERSION_AT, true)
  if (version > FORMAT_VERSION) {
    throw new InputError(
      `${name} was made by a newer version of Abound (file version ${version}, this one reads ${FORMAT_VERSION})`,
    )
  }
  if (version < OLDEST_VERSION) throw notAModel(name, `there is no file version ${version}`)
  const fileBytes = Number(view.getBigUint64(FILE_BYTES_AT, true))
  if (bytes.length < fileBytes) {
    throw damaged(name, `it is cut short, ${bytes.length} of ${fileBytes} bytes are there`)
  }
  if (bytes.length > fileBytes) {
    throw damaged(name, `it should end after ${fileBytes} bytes, but ${bytes.length} are there`)
  }
  const headerBytes = view.getUint32(HEADER_BYTES_AT, true)
  const headBytes = PREFIX_BYTES + headerBytes
  if (headBytes % ALIGNMENT !== 0 || headBytes > fileBytes || headerBytes > MAX_HEADER_BYTES) {
    throw damaged(name, `its header cannot take ${headerBytes} bytes`)
  }
  // Not `slice`: that of a Buffer shares the bytes, which are not ours to change.
  const head = new Uint8Array(headBytes)
  head.set(bytes.subarray(0, headBytes))
  head.fill(0, CHECKSUM_AT, CHECKSUM_AT + 4)
  if (xxh32(head, 0, headBytes) !== view.getUint32(CHECKSUM_AT, true)) {
    throw damaged(name, 'the header fails its checksum')
  }
  if (view.getUint32(RESERVED_AT, true) !== 0) throw notAModel(name, 'bytes 24 to 27 are not 0')
  return head
}

/** The header's table and meta; refuses a header that is not as `encodeContainer` writes it. */
function parseHeader(json: Uint8Array, name: string): { table: Section[]; meta: Record<string, unknown> } {
  if (nestsDeeperThan(json, MAX_HEADER_DEPTH)) throw notAModel(name, 'its header nests too deep')
  let header: unknown
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(json))
  } catch {
    throw notAModel(name, 'its header is not JSON in UTF-8')
  }
  if (!isObject(header) || !Array.isArray(header.sections) || !isObject(header.meta)) {
    throw notAModel(name, 'its header lacks sections or meta')
  }
  const table: Section[] = []
  const names = new Set<string>()
  for (const entry of header.sections as unknown[]) {
    if (!isSection(entry)) throw notAModel(name, `its header does not describe section ${table.length + 1}`)
    if (names.has(entry.name)) throw notAModel(name, `it has two sections ${show(entry.name)}`)
    names.add(entry.name)
    table.push(entry)
  }
  return { table, meta: header.meta }
}

/** The sections must fill the file in order: then none overlaps, none is misaligned, none lies outside. */
function checkLayout(table: readonly Section[], bodyBytes: number, name: string): void {
  let end = 0
  for (const section of table) {
    if (section.offset !== end)
      throw notAModel(name, `section ${show(section.name)} is not where it should be`)
    end += roundUp(section.length * ELEMENT_BYTES.get(section.type)!)
    if (end > bodyBytes) throw notAModel(name, `section ${show(section.name)} goes beyond the end`)
  }
  if (end !== bodyBytes) throw notAModel(name, `${bodyBytes - end} bytes belong to no section`)
}

function isSection(value: unknown): value is Section {
  if (!isObject(value)) return false
  const { name, type, offset, length, checksum } = value
  return (
    typeof name === 'string' &&
    typeof type === 'string' &&
    TYPES.has(type) &&
    isCount(offset) &&
    isCount(length) &&
    isCount(checksum)
  )
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_FILE_BYTES
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
}

function checkFileSize(bytes: number): void {
  if (bytes > MAX_FILE_BYTES) {
    throw new InputError(
      `the model would take ${bytes} bytes: a model file holds at most ${MAX_FILE_BYTES} (4 GiB)`,
    )
  }
}

function requireLittleEndian(): void {
  if (!LITTLE_ENDIAN) throw new InputError('model files can only be used on a little-endian machine')
}

/** A section's name for a message: one line, of bounded length. */
function show(name: string): string {
  return name.length <= 60 ? JSON.stringify(name) : `${JSON.stringify(name.slice(0, 60))}…`
}

function notAModel(name: string, why: string): InputError {
  return new InputError(`${name}: not an Abound model (${why})`)
}

function damaged(name: string, how: string): InputError {
  return new InputError(`${name} is damaged: ${how}`)
}
