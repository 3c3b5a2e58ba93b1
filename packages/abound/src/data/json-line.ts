// One line of JSON on its bytes: finds the values of a few named fields of an object and checks the rest, without
// making anything of it. What it accepts is JSON, in UTF-8, with each wanted field once at most and holding a string, an
// array of strings, a truth value or null. Everything else is left to JSON.parse, which says what is wrong or makes
// sense of it.

import {
  ABSENT,
  ESCAPED,
  FALSE,
  type FoundFields,
  JsonBytes,
  LIST,
  NULL,
  TEXT,
  TRUE,
} from '../engine/json-bytes.js'
import { sequenceLength } from './utf8.js'

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const LOWER_U = 0x75
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
/** Deeper ones are rare, and recursion has its bounds. */
const DEEPEST = 32

const HIGH_BITS = 0x80808080
const encoder = new TextEncoder()
const LITERALS: readonly (readonly [Uint8Array, number])[] = [
  [encoder.encode('true'), TRUE],
  [encoder.encode('false'), FALSE],
  [encoder.encode('null'), NULL],
]

/** What may follow a backslash, other than `u`, and the byte it stands for. */
const SHORT_ESCAPES = new Uint8Array(256)
for (const [letter, meaning] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'])
  SHORT_ESCAPES[letter.charCodeAt(0)] = meaning.charCodeAt(0)

/** The value of a hexadecimal digit, 16 for other bytes. */
const HEX = new Uint8Array(256).fill(16)
for (let digit = 0; digit < 16; digit++) {
  const letter = digit.toString(16).charCodeAt(0)
  HEX[letter] = digit
  if (digit > 9) HEX[letter - 0x20] = digit
}

/** Finds the values of fields, by their places in the list of names. */
export class JsonLine implements FoundFields {
  /** By field: what it holds, and where its string lies, without quotes (a list: its items, from … to). */
  readonly kinds: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** The strings of lists: where they lie, and 1 where they have escapes. */
  itemStarts = new Uint32Array(64)
  itemEnds = new Uint32Array(64)
  itemEscaped = new Uint8Array(64)
  private itemCount = 0
  private readonly names: readonly Uint8Array[]
  private bytes: Uint8Array = new Uint8Array(0)
  private to = 0
  /** Over all the memory of `bytes`. */
  private memory: DataView = new DataView(new ArrayBuffer(0))
  /** Of the string that was passed last. */
  private escaped = false
  private ascii = true
  private readonly code: JsonBytes
  /** Whether compiled code has the line. */
  private compiled = false

  constructor(names: readonly string[], code?: JsonBytes) {
    this.names = names.map((name) => encoder.encode(name))
    this.code = code ?? new JsonBytes(this.names)
    this.kinds = new Uint8Array(names.length)
    this.starts = new Uint32Array(names.length)
    this.ends = new Uint32Array(names.length)
  }

  /** Reads bytes[from … to]; false where it is not what it accepts. An array never comes again with other bytes. */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    this.itemCount = 0
    this.compiled = this.code.has(bytes, from, to)
    const accepted = this.compiled ? this.code.line(from, to, this) : undefined
    if (accepted !== undefined) return accepted
    if (this.memory.buffer !== bytes.buffer) this.memory = new DataView(bytes.buffer)
    this.bytes = bytes
    this.to = to
    this.kinds.fill(ABSENT)
    let at = this.blanks(from)
    if (!this.is(at, OPEN_OBJECT)) return false
    at = this.blanks(at + 1)
    if (this.is(at, CLOSE_OBJECT)) return this.blanks(at + 1) === to
    for (;;) {
      if (!this.is(at, QUOTE)) return false
      const keyEnd = this.passString(at + 1)
      // A name that could be written in another way might be a wanted one.
      if (keyEnd < 0 || this.escaped || !this.ascii) return false
      const field = this.fieldOf(at + 1, keyEnd)
      at = this.blanks(keyEnd + 1)
      if (!this.is(at, COLON)) return false
      at = this.blanks(at + 1)
      at = field < 0 ? this.pass(at, 0) : this.passWanted(field, at)
      if (at < 0) return false
      at = this.blanks(at)
      if (this.is(at, CLOSE_OBJECT)) return this.blanks(at + 1) === to
      if (!this.is(at, COMMA)) return false
      at = this.blanks(at + 1)
    }
  }

  /**
   * Writes the string of a field that holds one, without its escapes, to `out` from `at` on; answers where it ends.
   * `view` lies over `out`. Up to three bytes behind the end may be written over.
   */
  unescape(field: number, view: DataView, out: Uint8Array, at: number): number {
    const from = this.starts[field]
    const to = this.ends[field]
    return this.compiled
      ? this.code.unescape(from, to, out, at)
      : writeUnescaped(this.memory, this.bytes, from, to, view, out, at)
  }

  private is(at: number, byte: number): boolean {
    return at < this.to && this.bytes[at] === byte
  }

  private blanks(at: number): number {
    const { bytes, to } = this
    while (at < to && (bytes[at] === 0x20 || bytes[at] === 0x0d || bytes[at] === 0x09 || bytes[at] === 0x0a))
      at++
    return at
  }

  private fieldOf(from: number, to: number): number {
    const { bytes, names } = this
    next: for (let field = 0; field < names.length; field++) {
      const name = names[field]
      if (name.length !== to - from) continue
      for (let i = 0; i < name.length; i++) if (name[i] !== bytes[from + i]) continue next
      return field
    }
    return -1
  }

  /** Passes the value of a wanted field and notes it; −1 where it is not accepted. */
  private passWanted(field: number, at: number): number {
    if (this.kinds[field] !== ABSENT || at >= this.to) return -1
    const byte = this.bytes[at]
    if (byte === QUOTE) {
      const end = this.passString(at + 1)
      if (end < 0) return -1
      this.kinds[field] = this.escaped ? ESCAPED : TEXT
      this.starts[field] = at + 1
      this.ends[field] = end
      return end + 1
    }
    if (byte === OPEN_LIST) return this.passStrings(field, at)
    for (const [literal, kind] of LITERALS) {
      if (byte !== literal[0]) continue
      this.kinds[field] = kind
      return this.passLiteral(at, literal)
    }
    return -1
  }

  private passStrings(field: number, at: number): number {
    this.kinds[field] = LIST
    this.starts[field] = this.itemCount
    this.ends[field] = this.itemCount
    at = this.blanks(at + 1)
    if (this.is(at, CLOSE_LIST)) return at + 1
    for (;;) {
      if (!this.is(at, QUOTE)) return -1
      const end = this.passString(at + 1)
      if (end < 0) return -1
      this.addItem(at + 1, end, this.escaped)
      at = this.blanks(end + 1)
      if (this.is(at, CLOSE_LIST)) break
      if (!this.is(at, COMMA)) return -1
      at = this.blanks(at + 1)
    }
    this.ends[field] = this.itemCount
    return at + 1
  }

  addItem(start: number, end: number, escaped: boolean): void {
    const at = this.itemCount++
    if (at === this.itemStarts.length) {
      this.itemStarts = grown(this.itemStarts, new Uint32Array(2 * at))
      this.itemEnds = grown(this.itemEnds, new Uint32Array(2 * at))
      this.itemEscaped = grown(this.itemEscaped, new Uint8Array(2 * at))
    }
    this.itemStarts[at] = start
    this.itemEnds[at] = end
    this.itemEscaped[at] = escaped ? 1 : 0
  }

  /** Passes any value that nobody wants. */
  private pass(at: number, depth: number): number {
    if (at >= this.to || depth > DEEPEST) return -1
    const byte = this.bytes[at]
    if (byte === QUOTE) {
      const end = this.passString(at + 1)
      return end < 0 ? -1 : end + 1
    }
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) return this.passNested(at, byte === OPEN_OBJECT, depth)
    for (const [literal] of LITERALS) if (byte === literal[0]) return this.passLiteral(at, literal)
    return this.passNumber(at)
  }

  private passNested(at: number, isObject: boolean, depth: number): number {
    const close = isObject ? CLOSE_OBJECT : CLOSE_LIST
    at = this.blanks(at + 1)
    if (this.is(at, close)) return at + 1
    for (;;) {
      if (isObject) {
        if (!this.is(at, QUOTE)) return -1
        const end = this.passString(at + 1)
        if (end < 0) return -1
        at = this.blanks(end + 1)
        if (!this.is(at, COLON)) return -1
        at = this.blanks(at + 1)
      }
      at = this.pass(at, depth + 1)
      if (at < 0) return -1
      at = this.blanks(at)
      if (this.is(at, close)) return at + 1
      if (!this.is(at, COMMA)) return -1
      at = this.blanks(at + 1)
    }
  }

  private passLiteral(at: number, literal: Uint8Array): number {
    for (let i = 0; i < literal.length; i++) if (!this.is(at + i, literal[i])) return -1
    return at + literal.length
  }

  private passNumber(at: number): number {
    const { bytes, to } = this
    if (this.is(at, MINUS)) at++
    const digits = this.passDigits(at)
    if (digits === at || (bytes[at] === 0x30 && digits > at + 1)) return -1
    at = digits
    if (this.is(at, POINT)) {
      const end = this.passDigits(at + 1)
      if (end === at + 1) return -1
      at = end
    }
    if (at < to && (bytes[at] | 0x20) === 0x65) {
      at++
      if (this.is(at, MINUS) || this.is(at, 0x2b)) at++
      const end = this.passDigits(at)
      return end === at ? -1 : end
    }
    return at
  }

  private passDigits(at: number): number {
    const { bytes, to } = this
    while (at < to && bytes[at] >= 0x30 && bytes[at] <= 0x39) at++
    return at
  }

  /**
   * Where the string that begins at `at`, behind its quote, has the other one; −1 where it is none. Four bytes at a
   * time: the sums set the highest bit of a byte that is a quote, a backslash, a control character or no ASCII.
   */
  private passString(at: number): number {
    const { bytes, to, memory } = this
    const base = bytes.byteOffset
    const last = to - 4
    let escaped = false
    let ascii = true
    while (at < to) {
      while (at <= last) {
        const four = memory.getInt32(base + at, true)
        const quote = four ^ 0x22222222
        const slash = four ^ 0x5c5c5c5c
        const stop =
          (four |
            ((quote - 0x01010101) & ~quote) |
            ((slash - 0x01010101) & ~slash) |
            ((four - 0x20202020) & ~four)) &
          HIGH_BITS
        if (stop !== 0) {
          at += (31 - Math.clz32(stop & -stop)) >> 3
          break
        }
        at += 4
      }
      if (at >= to) return -1
      const byte = bytes[at]
      if (byte === QUOTE) {
        this.escaped = escaped
        this.ascii = ascii
        return at
      }
      if (byte < 0x20) return -1
      if (byte === BACKSLASH) {
        escaped = true
        const length = this.escapeLength(at)
        if (length === 0) return -1
        at += length
      } else if (byte >= 0x80) {
        ascii = false
        const length = sequenceLength(bytes, at, to)
        if (length === 0) return -1
        at += length
      } else at++
    }
    return -1
  }

  private escapeLength(at: number): number {
    const { bytes, to } = this
    if (at + 1 >= to) return 0
    const byte = bytes[at + 1]
    if (SHORT_ESCAPES[byte] !== 0) return 2
    return byte === LOWER_U && at + 5 < to && hexAt(bytes, at + 2) >= 0 ? 6 : 0
  }
}

