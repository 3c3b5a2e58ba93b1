// The row of a text by plain loops.

import type { TermRow } from '../contract.js'

const MOST_PLACES = 0x7fffffff

export class PlainTermRow implements TermRow {
  columns = new Uint32Array(256)
  values = new Float64Array(256)
  size = 0
  counted = 0
  readonly ids = undefined
  private counts = new Int32Array(256)
  /** By term: its place in the row + 1 + `taken`; less where it is not in it. */
  private places = new Int32Array(1024)
  /** Places of the rows before. */
  private taken = 0

  reserve(entries: number): void {
    if (entries <= this.columns.length) return
    const room = Math.max(entries, this.columns.length * 2)
    this.columns = new Uint32Array(room)
    this.values = new Float64Array(room)
    this.counts = new Int32Array(room)
  }

  count(ids: Int32Array, n: number, terms: number): void {
    this.reserve(n)
    this.reservePlaces(terms, n)
    const { columns, values, counts, places, taken } = this
    let size = 0
    let counted = 0
    for (let i = 0; i < n; i++) {
      const term = ids[i]
      if (term < 0) continue
      counted++
      // Whether a term is new to the row is as good as chance: a branch on it would often be predicted wrong.
      const found = places[term] - taken - 1
      const isNew = found >> 31
      const place = (found & ~isNew) | (size & isNew)
      places[term] = taken + place + 1
      columns[place] = term
      counts[place] = (counts[place] & ~isNew) + 1
      size -= isNew
    }
    for (let i = 0; i < size; i++) values[i] = counts[i]
    this.size = size
    this.taken += size
    this.counted = counted
  }

  weigh(): boolean {
    return false
  }

  private reservePlaces(terms: number, n: number): void {
    if (terms > this.places.length) this.places = new Int32Array(Math.max(terms, this.places.length * 2))
    else if (this.taken + n > MOST_PLACES) this.places.fill(0)
    else return
    this.taken = 0
  }
}
