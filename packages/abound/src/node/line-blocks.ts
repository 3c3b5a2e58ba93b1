// A file in blocks of whole lines, for formats that have one record a line: each can be read by itself, on any thread.
// Whoever cuts tells every block where it begins; whoever reads answers with documents and with what was wrong or odd,
// which is reported when the block's turn comes, so that all is as if one had read the file from front to back.

import type { Document } from '../contract.js'
import { createReader, streamedFormat } from '../data/create-reader.js'
import type { StreamedFormat } from '../data/format.js'
import { startsWithMark } from '../data/lines.js'
import { type Emit, MAX_RECORD_BYTES, type Oddity, type ReadSettings } from '../data/reading.js'
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
  /** Reports what reading it found; to be called block after block. Throws where the reading ended early. */
  settle(found: BlockNews): void
  /** Gives its memory to others, once nobody reads it any more, on any thread. */
  giveBack(): void
}

/** A block as it is sent to a thread. */
export type SentBlock = Pick<LineBlock, 'bytes' | 'reading'>

/** How a block is read. Plain data. */
export interface BlockReading {
  /** The name of a format whose lines are records each by itself. */
  readonly format: string
  readonly settings: Omit<ReadSettings, 'onBad' | 'onWarning' | 'onOddity'>
  /** Whether malformed records are skipped. */
  readonly skipsBad: boolean
}

/** What was odd in a block, and malformed records, of which one ends the reading unless they are skipped. Plain data. */
export type BlockNews = readonly (Oddity | { readonly line: number; readonly message: string })[]

/** Cuts bytes into blocks of whole lines: for each chunk what it completes. Chunks in spare memory are blocks as they are. */
export async function* cutBlocks(
  chunks: AsyncIterable<Uint8Array>,
  { name, afterFirstLetter }: StreamedFormat,
  settings: ReadSettings,
  memory?: SpareMemory,
): AsyncGenerator<LineBlock> {
  const { onBad, onWarning, onOddity, ...plain } = settings
  const limit = settings.recordLimit ?? MAX_RECORD_BYTES
  const warnings = new Warnings(settings.file, onWarning)
  const settle = (news: BlockNews): void => {
    for (const one of news) {
      if ('kind' in one) {
        warnings.add(one.kind, one.where, one.message)
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
    // The first line that is not blank tells what all are.
    if (!told) {
      const first = firstLetter(bytes, firstLine, limit)
      if (first !== undefined) {
        told = true
        known = afterFirstLetter?.(first) ?? known
      }
    }
    const giveBack = (): void => {
      // What was joined has memory of its own.
      if (bytes.buffer instanceof SharedArrayBuffer) memory?.giveBack(bytes.buffer)
    }
    return { bytes, reading, settle, giveBack }
  }
  for await (const { bytes, firstLine } of wholeLines(chunks, limit, memory !== undefined)) {
    yield block(bytes, firstLine)
  }
  // Nothing more to read: the last turn is that of what there was too much of to say.
  yield { ...block(new Uint8Array(0), 0), settle: () => warnings.end() }
}

/** Bytes up to the last line end of each chunk, with what the chunks before it had left. */
async function* wholeLines(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  inSpareMemory: boolean,
): AsyncGenerator<{ bytes: Uint8Array; firstLine: number }> {
  let firstLine = 1
  let kept: Uint8Array[] = []
  let length = 0
  /** Whether the rest of a line is passed over: its start, too long already, was a block. */
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
      // Before it is handed over: its memory may be given back.
      const lines = linesOf(bytes)
      yield { bytes, firstLine }
      firstLine += lines
      kept = []
      length = 0
      // Nothing of it may be there any more.
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

/** The first byte that is not blank, of a line that a reader reads: not of a byte order mark, nor of one too long. */
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
