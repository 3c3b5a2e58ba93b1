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
  /** Its place in lists of formats, where the usual ending alone would not tell. */
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
  /** A small file in which the format says all that it can say: what the fuzz tests start from. */
  readonly example: string
  reader(settings: ReadSettings): Reader
  /** Whether each line is a record by itself, so that a file may be cut into blocks of lines for threads to read. */
  readonly lineByLine?: true
  /** For such a format of which the first letter that is not blank tells what all lines are: how to read those after it. */
  afterFirstLetter?(letter: number): { readonly format: string; readonly plainLines?: true }
}

/** A format that cannot be read without going back and forth in the file. */
export interface RandomAccessFormat extends Declared {
  readonly needs: 'random access'
  read(file: RandomAccess, settings: ReadSettings): AsyncGenerator<Document[]>
}

/** A folder whose files are documents: found by being one, never by a name. */
export interface FolderFormat extends Declared {
  readonly needs: 'folder'
  /** Refuses a folder or settings that it could not be read by. */
  check(path: string, settings: Omit<ReadSettings, 'file'>): void
  /** `onRead` is told of the bytes read. */
  read(path: string, settings: ReadSettings, onRead: (bytes: number) => void): AsyncGenerator<Document[]>
}

/** A format that a file, or what comes through a pipe, may have. */
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
