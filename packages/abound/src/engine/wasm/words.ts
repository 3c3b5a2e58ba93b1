// Words of plain text and their numbers in a table, in one go: compiled from words.as.ts. It finds the words of plain text,
// ASCII and the letters of western Europe, and looks each up in a cache of words that came before, about as large as the
// processor's near one. The table itself is asked only for words that are not there, and other text is left to the source.
// Numbers are those of the table: what is in the cache only changes how soon they are found.
//
// Threads that answer by the same table have its arrays in one memory, each with a cache of its own.

import type { ScoringThread } from '../../contract.js'
import type { TableHome, WordFinder, WordSource, WordTable } from '../contract.js'
import type { TermIds } from '../term-ids.js'
import { compileOn, growMemory, type WasmMemory, wasmExports, wholeLines } from './webassembly.js'

/** Less text than this is not worth compiling anything for. */
const WORTH_COMPILING = 1 << 14
const SPACE = 0x20
/** Bytes that are looked at in one go: what is written of their words is to fit the near cache, too. */
const WINDOW = 1 << 14
const PADDING = 128
/** Bytes that are copied at once where source and target have the same remainder modulo this; else one by one. */
const WORD = 8
const LONGEST_KEY = 16
const KEY_BITS = 16
const KEY_SHIFT = 64 - KEY_BITS

// Where a thread's part of the memory has what, in bytes. The arrays of the table come behind all parts, and grow.
const OUT = 0
const TABLE = 16
const IDS = 64
const MASKS = IDS + WINDOW * 2 + 64
const TEXT = MASKS + (LONGEST_KEY + 1) * 16
const KEYS = TEXT + 2 * WORD + WINDOW + PADDING
const KEY_IDS = KEYS + (16 << KEY_BITS)
const BYTES = wholeLines(KEY_IDS + (4 << KEY_BITS))
/** Beyond this much the table goes elsewhere, and words are found by the tokeniser. */
const MOST_BYTES = 2 ** 32 - 2 ** 16

/** Bytes of text for each word of the table, from which on it pays to know them all. */
const WORTH_KNOWING = 16
/** Bytes of a known word, places for each at the least, and bits of the number of places at most (64 MB). */
const KNOWN_BYTES = 32
const LEAST_PLACES = 1.5
const MOST_KNOWN_BITS = 21

/** The words of a table that have a key, each in one line of the cache: a word takes one look, which threads share. */
interface KnownWords {
  readonly at: number
  readonly shift: number
  /** How many entries the table had: while it has no more, all are known. */
  readonly entries: number
}

/** What other threads need to find words in the same memory. */
interface SharedWords {
  readonly memory: WasmMemory
  readonly places: Uint32Array
  /** How many entries the table had. */
  readonly entries: number
  readonly known: KnownWords | undefined
}

interface Code {
  plainEnd(...numbers: number[]): number
  scan(...numbers: number[]): number
  know(...numbers: number[]): void
  rehash(...numbers: number[]): void
}

// A difficult stretch is at least this long, and doubles while the next one follows closely: text that is difficult
// throughout is handled in large pieces.
const SHORTEST_STRETCH = 64
const LONGEST_STRETCH = 1 << 16

/** Finds words by compiled code once there is enough text for it, or at once where threads are to share it. */
export class WasmWords implements WordFinder {
  private readonly source: WordSource
  private scan: WordScan | undefined
  private untilScan = WORTH_COMPILING

  constructor(source: WordSource, thread?: ScoringThread) {
    this.source = source
    if (source.digits === undefined) this.untilScan = Number.POSITIVE_INFINITY
    else if (thread !== undefined) this.compile(thread)
  }

  isOf(table: WordTable): boolean {
    return this.source.table === table
  }

  addIds(bytes: Uint8Array, from: number, to: number, grow: boolean, out: TermIds): void {
    if (this.scan?.isThere() === false) {
      // The table has outgrown its home, or was taken elsewhere.
      this.scan = undefined
      this.untilScan = 0
    }
    if (this.scan === undefined && (this.untilScan -= to - from) <= 0) this.compile()
    if (this.scan === undefined) this.source.addIds(bytes, from, to, grow, out)
    else this.scan.addIds(bytes, from, to, grow, out)
  }

