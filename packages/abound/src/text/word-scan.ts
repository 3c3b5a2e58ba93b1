// Words of plain text and their numbers in a table, in one go: compiled from assembly/scan-words.ts. It finds the words
// of plain text, ASCII and the letters of western Europe, and looks each up in a memory of words that came before, about
// as large as the processor's near cache. The table itself is asked only for words that are not there, and other text is
// left to the tokeniser. Numbers are those of the table: what is in the memory only changes how soon they are found.
//
// Where much text is to come and the table stays as it is, all of its words are put into one memory, with their numbers
// beside them, which any number of threads read. To find a word in the table takes three looks at places far from each
// other, and each of those may have to wait for memory: here it takes one.

import type { ScoringThread } from '../contract.js'
import { WASM } from '../engine/wasm/scan-words-wasm.js'
import { compileOn, growMemory, type WasmMemory, wasmExports, wholeLines } from '../engine/webassembly.js'
import type { ByteTable, TableHome } from '../structures/byte-table.js'
import { nextStretch, SHORTEST_STRETCH, type Tokeniser } from './tokenise.js'
import { Tokens } from './tokens.js'

const SPACE = 0x20
/** Bytes that are looked at in one go: what is written of their words is to fit the near cache, too. */
const WINDOW = 1 << 14
const PADDING = 128
/** Bytes that are copied at once where both places are multiples of so much, or as far from one; else, each by itself. */
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

/** Bytes of a known word, places for each at the least, and bits of the number of places at most (64 MB). */
const KNOWN_BYTES = 32
const LEAST_PLACES = 1.5
const MOST_KNOWN_BITS = 21

/** The words of a table that have a key, each in one line of the cache. */
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
  readonly known: KnownWords
}

interface Code {
  plainEnd(...numbers: number[]): number
  scan(...numbers: number[]): number
  find(...numbers: number[]): number
  know(...numbers: number[]): void
  rehash(...numbers: number[]): void
}

/** Numbers of a text's terms in a table, −1 where it does not have them; used again for every text. */
export class TermIds {
  count = 0
  ids: Int32Array = new Int32Array(256)

  /** Empties it; the next ones go to this place while there is room. */
  clear(place = this.ids): void {
    this.ids = place
    this.count = 0
  }

  /** Adds those of some terms; new ones are added to a table that grows. */
  add(terms: Tokens, table: ByteTable, grow: boolean): void {
    this.ensure(terms.count)
    const ids = this.ids.subarray(this.count, this.count + terms.count)
    if (grow) table.internAll(terms, ids)
    else table.findAll(terms, ids)
    this.count += terms.count
  }

  /** Adds the first of these. */
  addAll(ids: Int32Array, count: number): void {
    this.ensure(count)
    const { ids: all, count: before } = this
    for (let i = 0; i < count; i++) all[before + i] = ids[i]
    this.count = before + count
  }

  /** Makes room for so many more. */
  ensure(more: number): void {
    if (this.count + more <= this.ids.length) return
    const grown = new Int32Array(Math.max(this.count + more, this.ids.length * 2))
    grown.set(this.ids)
    this.ids = grown
  }
}

/** Finds the words of texts in one table, which moves to where the compiled code can read it. */
export class WordScan implements TableHome {
  private readonly tokeniser: Tokeniser
  private readonly table: ByteTable
  private readonly digits: number
  private readonly code: Code
  private readonly memory: WasmMemory
  /** Where its own part of the memory begins, and memory that nobody has taken. */
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
  private readonly tokens = new Tokens()

  /** For the tokens of a tokeniser; undefined where they are not such words, or nothing may be compiled. */
  static of(tokeniser: Tokeniser, table: ByteTable, threads = 1): WordScan | undefined {
    if (tokeniser.kind === 'reuters') return undefined
    const made = compileOn<Code>(WASM, threads * BYTES, { most: MOST_BYTES })
    const scan = made && new WordScan(tokeniser, table, made.memory, made.code, 0, threads * BYTES)
    return scan && table.moveTo(scan) ? scan : undefined
  }

