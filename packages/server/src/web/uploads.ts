// Files that somebody chose or dropped: what they are, and which columns they have.

import type { UploadFormat } from './answers.js'
import { joinWords } from './wording.js'

export interface Upload {
  readonly file: File
  readonly format: UploadFormat
  /** Names in the header; none where the format has none. */
  readonly columns: readonly string[]
  readonly textColumn: string
  readonly labelColumn: string
}

const HEAD = 1 << 16
const TEXT_NAMES = ['text', 'body', 'message', 'content', 'description', 'title', 'subject', 'sentence']
const LABEL_NAMES = [
  'labels',
  'label',
  'category',
  'topic',
  'class',
  'tag',
  'tags',
  'queue',
  'intent',
  'target',
]

/** What a file may be, for people: `CSV, TSV or JSONL`; tables first. */
export function formatNames(formats: readonly UploadFormat[]): string {
  const tables = formats.filter(({ delimiter }) => delimiter !== undefined)
  const others = formats.filter(({ delimiter, labelled }) => delimiter === undefined && labelled)
  return joinWords(
    [...tables, ...others].map(({ extensions }) => extensions[0].toUpperCase()),
    'or',
  )
}

/** The endings of such files, as a file dialog takes them. */
export function acceptedEndings(formats: readonly UploadFormat[]): string {
  return formats.flatMap(({ extensions }) => extensions.map((one) => `.${one}`)).join()
}

/** What the file is by the ending of its name, and its columns if it is a table. */
export async function inspectFile(file: File, formats: readonly UploadFormat[]): Promise<Upload> {
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  const format = formats.find(({ extensions }) => extensions.includes(ending))
  if (format === undefined)
    throw new Error(`${file.name}: expected a file of the kind ${formatNames(formats)}`)
  if (file.size === 0) throw new Error(`${file.name} is empty.`)
  const { delimiter } = format
  if (delimiter === undefined) return { file, format, columns: [], textColumn: '', labelColumn: '' }
  const head = (await file.slice(0, HEAD).text()).replace(/^\uFEFF/, '')
  const columns = firstRow(head, delimiter)
  const labelColumn = guess(columns, LABEL_NAMES) ?? ''
  const textColumn = guess(columns, TEXT_NAMES) ?? columns.find((name) => name !== labelColumn) ?? ''
  return { file, format, columns, textColumn, labelColumn }
}

function guess(columns: readonly string[], names: readonly string[]): string | undefined {
  const name = names.find((one) => columns.some((column) => column.toLowerCase() === one))
  return columns.find((column) => column.toLowerCase() === name)
}

/** The cells of the first line. */
function firstRow(text: string, delimiter: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (quoted) {
      if (c !== '"') cell += c
      else if (text[i + 1] === '"') {
        cell += c
        i++
      } else quoted = false
    } else if (c === '"' && cell === '') quoted = true
    else if (c === delimiter) {
      cells.push(cell.trim())
      cell = ''
    } else if (c === '\n') break
    else cell += c
  }
  cells.push(cell.trim())
  return cells.filter((name) => name !== '')
}
