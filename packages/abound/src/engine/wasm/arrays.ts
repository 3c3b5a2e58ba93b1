// Loops over arrays by compiled code, from arrays.as.ts: a model file is looked through once, and loops that run once are
// slow, as the platform has not compiled them yet. Arrays are copied piece by piece to where the code can read them, which
// costs little beside; short ones are left to the plain loops.

import type { NumberArray } from '../../contract.js'
import type { ArrayLoops } from '../contract.js'
import { plainArrays } from '../plain/plain-arrays.js'
import { compileOn, type WasmMemory } from './webassembly.js'

/** Shorter arrays are not worth the copying. */
const SHORT_BYTES = 1 << 14
/** Bytes in one piece: with what reads them, they stay in the cache nearest to the processor but one. */
const PIECE = 1 << 16
/** Where pieces lie: after the lanes of a checksum, and one number that comes before the piece. */
const AT = 64
/** Where ids are marked, a bit each; pages that are never written take no memory. */
const SEEN_AT = AT + PIECE
const SEEN_BYTES = 1 << 23

interface Compiled {
  stripes(from: number, to: number): void
  within8(from: number, to: number, low: number, high: number): number
  within16(from: number, to: number, low: number, high: number): number
  within32(from: number, to: number, low: number, high: number): number
  finite32(from: number, to: number): number
  finite64(from: number, to: number): number
  positive32(from: number, to: number): number
  positive64(from: number, to: number): number
  ascending(from: number, to: number): number
  startsOf(from: number, to: number, start: number): number
  total(from: number, to: number): number
  slots(from: number, to: number, count: number, seen: number): number
}

/** Compiled code with the memory that it reads. */
class Scanner {
  readonly bytes: Uint8Array
  readonly words: Int32Array
  readonly code: Compiled

  constructor({ buffer }: WasmMemory, code: Compiled) {
    this.bytes = new Uint8Array(buffer)
    this.words = new Int32Array(buffer)
    this.code = code
  }

  /**
   * Calls back with the ends of each piece of the array while the answers are true; the last one is filled up to a
   * multiple of 16 bytes with its first ones, which arrays that are not short have.
   */
  every(array: NumberArray, check: (from: number, to: number) => boolean): boolean {
    const bytes = bytesOf(array)
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE)
      this.bytes.set(piece, AT)
      let end = AT + piece.length
      const short = -end & 15
      // No more than that: behind a whole piece ids are marked.
      this.bytes.set(bytes.subarray(0, short), end)
      end += short
      if (!check(AT, end)) return false
    }
    return true
  }
}

let kept: Scanner | null | undefined

/** Null where the array is too short, or there is no compiled code. */
function scannerFor(array: NumberArray): Scanner | null {
  if (array.byteLength < SHORT_BYTES) return null
  if (kept === undefined) {
    const compiled = compileOn<Compiled>('arrays', SEEN_AT + SEEN_BYTES)
    kept = compiled === undefined ? null : new Scanner(compiled.memory, compiled.code)
  }
  return kept
}

export const wasmArrays: ArrayLoops = {
  takeStripes(words, lanes) {
    const scan = scannerFor(words)
    if (scan === null) {
      plainArrays.takeStripes(words, lanes)
      return
    }
    scan.words.set(lanes)
    scan.every(words, (from, to) => {
      scan.code.stripes(from, to)
      return true
    })
    lanes.set(scan.words.subarray(0, 4))
  },

  allWithin(array, low, high) {
    const most = 2 ** (8 * array.BYTES_PER_ELEMENT) - 1
    if (low <= 0 && high >= most) return true
    const scan = low < 0 || high < low || low > most ? null : scannerFor(array)
    if (scan === null) return plainArrays.allWithin(array, low, high)
    const { within8, within16, within32 } = scan.code
    const within = array instanceof Uint8Array ? within8 : array instanceof Uint16Array ? within16 : within32
    const top = Math.min(high, most)
    return scan.every(array, (from, to) => within(from, to, low, top) !== 0)
  },

  allFinite(array) {
    const scan = scannerFor(array)
    if (scan === null) return plainArrays.allFinite(array)
    const finite = array instanceof Float32Array ? scan.code.finite32 : scan.code.finite64
    return scan.every(array, (from, to) => finite(from, to) !== 0)
  },

  allPositive(array) {
    const floats = array instanceof Float32Array || array instanceof Float64Array
    const scan = floats ? scannerFor(array) : null
    if (scan === null) return plainArrays.allPositive(array)
    const positive = array instanceof Float32Array ? scan.code.positive32 : scan.code.positive64
    return scan.every(array, (from, to) => positive(from, to) !== 0)
  },

  isAscending(array) {
    const scan = scannerFor(array)
    if (scan === null) return plainArrays.isAscending(array)
    const { bytes, words, code } = scan
    const own = bytesOf(array)
    words[AT / 4 - 1] = 0
    for (let at = 0; at < own.length; at += PIECE) {
      const piece = own.subarray(at, at + PIECE)
      bytes.set(piece, AT)
      let end = AT + piece.length
      const last = words[end / 4 - 1]
      for (; end % 16 !== 0; end += 4) words[end / 4] = last
      if (code.ascending(AT, end) === 0) return false
      words[AT / 4 - 1] = last
    }
    return true
  },

  writeStarts(lengths, starts) {
    const scan = scannerFor(lengths)
    if (scan === null) {
      plainArrays.writeStarts(lengths, starts)
      return
    }
    let sum = 0
    for (let at = 0; at < lengths.length; at += PIECE / 4) {
      const piece = lengths.subarray(at, at + PIECE / 4)
      scan.words.set(piece, AT / 4)
      sum = scan.code.startsOf(AT, AT + 4 * piece.length, sum)
      starts.set(scan.words.subarray(AT / 4, AT / 4 + piece.length), at)
    }
  },

  sumOf(array) {
    const scan = scannerFor(array)
    if (scan === null) return plainArrays.sumOf(array)
    let sum = 0
    for (let at = 0; at < array.length; at += PIECE / 4) {
      const piece = array.subarray(at, at + PIECE / 4)
      scan.words.set(piece, AT / 4)
      sum += scan.code.total(AT, AT + 4 * piece.length)
    }
    return sum
  },

  holdsEachOnce(slots, count) {
    const marks = (count >>> 3) + 1
    const scan = slots.length % 4 !== 0 || marks > SEEN_BYTES ? null : scannerFor(slots)
    if (scan === null) return plainArrays.holdsEachOnce(slots, count)
    let used = 0
    const valid = scan.every(slots, (from, to) => {
      const found = scan.code.slots(from, to, count, SEEN_AT)
      used += found
      return found >= 0
    })
    scan.bytes.fill(0, SEEN_AT, SEEN_AT + marks)
    return valid && used === count
  },
}

function bytesOf(array: NumberArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
