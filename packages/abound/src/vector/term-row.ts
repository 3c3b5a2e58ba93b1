// The row of a text: its terms, each once, in the order in which they come, with their counts, then with values.

const MOST_PLACES = 0xffffffff

export class TermRow {
  columns = new Uint32Array(256)
  values = new Float64Array(256)
  size = 0
  /** How many ids were counted into it. */
  counted = 0
  /** By term: its place in the row + 1 + `taken`; less where it is not in it. */
  private places = new Uint32Array(1024)
  /** Places of the rows before. */
  private taken = 0

  /** Makes room for this many entries; what is in it is lost. */
  reserve(entries: number): void {
    if (entries <= this.columns.length) return
    const room = Math.max(entries, this.columns.length * 2)
    this.columns = new Uint32Array(room)
    this.values = new Float64Array(room)
  }

  /** Counts ids[0 … n], which are below `terms`, or below 0 where there is no such term. */
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
