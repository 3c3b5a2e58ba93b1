// What `abound predict` ranks: files, standard input, or a text that stands on the command line itself.

import { existsSync } from 'node:fs'
import { formatOf, InputError } from '../internal.js'
import { warn } from './terminal.js'

/**
 * The text that the words after the model are; undefined where they name data. A file of that name wins. What looks like
 * a file's name (without blanks, and with a path separator or an extension of data) is none that is missing, but a slip.
 */
export function typedText(words: readonly string[], from: string | undefined): string | undefined {
  if (words.length === 0 || from !== undefined || words.includes('-')) return undefined
  const files = words.filter((word) => existsSync(word))
  if (files.length === 0 && !words.some(looksLikeFile)) return words.join(' ')
  const asTyped = files.find((word) => !looksLikeFile(word))
  if (asTyped !== undefined)
    warn(
      `${asTyped} is taken for the file of that name; a text of these words can be given on standard input`,
    )
  return undefined
}

function looksLikeFile(word: string): boolean {
  if (/\s/.test(word)) return false
  if (/[/\\]/.test(word)) return true
  try {
    formatOf(word)
    return true
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}
