// Limits on the texts of a request: their number and their length.

import { HttpError } from '../http-error.js'
import type { DeclaredError } from './define-route.js'
import type { Limits } from './limits.js'

/** Up to this many texts, with up to this many characters in all, are no batch: they are ranked at once. */
const FEW = 16
const FEW_CHARACTERS = 1 << 16

export const TEXT_TOO_LONG: DeclaredError = { status: 413, when: 'a text is longer than --max-text' }
export const BATCH_TOO_LARGE: DeclaredError = { status: 413, when: 'there are more texts than --max-batch' }

export function isBatch(texts: number, characters: number): boolean {
  return texts > FEW || characters > FEW_CHARACTERS
}

export function checkText(text: string, limits: Limits, where: string): void {
  if (text.length <= limits.text) return
  const message = `${where} has ${text.length} characters: at most ${limits.text}`
  throw new HttpError(TEXT_TOO_LONG.status, 'text_too_long', message)
}

export function checkBatch(texts: number, limits: Limits): void {
  if (texts <= limits.batch) return
  const message = `${texts} texts in one request: at most ${limits.batch}, or stream NDJSON`
  throw new HttpError(BATCH_TOO_LARGE.status, 'batch_too_large', message)
}
