// What a code point is to a tokeniser, and its lower case: asked of the runtime's own Unicode data when a text
// first holds it, then looked up in pages of 256. Start-up builds nothing.

import { NO_SPACES } from './string-tokens.js'

/** Kinds of code points: the lower bits of an entry. The lower-case code point is `entry >>> KIND_BITS`. */
export const KIND_BITS = 2
export const KIND_MASK = 3
export const SEPARATOR = 0
export const LETTER = 1
export const NUMBER = 2
/** Its meaning depends on its neighbours, or takes more than this table knows: the string version decides. */
export const HARD = 3

const pages: (Uint32Array | undefined)[] = new Array(0x1100)

/** The entry of a code point beyond ASCII. */
export function characterEntry(codePoint: number): number {
  const page = (pages[codePoint >>> 8] ??= new Uint32Array(256))
  // Never 0 once it is known: the lower case is no ASCII either.
  return page[codePoint & 0xff] || (page[codePoint & 0xff] = describe(codePoint))
}

function describe(codePoint: number): number {
  const text = String.fromCodePoint(codePoint)
  const lower = text.toLowerCase()
  // NFC changes it.
  if (text.normalize('NFC') !== text) return HARD
  const kind = LETTERS.test(lower) ? LETTER : NUMBERS.test(lower) ? NUMBER : SEPARATOR
  if (kind !== SEPARATOR && isHard(codePoint, text, lower)) return HARD
  return (lower.codePointAt(0)! << KIND_BITS) | kind
}

function isHard(codePoint: number, text: string, lower: string): boolean {
  // NFC may join it to what is before it, or move it. Of characters that are no marks, only Hangul vowels and
  // finals are joined, and some beyond U+FFFF. Variation selectors are marks that stay what and where they are,
  // and emoji are full of them.
  if (MARKS.test(text) && !(codePoint >= 0xfe00 && codePoint <= 0xfe0f)) return true
  if ((codePoint >= 0x1160 && codePoint <= 0x11ff) || codePoint > 0xffff) return true
  // Its lower case depends on its place in the word (sigma), or is more than one character.
  if (codePoint === 0x03a3 || lower.length > 1) return true
  // Thai is the first of them; what is before it need not wait for the expression to be compiled.
  return codePoint >= 0x0e00 && NO_SPACES.test(text)
}

const LETTERS = /[\p{L}\p{M}]/u
const NUMBERS = /\p{N}/u
const MARKS = /\p{M}/u

/** The code point that begins at `i`, which is no ASCII; −1 if the bytes up to `to` are not well-formed UTF-8. */
export function decodeAt(bytes: Uint8Array, i: number, to: number): number {
  const a = bytes[i]
  if (a < 0xc2 || a > 0xf4 || i + 1 >= to) return -1
  const b = bytes[i + 1] ^ 0x80
  if (b > 0x3f) return -1
  if (a < 0xe0) return ((a & 0x1f) << 6) | b
  if (i + 2 >= to) return -1
  const c = bytes[i + 2] ^ 0x80
  if (c > 0x3f) return -1
  if (a < 0xf0) {
    const codePoint = ((a & 0x0f) << 12) | (b << 6) | c
    return codePoint < 0x800 || (codePoint & 0xf800) === 0xd800 ? -1 : codePoint
  }
  if (i + 3 >= to) return -1
  const d = bytes[i + 3] ^ 0x80
  if (d > 0x3f) return -1
  const codePoint = ((a & 0x07) << 18) | (b << 12) | (c << 6) | d
  return codePoint < 0x10000 || codePoint > 0x10ffff ? -1 : codePoint
}
