// CSV and TSV with a header, as spreadsheets write them: a cell in double quotes may hold the delimiter, line
// ends and "" for a quote; elsewhere a quote is a character like any other. Blank lines are skipped.
//
// Columns: `text` (or what `--fields`, `--text-column` say), `id` where there is one, labels from `labels`,
// else `label`. A cell of labels is one label, or several between separators (`|` for a column named
// `labels`), or an array in JSON. An empty cell means known to have none, `?` or no such column unlabelled.
//
// Cells are cut on bytes while they stream in; only those that are needed are decoded. Memory: one record.

import type { Document } from '../contract.js'
import { DataError } from '../errors.js'
import { createDecode, type Decode } from './decode.js'
import { joinLabels, splitLabels } from './labels.js'
import { startsWithMark } from './lines.js'
import {
  bad,
  type Emit,
  excerpt,
  MAX_RECORD_BYTES,
  type Reader,
  type ReadSettings,
  reportBad,
} from './reading.js'
import { type Draft, textFields } from './record.js'
import { Warnings } from './warnings.js'
import {
  cannotHold,
  checkLabels,
  checkWhollyJudged,
  textOf,
  type Writer,
  type WriteSettings,
} from './writing.js'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const QUOTE = 34
const MAX_COLUMNS = 65_536
const UNLABELLED = '?'

type State = 'start' | 'plain' | 'quoted' | 'quote-in-quoted' | 'return-after-quote'

interface Columns {
  readonly count: number
  readonly text: readonly number[]
  readonly labels: number
  readonly id: number
  readonly labelName: string
  readonly separator: string | undefined
}

export function csvReader(settings: ReadSettings, delimiter: ',' | '\t'): Reader {
  return new CsvReader(settings, delimiter.charCodeAt(0))
}

class CsvReader implements Reader {
  private readonly settings: ReadSettings
  private readonly delimiter: number
  private readonly limit: number
  private readonly warnings: Warnings
  private readonly decode: Decode

  /** `bytes[start … size)` is not yet read; `at` is how far it was looked through. */
  private bytes = new Uint8Array(0)
  private start = 0
  private at = 0
  private size = 0
  private line = 1
  private state: State = 'start'
  private begun = false
  private skipping = false

  /** Cells of the record so far: start and end (from the record's start), and whether "" stands in it. */
  private cells: number[] = []
  private cellCount = 0
  private cellStart = 0
  private escaped = false
  private quotes = false
  private columns: Columns | undefined

  constructor(settings: ReadSettings, delimiter: number) {
    this.settings = settings
    this.delimiter = delimiter
    this.limit = settings.recordLimit ?? MAX_RECORD_BYTES
    this.warnings = new Warnings(settings.file, settings.onWarning)
    this.decode = createDecode(this.warnings)
  }

  push(chunk: Uint8Array, emit: Emit): void {
    this.append(chunk)
    if (!this.begun && this.size < 3) return
    this.begin()
    this.scan(emit)
  }

  end(emit: Emit): void {
    this.begin()
    this.scan(emit)
    while (this.at > this.start && !this.skipping) {
      if (this.state === 'quoted') this.skipRecord(`expected a closing quote for cell ${this.cellCount + 1}`)
      else this.endRecord(this.at, emit)
      this.scan(emit)
    }
    if (this.columns === undefined) {
      throw new DataError(this.settings.file, 1, 'expected a header line with the names of the columns')
    }
    this.warnings.end()
  }

  private begin(): void {
    if (this.begun) return
    this.begun = true
    if (startsWithMark(this.bytes, 0, this.size)) this.start = this.at = 3
  }

  private append(chunk: Uint8Array): void {
    if (this.start > 0) {
      this.bytes.copyWithin(0, this.start, this.size)
      this.size -= this.start
      this.at -= this.start
      this.start = 0
    }
    const size = this.size + chunk.length
    if (size > this.bytes.length) {
      const grown = new Uint8Array(Math.max(size, 2 * this.bytes.length))
      grown.set(this.bytes.subarray(0, this.size))
      this.bytes = grown
    }
    this.bytes.set(chunk, this.size)
    this.size = size
  }

