// The pages of a Parquet column → one value a row: text, a number, true or false, null, or a list of those.
// Counts are checked before anything is allocated or looped over, so damaged pages end in an Error.

import { compressors } from 'hyparquet-compressors'
import { unzstd } from '../../zstd.js'
import { readLevels, readPlain, readValues, type TextAt } from './parquet-encoding.js'
import type { ColumnChunk, ParquetColumn } from './parquet-file.js'
import { readStruct, type Struct } from './parquet-thrift.js'

/** Unpacked bytes that one page may have. */
const MAX_PAGE = 256 * 1024 * 1024
const DATA = 0
const DICTIONARY = 2
const DATA_V2 = 3
const CODECS = ['', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'] as const

/** The values of a column in a row group, one a row. */
export function readColumn(
  bytes: Uint8Array,
  column: ParquetColumn,
  chunk: ColumnChunk,
  rows: number,
  textAt: TextAt,
): unknown[] {
  const out: unknown[] = []
  let dictionary: unknown[] | undefined
  let at = 0
  let seen = 0
  while (seen < chunk.valueCount) {
    const { struct: header, end } = readStruct(bytes, at)
    at = end + header.count(3)
    if (at > bytes.length) throw new Error('a page lies beyond the end of its column')
    const packed = bytes.subarray(end, at)
    const kind = header.count(1)
    if (kind === DICTIONARY) {
      const count = header.struct(7).count(1)
      if (count > chunk.valueCount) throw new Error('a dictionary is damaged')
      dictionary = readPlain(unpack(packed, header.count(2), chunk.codec), column, count, textAt)
    } else if (kind === DATA || kind === DATA_V2) {
      const page = kind === DATA ? pageV1(packed, header, chunk) : pageV2(packed, header, chunk)
      if (page.count > chunk.valueCount - seen) throw new Error('a page has too many values')
      seen += page.count
      addRows(page, column, dictionary, textAt, out)
      if (out.length > rows) throw new Error('a column has more values than rows')
    }
  }
  if (out.length !== rows) throw new Error('a column has fewer values than rows')
  return out
}

interface Page {
  readonly count: number
  readonly encoding: number
  /** Unpacked; levels and values follow each other, or (version 2) each has its own range. */
  readonly bytes: Uint8Array
  readonly levels: Uint8Array | undefined
  readonly repetitionBytes: number
  readonly definitionBytes: number
}

function pageV1(packed: Uint8Array, header: Struct, chunk: ColumnChunk): Page {
  const data = header.struct(5)
  return {
    count: data.count(1),
    encoding: data.count(2),
    bytes: unpack(packed, header.count(2), chunk.codec),
    levels: undefined,
    repetitionBytes: 0,
    definitionBytes: 0,
  }
}

function pageV2(packed: Uint8Array, header: Struct, chunk: ColumnChunk): Page {
  const data = header.struct(8)
  const definitionBytes = data.count(5)
  const repetitionBytes = data.count(6)
  const levelBytes = definitionBytes + repetitionBytes
  if (levelBytes > packed.length || levelBytes > header.count(2)) throw new Error('a page is damaged')
  const values = packed.subarray(levelBytes)
  const unpacked = data.flag(7, true) ? unpack(values, header.count(2) - levelBytes, chunk.codec) : values
  return {
    count: data.count(1),
    encoding: data.count(4),
    bytes: unpacked,
    levels: packed.subarray(0, levelBytes),
    repetitionBytes,
    definitionBytes,
  }
}

function unpack(packed: Uint8Array, length: number, codec: number): Uint8Array {
  if (length > MAX_PAGE) throw new Error(`a page has ${length} bytes, more than ${MAX_PAGE}`)
  if (codec === 0) return packed
  if (length === 0) return new Uint8Array(0)
  const name = CODECS[codec]
  if (name === 'ZSTD') return unzstd(packed, length)
  const unpacker = name ? compressors[name] : undefined
  if (unpacker === undefined) throw new Error(`compression ${name ?? codec} is not known here`)
  const unpacked = unpacker(packed, length)
  if (unpacked?.length !== length) throw new Error('a page unpacks to another length than it should')
  return unpacked
}

function addRows(
  page: Page,
  column: ParquetColumn,
  dictionary: unknown[] | undefined,
  textAt: TextAt,
  out: unknown[],
): void {
  const { count, levels } = page
  const bytes = levels ?? page.bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (maxLevel: number, length: number): Uint8Array | undefined => {
    if (maxLevel === 0) return undefined
    const from = levels === undefined ? at + 4 : at
    const end = levels === undefined ? from + view.getUint32(at, true) : at + length
    if (end > bytes.length) throw new Error('the levels of a page are damaged')
    at = end
    return readLevels(bytes, from, end, maxLevel, count)
  }
  const repetition = take(column.isList ? 1 : 0, page.repetitionBytes)
  const definition = take(column.maxDefinition, page.definitionBytes)
  let present = count
  if (definition !== undefined) {
    present = 0
    for (let i = 0; i < count; i++) if (definition[i] === column.maxDefinition) present++
  }
  const values = readValues(
    levels === undefined ? page.bytes.subarray(at) : page.bytes,
    page.encoding,
    column,
    present,
    dictionary,
    textAt,
  )
  let next = 0
  for (let i = 0; i < count; i++) {
    const level = definition === undefined ? column.maxDefinition : definition[i]
    const value = level === column.maxDefinition ? values[next++] : null
    if (repetition === undefined) {
      out.push(value)
    } else if (repetition[i] === 0) {
      if (level >= column.elementDefinition) out.push([value])
      else out.push(level === column.elementDefinition - 1 ? [] : null)
    } else {
      const list = out[out.length - 1]
      if (!Array.isArray(list) || level < column.elementDefinition) throw new Error('a list is damaged')
      list.push(value)
    }
  }
}
