// Words of plain text and their numbers in a table, in one go: compiled from assembly/scan-words.ts. It finds the words
// of plain text, ASCII and the letters of western Europe, and looks each up in a memory of words that came before, about
// as large as the processor's near cache. The table itself is asked only for words that are not there, and other text is
// left to the tokeniser. Numbers are those of the table: what is in the memory only changes how soon they are found.

import type { ByteStrings, ByteTable } from '../kernels/byte-table.js'
import { WASM } from '../kernels/scan-words-wasm.js'
import { compileOn } from '../kernels/webassembly.js'
import { nextStretch, SHORTEST_STRETCH, type Tokeniser } from './tokenise.js'
import { Tokens } from './tokens.js'

const SPACE = 0x20
/** Bytes that are looked at in one go: what is written of their words is to fit the near cache, too. */
const WINDOW = 1 << 14
const PADDING = 128
const LONGEST_KEY = 16
const KEY_BITS = 16
const KEY_SHIFT = 64 - KEY_BITS

// Where the memory has what, in bytes: lists of as many numbers as a window may have words.
const LIST = WINDOW * 2 + 4
const OUT = 16
const STARTS = 64
const IDS = STARTS + LIST
const MISSED = IDS + LIST
const MISSED_STARTS = MISSED + LIST
const MISSED_ENDS = MISSED_STARTS + LIST
const MISSED_HASHES = MISSED_ENDS + LIST
const MISSED_IDS = MISSED_HASHES + LIST
const MASKS = (MISSED_IDS + LIST + 15) & ~15
const TEXT = MASKS + (LONGEST_KEY + 1) * 16
const KEYS = TEXT + WINDOW + PADDING
const KEY_IDS = KEYS + (16 << KEY_BITS)
const BYTES = KEY_IDS + (4 << KEY_BITS)

interface Code {
  scan(...numbers: number[]): void
  remember(...numbers: number[]): void
}

/** Numbers of a text's terms in a table, −1 where it does not have them; used again for every text. */
export class TermIds {
  count = 0
  ids = new Int32Array(256)

  /** Adds those of some terms; new ones are added to a table that grows. */
  add(terms: Tokens, table: ByteTable, grow: boolean): void {
    this.ensure(terms.count)
    const ids = this.ids.subarray(this.count, this.count + terms.count)
    if (grow) table.internAll(terms, ids)
    else table.findAll(terms, ids)
    this.count += terms.count
  }

  /** Makes room for so many more. */
  ensure(more: number): void {
    if (this.count + more <= this.ids.length) return
    const grown = new Int32Array(Math.max(this.count + more, this.ids.length * 2))
    grown.set(this.ids)
    this.ids = grown
  }
}

export class WordScan {
  private readonly tokeniser: Tokeniser
  private readonly digits: number
  private readonly code: Code
  /** All of the memory, and its parts. */
  private readonly bytes: Uint8Array
  private readonly out: Uint32Array
  private readonly starts: Uint32Array
  private readonly ids: Int32Array
  private readonly missed: Uint32Array
  private readonly missedIds: Int32Array
  private readonly missedWords: ByteStrings & { count: number }
  /** Whose numbers it remembers, and of how many entries it had when words were found missing from it. */
  private table: ByteTable | undefined
  private entries = -1
  private readonly tokens = new Tokens()

  /** For the tokens of a tokeniser; undefined where they are not such words, or nothing may be compiled. */
  static of(tokeniser: Tokeniser): WordScan | undefined {
    if (tokeniser.kind === 'reuters') return undefined
    const compiled = compileOn<Code>(WASM, BYTES)
    return compiled && new WordScan(tokeniser, compiled.buffer, compiled.code)
  }

  private constructor(tokeniser: Tokeniser, memory: ArrayBufferLike, code: Code) {
    this.tokeniser = tokeniser
    this.digits = tokeniser.kind === 'words' ? 0xff : 0
    this.code = code
    this.bytes = new Uint8Array(memory)
    this.out = new Uint32Array(memory, OUT, 3)
    this.starts = new Uint32Array(memory, STARTS, LIST / 4)
    this.ids = new Int32Array(memory, IDS, LIST / 4)
    this.missed = new Uint32Array(memory, MISSED, LIST / 4)
    this.missedIds = new Int32Array(memory, MISSED_IDS, LIST / 4)
    this.missedWords = {
      count: 0,
      bytes: this.bytes,
      view: new DataView(memory),
      starts: new Uint32Array(memory, MISSED_STARTS, LIST / 4),
      ends: new Uint32Array(memory, MISSED_ENDS, LIST / 4),
      hashes: new Int32Array(memory, MISSED_HASHES, LIST / 4),
    }
    for (let length = 0; length <= LONGEST_KEY; length++)
      this.bytes.fill(0xff, MASKS + 16 * length, MASKS + 17 * length)
  }

  /** Adds the numbers of the words of bytes[from … to] in a table; new ones are added to a table that grows. */
  addIds(bytes: Uint8Array, from: number, to: number, table: ByteTable, grow: boolean, out: TermIds): void {
    // A word that a table does not have may be added to it.
    if (this.table !== table || (this.entries >= 0 && (grow || this.entries !== table.count))) {
      this.table = table
      this.entries = -1
      this.bytes.fill(0, KEYS, BYTES)
    }
    if (!grow) this.entries = table.count
    let stretch = SHORTEST_STRETCH
    for (let at = from; at < to; ) {
      const end = windowEnd(bytes, at, to)
      const stop = end === at ? at : this.addWindow(bytes, at, end, grow, out)
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

  /**
   * Adds the words of bytes[at … end], up to the blank before the first byte that is not plain, and answers where that is,
   * or `end`.
   */
  private addWindow(bytes: Uint8Array, at: number, end: number, grow: boolean, out: TermIds): number {
    const { bytes: own, starts, ids, missed, missedIds, missedWords } = this
    const size = end - at
    // Byte for byte where there are few: a view for `set` would take longer.
    if (size < 64) for (let i = 0; i < size; i++) own[TEXT + i] = bytes[at + i]
    else own.set(bytes.subarray(at, end), TEXT)
    own.fill(0, TEXT + size, TEXT + size + PADDING)
    this.find(size)
    let [count, missing] = this.out
    let stop = this.out[2]
    if (stop < size) {
      while (stop > 0 && own[TEXT + stop - 1] > SPACE) stop--
      while (count > 0 && starts[count - 1] >= TEXT + stop) count--
      while (missing > 0 && missed[missing - 1] >= count) missing--
    }
    if (missing > 0) {
      missedWords.count = missing
      if (grow) this.table!.internAll(missedWords, missedIds)
      else this.table!.findAll(missedWords, missedIds)
      for (let i = 0; i < missing; i++) ids[missed[i]] = missedIds[i]
      this.code.remember(missing, MASKS, KEYS, KEY_SHIFT, KEY_IDS, MISSED_STARTS, MISSED_ENDS, MISSED_IDS)
    }
    out.ensure(count)
    const { ids: all, count: before } = out
    for (let i = 0; i < count; i++) all[before + i] = Math.max(ids[i], -1)
    out.count = before + count
    return at + stop
  }

  private find(size: number): void {
    this.code.scan(
      TEXT,
      0,
      size,
      this.digits,
      MASKS,
      KEYS,
      KEY_SHIFT,
      KEY_IDS,
      STARTS,
      IDS,
      MISSED,
      MISSED_STARTS,
      MISSED_ENDS,
      MISSED_HASHES,
      OUT,
    )
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
