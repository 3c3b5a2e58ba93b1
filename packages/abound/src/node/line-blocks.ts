// A file in blocks of whole lines, for formats that have one record a line: each block can be read by itself, on any thread.
// `cutBlocks` numbers the first line of each block. `readBlock` answers with documents, and with malformed and odd records,
// which are reported when it is the block's turn, in the order in which one reader of the whole file would report them.

import type { Document } from '../contract.js'
import { createReader, streamedFormat } from '../data/create-reader.js'
import type { StreamedFormat } from '../data/format.js'
import { startsWithMark } from '../data/lines.js'
import { type AbsentFields, NamedFields } from '../data/named-fields.js'
import { type Emit, MAX_RECORD_BYTES, type Oddity, type ReadSettings } from '../data/reading.js'
import { textFields } from '../data/record.js'
import { Warnings } from '../data/warnings.js'
import { DataError } from '../errors.js'
import { joinParts } from '../structures/bytes.js'
import type { SpareMemory } from './line-chunks.js'

const LINE_FEED = 10
const SPACE = 0x20

/** Whole lines of a file. */
export interface LineBlock {
  readonly bytes: Uint8Array
  /** How they are read. Plain data. */
  readonly reading: BlockReading
  /** Reports what reading the block found; to be called in the order of the blocks. Throws what ended the reading. */
  settle(found: BlockNews): void
  /** Makes its memory free for other blocks; to be called when no thread reads it any more. */
  giveBack(): void
}

/** A block as it is sent to a thread. */
export type SentBlock = Pick<LineBlock, 'bytes' | 'reading'>

/** How a block is read. Plain data. */
export interface BlockReading {
  /** The name of a format whose lines are records each by itself. */
  readonly format: string
  readonly settings: Omit<ReadSettings, 'onBad' | 'onWarning' | 'onOddity' | 'onAbsent'>
  /** Whether malformed records are skipped. */
  readonly skipsBad: boolean
}

/** Odd and malformed records of a block. A malformed one ends the reading unless they are skipped. Plain data. */
export type BlockNews = readonly (
  | Oddity
  | AbsentFields
  | { readonly line: number; readonly message: string }
)[]

/** Cuts bytes into blocks of whole lines, one for each chunk that ends a line. Chunks in `memory` become blocks uncopied. */
export async function* cutBlocks(
  chunks: AsyncIterable<Uint8Array>,
  { name, afterFirstLetter }: StreamedFormat,
  settings: ReadSettings,
  memory?: SpareMemory,
): AsyncGenerator<LineBlock> {
  const { onBad, onWarning, onOddity, onAbsent, ...plain } = settings
  const limit = settings.recordLimit ?? MAX_RECORD_BYTES
  const warnings = new Warnings(settings.file, onWarning)
  const fields = new NamedFields(settings, textFields(settings))
  const settle = (news: BlockNews): void => {
    for (const one of news) {
      if ('kind' in one) {
        warnings.add(one.kind, one.where, one.message)
        continue
      }
      if ('absent' in one) {
        fields.merge(one)
        continue
      }
      const error = new DataError(settings.file, one.line, one.message)
      if (onBad === undefined) throw error
      onBad(error)
    }
  }
  let known: ReturnType<NonNullable<StreamedFormat['afterFirstLetter']>> = { format: name }
  let told = afterFirstLetter === undefined
  const block = (bytes: Uint8Array, firstLine: number): LineBlock => {
    const { format, ...how } = known
    const reading: BlockReading = {
      format,
      settings: { ...plain, firstLine, ...how },
      skipsBad: onBad !== undefined,
    }
    // The first line that is not blank says what all lines are.
    if (!told) {
      const first = firstLetter(bytes, firstLine, limit)
      if (first !== undefined) {
        told = true
        known = afterFirstLetter?.(first) ?? known
      }
    }
    const giveBack = (): void => {
      // Joined bytes have memory of their own.
      if (bytes.buffer instanceof SharedArrayBuffer) memory?.giveBack(bytes.buffer)
    }
    return { bytes, reading, settle, giveBack }
  }
  const finish = (): void => {
    fields.check(settings.file)
    warnings.end()
  }
  for await (const { bytes, firstLine } of wholeLines(chunks, limit, memory !== undefined)) {
    yield block(bytes, firstLine)
  }
  // An empty last block, whose turn reports how many warnings were not shown.
  yield { ...block(new Uint8Array(0), 0), settle: finish }
}

