// Makes the writer of a format, for all formats that can be written.

import { InputError } from '../errors.js'
import type { Format } from './format.js'
import { orList } from './format-by-extension.js'
import { FORMATS, type FormatName, formats } from './formats/index.js'
import type { Writer, WriteSettings } from './writing.js'

/**
 * A writer of documents in the given format; Parquet and Reuters' SGML are only read.
 *
 * @example
 * const writer = createWriter('csv', { file: 'news.csv' })
 * writer.header() + writer.document({ text: 'Wheat rose', labels: ['wheat'] }) // 'id,text,labels\n,Wheat rose,wheat\n'
 */
export function createWriter(format: FormatName | Format, settings: WriteSettings): Writer {
  const declared = typeof format === 'string' ? formats.named(format) : format
  const writer = declared.writer?.(settings)
  if (writer !== undefined) return writer
  const written = orList(writtenFormats().map(({ extensions }) => `.${extensions[0]}`))
  throw new InputError(`${settings.file}: .${declared.name} is only read; write ${written}`)
}

/**
 * The formats that can be written.
 *
 * @example
 * writtenFormats().map(({ name }) => name) // ['jsonl', 'csv', …]
 */
export function writtenFormats(): Format[] {
  return FORMATS.filter(({ writer }) => writer !== undefined)
}
