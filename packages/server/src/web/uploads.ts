// Files that somebody chose or dropped: what they are, and which columns they have.

export interface Upload {
  readonly file: File
  readonly type: string
  /** Names in the header; none where the format has none. */
  readonly columns: readonly string[]
  readonly textColumn: string
  readonly labelColumn: string
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  txt: 'text/plain',
}
export const ACCEPTED = '.csv,.tsv,.jsonl,.ndjson,.txt'
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

export async function lookInto(file: File): Promise<Upload> {
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  const type = TYPES[ending]
  if (type === undefined)
    throw new Error(`${file.name}: expected a file of the kind CSV, TSV, JSONL or TXT (one text a line)`)
  if (file.size === 0) throw new Error(`${file.name} is empty.`)
  const none = { file, type, columns: [], textColumn: '', labelColumn: '' }
  if (ending !== 'csv' && ending !== 'tsv') return none
  const head = (await file.slice(0, HEAD).text()).replace(/^\uFEFF/, '')
  const columns = cellsOf(head, ending === 'csv' ? ',' : '\t')
  const labelColumn = guess(columns, LABEL_NAMES) ?? ''
  const textColumn = guess(columns, TEXT_NAMES) ?? columns.find((name) => name !== labelColumn) ?? ''
  return { file, type, columns, textColumn, labelColumn }
}

function guess(columns: readonly string[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = columns.find((column) => column.toLowerCase() === name)
    if (found !== undefined) return found
  }
  return undefined
}

/** The cells of the first line. */
export function cellsOf(text: string, delimiter: string): string[] {
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
