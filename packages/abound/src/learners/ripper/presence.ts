// Which rows have which terms, both ways: rows → terms (ascending) and term → rows (ascending). A term is there
// where its value is above 0. Two numbers an entry.

import type { Dataset } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { type IdLists, invertLists } from '../../structures/id-lists.js'

export class Presence {
  readonly rowCount: number
  readonly featureCount: number
  /** Terms of row r: terms[rowStarts[r] … rowStarts[r + 1]]. */
  readonly rowStarts: Uint32Array
  readonly terms: Uint32Array
  /** Rows with term f: rows[termStarts[f] … termStarts[f + 1]]. */
  readonly termStarts: Uint32Array
  readonly rows: Uint32Array

  constructor(data: Dataset) {
    this.rowCount = data.count
    this.featureCount = data.featureCount
    const byTerm = invertLists(presentTerms(data), data.featureCount)
    // Inverted again, the terms of each row are ascending.
    const byRow = invertLists(byTerm, data.count)
    this.termStarts = byTerm.offsets
    this.rows = byTerm.ids
    this.rowStarts = byRow.offsets
    this.terms = byRow.ids
  }

  /** How many rows have the term. */
  frequency(term: number): number {
    return this.termStarts[term + 1] - this.termStarts[term]
  }

  /** How many terms some row has. */
  usedTerms(): number {
    let used = 0
    for (let f = 0; f < this.featureCount; f++) if (this.frequency(f) > 0) used++
    return used
  }

  has(row: number, term: number): boolean {
    const { terms } = this
    let low = this.rowStarts[row]
    let high = this.rowStarts[row + 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (terms[middle] < term) low = middle + 1
      else high = middle
    }
    return low < this.rowStarts[row + 1] && terms[low] === term
  }
}

function presentTerms({ count, chunks }: Dataset): IdLists {
  const offsets = new Uint32Array(count + 1)
  const ids = new Uint32Array(chunks.reduce((sum, { columns }) => sum + columns.length, 0))
  let at = 0
  for (let row = 0; row < count; row++) {
    const chunk = chunks[row >>> CHUNK_SHIFT]
    const to = chunk.offsets[(row & CHUNK_MASK) + 1]
    for (let e = chunk.offsets[row & CHUNK_MASK]; e < to; e++) {
      if (chunk.values[e] > 0) ids[at++] = chunk.columns[e]
    }
    offsets[row + 1] = at
  }
  return { offsets, ids: ids.subarray(0, at) }
}
