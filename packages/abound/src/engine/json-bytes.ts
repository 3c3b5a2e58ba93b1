// Lines of JSON by compiled code (assembly/json-bytes.ts), where there is enough to read for it. Its code and its
// memory are one for all readers: a reader may be made for every block of a file. Who reads puts a window of the bytes
// ahead into the memory, which does for many lines.

import { WASM } from './wasm/json-bytes-wasm.js'
import { compileOn } from './webassembly.js'

/** What a field holds. */
export const ABSENT = 0
export const TEXT = 1
/** A string with escapes. */
export const ESCAPED = 2
/** Strings, by their numbers. */
export const LIST = 3
export const TRUE = 4
export const FALSE = 5
export const NULL = 6

/** Less to read than this is not worth compiling anything for. */
export const WORTH_COMPILING = 1 << 16
/** Bytes of a window. */
export const WINDOW = 1 << 20
/** Code that takes sixteen bytes at a time reads and writes behind the end. */
const SLACK = 64
/** Fewer bytes are copied one by one: a view for `set` would take longer. */
const FEW = 64

/** Fields, and bytes of their names, that there is room for. */
const MOST_FIELDS = 64
const NAME_BYTES = 1 << 12
/** Strings in lists of one line that there is room for, each with three numbers. */
const MOST_ITEMS = 1 << 12
/** Lines that are read in one go at most, with three numbers each; and bytes of their texts, which stay in the near cache. */
const MOST_RECORDS = 1 << 8
const MOST_TEXT = 1 << 14

// Where the memory has what, in bytes.
const STOPPED = 32
const KINDS = 64
const BOUNDS = KINDS + MOST_FIELDS
const NAMES = BOUNDS + 8 * MOST_FIELDS
const NAME_TEXTS = NAMES + 8 * MOST_FIELDS
const ITEMS = NAME_TEXTS + NAME_BYTES
const RECORDS = ITEMS + 12 * MOST_ITEMS
const TEXT_AT = RECORDS + 12 * MOST_RECORDS
const OUT = TEXT_AT + WINDOW + SLACK
const BYTES = OUT + WINDOW + SLACK

/** What compiled code says of a line that has more strings in lists than it has room for; of one not accepted, −1. */
const TOO_MANY = -2

const NONE = -1

interface Code {
  line(...numbers: number[]): number
  texts(...numbers: number[]): number
  resolve(from: number, to: number, out: number): number
}

interface Compiled {
  readonly code: Code
  readonly memory: Uint8Array
  /** The same memory. */
  readonly numbers: Uint32Array
  /** How many windows have been put into the memory. */
  windows: number
}

let compiled: Compiled | undefined
/** Bytes to be read before there is any. */
let untilWorth = WORTH_COMPILING

/** What a line was found to hold, to be written into: see JsonLine. */
export interface FoundFields {
  readonly kinds: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** A string of a list. */
  addItem(start: number, end: number, escaped: boolean): void
}

/** Lines that were read in one go. */
export interface FoundTexts {
  readonly count: number
  /** Where in the bytes the next line begins. */
  readonly end: number
  /** All texts, end to end, overwritten by the next call, and by line where the text ends there. */
  readonly texts: Uint8Array
  readonly textEnds: Uint32Array
  /** By line, where in the bytes its id begins and ends; where it has none, both are −1. */
  readonly ids: Int32Array
}

/** One reader's way to the compiled code. */
export class JsonBytes {
  private readonly names: readonly Uint8Array[]
  /** Whether there is room for the names. */
  private readonly fits: boolean
  /** What is in the memory if the window is the last that was put there: bytes[from … to]. */
  private bytes: Uint8Array | undefined
  private from = 0
  private to = 0
  private window = 0
  private compiled: Compiled | undefined

  /** For fields of these names. */
  constructor(names: readonly Uint8Array[]) {
    this.names = names
    this.fits =
      names.length <= MOST_FIELDS && names.reduce((sum, { length }) => sum + length, 0) <= NAME_BYTES
  }

  /**
   * Whether bytes[from … to] can be asked for, up to the next call. An array that has come before is taken to hold what it
   * held then. No where it is too long, there is not enough to read, or nothing may be compiled.
   */
  has(bytes: Uint8Array, from: number, to: number): boolean {
    const there =
      bytes === this.bytes && from >= this.from && to <= this.to && this.window === compiled?.windows
    return there || this.load(bytes, from, to)
  }

