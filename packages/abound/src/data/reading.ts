// What every reader shares: its interface, its settings, and how a malformed record is reported.

import type { Document } from '../contract.js'
import { DataError, InputError } from '../errors.js'
import { option, worded } from '../wording.js'
import type { AbsentFields } from './named-fields.js'

/** Bytes that one record (a line, a quoted CSV row, an SGML story) may have unless told otherwise. */
export const MAX_RECORD_BYTES = 256 * 1024 * 1024

/** Takes one document that was read. */
export type Emit = (document: Document) => void

/** Turns bytes into documents. Any cutting of the bytes into chunks gives the same documents. */
export interface Reader {
  /** Reads a chunk; keeps nothing of it after returning, so the caller may use the buffer again. */
  push(chunk: Uint8Array, emit: Emit): void
  /** Says that no bytes follow. */
  end(emit: Emit): void
}

/** A record that is odd but readable: the kind of oddity, its line, and the warning. Plain data. */
export interface Oddity {
  readonly kind: string
  readonly where: number | string
  readonly message: string
}

/** How to read. */
export interface ReadSettings {
  /** The file's name, for messages. */
  readonly file: string
  /** What is read as text, joined by line ends; `['text']` unless told otherwise. */
  readonly fields?: readonly string[]
  /** The column or field that holds `text`. */
  readonly textColumn?: string
  /** The column or field that holds the labels; else `labels`, else `label`. */
  readonly labelColumn?: string
  /** The field or column of the weight of a document (`Document.weight`); without it none has a weight. */
  readonly weightColumn?: string
  /** What separates labels within one string; a column named `labels` has `|` unless told otherwise. */
  readonly labelSeparator?: string
  /** A field to read beside text and labels, into `Document.part`: splits are made by it. */
  readonly partField?: string
  /** Texts as UTF-8 bytes: faster where strings are not needed. Formats that are not text keep strings. */
  readonly textBytes?: boolean
  /** Whether each document is used before the next is read, so that the reader may reuse the memory of its text. */
  readonly reusesBuffer?: boolean
  /** Whether labels are not needed: readers that can leave them out only check that they are well-formed. */
  readonly withoutLabels?: boolean
  /** Bytes that one record may have; 256 MiB unless told otherwise. */
  readonly recordLimit?: number
  /** Called for each malformed record, which is then skipped; without it the first one is thrown. */
  readonly onBad?: (error: DataError) => void
  /** Called with warnings about records that are odd but readable. */
  readonly onWarning?: (message: string) => void
  /** Called for every oddity in place of `onWarning`: where a file is read in blocks, warnings are chosen afterwards. */
  readonly onOddity?: (oddity: Oddity) => void
  /** Told of the fields asked for that no record has, by whoever reads the file in blocks; absent: that is an error. */
  readonly onAbsent?: (fields: AbsentFields) => void
  /** Number of the first line that is read, 1 unless told otherwise: the file may be read in blocks of lines. */
  readonly firstLine?: number
  /** Whether lines that could be texts or JSON are known to be texts. */
  readonly plainLines?: boolean
}

/** Refuses settings that make no sense. */
export function checkSettings({ fields, labelSeparator }: ReadSettings): void {
  if (fields?.length === 0) throw new InputError(worded`${option('fields')}: expected at least one name`)
  if (labelSeparator === '')
    throw new InputError(worded`${option('labelSeparator')}: expected at least one character`)
}

/** A record that does not hold what it should; the message says what was expected. */
export class BadRecord extends Error {}

/** Refuses the record that is being read. */
export function bad(message: string): never {
  throw new BadRecord(message)
}

/** Passes a malformed record on to `onBad`, or throws it; faults of ours are thrown as they are. */
export function reportBad(settings: ReadSettings, line: number, error: unknown): void {
  if (!(error instanceof BadRecord)) throw error
  const report = new DataError(settings.file, line, error.message)
  if (settings.onBad === undefined) throw report
  settings.onBad(report)
}

/** The start of a text for a message: at most 40 characters, on one line. */
export function excerpt(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  const shown = text.slice(0, 40).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
  const whole = /[\ud800-\udbff]$/.test(shown) ? shown.slice(0, -1) : shown
  return text.length > 40 ? `${whole}…` : whole
}
