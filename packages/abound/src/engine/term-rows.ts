// The row of a text: its terms, each once, in the order in which they come, with their counts, then with values.
// By plain loops, or compiled from assembly/term-rows.ts, to the same bits.

import { WASM } from './wasm/term-rows-wasm.js'
import { compileOn, growMemory, type WasmMemory } from './webassembly.js'

/** What a row is made in; the next one is made in the same place. */
export interface TermRow {
  /** Its terms and their counts or values, `size` of them. */
  readonly columns: Uint32Array
  readonly values: Float64Array
  size: number
  /** How many ids were counted into it. */
  readonly counted: number
  /** Makes room for so many entries; what is in it is lost. */
  reserve(entries: number): void
  /** Counts ids[0 … n], which are below `terms`, or below 0 where there is no such term. */
  count(ids: Int32Array, n: number, terms: number): void
}

const MOST_PLACES = 0xffffffff

export class PlainTermRow implements TermRow {
  columns = new Uint32Array(256)
  values = new Float64Array(256)
  size = 0
  counted = 0
  /** By term: its place in the row + 1 + `taken`; less where it is not in it. */
  private places = new Uint32Array(1024)
  /** Places of the rows before. */
  private taken = 0

  reserve(entries: number): void {
    if (entries <= this.columns.length) return
    const room = Math.max(entries, this.columns.length * 2)
    this.columns = new Uint32Array(room)
    this.values = new Float64Array(room)
  }

  count(ids: Int32Array, n: number, terms: number): void {
    this.reserve(n)
    this.reservePlaces(terms, n)
    const { columns, values, places, taken } = this
    let size = 0
    let counted = 0
    for (let i = 0; i < n; i++) {
      const term = ids[i]
      if (term < 0) continue
      counted++
      const place = places[term] - taken
      if (place <= 0) {
        columns[size] = term
        values[size] = 1
        places[term] = taken + ++size
      } else values[place - 1]++
    }
    this.size = size
    this.taken += size
    this.counted = counted
  }

  private reservePlaces(terms: number, n: number): void {
    if (terms > this.places.length) this.places = new Uint32Array(Math.max(terms, this.places.length * 2))
    else if (this.taken + n > MOST_PLACES) this.places.fill(0)
    else return
    this.taken = 0
  }
}

/** Entries of a row that compiled code has room for. */
export const LONGEST_ROW = 1 << 16
/** Terms that it has room for at first and at most. */
const FEWEST_TERMS = 1 << 14
const MOST_TERMS = 1 << 28
const LOGS = 256

// Where the memory has what, in bytes; numbers by term come last, and grow.
const OUT = 0
const LOGS_AT = 64
const IDS_AT = LOGS_AT + 8 * LOGS
const COLUMNS_AT = IDS_AT + 4 * LONGEST_ROW
const VALUES_AT = COLUMNS_AT + 4 * LONGEST_ROW
const PLACES_AT = VALUES_AT + 8 * LONGEST_ROW
const BYTES_A_TERM = 12

type Numbers = (...numbers: number[]) => number

export class CompiledTermRow implements TermRow {
  readonly columns: Uint32Array
  readonly values: Float64Array
  size = 0
  counted = 0
  private readonly memory: WasmMemory
  private readonly code: Record<string, Numbers>
  /** Where ids to be counted need not be copied to. */
  readonly ids: Int32Array
  private readonly out: Uint32Array
  /** Terms that there is room for. */
  room = FEWEST_TERMS
  private taken = 0

  /** Undefined where nothing may be compiled. */
  static make(): CompiledTermRow | undefined {
    const made = compileOn<Record<string, Numbers>>(WASM, PLACES_AT + BYTES_A_TERM * FEWEST_TERMS, {
      most: PLACES_AT + BYTES_A_TERM * MOST_TERMS,
      imports: { 'term-rows': { log: Math.log } },
    })
    return made && new CompiledTermRow(made.memory, made.code)
  }

  private constructor(memory: WasmMemory, code: Record<string, Numbers>) {
    this.memory = memory
    this.code = code
    const { buffer } = memory
    this.columns = new Uint32Array(buffer, COLUMNS_AT, LONGEST_ROW)
    this.values = new Float64Array(buffer, VALUES_AT, LONGEST_ROW)
    this.ids = new Int32Array(buffer, IDS_AT, LONGEST_ROW)
    this.out = new Uint32Array(buffer, OUT, 1)
    const logs = new Float64Array(buffer, LOGS_AT, LOGS)
    for (let count = 0; count < LOGS; count++) logs[count] = Math.log(count)
  }

  reserve(entries: number): void {
    if (entries > LONGEST_ROW) throw new RangeError(`a row of ${entries} entries`)
  }

  /** Makes room for so many terms, or more, which loses their idf; false where there is not so much memory. */
  reserveTerms(terms: number): boolean {
    if (terms <= this.room) return true
    // Even: the numbers of 64 bits that lie behind begin at a multiple of 8.
    const room = Math.min((Math.max(terms, 2 * this.room) + 1) & ~1, MOST_TERMS)
    if (terms > room || !growMemory(this.memory, PLACES_AT + BYTES_A_TERM * room)) return false
    this.room = room
    this.forgetPlaces()
    return true
  }

  count(ids: Int32Array, n: number): void {
    if (this.taken + n > MOST_PLACES) this.forgetPlaces()
    if (ids !== this.ids) this.ids.set(n === ids.length ? ids : ids.subarray(0, n))
    this.size = this.code.count(n, IDS_AT, PLACES_AT, this.taken, COLUMNS_AT, VALUES_AT, OUT)
    this.taken += this.size
    this.counted = this.out[0]
  }

  /** By term, what `weigh` may multiply by. */
  idf(terms: number): Float64Array {
    return new Float64Array(this.memory.buffer, this.idfAt, terms)
  }

  /** Counts d become d or 1 + ln d, times the idf if that is wanted, over the length of the row if it is. Entries of 0 leave. */
  weigh(logs: boolean, idf: boolean, normalised: boolean): void {
    this.size = this.code.weigh(
      this.size,
      COLUMNS_AT,
      VALUES_AT,
      logs ? LOGS_AT : 0,
      LOGS,
      idf ? this.idfAt : 0,
      normalised ? 1 : 0,
    )
  }

  private get idfAt(): number {
    return PLACES_AT + 4 * this.room
  }

  private forgetPlaces(): void {
    new Uint32Array(this.memory.buffer, PLACES_AT, this.room).fill(0)
    this.taken = 0
  }
}
