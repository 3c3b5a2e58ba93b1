// Lines of JSON by compiled code, from json-texts.as.ts. Its code and its memory are one for all readers: a reader may be
// made for every block of a file. A window of the bytes ahead is put into the memory, which does for many lines.

import type { FoundTexts, JsonTextFields, JsonTexts } from '../contract.js'
import { compileOn } from './webassembly.js'

/** Less to read at once than this is not worth compiling anything for. */
const WORTH_COMPILING = 1 << 16
/** Bytes of a window. */
export const WINDOW = 1 << 20
/** Code that takes sixteen bytes at a time reads and writes behind the end. */
const SLACK = 64

/** Fields, and bytes of their names, that there is room for. */
const MOST_FIELDS = 64
const NAME_BYTES = 1 << 12
/** Lines that are read in one go at most, with three numbers each; and bytes of their texts, which stay in the near cache. */
const MOST_RECORDS = 1 << 8
const MOST_TEXT = 1 << 14

// Where the memory has what, in bytes.
const STOPPED = 32
const KINDS = 64
const BOUNDS = KINDS + MOST_FIELDS
const NAMES = BOUNDS + 8 * MOST_FIELDS
const NAME_TEXTS = NAMES + 8 * MOST_FIELDS
const RECORDS = NAME_TEXTS + NAME_BYTES
const TEXT_AT = RECORDS + 12 * MOST_RECORDS
const OUT = TEXT_AT + WINDOW + SLACK
const BYTES = OUT + WINDOW + SLACK

const NONE = -1

interface Compiled {
  readonly code: { texts(...numbers: number[]): number }
  readonly memory: Uint8Array
  /** The same memory. */
  readonly numbers: Uint32Array
  /** How many windows have been put into the memory. */
  windows: number
}

let compiled: Compiled | undefined

/** Undefined where there is no room for the names. */
export function wasmJsonTexts({ names, labels }: JsonTextFields): JsonTexts | undefined {
  const bytes = names.reduce((sum, { length }) => sum + length, 0)
  return names.length > MOST_FIELDS || bytes > NAME_BYTES ? undefined : new WasmJsonTexts(names, labels)
}

class WasmJsonTexts implements JsonTexts {
  private readonly names: readonly Uint8Array[]
  private readonly labels: number
  /** What is in the memory if the window is the last that was put there: bytes[from … to]. */
  private bytes: Uint8Array | undefined
  private from = 0
  private to = 0
  private window = 0

  constructor(names: readonly Uint8Array[], labels: number) {
    this.names = names
    this.labels = labels
  }

  read(bytes: Uint8Array, from: number, longest: number): FoundTexts | undefined {
    const made = from < bytes.length ? this.codeFor(bytes, from) : undefined
    if (made === undefined) return undefined
    const { code, memory, numbers } = made
    let count = this.readWindow(code, from, longest)
    if (count === 0 && this.from < from && this.to < bytes.length) {
      // The line may go on behind the window.
      this.load(made, bytes, from)
      count = this.readWindow(code, from, longest)
    }
    if (count === 0) return undefined
    const shift = TEXT_AT - this.from
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

  private readWindow(code: Compiled['code'], from: number, longest: number): number {
    const shift = TEXT_AT - this.from
    return code.texts(
      ...[from + shift, this.to + shift, Math.min(longest, WINDOW), this.names.length, NAMES, this.labels],
      ...[KINDS, BOUNDS, RECORDS, MOST_RECORDS, OUT, OUT + MOST_TEXT, STOPPED],
    )
  }

  /** The code with bytes[from …] in its memory; undefined where there is too little to read, or nothing may be compiled. */
  private codeFor(bytes: Uint8Array, from: number): Compiled | undefined {
    if (compiled === undefined && bytes.length - from >= WORTH_COMPILING) compiled = compile()
    const made = compiled
    if (made === undefined) return undefined
    const there = bytes === this.bytes && from >= this.from && from < this.to && this.window === made.windows
    if (!there) this.load(made, bytes, from)
    return made
  }

  private load(made: Compiled, bytes: Uint8Array, from: number): void {
    this.bytes = bytes
    this.from = from
    this.to = Math.min(from + WINDOW, bytes.length)
    made.memory.set(bytes.subarray(from, this.to), TEXT_AT)
    this.window = ++made.windows
    const { memory, numbers } = made
    let at = NAME_TEXTS
    for (let f = 0; f < this.names.length; f++) {
      memory.set(this.names[f], at)
      numbers[NAMES / 4 + 2 * f] = at
      numbers[NAMES / 4 + 2 * f + 1] = this.names[f].length
      at += this.names[f].length
    }
  }
}

function compile(): Compiled | undefined {
  const made = compileOn<Compiled['code']>('jsonTexts', BYTES, { shared: false })
  if (made === undefined) return undefined
  const { code } = made
  const { buffer } = made.memory
  return { code, memory: new Uint8Array(buffer), numbers: new Uint32Array(buffer), windows: 0 }
}
