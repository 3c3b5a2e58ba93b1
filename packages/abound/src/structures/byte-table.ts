// A set of byte strings, numbered in order of arrival: open addressing in one typed array, the strings
// end to end in another. No JavaScript string or object per entry, and its arrays are what a model
// file stores: loading one makes views, not entries.
//
// slots[2s] is the hash and slots[2s + 1] the id + 1 of the entry in slot s (0: empty). Linear
// probing from hash & mask, load at most 2/3.

import type { TableHome, WordTable } from '../engine/contract.js'
import { InputError } from '../errors.js'
import { option, worded } from '../wording.js'
import { type ByteStrings, viewOf } from './byte-strings.js'
import { murmur3 } from './hash.js'
import { checkTable } from './table-checks.js'

const MAX_BYTES = 0xffffffff
const MOST_KNOWN = 1 << 17

export class ByteTable implements WordTable {
  /** Number of entries; ids are 0 … count − 1. */
  count: number
  /** Entry i is bytes[offsets[i]] … bytes[offsets[i + 1]]. */
  bytes: Uint8Array
  offsets: Uint32Array
  private slots: Int32Array
  private mask: number
  private home: TableHome | undefined
  /** Whether other threads read its arrays: before it changes, it takes copies of its own. */
  private shared = false
  /** Over the same memory as `bytes`. */
  private view: DataView
  /** Strings that were asked for, which come again where they are labels: no need to encode them. */
  private readonly known = new Map<string, number>()

  constructor(expected = 0) {
    let size = 16
    while (size * 2 < expected * 3) size *= 2
    this.count = 0
    this.bytes = new Uint8Array(Math.max(64, expected * 8))
    this.offsets = new Uint32Array(Math.max(16, expected + 1))
    this.slots = new Int32Array(size * 2)
    this.mask = size - 1
    this.view = viewOf(this.bytes)
  }

  /** The id of bytes[from … to], or −1. `hash` must be `murmur3(bytes, from, to)`. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const { slots, mask } = this
    for (let s = hash & mask; ; s = (s + 1) & mask) {
      const id = slots[2 * s + 1]
      if (id === 0) return -1
      if (slots[2 * s] === hash && this.equals(id - 1, bytes, from, to)) return id - 1
    }
  }

  /** The id of bytes[from … to], added if it is new. `hash` must be `murmur3(bytes, from, to)`. */
  intern(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const { slots, mask } = this
    let s = hash & mask
    for (; ; s = (s + 1) & mask) {
      const id = slots[2 * s + 1]
      if (id === 0) break
      if (slots[2 * s] === hash && this.equals(id - 1, bytes, from, to)) return id - 1
    }
    return this.add(s, bytes, from, to, hash)
  }

  /** Writes the id of each string, or −1, to `ids`. */
  findAll(strings: ByteStrings, ids: Int32Array): void {
    this.lookUp(strings, ids, false)
  }

  /** Writes the id of each string to `ids`; new ones are added. */
  internAll(strings: ByteStrings, ids: Int32Array): void {
    this.lookUp(strings, ids, true)
  }

  findString(text: string): number {
    const known = this.known.get(text)
    if (known !== undefined) return known
    const bytes = encoder.encode(text)
    const id = this.find(bytes, 0, bytes.length, murmur3(bytes, 0, bytes.length))
    if (id >= 0) this.know(text, id)
    return id
  }

  internString(text: string): number {
    const known = this.known.get(text)
    if (known !== undefined) return known
    const bytes = encoder.encode(text)
    const id = this.intern(bytes, 0, bytes.length, murmur3(bytes, 0, bytes.length))
    this.know(text, id)
    return id
  }

  private know(text: string, id: number): void {
    if (this.known.size < MOST_KNOWN) this.known.set(text, id)
  }

  string(id: number): string {
    // A copy: browsers decode no memory that threads may share.
    return decoder.decode(this.bytes.slice(this.offsets[id], this.offsets[id + 1]))
  }

  /** Whether its arrays are there. */
  livesIn(home: TableHome): boolean {
    return this.home === home
  }

  /** Moves its arrays there; false where there is not enough room. */
  moveTo(home: TableHome): boolean {
    const { bytes, offsets, slots } = this
    this.home = home
    this.bytes = this.made(Uint8Array, bytes.length)
    this.offsets = this.made(Uint32Array, offsets.length)
    this.slots = this.made(Int32Array, slots.length)
    this.bytes.set(bytes)
    this.offsets.set(offsets)
    this.slots.set(slots)
    this.view = viewOf(this.bytes)
    this.shared = false
    return this.livesIn(home)
  }

  /** Uses the arrays that another thread has moved there from the same table. */
  joinIn(home: TableHome, buffer: ArrayBufferLike, places: Uint32Array): void {
    const { bytes, offsets, slots } = this
    this.home = home
    this.slots = new Int32Array(buffer, places[0], slots.length)
    this.offsets = new Uint32Array(buffer, places[1], offsets.length)
    this.bytes = new Uint8Array(buffer, places[2], bytes.length)
    this.view = viewOf(this.bytes)
    this.shared = true
  }

