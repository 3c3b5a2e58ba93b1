// What a code point is to a tokeniser, and its lower case: looked up in pages of 256 that are built from
// the runtime's own Unicode data when a text first touches them, so that start-up builds nothing.

import { NO_SPACES } from './string-tokens.js'

/** Kinds of code points: the lower bits of an entry. The lower-case code point is `entry >>> KIND_BITS`. */
export const KIND_BITS = 2
export const KIND_MASK = 3
export const SEPARATOR = 0
export const LETTER = 1
export const NUMBER = 2
/** Its meaning depends on its neighbours, or takes more than this table knows: the string version decides. */
export const HARD = 3

const pages: (Uint32Array | undefined)[] = []

/** The 256 entries from code point `page * 256` on. */
export function characterPage(page: number): Uint32Array {
  return (pages[page] ??= buildPage(page))
}

function buildPage(page: number): Uint32Array {
  const entries = new Uint32Array(256)
  for (let i = 0; i < 256; i++) entries[i] = describe(page * 256 + i)
  return entries
}

function describe(codePoint: number): number {
  const text = String.fromCodePoint(codePoint)
  const lower = text.toLowerCase()
  if (isHard(codePoint, text, lower)) return HARD
  const kind = /^[\p{L}\p{M}]/u.test(lower) ? LETTER : /^\p{N}/u.test(lower) ? NUMBER : SEPARATOR
  return (lower.codePointAt(0)! << KIND_BITS) | kind
}

function isHard(codePoint: number, text: string, lower: string): boolean {
  // Could change under NFC by itself, or compose with or be moved past what is before it. Of characters
  // that are no marks, only Hangul vowels and finals compose (and some letters beyond U+FFFF, see below).
  // Variation selectors are marks that do neither, and emoji are full of them.
  if (text.normalize('NFC') !== text) return true
  if (/\p{M}/u.test(text) && !(codePoint >= 0xfe00 && codePoint <= 0xfe0f)) return true
  if (codePoint >= 0x1160 && codePoint <= 0x11ff) return true
  // The lower case of a capital sigma depends on its place in the word.
  if (codePoint === 0x03a3) return true
  if (lower.length !== text.length || lower.codePointAt(0)! > 0xffff !== codePoint > 0xffff) return true
  if (codePoint > 0xffff && /[\p{L}\p{N}]/u.test(text)) return true
  return NO_SPACES.test(text)
}

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
