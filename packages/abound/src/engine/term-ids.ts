// Numbers of a text's terms in a table.

/** −1 where the table does not have the term; used again for every text. */
export class TermIds {
  count = 0
  ids: Int32Array = new Int32Array(256)

  /** Empties it; the next ones go to this place while there is room. */
  clear(place = this.ids): void {
    this.ids = place
    this.count = 0
  }

  /** Adds the first of these. */
  addAll(ids: Int32Array, count: number): void {
    this.ensure(count)
    const { ids: all, count: before } = this
    for (let i = 0; i < count; i++) all[before + i] = ids[i]
    this.count = before + count
  }

  /** Makes room for this many more. */
  ensure(more: number): void {
    if (this.count + more <= this.ids.length) return
    const grown = new Int32Array(Math.max(this.count + more, this.ids.length * 2))
    grown.set(this.ids)
    this.ids = grown
  }
}
