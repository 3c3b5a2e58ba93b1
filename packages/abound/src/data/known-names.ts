// A cache of names that are repeated (labels), from bytes to strings: each is decoded once.

import { ByteTable } from '../structures/byte-table.js'
import { murmur3 } from '../structures/hash.js'

/** Beyond this many the cache starts over: names that are never repeated must not fill the memory. */
const MOST = 1 << 17

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The names met so far. */
export class KnownNames {
  private table = new ByteTable()
  private strings: string[] = []

  /** The string of bytes[from … to], which are UTF-8. */
  name(bytes: Uint8Array, from: number, to: number): string {
    if (this.strings.length >= MOST) {
      this.table = new ByteTable()
      this.strings = []
    }
    const id = this.table.intern(bytes, from, to, murmur3(bytes, from, to))
    if (id < this.strings.length) return this.strings[id]
    const name = decoder.decode(bytes.subarray(from, to))
    this.strings.push(name)
    return name
  }
}
