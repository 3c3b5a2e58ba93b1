// Bytes → lines, for the formats that have one record a line. Lines end in \n or \r\n; a byte order mark
// at the start of the file is skipped. Memory: the longest line.

import { grow } from '../structures/grow.js'
import {
  BadRecord,
  type Emit,
  MAX_RECORD_BYTES,
  type Reader,
  type ReadSettings,
  reportBad,
} from './reading.js'

/**
 * Reads one line, `bytes[from … to)` without its end; throws BadRecord for a malformed one. The bytes of an array never
 * change between calls: new bytes come in a new array, though its memory may be the same.
 */
export type ReadLine = (bytes: Uint8Array, from: number, to: number, line: number, emit: Emit) => void

/**
 * Reads many lines at once, from the one that begins at bytes[from]. It stops before a line that it cannot read, has no end
 * yet, or is longer than `longest`; returns how many it has read and where the next begins. Undefined where that is none.
 */
export type ReadLines = (
  bytes: Uint8Array,
  from: number,
  longest: number,
  emit: Emit,
) => { readonly count: number; readonly end: number } | undefined

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const KEEP_CAPACITY = 1 << 20

/** A reader that hands each line to `read`, unless `readMany` has read it, and calls `finish` at the end. */
export function lineReader(
  settings: ReadSettings,
  read: ReadLine,
  finish?: () => void,
  readMany?: ReadLines,
): Reader {
  const limit = settings.recordLimit ?? MAX_RECORD_BYTES
  let line = settings.firstLine ?? 1
  /** The start of a line whose end has not been read yet. */
  let kept = new Uint8Array(0)
  let keptLength = 0
  let skipping = false

  const take = (bytes: Uint8Array, from: number, to: number, emit: Emit): void => {
    const end = to > from && bytes[to - 1] === CARRIAGE_RETURN ? to - 1 : to
    const start = line === 1 && startsWithMark(bytes, from, end) ? from + 3 : from
    try {
      read(bytes, start, end, line, emit)
    } catch (error) {
      reportBad(settings, line, error)
    }
  }

  const tooLong = (): void =>
    reportBad(settings, line, new BadRecord(`expected a line of at most ${limit} bytes, this one is longer`))

  /** Adds to the kept start of the line; a line beyond the limit is reported, and skipped from here on. */
  const keep = (bytes: Uint8Array, from: number, to: number): void => {
    if (skipping || from === to) return
    const length = keptLength + to - from
    if (length > limit) {
      skipping = true
      keptLength = 0
      tooLong()
      return
    }
    if (length > kept.length) kept = grow(kept, Math.min(limit, Math.max(length, 2 * kept.length, 4096)))
    kept.set(bytes.subarray(from, to), keptLength)
    keptLength = length
  }

  const takeKept = (emit: Emit): void => {
    const length = keptLength
    keptLength = 0
    take(kept.subarray(0, length), 0, length, emit)
    if (kept.length > KEEP_CAPACITY) kept = new Uint8Array(0)
  }

  return {
    push(chunk, emit) {
      // Node's buffers are a subclass of arrays: code that sees both is compiled again, and is slower.
      const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)
      let from = 0
      let many = readMany
      for (;;) {
        if (many !== undefined && keptLength === 0 && !skipping) {
          const before = line
          for (let done = many(bytes, from, limit, emit); done !== undefined; ) {
            line += done.count
            from = done.end
            done = many(bytes, from, limit, emit)
          }
          // Where the first lines could not be read at once, the others often cannot.
          if (line === before) many = undefined
        }
        const at = chunk.indexOf(LINE_FEED, from)
        if (at < 0) break
        if (keptLength > 0) keep(bytes, from, at)
        if (skipping) skipping = false
        else if (keptLength > 0) takeKept(emit)
        else if (at - from > limit) tooLong()
        else take(bytes, from, at, emit)
        line++
        from = at + 1
      }
      keep(bytes, from, bytes.length)
    },
    end(emit) {
      if (keptLength > 0) takeKept(emit)
      finish?.()
    },
  }
}

/** Whether a byte order mark stands at `from`. */
export function startsWithMark(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from >= 3 && bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf
}