  /** Looks through what has come; ends each record that is complete. */
  private scan(emit: Emit): void {
    const { delimiter, limit } = this
    if (this.skipping) this.skipLine()
    while (this.at < this.size) {
      if (this.at - this.start > limit) {
        this.tooLong()
        continue
      }
      const byte = this.bytes[this.at]
      switch (this.state) {
        case 'start':
          if (byte === QUOTE) {
            this.quotes = true
            this.state = 'quoted'
            this.at++
            this.cellStart = this.at - this.start
            break
          }
          this.cellStart = this.at - this.start
          this.state = 'plain'
          break
        case 'plain':
          this.scanPlain(emit)
          break
        case 'quoted': {
          const found = this.bytes.indexOf(QUOTE, this.at)
          if (found < 0 || found >= this.size) {
            this.at = this.size
          } else {
            this.at = found + 1
            this.state = 'quote-in-quoted'
          }
          break
        }
        case 'quote-in-quoted':
          if (byte === QUOTE) {
            this.escaped = true
            this.state = 'quoted'
            this.at++
          } else if (byte === delimiter) {
            this.endCell(this.at - 1)
            this.at++
          } else if (byte === LINE_FEED) {
            this.endRecord(this.at, emit)
          } else if (byte === CARRIAGE_RETURN) {
            this.state = 'return-after-quote'
            this.at++
          } else {
            this.badQuote()
          }
          break
        case 'return-after-quote':
          if (byte === LINE_FEED) this.endRecord(this.at, emit)
          else this.badQuote()
          break
      }
    }
    if (this.at - this.start > limit) this.tooLong()
  }

  private scanPlain(emit: Emit): void {
    const { bytes, delimiter } = this
    // One byte past the limit is enough to know.
    const end = Math.min(this.size, this.start + this.limit + 1)
    let at = this.at
    while (at < end && bytes[at] !== delimiter && bytes[at] !== LINE_FEED) at++
    this.at = at
    if (at === end) return
    if (bytes[at] === LINE_FEED) {
      this.endRecord(at, emit)
    } else {
      this.endCell(at)
      this.at++
    }
  }

  private endCell(end: number): void {
    // Cells beyond the header's are only counted: a line of a million commas must not fill the memory.
    const kept = this.columns === undefined ? MAX_COLUMNS : this.columns.count
    if (this.cellCount < kept) this.cells.push(this.cellStart, end - this.start, this.escaped ? 1 : 0)
    this.cellCount++
    this.escaped = false
    this.state = 'start'
    this.cellStart = end + 1 - this.start
  }

  /** Ends the record whose line end (or the end of the file) is at `at`. */
  private endRecord(at: number, emit: Emit): void {
    switch (this.state) {
      case 'plain':
        this.endCell(at > this.start + this.cellStart && this.bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at)
        break
      case 'quote-in-quoted':
        this.endCell(at - 1)
        break
      case 'return-after-quote':
        this.endCell(at - 2)
        break
      default:
        this.cellStart = at - this.start
        this.endCell(at)
    }
    const { line } = this
    const blank = this.cellCount === 1 && !this.quotes && this.cells[0] === this.cells[1]
    try {
      if (!blank) this.readRecord(line, emit)
    } catch (error) {
      reportBad(this.settings, line, error)
    }
    if (this.quotes) this.line += this.lineFeeds(this.start, at)
    this.nextRecord(Math.min(at + 1, this.size))
  }

  private nextRecord(start: number): void {
    this.line++
    this.start = this.at = start
    this.state = 'start'
    this.cells.length = 0
    this.cellCount = 0
    this.escaped = false
    this.quotes = false
  }

  private lineFeeds(from: number, to: number): number {
    let count = 0
    for (let at = this.bytes.indexOf(LINE_FEED, from); at >= 0 && at < to; count++) {
      at = this.bytes.indexOf(LINE_FEED, at + 1)
    }
    return count
  }

  private tooLong(): void {
    this.skipRecord(`expected a record of at most ${this.limit} bytes, this one is longer`)
  }

  private badQuote(): void {
    this.skipRecord(
      `expected the end of cell ${this.cellCount + 1} after its closing quote (a quote within is written "")`,
    )
  }

