// Reading the files inside originals: whole, as text, by lines, or as documents of a format we read anyway.

import { DataError, type Document, InputError } from 'abound'
import {
  createDecode,
  createReader,
  joinParts,
  lineReader,
  type ReadSettings,
  type StreamedFormatName,
  Warnings,
} from 'abound/internal'
import type { OpenOriginal, OutputPiece } from './entry.js'
import type { Member } from './member.js'

/** The longest string that every engine can make is a little longer. */
const WHOLE_LIMIT = 500_000_000

/** UTF-8 where it is that, else Windows-1252: some corpora have both. */
const decode = createDecode(new Warnings('', undefined))

/** One record as a line of JSON. */
export function jsonPiece(file: string, record: Readonly<Record<string, unknown>>): OutputPiece {
  return { file, content: `${JSON.stringify(record)}\n` }
}

/** All bytes of a member. */
async function readBytes(member: Member, limit = WHOLE_LIMIT): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of member.chunks()) {
    length += part.length
    if (length > limit) throw new DataError(member.path, 0, `expected at most ${limit} bytes, it has more`)
    parts.push(part)
  }
  return joinParts(parts)
}

/** A member as text: UTF-8, or Windows-1252 where it is not that. A byte order mark is dropped. */
export async function readText(member: Member): Promise<string> {
  const bytes = await readBytes(member)
  return decode(bytes, 0, bytes.length, 0).replace(/^\ufeff/, '')
}

/** A member as JSON. */
export async function readJson<T>(member: Member): Promise<T> {
  try {
    return JSON.parse(await readText(member)) as T
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new DataError(member.path, 0, 'expected JSON, found something else')
  }
}

/** The lines of a member, some at a time, without their ends. */
export async function* readLines(member: Member): AsyncGenerator<string[]> {
  let lines: string[] = []
  const reader = lineReader({ file: member.path }, (bytes, from, to) => {
    lines.push(decode(bytes, from, to, 0))
  })
  const noDocuments = (): void => {}
  for await (const chunk of member.chunks()) {
    reader.push(chunk, noDocuments)
    if (lines.length === 0) continue
    yield lines
    lines = []
  }
  reader.end(noDocuments)
  if (lines.length > 0) yield lines
}

/** The lines of an original that is no archive, one at a time. */
export async function* linesIn(open: OpenOriginal, name: string): AsyncGenerator<string> {
  for await (const lines of readLines(await onlyMember(open, name))) yield* lines
}

/** The documents of a member that is in a format we read, one at a time; `header` stands before its bytes. */
export async function* documentsIn(
  member: Member,
  format: StreamedFormatName,
  settings: Omit<ReadSettings, 'file'> = {},
  header = '',
): AsyncGenerator<Document> {
  const reader = createReader(format, { ...settings, file: member.path })
  let batch: Document[] = []
  const emit = (document: Document): void => {
    batch.push(document)
  }
  if (header !== '') reader.push(new TextEncoder().encode(header), emit)
  for await (const chunk of member.chunks()) {
    reader.push(chunk, emit)
    yield* batch
    batch = []
  }
  reader.end(emit)
  yield* batch
}

/** The only member of an original that is no archive. */
export async function onlyMember(open: OpenOriginal, name: string): Promise<Member> {
  for await (const member of open(name)) return member
  throw new DataError(name, 0, 'expected a file with something in it')
}
