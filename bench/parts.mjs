// Parts of a corpus in files of their own.

import { writeFileSync } from 'node:fs'
import { readDocuments } from './contenders/documents.mjs'

/**
 * Writes the documents that a test lets through; returns the file's name.
 * @param {string} from
 * @param {string} to
 * @param {(document: { labels: string[] }) => boolean} keep
 */
export function filtered(from, to, keep) {
  const lines = readDocuments(from).filter(keep)
  writeFileSync(to, lines.map((document) => `${JSON.stringify(document)}\n`).join(''))
  return to
}
