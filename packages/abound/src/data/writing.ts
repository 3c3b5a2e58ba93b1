// What every writer shares: its interface, and the checks for what a format cannot hold.

import type { Document } from '../contract.js'
import { InputError } from '../errors.js'

/** Turns documents into text, one at a time. */
export interface Writer {
  /** What stands before the first document. */
  header(): string
  /** One document; throws InputError for what the format cannot hold. */
  document(document: Document): string
  /** Says that no documents follow: tells `onWarning` what was left out. */
  end(): void
}

/** How to write. */
export interface WriteSettings {
  /** The file's name, for messages. */
  readonly file: string
  /** Told of what the format has no place for. */
  readonly onWarning?: (message: string) => void
}

/** Refuses a document, saying which one and why. */
export function cannotHold(document: Document, settings: WriteSettings, why: string): never {
  const which = document.id === undefined ? '' : `document ${JSON.stringify(document.id)}: `
  throw new InputError(`${settings.file}: ${which}${why}`)
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of a document, for formats that hold text. */
export function textOf(document: Document, settings: WriteSettings): string {
  const { text } = document
  if (text === undefined) {
    return cannotHold(document, settings, 'a ready-made vector can only be written as .svm')
  }
  return typeof text === 'string' ? text : utf8.decode(text)
}

/** Refuses labels that no reader would take back. */
export function checkLabels(document: Document, settings: WriteSettings): void {
  if (document.labels?.includes('') || document.notLabels?.includes('')) {
    cannotHold(document, settings, 'a label must not be empty')
  }
}

/** Refuses partly judged documents, for formats that have no place for them. */
export function checkWhollyJudged(document: Document, settings: WriteSettings): void {
  if (document.partial || (document.notLabels?.length ?? 0) > 0) {
    cannotHold(document, settings, 'notLabels and partial can only be written as .jsonl')
  }
}
