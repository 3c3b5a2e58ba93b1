// Makes the reader of a format, for all formats that are read front to back.

import { InputError } from '../errors.js'
import type { StreamedFormat } from './format.js'
import { formats, type StreamedFormatName } from './formats/index.js'
import { checkSettings, type Reader, type ReadSettings } from './reading.js'

/**
 * A reader of bytes in the given format.
 *
 * @example
 * const reader = createReader('fasttext', { file: 'news.txt' })
 * const documents: Document[] = []
 * reader.push(new TextEncoder().encode('__label__wheat Wheat rose'), (document) => documents.push(document))
 * reader.end((document) => documents.push(document))
 * documents // [{ text: 'Wheat rose', labels: ['wheat'] }]
 */
export function createReader(format: StreamedFormatName | StreamedFormat, settings: ReadSettings): Reader {
  checkSettings(settings)
  return (typeof format === 'string' ? streamedFormat(format) : format).reader(settings)
}

/** The format of that name, one that is read front to back. */
export function streamedFormat(name: string): StreamedFormat {
  const format = formats.named(name)
  if (format.needs !== 'bytes') throw new InputError(`${format.title} cannot be read front to back`)
  return format
}
