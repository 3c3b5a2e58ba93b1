// Which rows have which terms, both ways: rows → terms (ascending) and term → rows (ascending). A term is there
// where its value is above 0. Two numbers an entry.

import type { Dataset } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'

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
    const { count, featureCount } = data
    this.rowCount = count
    this.featureCount = featureCount
    this.termStarts = new Uint32Array(featureCount + 1)
    this.rowStarts = new Uint32Array(count + 1)
    forEachEntry(data, (row, term) => {
      this.termStarts[term + 1]++
      this.rowStarts[row + 1]++
    })
    for (let f = 0; f < featureCount; f++) this.termStarts[f + 1] += this.termStarts[f]
    for (let r = 0; r < count; r++) this.rowStarts[r + 1] += this.rowStarts[r]
    const { termStarts, rowStarts } = this
    this.rows = new Uint32Array(rowStarts[count])
    this.terms = new Uint32Array(rowStarts[count])
    const next = termStarts.slice()
    forEachEntry(data, (row, term) => {
      this.rows[next[term]++] = row
    })
    // By term, so that each row's terms come out ascending.
    const end = rowStarts.slice()
    for (let f = 0; f < featureCount; f++) {
      for (let i = termStarts[f]; i < termStarts[f + 1]; i++) this.terms[end[this.rows[i]]++] = f
    }
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

function forEachEntry(data: Dataset, visit: (row: number, term: number) => void): void {
  for (let row = 0; row < data.count; row++) {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) if (values[e] > 0) visit(row, columns[e])
  }
}
