// What a data format is. Each is declared once, in a file of its own below formats/, and listed in
// formats/index.ts: flags and their help, `convert`, uploads, reading on threads and the fuzz tests follow from that.

import type { Document } from '../contract.js'
import type { Reader, ReadSettings } from './reading.js'
import type { Writer, WriteSettings } from './writing.js'

interface Declared {
  /** What `--from` and `--to` call it. */
  readonly name: string
  /** What it is called in a sentence. */
  readonly title: string
  /** How its files' names end, the usual ending first. */
  readonly extensions: readonly string[]
  /** How lists of formats show it, where the usual ending alone would be unclear. */
  readonly shownAs?: string
  /** Whether its documents never have labels, so that nothing can be learned from it. */
  readonly unlabelled?: true
  /** Whether it is a table whose first line names the columns, by which text and labels are found. */
  readonly columns?: true
  /** Between the columns of a table in text. */
  readonly delimiter?: string
  /** What an upload of it may be declared as; a format without any is not uploaded. */
  readonly mediaTypes?: readonly string[]
  /** Absent where the format is only read. */
  writer?(settings: WriteSettings): Writer
}

/** A format that is read front to back, as its bytes come. */
export interface StreamedFormat extends Declared {
  readonly needs: 'bytes'
  /** A small file that uses everything the format has; the fuzz tests start from it. */
  readonly example: string
  reader(settings: ReadSettings): Reader
  /** Whether each line is a record by itself, so that a file may be cut into blocks of lines for threads to read. */
  readonly lineByLine?: true
  /** For such a format, if its first letter that is not blank says what all lines are: how to read the lines after it. */
  afterFirstLetter?(letter: number): { readonly format: string; readonly plainLines?: true }
}

/** A format that cannot be read without going back and forth in the file. */
export interface RandomAccessFormat extends Declared {
  readonly needs: 'random access'
  read(file: RandomAccess, settings: ReadSettings): AsyncGenerator<Document[]>
}

/** A folder whose files are documents: recognised as a folder, never by its name. */
export interface FolderFormat extends Declared {
  readonly needs: 'folder'
  /** Refuses a folder, or settings, with which nothing could be read. */
  check(path: string, settings: Omit<ReadSettings, 'file'>): void
  /** Reads the documents; `onRead` is called with the number of bytes read. */
  read(path: string, settings: ReadSettings, onRead: (bytes: number) => void): AsyncGenerator<Document[]>
}

/** A format of files and pipes. */
export type Format = StreamedFormat | RandomAccessFormat

/** Bytes that can be read from anywhere: a file, a download, an ArrayBuffer. */
export interface RandomAccess {
  readonly byteLength: number
  slice(start: number, end: number): ArrayBuffer | Promise<ArrayBuffer>
}

/**
 * Declares a format.
 *
 * @example
 * const shouting = defineFormat({
 *   name: 'shouting',
 *   title: 'shouted lines',
 *   extensions: ['loud'],
 *   needs: 'bytes',
 *   example: 'CORN!\nWHEAT!\n',
 *   reader: (settings) => createReader('lines', settings),
 *   writer: () => ({ header: () => '', document: ({ text }) => `${String(text).toUpperCase()}!\n`, end() {} }),
 * })
 * extend({ formats: [shouting] })
 * formatOf('news.loud.gz') // { format: 'shouting', compression: 'gz' }
 */
export function defineFormat<const Declaration extends Format | FolderFormat>(
  format: Declaration,
): Declaration {
  return format
}