  get shared(): object | undefined {
    return this.scan?.shared
  }

  private compile(thread?: ScoringThread): void {
    this.scan = thread === undefined ? WordScan.of(this.source) : WordScan.asThread(this.source, thread)
    if (this.scan === undefined) this.untilScan = Number.POSITIVE_INFINITY
  }
}

/** Finds the words of texts in one table, which moves to where the compiled code can read it. */
class WordScan implements TableHome {
  private readonly source: WordSource
  private readonly table: WordTable
  private readonly digits: number
  private readonly code: Code
  private readonly memory: WasmMemory
  /** Where its own part of the memory begins, and the free memory. */
  private readonly base: number
  private free: number
  /** All of its own part, and parts of that. */
  private readonly bytes: Uint8Array
  private readonly out: Uint32Array
  private readonly places: Uint32Array
  private readonly ids: Int32Array
  /** How many entries the table had when words were found missing from it. */
  private entries: number
  private known: KnownWords | undefined
  /** Bytes that were looked up since the table last had another number of entries. */
  private lookedUp = 0

  /** Undefined where nothing may be compiled, or there is no room for the table. */
  static of(source: WordSource, threads = 1): WordScan | undefined {
    const made = compileOn<Code>('words', threads * BYTES, { most: MOST_BYTES })
    const scan = made && new WordScan(source, made.memory, made.code, 0, threads * BYTES)
    return scan && source.table.moveTo(scan) ? scan : undefined
  }

  /** The same for a table that stays as it is, which several threads find their words in. */
  static asThread(source: WordSource, { words, own, threads }: ScoringThread): WordScan | undefined {
    const joined = words && WordScan.join(source, words as SharedWords, own * BYTES)
    if (joined !== undefined) return joined
    const scan = WordScan.of(source, own === 0 ? threads : 1)
    scan?.know()
    source.table.share()
    return scan
  }

  private static join(
    source: WordSource,
    { memory, places, entries, known }: SharedWords,
    base: number,
  ): WordScan | undefined {
    const { table } = source
    const code = table.count === entries ? wasmExports<Code>('words', memory) : undefined
    if (code === undefined) return undefined
    // There is nothing for it to take: what is behind belongs to the first thread.
    const scan = new WordScan(source, memory, code, base, MOST_BYTES)
    scan.known = known
    table.joinIn(scan, memory.buffer, places)
    return scan
  }

  private constructor(source: WordSource, memory: WasmMemory, code: Code, base: number, free: number) {
    const { buffer } = memory
    this.source = source
    this.table = source.table
    this.entries = source.table.count
    this.digits = source.digits === true ? 0xff : 0
    this.code = code
    this.memory = memory
    this.base = base
    this.free = free
    this.bytes = new Uint8Array(buffer, base, BYTES)
    this.out = new Uint32Array(buffer, base + OUT, 1)
    this.places = new Uint32Array(buffer, base + TABLE, 6)
    this.ids = new Int32Array(buffer, base + IDS, WINDOW / 2 + 1)
    for (let length = 0; length <= LONGEST_KEY; length++)
      this.bytes.fill(0xff, MASKS + 16 * length, MASKS + 17 * length)
  }

  /** What other threads need to find words in the same memory. */
  get shared(): object {
    const { memory, places, table, known } = this
    table.writePlaces(places)
    const words: SharedWords = { memory, places: places.slice(), entries: table.count, known }
    return words
  }

  /** Puts the words of the table where each takes one look, unless there are too many. */
  private know(): void {
    const { table, base, places, known } = this
    const bits = Math.ceil(Math.log2(LEAST_PLACES * (table.count + 1)))
    const shift = 64 - bits
    const bytes = KNOWN_BYTES << bits
    // Memory of words known before is used again while they are few enough for it, so that it grows by doubling only.
    const at =
      known?.shift === shift ? known.at : bits > MOST_KNOWN_BITS ? undefined : this.allocate(bytes)?.at
    if (at === undefined) return
    if (at === known?.at) new Uint8Array(this.memory.buffer, at, bytes).fill(0)
    this.known = { at, shift, entries: table.count }
    table.writePlaces(places)
    this.code.know(base + TABLE, base + MASKS, at, shift)
  }