  /** Reads the line bytes[from … to]; false where it is not accepted, undefined where others have to find that out. */
  line(from: number, to: number, found: FoundFields): boolean | undefined {
    const { code, memory, numbers } = this.compiled!
    const shift = TEXT_AT - this.from
    const fields = this.names.length
    const items = code.line(from + shift, to + shift, fields, NAMES, KINDS, BOUNDS, ITEMS, MOST_ITEMS)
    if (items < 0) return items === TOO_MANY ? undefined : false
    const { kinds, starts, ends } = found
    for (let f = 0; f < fields; f++) {
      const kind = memory[KINDS + f]
      kinds[f] = kind
      if (kind === ABSENT) continue
      // Of a list, there are numbers of strings.
      const by = kind === LIST ? 0 : shift
      starts[f] = numbers[BOUNDS / 4 + 2 * f] - by
      ends[f] = numbers[BOUNDS / 4 + 2 * f + 1] - by
    }
    for (let i = 0, at = ITEMS / 4; i < items; i++, at += 3)
      found.addItem(numbers[at] - shift, numbers[at + 1] - shift, numbers[at + 2] === 1)
    return true
  }

  /**
   * Reads the lines of `bytes` from `from` on, which begins one, while they hold a text (the first field) and nothing but
   * perhaps an id (the second) and a list of labels with names (the field `labels`), each in at most `longest` bytes and
   * with its end. Undefined where there is no such line, or others have to find that out.
   */
  texts(bytes: Uint8Array, from: number, labels: number, longest: number): FoundTexts | undefined {
    if (from >= bytes.length || !this.has(bytes, from, from + 1)) return undefined
    const { code, memory, numbers } = this.compiled!
    const shift = TEXT_AT - this.from
    const count = code.texts(
      ...[from + shift, this.to + shift, Math.min(longest, WINDOW), this.names.length, NAMES, labels],
      ...[KINDS, BOUNDS, ITEMS, MOST_ITEMS, RECORDS, MOST_RECORDS, OUT, OUT + MOST_TEXT, STOPPED],
    )
    if (count === 0) return undefined
    const textEnds = new Uint32Array(count)
    const ids = new Int32Array(2 * count)
    for (let i = 0, at = RECORDS / 4; i < count; i++, at += 3) {
      textEnds[i] = numbers[at] - OUT
      const id = numbers[at + 1]
      ids[2 * i] = id === 0 ? NONE : id - shift
      ids[2 * i + 1] = id === 0 ? NONE : numbers[at + 2] - shift
    }
    const texts = memory.subarray(OUT, OUT + textEnds[count - 1])
    return { count, end: (numbers[STOPPED / 4] - shift) | 0, texts, textEnds, ids }
  }

  /** Writes the string bytes[from … to] without its escapes to `out` from `at` on; answers where it ends. */
  unescape(from: number, to: number, out: Uint8Array, at: number): number {
    const { code, memory } = this.compiled!
    const shift = TEXT_AT - this.from
    const end = code.resolve(from + shift, to + shift, OUT)
    const length = end - OUT
    if (length < FEW) for (let i = 0; i < length; i++) out[at + i] = memory[OUT + i]
    else out.set(memory.subarray(OUT, end), at)
    return at + length
  }

  private load(bytes: Uint8Array, from: number, to: number): boolean {
    if (!this.fits || to - from > WINDOW) return false
    compiled ??= compile(bytes.length - from, to - from)
    if (compiled === undefined) return false
    this.compiled = compiled
    this.bytes = bytes
    this.from = from
    this.to = Math.min(from + WINDOW, bytes.length)
    compiled.memory.set(bytes.subarray(from, this.to), TEXT_AT)
    this.loadNames(compiled)
    this.window = ++compiled.windows
    return true
  }

  private loadNames({ memory, numbers }: Compiled): void {
    let at = NAME_TEXTS
    for (let f = 0; f < this.names.length; f++) {
      memory.set(this.names[f], at)
      numbers[NAMES / 4 + 2 * f] = at
      numbers[NAMES / 4 + 2 * f + 1] = this.names[f].length
      at += this.names[f].length
    }
  }
}

/** Undefined until there is enough to read, `ahead` or in all lines that came before, and where nothing may be compiled. */
function compile(ahead: number, line: number): Compiled | undefined {
  if (ahead < untilWorth) {
    untilWorth -= line
    return undefined
  }
  const made = compileOn<Code>(WASM, BYTES, { shared: false })
  if (made !== undefined) {
    const { code, buffer } = made
    return { code, memory: new Uint8Array(buffer), numbers: new Uint32Array(buffer), windows: 0 }
  }
  untilWorth = Number.POSITIVE_INFINITY
  return undefined
}
