// The tokens (or terms) of one document in growing flat arrays, used again for every document.

import type { ByteStrings } from '../structures/byte-strings.js'
import { grow } from '../structures/grow.js'
import { murmur3 } from '../structures/hash.js'

const SPACE = 0x20

/**
 * Byte strings with their hashes: string i is `bytes[starts[i]] … bytes[ends[i]]`, `hashes[i]` its murmur3.
 *
 * A tokeniser writes its tokens end to end with one space between neighbours, before the first and behind
 * the last, so that a run of adjacent tokens is a slice of `bytes`. Terms may overlap and may lie in any order.
 *
 * ```ts
 * const tokens = new Tokens()
 * tokens.pushSpaced('wheat rose')
 * tokens.strings() // ['wheat', 'rose']
 * ```
 */
export class Tokens implements ByteStrings {
  count = 0
  bytes = new Uint8Array(1024).fill(SPACE, 0, 1)
  view = new DataView(this.bytes.buffer)
  starts = new Uint32Array(256)
  ends = new Uint32Array(256)
  hashes = new Int32Array(256)

  clear(): void {
    this.count = 0
  }

  /** Where the next token goes: behind the last one and a space. */
  next(): number {
    return this.count === 0 ? 1 : this.ends[this.count - 1] + 1
  }

  /** Makes `bytes` hold at least `length`, keeping what is there. */
  ensureBytes(length: number): void {
    if (length <= this.bytes.length) return
    this.bytes = grow(this.bytes, Math.max(length, this.bytes.length * 2))
    this.view = new DataView(this.bytes.buffer)
  }

  /** Takes another's bytes for its own. */
  share(tokens: Tokens): void {
    this.bytes = tokens.bytes
    this.view = tokens.view
  }

  /** Makes room for at least `count` strings, keeping those that are there. */
  ensureCount(count: number): void {
    if (count <= this.starts.length) return
    const size = Math.max(count, this.starts.length * 2)
    this.starts = grow(this.starts, size)
    this.ends = grow(this.ends, size)
    this.hashes = grow(this.hashes, size)
  }

  /** Adds a copy of bytes[from … to], whose murmur3 is `hash`, behind the last token and a space. */
  push(bytes: Uint8Array, from: number, to: number, hash: number): void {
    const at = this.next()
    const end = at + (to - from)
    this.ensureBytes(end + 1)
    const own = this.bytes
    for (let i = from, j = at; i < to; i++, j++) own[j] = bytes[i]
    this.close(at, end, hash)
  }

  /** Adds the token that has been written to bytes[start … end], and a space. */
  close(start: number, end: number, hash = murmur3(this.bytes, start, end)): void {
    this.bytes[end] = SPACE
    this.add(start, end, hash)
  }

  /** Adds a string that lies anywhere in `bytes`. */
  add(start: number, end: number, hash: number): void {
    const { count } = this
    if (count === this.starts.length) this.ensureCount(count + 1)
    this.starts[count] = start
    this.ends[count] = end
    this.hashes[count] = hash
    this.count = count + 1
  }

  /** Adds the tokens of a text in which they are parted by single spaces. */
  pushSpaced(text: string): void {
    if (text === '') return
    let start = this.next()
    this.ensureBytes(start + text.length * 3 + 1)
    const end = start + encoder.encodeInto(text, this.bytes.subarray(start)).written
    const own = this.bytes
    own[end] = SPACE
    for (let i = start; i <= end; i++) {
      if (own[i] !== SPACE) continue
      this.close(start, i)
      start = i + 1
    }
  }

  /** Token i as a string: for people, not for hot paths. */
  string(i: number): string {
    return decoder.decode(this.bytes.subarray(this.starts[i], this.ends[i]))
  }

  /** All of them as strings: for people, not for hot paths. */
  strings(): string[] {
    return Array.from({ length: this.count }, (_, i) => this.string(i))
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
