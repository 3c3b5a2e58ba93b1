// The extreme classification repository's format: a line with the numbers of documents, features and labels, then
// `label,label feature:value …` lines with ids from 0. Ours has features from 1, and a line for each document.

import { DataError } from 'abound'
import type { OutputPiece } from './entry.js'
import type { Member } from './member.js'
import { readLines } from './members.js'

/** The lines as svmlight. */
export async function* sparsePieces(member: Member, file: string): AsyncGenerator<OutputPiece> {
  let expected: number | undefined
  let seen = 0
  for await (const lines of readLines(member)) {
    let content = ''
    let documents = 0
    for (const line of lines) {
      if (expected === undefined) {
        const header = /^(\d+) \d+ \d+\s*$/.exec(line)
        if (header === null)
          throw new DataError(member.path, 1, 'expected numbers of documents, features and labels')
        expected = Number(header[1])
      } else if (line.trim() !== '') {
        content += `${toSvmLine(line)}\n`
        documents++
      }
    }
    seen += documents
    if (documents > 0) yield { file, content, documents }
  }
  if (seen !== (expected ?? 0))
    throw new DataError(
      member.path,
      0,
      `expected ${expected} documents as its first line says, found ${seen}`,
    )
}

function toSvmLine(line: string): string {
  const [labels, ...features] = line.trimEnd().split(' ')
  // A document without labels begins with a blank, or with its first feature.
  const known = labels.includes(':') ? '' : labels
  const values = labels.includes(':') ? [labels, ...features] : features
  return `${known} ${values
    .filter((value) => value !== '')
    .map((value) => {
      const [id, number] = value.split(':')
      return `${Number(id) + 1}:${number}`
    })
    .join(' ')}`
}
