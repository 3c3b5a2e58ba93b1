// Texts of requests: how many, and how long they may be.

import { HttpError } from '../http-error.js'
import type { Limits } from './limits.js'

/** So many texts, with so many characters in all, are no batch: they are ranked at once. */
const FEW = 16
const FEW_CHARACTERS = 1 << 16

export function isBatch(texts: number, characters: number): boolean {
  return texts > FEW || characters > FEW_CHARACTERS
}

export function checkText(text: string, limits: Limits, where: string): void {
  if (text.length > limits.text) {
    throw new HttpError(
      413,
      'text_too_long',
      `${where} has ${text.length} characters: at most ${limits.text}`,
    )
  }
}

export function checkBatch(texts: number, limits: Limits): void {
  if (texts > limits.batch) {
    throw new HttpError(
      413,
      'batch_too_large',
      `${texts} texts in one request: at most ${limits.batch}, or stream NDJSON`,
    )
  }
}
