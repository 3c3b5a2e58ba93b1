// Texts as UTF-8 bytes: copied where they are UTF-8 already, otherwise decoded and encoded.

import type { Decode } from './decode.js'
import { TextArena } from './text-arena.js'
import { isUtf8 } from './utf8.js'

/** The UTF-8 bytes of the text that a range of bytes holds. */
export type ByteText = (bytes: Uint8Array, from: number, to: number, where: number | string) => Uint8Array

/** Makes such a function; `decode` is used for what is not UTF-8, and warns of it. */
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