  /** Whether the table still lies where the code can read it. */
  isThere(): boolean {
    return this.table.livesIn(this)
  }

  allocate(bytes: number): { buffer: ArrayBufferLike; at: number } | undefined {
    const at = this.free
    const end = at + wholeLines(bytes)
    if (end > MOST_BYTES || !growMemory(this.memory, end)) return undefined
    this.free = end
    return { buffer: this.memory.buffer, at }
  }

  rehash(slots: Int32Array, larger: Int32Array): void {
    this.code.rehash(slots.byteOffset, slots.length / 2, larger.byteOffset, larger.length / 2 - 1)
  }

  /** Adds the numbers of the words of bytes[from … to]; new ones are added to a table that grows. */
  addIds(bytes: Uint8Array, from: number, to: number, grow: boolean, out: TermIds): void {
    if (!grow) this.prepareLookUps(to - from)
    let stretch = SHORTEST_STRETCH
    for (let at = from; at < to; ) {
      const end = windowEnd(bytes, at, to)
      const stop = end === at ? at : at + this.addWindow(bytes, at, end, grow, out)
      if (stop === end && end > at) {
        at = end
        continue
      }
      // Text that is not plain is left to the source, from the blank before to a blank behind.
      stretch = stop - at < SHORTEST_STRETCH * 4 ? Math.min(stretch * 2, LONGEST_STRETCH) : SHORTEST_STRETCH
      at = blankFrom(bytes, Math.min(stop + stretch, to), to)
      this.source.addIds(bytes, stop, at, grow, out)
    }
  }

  private prepareLookUps(bytes: number): void {
    const { count } = this.table
    if (this.entries !== count) {
      this.entries = count
      this.bytes.fill(0, KEYS, BYTES)
      this.lookedUp = 0
    }
    const before = this.lookedUp
    this.lookedUp += bytes
    const worth = WORTH_KNOWING * count
    if (before < worth && this.lookedUp >= worth && this.known?.entries !== count) this.know()
  }

  /** Adds the words of bytes[at … end] up to the blank before the first byte that is not plain; answers how many bytes. */
  private addWindow(bytes: Uint8Array, at: number, end: number, grow: boolean, out: TermIds): number {
    const { bytes: own } = this
    const size = end - at
    const text = TEXT + WORD + ((bytes.byteOffset + at) % WORD)
    // Byte for byte where there are few: a view for `set` would take longer.
    if (size < 64) for (let i = 0; i < size; i++) own[text + i] = bytes[at + i]
    else own.set(bytes.subarray(at, end), text)
    own[text - 1] = 0
    own.fill(0, text + size, text + size + PADDING)
    let stop = this.code.plainEnd(this.base + text, size)
    if (stop < size) while (stop > 0 && own[text + stop - 1] > SPACE) stop--
    const { table } = this
    let done = 0
    while (done < stop) {
      if (grow) table.reserve(WINDOW)
      if (!table.livesIn(this)) break
      out.addAll(this.ids, this.scan(text, done, stop, grow))
      done = this.out[0]
    }
    return done
  }

  /** Finds words of the window's text, until the table has to grow; answers how many. */
  private scan(text: number, from: number, to: number, grow: boolean): number {
    const { base, table, places, digits, known } = this
    const { count } = table
    const isKnown = !grow && known?.entries === count
    table.writePlaces(places)
    const words = this.code.scan(
      base + text,
      from,
      to,
      digits,
      grow ? 1 : 0,
      base + MASKS,
      base + KEYS,
      KEY_SHIFT,
      base + KEY_IDS,
      base + IDS,
      base + TABLE,
      base + OUT,
      isKnown ? known.at : 0,
      isKnown ? known.shift : 0,
    )
    if (places[4] !== count) table.took(places[4])
    return words
  }
}

/** The end of the text, or the last blank within the window; where it begins, if there is none. */
function windowEnd(bytes: Uint8Array, at: number, to: number): number {
  if (to - at <= WINDOW) return to
  let end = at + WINDOW
  while (end > at && bytes[end - 1] > SPACE) end--
  return end
}

/** The first blank from here on, or the end. */
function blankFrom(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && bytes[at] > SPACE) at++
  return at
}
