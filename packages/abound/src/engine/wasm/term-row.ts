// The row of a text by compiled code, from term-row.as.ts.

import type { TermRow } from '../contract.js'
import { PlainTermRow } from '../plain/plain-term-row.js'
import { compileOn, growMemory, type WasmMemory } from './webassembly.js'

const MOST_PLACES = 0xffffffff

/** Entries of a row that compiled code has room for. */
const LONGEST_ROW = 1 << 16
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

class CompiledTermRow {
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
  /** What its memory has a copy of. */
  private given: Float64Array | undefined

  /** Undefined where nothing may be compiled. */
  static make(): CompiledTermRow | undefined {
    const made = compileOn<Record<string, Numbers>>('termRow', PLACES_AT + BYTES_A_TERM * FEWEST_TERMS, {
      most: PLACES_AT + BYTES_A_TERM * MOST_TERMS,
      imports: { 'term-row.as': { log: Math.log } },
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

  /** Makes room for this many terms, or more; false where there is not so much memory. */
  reserveTerms(terms: number): boolean {
    if (terms <= this.room) return true
    // Even: the numbers of 64 bits that lie behind begin at a multiple of 8.
    const room = Math.min((Math.max(terms, 2 * this.room) + 1) & ~1, MOST_TERMS)
    if (terms > room || !growMemory(this.memory, PLACES_AT + BYTES_A_TERM * room)) return false
    this.room = room
    this.given = undefined
    this.forgetPlaces()
    return true
  }

  count(ids: Int32Array, n: number, _terms?: number): void {
    if (this.taken + n > MOST_PLACES) this.forgetPlaces()
    if (ids !== this.ids) this.ids.set(n === ids.length ? ids : ids.subarray(0, n))
    this.size = this.code.count(n, IDS_AT, PLACES_AT, this.taken, COLUMNS_AT, VALUES_AT, OUT)
    this.taken += this.size
    this.counted = this.out[0]
  }

  weigh(logs: boolean, idf: Float64Array | undefined, normalised: boolean): void {
    if (idf !== undefined && idf !== this.given) {
      new Float64Array(this.memory.buffer, this.idfAt, idf.length).set(idf)
      this.given = idf
    }
    this.size = this.code.weigh(
      this.size,
      COLUMNS_AT,
      VALUES_AT,
      logs ? LOGS_AT : 0,
      LOGS,
      idf === undefined ? 0 : this.idfAt,
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

/** Rows in compiled code; those that it has no room for, by plain loops. */
export class WasmTermRow implements TermRow {
  private readonly plain = new PlainTermRow()
  private readonly compiled = CompiledTermRow.make()
  /** What has the last row. */
  private row: PlainTermRow | CompiledTermRow = this.plain

  get columns(): Uint32Array {
    return this.row.columns
  }

  get values(): Float64Array {
    return this.row.values
  }

  get size(): number {
    return this.row.size
  }

  set size(size: number) {
    this.row.size = size
  }

  get counted(): number {
    return this.row.counted
  }

  get ids(): Int32Array | undefined {
    return this.compiled?.ids
  }

  reserve(entries: number, terms: number): void {
    const { compiled } = this
    if (compiled !== undefined && entries <= LONGEST_ROW && compiled.reserveTerms(terms)) this.row = compiled
    else {
      this.plain.reserve(entries)
      this.row = this.plain
    }
  }

  count(ids: Int32Array, n: number, terms: number): void {
    this.reserve(n, terms)
    this.row.count(ids, n, terms)
  }

  weigh(logs: boolean, idf: Float64Array | undefined, normalised: boolean): boolean {
    const { row } = this
    if (!(row instanceof CompiledTermRow) || (idf !== undefined && !row.reserveTerms(idf.length)))
      return false
    row.weigh(logs, idf, normalised)
    return true
  }
}