/**
 * Writes the bytes of the string bytes[from … to], which JsonLine has passed, without its escapes to `out` from `at` on;
 * answers where they end. They are never more than the string's. Halves of surrogate pairs that stand alone become
 * U+FFFD, as TextEncoder has it. Up to three bytes behind the end may be written over.
 */
function writeUnescaped(
  memory: DataView,
  bytes: Uint8Array,
  from: number,
  to: number,
  view: DataView,
  out: Uint8Array,
  at: number,
): number {
  const base = bytes.byteOffset
  const last = to - 4
  for (let i = from; i < to; ) {
    while (i <= last) {
      const four = memory.getInt32(base + i, true)
      const slash = four ^ 0x5c5c5c5c
      const stop = (slash - 0x01010101) & ~slash & HIGH_BITS
      view.setInt32(at, four, true)
      if (stop !== 0) {
        const length = (31 - Math.clz32(stop & -stop)) >> 3
        i += length
        at += length
        break
      }
      i += 4
      at += 4
    }
    if (i >= to) break
    const byte = bytes[i]
    if (byte !== BACKSLASH) {
      out[at++] = byte
      i++
      continue
    }
    const short = SHORT_ESCAPES[bytes[i + 1]]
    if (short !== 0) {
      out[at++] = short
      i += 2
      continue
    }
    let code = hexAt(bytes, i + 2)
    i += 6
    if ((code & 0xf800) === 0xd800) {
      const paired = code < 0xdc00 && i + 6 <= to && bytes[i] === BACKSLASH && bytes[i + 1] === LOWER_U
      const low = paired ? hexAt(bytes, i + 2) : 0
      if ((low & 0xfc00) === 0xdc00) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff)
        i += 6
      } else code = 0xfffd
    }
    at = writeCodePoint(code, out, at)
  }
  return at
}

function writeCodePoint(code: number, out: Uint8Array, at: number): number {
  if (code < 0x80) {
    out[at++] = code
    return at
  }
  if (code < 0x800) out[at++] = 0xc0 | (code >>> 6)
  else {
    if (code < 0x10000) out[at++] = 0xe0 | (code >>> 12)
    else {
      out[at++] = 0xf0 | (code >>> 18)
      out[at++] = 0x80 | ((code >>> 12) & 0x3f)
    }
    out[at++] = 0x80 | ((code >>> 6) & 0x3f)
  }
  out[at++] = 0x80 | (code & 0x3f)
  return at
}

/** The number that four hexadecimal digits write, −1 where they are none. */
function hexAt(bytes: Uint8Array, at: number): number {
  const a = HEX[bytes[at]]
  const b = HEX[bytes[at + 1]]
  const c = HEX[bytes[at + 2]]
  const d = HEX[bytes[at + 3]]
  return ((a | b | c | d) & 16) !== 0 ? -1 : (a << 12) | (b << 8) | (c << 4) | d
}

function grown<T extends Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from)
  return to
}
