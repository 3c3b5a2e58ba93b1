// Parquet's encodings of levels and values.

import { BOOLEAN, BYTE_ARRAY, DOUBLE, FLOAT, INT32, INT64, type ParquetColumn } from './parquet-file.js'

/** Decodes the text at a range of bytes. */
export type TextAt = (bytes: Uint8Array, from: number, to: number) => string

const PLAIN = 0
const PLAIN_DICTIONARY = 2
const RLE = 3
const DELTA_BINARY_PACKED = 5
const DELTA_LENGTH_BYTE_ARRAY = 6
const DELTA_BYTE_ARRAY = 7
const RLE_DICTIONARY = 8
/** Bytes that the texts of one page may have: shared prefixes could multiply what is in the file. */
const MAX_TEXT = 256 * 1024 * 1024

/** Levels from 0 to `max`. */
export function readLevels(
  bytes: Uint8Array,
  from: number,
  to: number,
  max: number,
  count: number,
): Uint8Array {
  if (max > 255) throw new Error('a column is nested too deep')
  const levels = new Uint8Array(count)
  readRuns(bytes, from, to, 32 - Math.clz32(max), levels)
  for (let i = 0; i < count; i++) if (levels[i] > max) throw new Error('the levels of a page are damaged')
  return levels
}

/** Values of a page in any encoding. */
export function readValues(
  bytes: Uint8Array,
  encoding: number,
  column: ParquetColumn,
  count: number,
  dictionary: readonly unknown[] | undefined,
  textAt: TextAt,
): unknown[] {
  if (count === 0) return []
  switch (encoding) {
    case PLAIN:
      return readPlain(bytes, column, count, textAt)
    case PLAIN_DICTIONARY:
    case RLE_DICTIONARY:
      return readIndices(bytes, count, dictionary)
    case RLE:
      return readFlags(bytes, column, count)
    case DELTA_BINARY_PACKED:
      return readDeltas(bytes, 0, count, bitsOf(column)).values.map((value) => toNumber(value, column))
    case DELTA_LENGTH_BYTE_ARRAY:
    case DELTA_BYTE_ARRAY:
      if (column.type !== BYTE_ARRAY) throw new Error('an encoding does not fit its column')
      return readDeltaTexts(bytes, count, encoding === DELTA_BYTE_ARRAY, textAt)
    default:
      throw new Error(`encoding ${encoding} is not known here`)
  }
}

/** Values one after another. */
export function readPlain(
  bytes: Uint8Array,
  column: ParquetColumn,
  count: number,
  textAt: TextAt,
): unknown[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { type } = column
  const width = type === BOOLEAN ? 1 / 8 : type === INT64 || type === DOUBLE ? 8 : 4
  if (Math.ceil(count * width) > bytes.length) throw new Error('a page has fewer values than it says')
  const values: unknown[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    switch (type) {
      case BOOLEAN:
        values.push(((bytes[i >> 3] >> (i & 7)) & 1) === 1)
        break
      case INT32:
        values.push(column.unsigned ? view.getUint32(4 * i, true) : view.getInt32(4 * i, true))
        break
      case INT64:
        values.push(column.unsigned ? view.getBigUint64(8 * i, true) : view.getBigInt64(8 * i, true))
        break
      case FLOAT:
        values.push(view.getFloat32(4 * i, true))
        break
      case DOUBLE:
        values.push(view.getFloat64(8 * i, true))
        break
      case BYTE_ARRAY: {
        const end = at + 4 + view.getUint32(at, true)
        if (end > bytes.length) throw new Error('a text lies beyond the end of its page')
        values.push(textAt(bytes, at + 4, end))
        at = end
        break
      }
      default:
        throw new Error('a column has a type that is not known here')
    }
  }
  return values
}

function readIndices(
  bytes: Uint8Array,
  count: number,
  dictionary: readonly unknown[] | undefined,
): unknown[] {
  if (dictionary === undefined) throw new Error('a dictionary is missing')
  const width = bytes.length > 0 ? bytes[0] : 33
  if (width > 32) throw new Error('a page is damaged')
  const indices = new Uint32Array(count)
  readRuns(bytes, 1, bytes.length, width, indices)
  const values: unknown[] = []
  for (let i = 0; i < count; i++) {
    if (indices[i] >= dictionary.length) throw new Error('a value is not in its dictionary')
    values.push(dictionary[indices[i]])
  }
  return values
}

function readFlags(bytes: Uint8Array, column: ParquetColumn, count: number): boolean[] {
  if (column.type !== BOOLEAN) throw new Error('an encoding does not fit its column')
  const flags = new Uint8Array(count)
  readRuns(bytes, 4, bytes.length, 1, flags)
  return Array.from(flags, (flag) => flag === 1)
}

