// The end of a Parquet file: which columns there are, and where each row group keeps them.

import type { RandomAccess } from '../../format.js'
import { readStruct, type Struct } from './parquet-thrift.js'

/** A column that is a plain value or a list of them. */
export interface ParquetColumn {
  readonly name: string
  readonly type: number
  readonly unsigned: boolean
  readonly isList: boolean
  /** Levels that say how much of the path is there. */
  readonly maxDefinition: number
  /** From this definition level on a list has an element; one below it is empty, further below missing. */
  readonly elementDefinition: number
  /** Why it cannot be read, if so. */
  readonly unreadable: string | undefined
}

/** Where a row group keeps a column. */
export interface ColumnChunk {
  readonly start: number
  readonly end: number
  readonly codec: number
  readonly valueCount: number
}

/** Rows that are stored together. */
interface RowGroup {
  readonly rows: number
  /** One for each column. */
  readonly chunks: readonly ColumnChunk[]
}

/** What the end of the file tells. */
export interface ParquetFile {
  readonly columns: readonly ParquetColumn[]
  readonly groups: readonly RowGroup[]
}

/** The types of values that can be read, by Parquet's numbers. */
export const BOOLEAN = 0
export const INT32 = 1
export const INT64 = 2
export const FLOAT = 4
export const DOUBLE = 5
export const BYTE_ARRAY = 6

const OPTIONAL = 1
const REPEATED = 2
const READABLE = new Set([BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY])
/** Annotations that leave a value what it is: text, enum, JSON, whole numbers. */
const PLAIN_ANNOTATIONS = new Set([0, 4, 11, 12, 13, 14, 15, 16, 17, 18, 19])
const PLAIN_LOGICAL_TYPES = [1, 4, 10, 11, 12]
const UNSIGNED = new Set([11, 12, 13, 14])
/** A row group is held in memory: more than this would be damage, or would not fit. */
const MAX_VALUES = 1 << 26
const MAGIC = 0x31524150

/** Reads the end of the file; throws an Error where it is damaged or something else. */
export async function openParquet(file: RandomAccess): Promise<ParquetFile> {
  const size = file.byteLength
  if (size < 12) throw new Error('it is too short')
  const head = new DataView(await file.slice(0, 4))
  const tail = new DataView(await file.slice(size - 8, size))
  if (head.getUint32(0, true) !== MAGIC || tail.getUint32(4, true) !== MAGIC) {
    throw new Error('it does not start and end with PAR1')
  }
  const length = tail.getUint32(0, true)
  if (length > size - 12) throw new Error('its last header is longer than the file')
  const footer = new Uint8Array(await file.slice(size - 8 - length, size - 8))
  const { struct } = readStruct(footer, 0)
  const columns: ParquetColumn[] = []
  const leaves: number[] = []
  readSchema(struct.structs(2), columns, leaves)
  const groups = struct.structs(4).map((group) => readGroup(group, leaves, columns.length, size))
  return { columns, groups }
}

/**
 * The schema is a tree in depth-first order; the root's children are the columns. `leaves` gets for each leaf
 * the column it belongs to.
 */
function readSchema(elements: readonly Struct[], columns: ParquetColumn[], leaves: number[]): void {
  if (elements.length === 0) throw new Error('it has no columns')
  let next = 1
  const visit = (column: number, definition: number, repetition: number, element: number): void => {
    if (next >= elements.length) throw new Error('its schema is damaged')
    const node = elements[next++]
    const kind = node.has(3) ? node.count(3) : 0
    const defined = definition + (kind === OPTIONAL || kind === REPEATED ? 1 : 0)
    const repeated = repetition + (kind === REPEATED ? 1 : 0)
    const elementDefinition = kind === REPEATED ? defined : element
    const children = node.has(5) ? node.count(5) : 0
    if (children > elements.length - next) throw new Error('its schema is damaged')
    if (children > 0 || !node.has(1)) {
      for (let i = 0; i < children; i++) visit(column, defined, repeated, elementDefinition)
      return
    }
    leaves.push(column)
    // Leaves of one column follow each other.
    if (leaves[leaves.length - 2] !== column) {
      columns[column] = {
        name: columns[column].name,
        type: node.count(1),
        unsigned: node.has(6) && UNSIGNED.has(node.count(6)),
        isList: repeated > 0,
        maxDefinition: defined,
        elementDefinition,
        unreadable: repeated > 1 ? 'lists within lists' : whyUnreadable(node),
      }
    } else {
      columns[column] = { ...columns[column], unreadable: 'several values under one name' }
    }
  }
  const count = elements[0].count(5)
  if (count > elements.length - next) throw new Error('its schema is damaged')
  for (let column = 0; column < count; column++) {
    columns.push({
      name: next < elements.length ? elements[next].text(4) : '',
      type: -1,
      unsigned: false,
      isList: false,
      maxDefinition: 0,
      elementDefinition: 0,
      unreadable: 'no values',
    })
    visit(column, 0, 0, 0)
  }
}

function whyUnreadable(leaf: Struct): string | undefined {
  const logical = leaf.has(10) ? leaf.struct(10) : undefined
  const plain =
    READABLE.has(leaf.count(1)) &&
    (!leaf.has(6) || PLAIN_ANNOTATIONS.has(leaf.count(6))) &&
    (logical === undefined || PLAIN_LOGICAL_TYPES.some((type) => logical.has(type)))
  return plain ? undefined : 'neither text nor plain numbers'
}

function readGroup(group: Struct, leaves: readonly number[], columnCount: number, size: number): RowGroup {
  const rows = group.count(3)
  if (rows > MAX_VALUES) throw new Error(`a row group has ${rows} rows, more than ${MAX_VALUES}`)
  const stored = group.structs(1)
  if (stored.length !== leaves.length) throw new Error('a row group has other columns than the schema')
  const chunks: ColumnChunk[] = new Array(columnCount)
  for (let i = 0; i < stored.length; i++) {
    if (stored[i].has(1)) throw new Error('its columns are in other files')
    const meta = stored[i].struct(3)
    const dictionary = meta.has(11) ? meta.count(11) : 0
    const start = dictionary > 0 ? Math.min(dictionary, meta.count(9)) : meta.count(9)
    const end = start + meta.count(7)
    const valueCount = meta.count(5)
    if (end > size) throw new Error('a column lies beyond its end')
    if (valueCount > MAX_VALUES) throw new Error(`a column has ${valueCount} values, more than ${MAX_VALUES}`)
    chunks[leaves[i]] = { start, end, codec: meta.count(4), valueCount }
  }
  return { rows, chunks }
}
