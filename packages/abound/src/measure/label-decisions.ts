// Which labels each document has or was given, so that macro averages get intervals: 8 bytes for each (document,
// label) that is true or assigned.

import { grow } from '../structures/grow.js'

/** Beyond this many (64 MB) nothing more is kept, and macro averages get no interval. */
const MOST = 1 << 23

export class LabelDecisions {
  private size = 0
  private full = false
  private documents = new Uint32Array(1024)
  /** Label · 2 + 1 where it is both true and assigned. */
  private packed = new Uint32Array(1024)
  private readonly most: number

  constructor(most = MOST) {
    this.most = most
  }

  /** A label that the document has or was given; `right`: both. */
  add(document: number, label: number, right: boolean): void {
    const at = this.size
    if (at === this.most) this.full = true
    if (this.full) return
    if (at === this.packed.length) {
      this.documents = grow(this.documents, at * 2)
      this.packed = grow(this.packed, at * 2)
    }
    this.documents[at] = document
    this.packed[at] = label * 2 + (right ? 1 : 0)
    this.size++
  }

  /**
   * How much the sum of the labels' F1 changes with the weight of each document, at weight 1: of F1 = 2a/s, where a
   * counts the label's right documents and s the true and the assigned, that is (2 − 4a/s)/s for a right document and
   * −2a/s² for another. Undefined where not all decisions were kept.
   */
  influence(labelCount: number, documentCount: number): Float64Array | undefined {
    if (this.full) return undefined
    const { size, documents, packed } = this
    const right = new Float64Array(labelCount)
    const sum = new Float64Array(labelCount)
    for (let i = 0; i < size; i++) {
      const label = packed[i] >>> 1
      const isRight = packed[i] & 1
      right[label] += isRight
      sum[label] += 1 + isRight
    }
    const out = new Float64Array(documentCount)
    for (let i = 0; i < size; i++) {
      const label = packed[i] >>> 1
      const f1 = (2 * right[label]) / sum[label]
      out[documents[i]] += ((packed[i] & 1) === 1 ? 2 - 2 * f1 : -f1) / sum[label]
    }
    return out
  }
}
