// Bytes → text. UTF-8; what is not UTF-8 is read as Windows-1252 (old corpora, spreadsheets), record by
// record, with a warning. Unlike replacement characters that loses nothing.

import type { Warnings } from './warnings.js'

// A byte order mark inside a file is a character like any other: only readers skip the first one.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes a range of bytes; `where` is the line (or the file) to name in a warning. */
export type Decode = (bytes: Uint8Array, from: number, to: number, where: number | string) => string

/** A decoder that warns of what is not UTF-8. */
export function createDecode(warnings: Warnings): Decode {
  return (bytes, from, to, where) => {
    const range = bytes.subarray(from, to)
    try {
      return strict.decode(range)
    } catch {
      warnings.add('records that are not UTF-8', where, 'not UTF-8, read as Windows-1252')
      return decodeWindows1252(range)
    }
  }
}

// 0x80 … 0x9f; the five bytes that Windows-1252 leaves open stay the control characters they are.
const HIGH_CONTROLS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

// Not TextDecoder('windows-1252'): runtimes disagree on 0x80 … 0x9f.
function decodeWindows1252(bytes: Uint8Array): string {
  let text = ''
  const codes: number[] = []
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    codes.push(byte >= 0x80 && byte < 0xa0 ? HIGH_CONTROLS.charCodeAt(byte - 0x80) : byte)
    if (codes.length === 4096 || i === bytes.length - 1) {
      text += String.fromCharCode(...codes)
      codes.length = 0
    }
  }
  return text
}