  /** Reports the record and goes on with the line after the one where it starts. */
  private skipRecord(message: string): void {
    try {
      bad(message)
    } catch (error) {
      // Without a header nothing can be read.
      if (this.columns === undefined) throw new DataError(this.settings.file, this.line, message)
      reportBad(this.settings, this.line, error)
    }
    this.skipLine()
  }

  private skipLine(): void {
    const found = this.bytes.indexOf(LINE_FEED, this.start)
    this.skipping = found < 0 || found >= this.size
    if (this.skipping) this.start = this.at = this.size
    else this.nextRecord(found + 1)
  }

  private readRecord(line: number, emit: Emit): void {
    const { columns } = this
    if (columns === undefined) {
      this.columns = this.readHeader(line)
      return
    }
    if (this.cellCount !== columns.count) {
      bad(`expected ${columns.count} cells as in the header, found ${this.cellCount}`)
    }
    const document: Draft = {}
    if (columns.id >= 0) {
      const id = this.cell(columns.id, line)
      if (id !== '') document.id = id
    }
    let text = this.cell(columns.text[0], line)
    for (let i = 1; i < columns.text.length; i++) {
      const more = this.cell(columns.text[i], line)
      // An empty cell is how CSV says that a field is missing.
      if (more !== '') text = text === '' ? more : `${text}\n${more}`
    }
    document.text = text
    if (columns.labels >= 0) {
      const labels = this.cell(columns.labels, line)
      if (labels.trim() !== UNLABELLED) {
        document.labels = splitLabels(labels, columns.separator, `"${columns.labelName}"`)
      }
    }
    emit(document)
  }

  private cell(index: number, line: number): string {
    const { cells, start } = this
    const text = this.decode(this.bytes, start + cells[3 * index], start + cells[3 * index + 1], line)
    return cells[3 * index + 2] === 1 ? text.replaceAll('""', '"') : text
  }

  private readHeader(line: number): Columns {
    const { settings } = this
    const fail = (message: string): never => {
      throw new DataError(settings.file, line, message)
    }
    if (this.cellCount > MAX_COLUMNS) fail(`expected at most ${MAX_COLUMNS} columns, found ${this.cellCount}`)
    const names: string[] = []
    for (let i = 0; i < this.cellCount; i++) names.push(this.cell(i, line).trim())
    const find = (name: string): number => {
      const index = names.indexOf(name)
      if (index >= 0 && names.indexOf(name, index + 1) >= 0) fail(`expected one column "${name}", found two`)
      return index
    }
    const need = (name: string, flag: string): number => {
      const index = find(name)
      return index >= 0
        ? index
        : fail(`expected a column "${name}" (another: ${flag}), found: ${excerpt(names.join(', '))}`)
    }
    const labelName = settings.labelColumn ?? (names.includes('labels') ? 'labels' : 'label')
    return {
      count: names.length,
      text: textFields(settings).map((name) => need(name, '--text-column')),
      labels: settings.labelColumn === undefined ? find(labelName) : need(labelName, '--label-column'),
      id: find('id'),
      labelName,
      separator: settings.labelSeparator ?? (labelName === 'labels' ? '|' : undefined),
    }
  }
}

/** Columns `id`, `text`, `labels`; holds everything but vectors and partly judged documents. */
export function csvWriter(settings: WriteSettings, delimiter: ',' | '\t'): Writer {
  const row = (cells: readonly string[]): string =>
    `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\n`
  return {
    header: () => row(['id', 'text', 'labels']),
    document(document: Document) {
      checkLabels(document, settings)
      checkWhollyJudged(document, settings)
      if (document.id === '') cannotHold(document, settings, 'an id must not be empty in CSV')
      return row([document.id ?? '', textOf(document, settings), labelCell(document.labels)])
    },
    end() {},
  }
}

function labelCell(labels: readonly string[] | undefined): string {
  if (labels === undefined) return UNLABELLED
  return labels.length === 1 && labels[0] === UNLABELLED ? JSON.stringify(labels) : joinLabels(labels, '|')
}

function quoted(cell: string, delimiter: string): string {
  return /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
}
