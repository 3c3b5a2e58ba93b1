// Texts that are handed on as UTF-8 bytes: copied as they are where they are UTF-8, else decoded and encoded.

import type { Decode } from './decode.js'
import { TextArena } from './text-arena.js'
import { isUtf8 } from './utf8.js'

/** The UTF-8 bytes of the text that a range of bytes holds. */
export type ByteText = (bytes: Uint8Array, from: number, to: number, where: number | string) => Uint8Array

/** What hands texts on; `decode` reads, and warns of, what is not UTF-8. */
export function createByteText(decode: Decode): ByteText {
  const arena = new TextArena()
  let memory: DataView = new DataView(new ArrayBuffer(0))
  return (bytes, from, to, where) => {
    if (memory.buffer !== bytes.buffer) memory = new DataView(bytes.buffer)
    return isUtf8(memory, bytes, from, to)
      ? arena.copy(bytes, from, to)
      : encoder.encode(decode(bytes, from, to, where))
  }
}

const encoder = new TextEncoder()
