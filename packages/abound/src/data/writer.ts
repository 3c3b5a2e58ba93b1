// The writer of each format that can be written.

import { InputError } from '../errors.js'
import { csvWriter } from './csv.js'
import { fasttextWriter } from './fasttext.js'
import type { Format } from './formats.js'
import { jsonlWriter } from './jsonl.js'
import { svmWriter } from './svmlight.js'
import type { Writer, WriteSettings } from './writing.js'

/**
 * A writer of documents in the given format; Parquet and Reuters' SGML are only read.
 *
 * @example
 * const writer = createWriter('csv', { file: 'news.csv' })
 * writer.header() + writer.document({ text: 'Wheat rose', labels: ['wheat'] }) // 'id,text,labels\n,Wheat rose,wheat\n'
 */
export function createWriter(format: Format, settings: WriteSettings): Writer {
  switch (format) {
    case 'jsonl':
      return jsonlWriter(settings)
    case 'csv':
      return csvWriter(settings, ',')
    case 'tsv':
      return csvWriter(settings, '\t')
    case 'fasttext':
      return fasttextWriter(settings)
    case 'svm':
      return svmWriter(settings)
    default:
      throw new InputError(
        `${settings.file}: .${format} is only read; write .jsonl, .csv, .tsv, .txt or .svm`,
      )
  }
}