  /** Other threads are about to join. */
  share(): void {
    this.shared = true
  }

  /** Makes room for one more entry, and for this many bytes more. */
  reserve(bytes: number): void {
    if (this.shared) this.leave()
    this.reserveBytes(this.offsets[this.count] + bytes)
    if (this.count + 2 <= this.offsets.length) return
    const grown = this.made(Uint32Array, Math.max(16, this.offsets.length * 2))
    grown.set(this.offsets)
    this.offsets = grown
  }

  /** For compiled code: where its arrays begin, slots − 1, the number of entries, and at which number it has to grow. */
  writePlaces(out: Uint32Array): void {
    const { slots, offsets, bytes, mask, count } = this
    out[0] = slots.byteOffset
    out[1] = offsets.byteOffset
    out[2] = bytes.byteOffset
    out[3] = mask
    out[4] = count
    out[5] = Math.min(mostEntries(mask) + 1, offsets.length - 1)
  }

  /** Compiled code has added entries: how many there are now. */
  took(count: number): void {
    this.count = count
    if (count > mostEntries(this.mask)) this.rehash((this.mask + 1) * 2)
  }

  /** The entries `keep[id] !== 0`, renumbered in the same order. */
  filter(keep: Uint8Array): ByteTable {
    let kept = 0
    for (let id = 0; id < this.count; id++) if (keep[id] !== 0) kept++
    const out = new ByteTable(kept)
    for (let id = 0; id < this.count; id++) {
      if (keep[id] === 0) continue
      const from = this.offsets[id]
      const to = this.offsets[id + 1]
      out.intern(this.bytes, from, to, murmur3(this.bytes, from, to))
    }
    return out
  }

  /** Its three arrays without spare room, as a model file stores them. */
  arrays(): { bytes: Uint8Array; offsets: Uint32Array; slots: Uint32Array } {
    return {
      bytes: this.bytes.subarray(0, this.offsets[this.count]),
      offsets: this.offsets.subarray(0, this.count + 1),
      slots: new Uint32Array(this.slots.buffer, this.slots.byteOffset, this.slots.length),
    }
  }

  /**
   * A table over stored arrays, used in place; refuses arrays that could not have come from `arrays()`
   * (a hostile file must not make a look-up run for ever or out of bounds).
   */
  static over(bytes: Uint8Array, offsets: Uint32Array, slots: Uint32Array, what: string): ByteTable {
    checkTable(bytes, offsets, slots, what)
    const table = new ByteTable()
    table.count = offsets.length - 1
    table.bytes = bytes
    table.offsets = offsets
    table.slots = new Int32Array(slots.buffer, slots.byteOffset, slots.length)
    table.mask = slots.length / 2 - 1
    table.view = viewOf(bytes)
    return table
  }

  /** Copies of the entries from `first` on, for another table to take. */
  since(first: number): ByteStrings {
    const from = this.offsets[first]
    const bounds = this.offsets.slice(first, this.count + 1).map((offset) => offset - from)
    const bytes = this.bytes.slice(from, this.offsets[this.count])
    const count = this.count - first
    const hashes = new Int32Array(count)
    for (let i = 0; i < count; i++) hashes[i] = murmur3(bytes, bounds[i], bounds[i + 1])
    return {
      count,
      bytes,
      view: viewOf(bytes),
      starts: bounds.subarray(0, count),
      ends: bounds.subarray(1),
      hashes,
    }
  }

  /** Its strings and their lengths alone: less to store, and enough to make the rest again. */
  strings(): { bytes: Uint8Array; lengths: Uint32Array } {
    const { offsets } = this
    return {
      bytes: this.bytes.subarray(0, offsets[this.count]),
      lengths: Uint32Array.from({ length: this.count }, (_, id) => offsets[id + 1] - offsets[id]),
    }
  }

  /** A table over stored strings, used in place; refuses lengths that do not fit, and a string that is there twice. */
  static ofStrings(bytes: Uint8Array, lengths: Uint32Array, what: string): ByteTable {
    const count = lengths.length
    const table = new ByteTable(count)
    const offsets = new Uint32Array(count + 1)
    let end = 0
    for (let id = 0; id < count; id++) {
      end += lengths[id]
      offsets[id + 1] = end
    }
    if (end !== bytes.length) throw new InputError(`${what}: lengths do not fit the bytes`)
    table.bytes = bytes
    table.offsets = offsets
    table.view = viewOf(bytes)
    const { slots, mask } = table
    for (let id = 0; id < count; id++) {
      const from = offsets[id]
      const to = offsets[id + 1]
      const hash = murmur3(bytes, from, to)
      let s = hash & mask
      for (; slots[2 * s + 1] !== 0; s = (s + 1) & mask) {
        if (slots[2 * s] === hash && table.equals(slots[2 * s + 1] - 1, bytes, from, to))
          throw new InputError(`${what}: an entry is there twice`)
      }
      slots[2 * s] = hash
      slots[2 * s + 1] = id + 1
    }
    table.count = count
    return table
  }

