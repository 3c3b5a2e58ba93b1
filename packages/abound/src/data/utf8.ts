// Whether bytes are UTF-8, without decoding them.

import { decodeAt } from '../text/characters.js'

/** Whether bytes[from … to] are well-formed UTF-8. `memory` lies over all the memory of `bytes`. */
export function isUtf8(memory: DataView, bytes: Uint8Array, from: number, to: number): boolean {
  const base = bytes.byteOffset
  const last = to - 4
  for (let at = from; ; ) {
    while (at <= last && (memory.getInt32(base + at, true) & 0x80808080) === 0) at += 4
    while (at < to && bytes[at] < 0x80) at++
    if (at >= to) return true
    const length = sequenceLength(bytes, at, to)
    if (length === 0) return false
    at += length
  }
}

/** Length in bytes of the character beyond ASCII at `at`; 0 where it is malformed. */
function sequenceLength(bytes: Uint8Array, at: number, to: number): number {
  const codePoint = decodeAt(bytes, at, to)
  return codePoint < 0 ? 0 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4
}
