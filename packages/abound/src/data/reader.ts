// The reader of each format that streams; Parquet, which needs its end first, is read by `readParquet`.

import { csvReader } from './csv.js'
import { fasttextReader } from './fasttext.js'
import type { Format } from './formats.js'
import { jsonlReader } from './jsonl.js'
import { checkSettings, type Reader, type ReadSettings } from './reading.js'
import { sgmReader } from './sgml.js'
import { svmReader } from './svmlight.js'
import { textLineReader } from './text-lines.js'

/** The formats that are read front to back. */
export type StreamFormat = Exclude<Format, 'parquet'>

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
export function createReader(format: StreamFormat, settings: ReadSettings): Reader {
  checkSettings(settings)
  switch (format) {
    case 'jsonl':
      return jsonlReader(settings)
    case 'csv':
      return csvReader(settings, ',')
    case 'tsv':
      return csvReader(settings, '\t')
    case 'fasttext':
      return fasttextReader(settings)
    case 'svm':
      return svmReader(settings)
    case 'sgm':
      return sgmReader(settings)
    case 'lines':
      return textLineReader(settings)
  }
}