/** For each chunk, the bytes up to its last line end, behind the rest of the chunks before it. */
async function* wholeLines(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  inSpareMemory: boolean,
): AsyncGenerator<{ bytes: Uint8Array; firstLine: number }> {
  let firstLine = 1
  let kept: Uint8Array[] = []
  let length = 0
  /** Whether the rest of a line is skipped: its start was longer than any record may be, and went out as a block. */
  let passing = false
  for await (const chunk of chunks) {
    let from = 0
    if (passing) {
      from = chunk.indexOf(LINE_FEED) + 1
      if (from === 0) continue
      passing = false
      firstLine++
    }
    const to = chunk.lastIndexOf(LINE_FEED) + 1
    const rest = chunk.length - to
    if (to > from) {
      const isBlock = inSpareMemory && kept.length === 0 && from === 0 && rest === 0
      const bytes = isBlock ? chunk : joinParts([...kept, chunk.subarray(from, to)])
      // Counted before the block goes out: then its memory may be given back.
      const lines = linesOf(bytes)
      yield { bytes, firstLine }
      firstLine += lines
      kept = []
      length = 0
      // Its memory may have been given back by now.
      if (rest === 0) continue
      from = to
    }
    if (from === chunk.length) continue
    kept.push(chunk.subarray(from))
    length += chunk.length - from
    if (length <= limit) continue
    yield { bytes: joinParts(kept), firstLine }
    passing = true
    kept = []
    length = 0
  }
  if (length > 0) yield { bytes: joinParts(kept), firstLine }
}

/** The first byte that is not blank, leaving out a byte order mark and lines that are too long. */
function firstLetter(bytes: Uint8Array, firstLine: number, limit: number): number | undefined {
  for (let from = 0, line = firstLine; from < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, from)
    const to = end < 0 ? bytes.length : end
    if (to - from <= limit) {
      let at = line === 1 && startsWithMark(bytes, from, to) ? from + 3 : from
      while (at < to && bytes[at] <= SPACE) at++
      if (at < to) return bytes[at]
    }
    from = to + 1
  }
  return undefined
}

/** The same bytes: Node looks for one of them many times as fast as the language does. */
function searchable({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

function linesOf(block: Uint8Array): number {
  const bytes = searchable(block)
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++
  return count
}

/**
 * The documents of a block, up to the record that ended the reading if one did.
 *
 * @example
 * const bytes = new TextEncoder().encode('{"text":"wheat"}\n{')
 * const reading = { format: 'jsonl', settings: { file: 'news.jsonl', firstLine: 7 }, skipsBad: false } as const
 * const { documents, news } = readBlock(bytes, reading)
 * documents // [{ text: 'wheat' }]
 * news // [{ line: 8, message: 'expected a JSON object with …' }]
 */
export function readBlock(
  bytes: Uint8Array,
  reading: BlockReading,
): { documents: Document[]; news: BlockNews } {
  const documents: Document[] = []
  const news = readLines(bytes, reading, (document) => {
    documents.push(document)
  })
  return { documents, news }
}

/**
 * Hands on the same documents one by one, each good only until the next is read; answers what the reading found.
 *
 * @example
 * const bytes = new TextEncoder().encode('wheat\ncorn\n')
 * const reading = { format: 'lines', settings: { file: 'texts', firstLine: 1 }, skipsBad: false } as const
 * const texts: unknown[] = []
 * passBlock(bytes, reading, ({ text }) => texts.push(text)) // []
 * texts // ['wheat', 'corn']
 */
export function passBlock(bytes: Uint8Array, reading: BlockReading, emit: Emit): BlockNews {
  return readLines(bytes, { ...reading, settings: { ...reading.settings, reusesBuffer: true } }, emit)
}

function readLines(bytes: Uint8Array, { format, settings, skipsBad }: BlockReading, emit: Emit): BlockNews {
  const news: BlockNews[number][] = []
  const note = ({ file, line, message }: DataError): void => {
    news.push({ line, message: message.slice(`${file}:${line}: `.length) })
  }
  const reader = createReader(streamedFormat(format), {
    ...settings,
    onOddity: (oddity) => news.push(oddity),
    onAbsent: (fields) => news.push(fields),
    ...(skipsBad ? { onBad: note } : {}),
  })
  try {
    reader.push(searchable(bytes), emit)
    reader.end(emit)
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    note(error)
  }
  return news
}
