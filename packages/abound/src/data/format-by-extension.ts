// Which format a file has, by its name: `news.jsonl.gz` is JSONL behind gzip.

import { InputError } from '../errors.js'
import { option, worded } from '../wording.js'
import type { Format } from './format.js'
import { FORMATS } from './formats/index.js'

/** What a file's bytes are wrapped in. */
export type Compression = 'none' | 'gz' | 'zst'

/** The name of a format, and what it is wrapped in. */
export interface FileFormat {
  readonly format: string
  readonly compression: Compression
}

/**
 * The format of a file, found by its extension.
 *
 * @example
 * formatOf('news.jsonl.gz') // { format: 'jsonl', compression: 'gz' }
 */
export function formatOf(fileName: string): FileFormat {
  if (fileName === '-') {
    throw new InputError(
      worded`standard input: say what it is with ${option('from')}, such as ${option('from', 'jsonl')}`,
    )
  }
  const found = lookUp(fileName.slice(fileName.search(/[^/\\]*$/)))
  if (found === undefined) {
    const known = `${orList(shownFormats())}, also with .gz or .zst`
    throw new InputError(
      worded`${fileName}: cannot tell its format by the name; expected ${known}, or say ${option('from')}`,
    )
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
    const names = FORMATS.map((format) => format.name).join(', ')
    throw new InputError(`format ${name}: expected one of ${names}`)
  }
  return found
}

/**
 * How the formats that have labels are shown in lists.
 *
 * @example
 * shownFormats() // ['.jsonl', '.csv', '.tsv', '.txt (fastText)', …]
 */
export function shownFormats(): string[] {
  return FORMATS.filter(({ unlabelled }) => unlabelled !== true).map(shownAs)
}

/** How a format is shown in lists: by its usual ending, and what else it takes to recognise it. */
function shownAs({ shownAs, extensions }: Format): string {
  return shownAs ?? `.${extensions[0]}`
}

/** `a, b or c` */
export function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`
}

function lookUp(name: string): FileFormat | undefined {
  const parts = name.toLowerCase().split('.')
  const last = parts[parts.length - 1]
  const compression: Compression = last === 'gz' || last === 'zst' ? last : 'none'
  if (compression !== 'none') parts.pop()
  const extension = parts.length > 1 ? parts[parts.length - 1] : ''
  const format = FORMATS.find(({ name, extensions }) => name === extension || extensions.includes(extension))
  return format === undefined ? undefined : { format: format.name, compression }
}