  /** The same for much text and a table that stays as it is, which all threads of a room find their words in. */
  static over(tokeniser: Tokeniser, table: ByteTable, room?: ScoringThread): WordScan | undefined {
    const words = room?.words as SharedWords | undefined
    const joined = words && WordScan.join(tokeniser, table, words, (room?.own ?? 0) * BYTES)
    if (joined !== undefined) return joined
    const scan = WordScan.of(tokeniser, table, room?.own === 0 ? room.threads : 1)
    scan?.know()
    if (room !== undefined) table.share()
    return scan
  }

  private static join(
    tokeniser: Tokeniser,
    table: ByteTable,
    { memory, places, known }: SharedWords,
    base: number,
  ): WordScan | undefined {
    const code = table.count === known.entries ? wasmExports(WASM, memory) : undefined
    if (code === undefined) return undefined
    // There is nothing for it to take: what is behind belongs to the first thread.
    const scan = new WordScan(tokeniser, table, memory, code as unknown as Code, base, MOST_BYTES)
    scan.known = known
    table.joinIn(scan, memory.buffer, places)
    return scan
  }

  private constructor(
    tokeniser: Tokeniser,
    table: ByteTable,
    memory: WasmMemory,
    code: Code,
    base: number,
    free: number,
  ) {
    const { buffer } = memory
    this.tokeniser = tokeniser
    this.table = table
    this.entries = table.count
    this.digits = tokeniser.kind === 'words' ? 0xff : 0
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

  /** What other threads need to find words in the same memory; undefined where they cannot. */
  get shared(): object | undefined {
    const { memory, places, known } = this
    const words: SharedWords | undefined = known && { memory, places: places.slice(), known }
    return words
  }

  /** Puts the words of the table where each takes one look, unless there are too many. */
  private know(): void {
    const { table, base } = this
    const bits = Math.ceil(Math.log2(LEAST_PLACES * (table.count + 1)))
    const room = bits > MOST_KNOWN_BITS ? undefined : this.allocate(KNOWN_BYTES << bits)
    if (room === undefined) return
    this.known = { at: room.at, shift: 64 - bits, entries: table.count }
    table.writePlaces(this.places)
    this.code.know(base + TABLE, base + MASKS, room.at, this.known.shift)
  }

  /** Whether it finds words in this table. */
  isOf(table: ByteTable): boolean {
    return this.table === table && table.livesIn(this)
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
    const { table } = this
    if (!grow && this.entries !== table.count) {
      this.entries = table.count
      this.bytes.fill(0, KEYS, BYTES)
    }
    let stretch = SHORTEST_STRETCH
    for (let at = from; at < to; ) {
      const end = windowEnd(bytes, at, to)
      const stop = end === at ? at : at + this.addWindow(bytes, at, end, grow, out)
      if (stop === end && end > at) {
        at = end
        continue
      }
      // Text that is not plain is left to the tokeniser, from the blank before to a blank behind.
      stretch = nextStretch(stretch, stop - at)
      at = blankFrom(bytes, Math.min(stop + stretch, to), to)
      this.tokeniser.tokenise(bytes, stop, at, this.tokens)
      out.add(this.tokens, table, grow)
    }
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
    const { known, table } = this
    if (!grow && known?.entries === table.count && table.livesIn(this)) {
      out.addAll(this.ids, this.find(text, stop, known))
      return stop
    }
    let done = 0
    while (done < stop) {
      if (grow) table.reserve(WINDOW)
      if (!table.livesIn(this)) break
      out.addAll(this.ids, this.scan(text, done, stop, grow))
      done = this.out[0]
    }
    return done
  }

  /** Finds words of the window's text while the table stays as it is; answers how many. */
  private find(text: number, to: number, { at, shift }: KnownWords): number {
    const { base, digits, table } = this
    table.writePlaces(this.places)
    return this.code.find(base + text, to, digits, base + MASKS, at, shift, base + IDS, base + TABLE)
  }

  /** Finds words of the window's text, until the table has to grow; answers how many. */
  private scan(text: number, from: number, to: number, grow: boolean): number {
    const { base, table, places, digits } = this
    const { count } = table
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
