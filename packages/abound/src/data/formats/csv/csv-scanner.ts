// CSV bytes → records of cells, cut while the bytes stream in; only the cells that are asked for are decoded.
// Memory: one record.

import { DataError } from '../../../errors.js'
import { grow } from '../../../structures/grow.js'
import { type ByteText, createByteText } from '../../byte-text.js'
import type { Decode } from '../../decode.js'
import { startsWithMark } from '../../lines.js'
import { BadRecord, MAX_RECORD_BYTES, type ReadSettings, reportBad } from '../../reading.js'

/** Columns that a header may have. */
export const MAX_COLUMNS = 65_536

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const QUOTE = 34

type State = 'start' | 'plain' | 'quoted' | 'quote-in-quoted' | 'return-after-quote'

/** Cuts bytes into records; the record that was cut last can be asked for its cells. */
export class CsvScanner {
  private readonly settings: ReadSettings
  private readonly delimiter: number
  private readonly limit: number
  private readonly decode: Decode
  private readonly onRecord: () => void
  private byteText: ByteText | undefined

  /** The record begins at `start`, the scanner is at `at`, and bytes up to `size` have been pushed. */
  private bytes = new Uint8Array(0)
  /** `bytes` up to `size`, for searches that must not go beyond. */
  private filled = new Uint8Array(0)
  private start = 0
  private at = 0
  private size = 0
  /** The line in which the record starts. */
  line = 1
  private state: State = 'start'
  private begun = false
  private skipping = false

  /** The record's cells so far, three numbers each: start, end (from the record's start), and whether it has a "" in it. */
  private cells: number[] = []
  cellCount = 0
  /** Cells beyond this are only counted: a line of a million commas must not fill the memory. */
  cellsKept = MAX_COLUMNS
  /** Whether malformed records are errors whatever the settings, as in the header, without which nothing can be read. */
  strict = true
  private cellStart = 0
  private escaped = false
  private quotes = false

  /** `onRecord` is called when a record has been cut; it may throw BadRecord. */
  constructor(settings: ReadSettings, delimiter: string, decode: Decode, onRecord: () => void) {
    this.settings = settings
    this.delimiter = delimiter.charCodeAt(0)
    this.limit = settings.recordLimit ?? MAX_RECORD_BYTES
    this.decode = decode
    this.onRecord = onRecord
  }

  push(chunk: Uint8Array): void {
    this.append(chunk)
    if (!this.begun && this.size < 3) return
    this.begin()
    this.scan()
  }

  end(): void {
    this.begin()
    this.scan()
    while (this.at > this.start && !this.skipping) {
      if (this.state === 'quoted') this.skipRecord(`expected a closing quote for cell ${this.cellCount + 1}`)
      else this.endRecord(this.at)
      this.scan()
    }
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
    if (size > this.bytes.length) this.bytes = grow(this.bytes, Math.max(size, 2 * this.bytes.length))
    this.bytes.set(chunk, this.size)
    this.size = size
    this.filled = this.bytes.subarray(0, size)
  }

  /** Scans the pushed bytes; ends each record that is complete. */
  private scan(): void {
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
          this.scanPlain()
          break
        case 'quoted': {
          const found = this.filled.indexOf(QUOTE, this.at)
          if (found < 0) {
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
            this.endRecord(this.at)
          } else if (byte === CARRIAGE_RETURN) {
            this.state = 'return-after-quote'
            this.at++
          } else {
            this.badQuote()
          }
          break
        case 'return-after-quote':
          if (byte === LINE_FEED) this.endRecord(this.at)
          else this.badQuote()
          break
      }
    }
    if (this.at - this.start > limit) this.tooLong()
  }

  private scanPlain(): void {
    const { bytes, delimiter } = this
    // One byte beyond the limit is enough to see that the record is too long.
    const end = Math.min(this.size, this.start + this.limit + 1)
    let at = this.at
    while (at < end && bytes[at] !== delimiter && bytes[at] !== LINE_FEED) at++
    this.at = at
    if (at === end) return
    if (bytes[at] === LINE_FEED) {
      this.endRecord(at)
    } else {
      this.endCell(at)
      this.at++
    }
  }

  private endCell(end: number): void {
    if (this.cellCount < this.cellsKept)
      this.cells.push(this.cellStart, end - this.start, this.escaped ? 1 : 0)
    this.cellCount++
    this.escaped = false
    this.state = 'start'
    this.cellStart = end + 1 - this.start
  }

  /** Ends the record whose line end (or the end of the file) is at `at`. */
  private endRecord(at: number): void {
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
    const blank = this.cellCount === 1 && !this.quotes && this.cells[0] === this.cells[1]
    try {
      if (!blank) this.onRecord()
    } catch (error) {
      reportBad(this.settings, this.line, error)
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
    for (let at = this.filled.indexOf(LINE_FEED, from); at >= 0 && at < to; count++) {
      at = this.filled.indexOf(LINE_FEED, at + 1)
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
    if (this.strict) throw new DataError(this.settings.file, this.line, message)
    reportBad(this.settings, this.line, new BadRecord(message))
    this.skipLine()
  }

  private skipLine(): void {
    const found = this.filled.indexOf(LINE_FEED, this.start)
    this.skipping = found < 0
    if (this.skipping) this.start = this.at = this.size
    else this.nextRecord(found + 1)
  }

  /** The text of a cell, to be asked for in `onRecord`. */
  cell(index: number): string {
    const { cells, start } = this
    const text = this.decode(this.bytes, start + cells[3 * index], start + cells[3 * index + 1], this.line)
    return cells[3 * index + 2] === 1 ? text.replaceAll('""', '"') : text
  }

  /** The same as UTF-8 bytes. */
  cellBytes(index: number): Uint8Array {
    const { cells, start } = this
    this.byteText ??= createByteText(this.decode)
    const text = this.byteText(this.bytes, start + cells[3 * index], start + cells[3 * index + 1], this.line)
    return cells[3 * index + 2] === 1 ? withoutDoubles(text) : text
  }
}

/** The same bytes with one quote for each two, in place. */
function withoutDoubles(text: Uint8Array): Uint8Array {
  let at = 0
  for (let i = 0; i < text.length; i++) {
    text[at++] = text[i]
    if (text[i] === QUOTE && text[i + 1] === QUOTE) i++
  }
  return text.subarray(0, at)
}