/** The hybrid of runs and packed bits; fills `out`. */
function readRuns(
  bytes: Uint8Array,
  from: number,
  to: number,
  width: number,
  out: Uint8Array | Uint32Array,
): void {
  const scale = 2 ** width
  let at = from
  let filled = 0
  while (filled < out.length) {
    const header = varint(bytes, at, to)
    at = header.end
    const count = Math.floor(header.value / 2)
    const left = out.length - filled
    if (header.value % 2 === 0) {
      if (count > left) throw new Error('a run is too long')
      let value = 0
      for (let i = 0, unit = 1; i < width; i += 8, unit *= 256) value += byteAt(bytes, at++, to) * unit
      out.fill(value, filled, filled + count)
      filled += count
      continue
    }
    const values = Math.min(left, count * 8)
    let word = 0
    let have = 1
    let read = at
    for (let i = 0; i < values; i++) {
      for (; have < scale; have *= 256) word += byteAt(bytes, read++, to) * have
      out[filled++] = word % scale
      word = Math.floor(word / scale)
      have /= scale
    }
    at += count * width
  }
}

/** Differences in blocks of packed bits, each with its own width; sums wrap at `bits`. */
function readDeltas(
  bytes: Uint8Array,
  from: number,
  count: number,
  bits: 32 | 64,
): { values: bigint[]; end: number } {
  const to = bytes.length
  let at = from
  const next = (): number => {
    const { value, end } = varint(bytes, at, to)
    at = end
    return value
  }
  const blockSize = next()
  const parts = next()
  const total = next()
  const size = blockSize / parts
  if (!(Number.isInteger(size) && size > 0 && size % 8 === 0 && size <= 65_536) || total !== count) {
    throw new Error('the differences of a page are damaged')
  }
  let { value, end } = bigZigzag(bytes, at, to)
  at = end
  const values: bigint[] = count > 0 ? [value] : []
  while (values.length < count) {
    const least = bigZigzag(bytes, at, to)
    const widths = least.end
    at = widths + parts
    for (let part = 0; part < parts && values.length < count; part++) {
      const width = byteAt(bytes, widths + part, to)
      if (width > 64) throw new Error('the differences of a page are damaged')
      let word = 0n
      let have = 0
      let read = at
      for (let i = 0; i < size && values.length < count; i++) {
        for (; have < width; have += 8) word |= BigInt(byteAt(bytes, read++, to)) << BigInt(have)
        value = BigInt.asIntN(bits, value + least.value + BigInt.asUintN(width, word))
        values.push(value)
        word >>= BigInt(width)
        have -= width
      }
      at += (size / 8) * width
    }
  }
  return { values, end: at }
}

/** Texts by their lengths, or (`shared`) by what each shares with the one before it and the rest. */
function readDeltaTexts(bytes: Uint8Array, count: number, shared: boolean, textAt: TextAt): string[] {
  const prefixes = shared ? readDeltas(bytes, 0, count, 32) : undefined
  const lengths = readDeltas(bytes, prefixes?.end ?? 0, count, 32)
  const texts: string[] = []
  let previous = new Uint8Array(0)
  let at = lengths.end
  let sum = 0
  for (let i = 0; i < count; i++) {
    const prefix = Number(prefixes?.values[i] ?? 0n)
    const end = at + Number(lengths.values[i])
    sum += prefix + end - at
    if (prefix < 0 || prefix > previous.length || end < at || end > bytes.length || sum > MAX_TEXT) {
      throw new Error('the texts of a page are damaged')
    }
    if (shared) {
      const text = new Uint8Array(prefix + end - at)
      text.set(previous.subarray(0, prefix))
      text.set(bytes.subarray(at, end), prefix)
      previous = text
      texts.push(textAt(text, 0, text.length))
    } else {
      texts.push(textAt(bytes, at, end))
    }
    at = end
  }
  return texts
}

function bitsOf(column: ParquetColumn): 32 | 64 {
  if (column.type !== INT32 && column.type !== INT64) throw new Error('an encoding does not fit its column')
  return column.type === INT32 ? 32 : 64
}

function toNumber(value: bigint, column: ParquetColumn): number | bigint {
  const right = column.unsigned ? BigInt.asUintN(bitsOf(column), value) : value
  return column.type === INT32 ? Number(right) : right
}

function byteAt(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to) throw new Error('a page ends too early')
  return bytes[at]
}

function varint(bytes: Uint8Array, from: number, to: number): { value: number; end: number } {
  let value = 0
  for (let at = from, scale = 1; at < from + 5; at++, scale *= 128) {
    const byte = byteAt(bytes, at, to)
    value += (byte & 127) * scale
    if (byte < 128) return { value, end: at + 1 }
  }
  throw new Error('a page is damaged')
}

function bigZigzag(bytes: Uint8Array, from: number, to: number): { value: bigint; end: number } {
  let value = 0n
  for (let at = from; at < from + 10; at++) {
    const byte = byteAt(bytes, at, to)
    value |= BigInt(byte & 127) << BigInt(7 * (at - from))
    if (byte < 128) return { value: (value >> 1n) ^ -(value & 1n), end: at + 1 }
  }
  throw new Error('a page is damaged')
}
