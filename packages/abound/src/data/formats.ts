// Which format a file has, by its name: `news.jsonl.gz` is JSONL behind gzip.

import { InputError } from '../errors.js'

/** The formats that can be read. */
export const FORMATS = ['jsonl', 'csv', 'tsv', 'fasttext', 'svm', 'parquet', 'sgm', 'lines'] as const

/** One of the formats that can be read. */
export type Format = (typeof FORMATS)[number]

/** What a file's bytes are wrapped in. */
export type Compression = 'none' | 'gz' | 'zst'

/** A format and what it is wrapped in. */
export interface FileFormat {
  readonly format: Format
  readonly compression: Compression
}

const BY_EXTENSION: Readonly<Record<string, Format>> = {
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  csv: 'csv',
  tsv: 'tsv',
  txt: 'fasttext',
  ft: 'fasttext',
  fasttext: 'fasttext',
  svm: 'svm',
  svmlight: 'svm',
  libsvm: 'svm',
  parquet: 'parquet',
  sgm: 'sgm',
  sgml: 'sgm',
  lines: 'lines',
}

const KNOWN = '.jsonl, .csv, .tsv, .txt (fastText), .svm, .parquet or .sgm, also with .gz or .zst'

/**
 * The format of a file, found by its extension.
 *
 * @example
 * formatOf('news.jsonl.gz') // { format: 'jsonl', compression: 'gz' }
 */
export function formatOf(fileName: string): FileFormat {
  if (fileName === '-') {
    throw new InputError('standard input: say what it is with --from, such as --from jsonl')
  }
  const found = lookUp(fileName.slice(fileName.search(/[^/\\]*$/)))
  if (found === undefined) {
    throw new InputError(`${fileName}: cannot tell its format by the name; expected ${KNOWN}, or say --from`)
  }
  return found
}

/**
 * The format that `--from` names: `jsonl`, `csv`, `fasttext` …, also `jsonl.gz`.
 *
 * @example
 * formatNamed('csv') // { format: 'csv', compression: 'none' }
 */
export function formatNamed(name: string): FileFormat {
  const found = lookUp(`.${name}`)
  if (found === undefined) {
    throw new InputError(`format ${name}: expected one of ${FORMATS.join(', ')}`)
  }
  return found
}

function lookUp(name: string): FileFormat | undefined {
  const parts = name.toLowerCase().split('.')
  const last = parts[parts.length - 1]
  const compression: Compression = last === 'gz' || last === 'zst' ? last : 'none'
  if (compression !== 'none') parts.pop()
  const extension = parts.length > 1 ? parts[parts.length - 1] : ''
  return Object.hasOwn(BY_EXTENSION, extension) ? { format: BY_EXTENSION[extension], compression } : undefined
}
