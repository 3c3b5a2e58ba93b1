// Parquet: a column for the text, one for the labels (a list, or a string with separators), perhaps `id`. Labels
// that are missing (null) mean unlabelled, an empty list known to have none. Read by row groups, only the
// columns that are needed. Memory: those columns of one row group.
//
// The decoding is our own (the compressions are hyparquet's): the library for it loops or runs out of memory
// on damaged files, and a reader here must end in an error.

import type { Document } from '../../../contract.js'
import { DataError } from '../../../errors.js'
import { createDecode } from '../../decode.js'
import type { RandomAccess } from '../../format.js'
import { missingColumn } from '../../named-fields.js'
import { checkSettings, type ReadSettings, reportBad } from '../../reading.js'
import { documentOf, type Names, namesOf } from '../../record.js'
import { Warnings } from '../../warnings.js'
import { openParquet, type ParquetColumn, type ParquetFile } from './parquet-file.js'
import { readColumn } from './parquet-page.js'

const BATCH = 1024

/**
 * The documents of a Parquet file, in batches. Rows count as lines in messages.
 *
 * @example
 * let count = 0
 * for await (const batch of readParquet(parquetBytes, { file: 'news.parquet' })) count += batch.length
 * count // 3
 */
export async function* readParquet(file: RandomAccess, settings: ReadSettings): AsyncGenerator<Document[]> {
  checkSettings(settings)
  const parquet = await whole(settings, () => openParquet(file))
  const { wanted, names } = choose(parquet, settings)
  const warnings = new Warnings(settings.file, settings.onWarning)
  const decode = createDecode(warnings)
  let row = 1
  for (const group of parquet.groups) {
    const values: unknown[][] = []
    for (const index of wanted) {
      const chunk = group.chunks[index]
      const bytes = new Uint8Array(await file.slice(chunk.start, chunk.end))
      const column = parquet.columns[index]
      const textAt = (from: Uint8Array, start: number, end: number): string => decode(from, start, end, row)
      values.push(await whole(settings, () => readColumn(bytes, column, chunk, group.rows, textAt)))
    }
    let batch: Document[] = []
    for (let i = 0; i < group.rows; i++, row++) {
      const record: Record<string, unknown> = {}
      for (let c = 0; c < wanted.length; c++)
        record[parquet.columns[wanted[c]].name] = values[c][i] ?? undefined
      try {
        batch.push(documentOf(record, names))
      } catch (error) {
        reportBad(settings, row, error)
      }
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }
  warnings.end()
}

/** Damage of the file as a whole, in our words. */
async function whole<T>(settings: ReadSettings, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // What the system says of a file it cannot read is not about Parquet.
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new DataError(settings.file, 0, `expected a Parquet file: ${why}`)
  }
}

function choose(parquet: ParquetFile, settings: ReadSettings): { wanted: number[]; names: Names } {
  const { columns } = parquet
  const wanted: number[] = []
  const want = (name: string, by: string | undefined): ParquetColumn | undefined => {
    const index = columns.findIndex((column) => column.name === name)
    if (index < 0) {
      if (by === undefined) return undefined
      const found = columns.map((column) => column.name)
      throw new DataError(settings.file, 0, missingColumn(name, by, found))
    }
    const column = columns[index]
    if (column.unreadable !== undefined) {
      throw new DataError(settings.file, 0, `expected text in column "${name}", found ${column.unreadable}`)
    }
    if (!wanted.includes(index)) wanted.push(index)
    return column
  }
  const names = namesOf(settings, 'a row')
  for (const name of names.text)
    want(name, settings.fields === undefined || name === settings.textColumn ? 'textColumn' : 'fields')
  for (const name of ['id', 'notLabels', 'partial']) want(name, undefined)
  if (names.part !== undefined) want(names.part, 'split')
  if (names.weight !== undefined) want(names.weight, 'weightColumn')
  if (names.label !== undefined) {
    want(names.label, 'labelColumn')
    return { wanted, names }
  }
  const labels = want('labels', undefined)
  if (labels === undefined) want('label', undefined)
  const separator = names.separator ?? (labels?.isList === false ? '|' : undefined)
  return { wanted, names: { ...names, separator } }
}