  /**
   * Whether entry `id`, which has the same hash, has the same bytes. Each step of murmur3 is a bijection: byte
   * strings of one length and one hash that agree in all but the last block of four (or the rest) agree in that
   * too, so it need not be looked at.
   */
  private equals(id: number, bytes: Uint8Array, from: number, to: number): boolean {
    const own = this.bytes
    const length = to - from
    let at = this.offsets[id]
    if (this.offsets[id + 1] - at !== length) return false
    for (let i = from, end = from + ((length - 1) & ~3); i < end; i += 4, at += 4) {
      if (
        own[at] !== bytes[i] ||
        own[at + 1] !== bytes[i + 1] ||
        own[at + 2] !== bytes[i + 2] ||
        own[at + 3] !== bytes[i + 3]
      ) {
        return false
      }
    }
    return true
  }

  /** `find` or `intern` for many at once: no call for each that is there, and bytes compared four at a time. */
  private lookUp(strings: ByteStrings, ids: Int32Array, grow: boolean): void {
    let { mask, slots, offsets, view: own } = this
    const { view, starts, ends, hashes, count } = strings
    for (let i = 0; i < count; i++) {
      const hash = hashes[i]
      const from = starts[i]
      const length = ends[i] - from
      let s = hash & mask
      let id = slots[2 * s + 1]
      probe: for (; id !== 0; s = (s + 1) & mask, id = slots[2 * s + 1]) {
        if (slots[2 * s] !== hash) continue
        let at = offsets[id - 1]
        if (offsets[id] - at !== length) continue
        for (let j = from, end = from + ((length - 1) & ~3); j < end; j += 4, at += 4) {
          if (own.getInt32(at, true) !== view.getInt32(j, true)) continue probe
        }
        break
      }
      if (id === 0 && grow) {
        id = this.add(s, strings.bytes, from, ends[i], hash) + 1
        ;({ mask, slots, offsets, view: own } = this)
      }
      ids[i] = id - 1
    }
  }

  /** Adds a string at the empty slot where its search ended. */
  private add(s: number, bytes: Uint8Array, from: number, to: number, hash: number): number {
    this.reserve(to - from)
    const id = this.count
    const at = this.offsets[id]
    const own = this.bytes
    for (let i = from, j = at; i < to; i++, j++) own[j] = bytes[i]
    this.offsets[id + 1] = at + (to - from)
    this.slots[2 * s] = hash
    this.slots[2 * s + 1] = id + 1
    this.took(id + 1)
    return id
  }

  private leave(): void {
    this.home = undefined
    this.shared = false
    this.slots = this.slots.slice()
    this.offsets = this.offsets.slice()
    this.bytes = this.bytes.slice()
    this.view = viewOf(this.bytes)
  }

  private reserveBytes(need: number): void {
    if (need <= this.bytes.length) return
    if (need > MAX_BYTES) {
      throw new InputError(
        worded`the vocabulary is larger than ${MAX_BYTES} bytes: raise ${option('minDf')} or use fewer n-grams`,
      )
    }
    const grown = this.made(Uint8Array, Math.min(MAX_BYTES, Math.max(need, this.bytes.length * 2)))
    grown.set(this.bytes)
    this.bytes = grown
    this.view = viewOf(grown)
  }

  private rehash(size: number): void {
    const { slots: old, home } = this
    const slots = this.made(Int32Array, size * 2)
    const mask = size - 1
    this.slots = slots
    this.mask = mask
    if (home !== undefined && this.livesIn(home)) {
      home.rehash(old, slots)
      return
    }
    for (let i = 0; i < old.length; i += 2) {
      if (old[i + 1] === 0) continue
      let s = old[i] & mask
      while (slots[2 * s + 1] !== 0) s = (s + 1) & mask
      slots[2 * s] = old[i]
      slots[2 * s + 1] = old[i + 1]
    }
  }

  /** An array of this length at its home, or elsewhere if there is no room left there. */
  private made<T>(kind: ArrayKind<T>, length: number): T {
    const bytes = length * kind.BYTES_PER_ELEMENT
    const room = this.home?.allocate(bytes)
    if (room === undefined) this.home = undefined
    return new kind(room?.buffer ?? new ArrayBuffer(bytes), room?.at ?? 0, length)
  }
}

interface ArrayKind<T> {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBufferLike, at: number, length: number): T
}

/** How many entries a table with this mask (slots − 1) may hold. */
function mostEntries(mask: number): number {
  return Math.floor(((mask + 1) * 2) / 3)
}

const encoder = new TextEncoder()
// An entry may start with a byte order mark, which a decoder drops unless told not to.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
