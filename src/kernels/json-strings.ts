// Strings of JSON by compiled code (assembly/json-strings.ts), where there is enough to read for it. Its code and its
// memory are one for all readers: a reader may be made for every block of a file. Who reads puts a window of the bytes
// ahead into the memory, which does for many lines.

import { WASM } from './json-strings-wasm.js'
import { compileOn } from './webassembly.js'

/** Less to read than this is not worth compiling anything for. */
export const WORTH_COMPILING = 1 << 16
/** Bytes of a window. */
export const WINDOW = 1 << 20
/** Code that takes sixteen bytes at a time reads and writes behind the end. */
const SLACK = 64
/** Fewer bytes are copied one by one: a view for `set` would take longer. */
const FEW = 64

// Where the memory has what, in bytes.
const TEXT = 64
const OUT = TEXT + WINDOW + SLACK
const BYTES = OUT + WINDOW + SLACK

interface Code {
  pass(at: number, to: number): number
  resolve(from: number, to: number, out: number): number
}

interface Compiled {
  readonly code: Code
  readonly memory: Uint8Array
  /** How many windows have been put into the memory. */
  windows: number
}

let compiled: Compiled | undefined
/** Bytes to be read before there is any. */
let untilWorth = WORTH_COMPILING

/** One reader's way to the compiled code. */
export class JsonStrings {
  /** Whether the string that was passed last has escapes. */
  escaped = false
  /** What is in the memory if the window is the last that was put there: bytes[from … to]. */
  private bytes: Uint8Array | undefined
  private from = 0
  private to = 0
  private window = 0
  private code: Code | undefined
  private memory: Uint8Array = new Uint8Array(0)

  /**
   * Whether strings within bytes[from … to] can be asked for, up to the next call. An array that has come before is
   * taken to hold what it held then. No where it is too long, there is not enough to read, or nothing may be compiled.
   */
  has(bytes: Uint8Array, from: number, to: number): boolean {
    const there =
      bytes === this.bytes && from >= this.from && to <= this.to && this.window === compiled?.windows
    return there || this.load(bytes, from, to)
  }

  /** Where the string of `bytes` that begins at `at`, behind its quote, has the other one; −1 where it is none before `to`. */
  pass(at: number, to: number): number {
    const shift = TEXT - this.from
    const end = this.code!.pass(at + shift, to + shift)
    this.escaped = (end & 1) === 1
    return end < 0 ? -1 : (end >>> 1) - shift
  }

  /** Writes the string bytes[from … to] without its escapes to `out` from `at` on; answers where it ends. */
  unescape(from: number, to: number, out: Uint8Array, at: number): number {
    const { memory } = this
    const shift = TEXT - this.from
    const end = this.code!.resolve(from + shift, to + shift, OUT)
    const length = end - OUT
    if (length < FEW) for (let i = 0; i < length; i++) out[at + i] = memory[OUT + i]
    else out.set(memory.subarray(OUT, end), at)
    return at + length
  }

  private load(bytes: Uint8Array, from: number, to: number): boolean {
    if (to - from > WINDOW) return false
    compiled ??= compile(bytes.length - from, to - from)
    if (compiled === undefined) return false
    this.code = compiled.code
    this.memory = compiled.memory
    this.bytes = bytes
    this.from = from
    this.to = Math.min(from + WINDOW, bytes.length)
    this.memory.set(bytes.subarray(from, this.to), TEXT)
    this.window = ++compiled.windows
    return true
  }
}

/** Undefined until there is enough to read, `ahead` or in all lines that came before, and where nothing may be compiled. */
function compile(ahead: number, line: number): Compiled | undefined {
  if (ahead < untilWorth) {
    untilWorth -= line
    return undefined
  }
  const made = compileOn<Code>(WASM, BYTES, false)
  if (made !== undefined) return { code: made.code, memory: new Uint8Array(made.buffer), windows: 0 }
  untilWorth = Number.POSITIVE_INFINITY
  return undefined
}
