// The scores of a document's own labels in order, and how many wrong labels rank above how many of them.

export class TrueScores {
  /** How many of them there are. */
  count = 0
  /** How many wrong labels score no less than exactly n of the true ones, or n and more: whoever counts says which. */
  above = new Uint32Array(17)
  private sorted = new Float64Array(16)

  /** Takes the scores of labels[from … to], and sets `above` to 0. */
  take(scores: Float64Array, labels: Uint32Array, from: number, to: number): void {
    const count = to - from
    if (count > this.sorted.length) {
      this.sorted = new Float64Array(count * 2)
      this.above = new Uint32Array(count * 2 + 1)
    }
    this.count = count
    for (let i = 0; i < count; i++) this.sorted[i] = scores[labels[from + i]]
    if (count > 1) this.sorted.subarray(0, count).sort()
    this.above.fill(0, 0, count + 1)
  }

  /** The average precision, where `above` has the wrong labels by how many true ones exactly they reach. */
  averagePrecision(): number {
    const { above, count } = this
    let wrong = 0
    let sum = 0
    for (let place = 1; place <= count; place++) {
      wrong += above[count - place + 1]
      sum += place / (place + wrong)
    }
    return sum / count
  }

  /** How many of the true labels score no more than this. */
  reachedBy(score: number): number {
    const { sorted } = this
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sorted[middle] <= score) low = middle + 1
      else high = middle
    }
    return low
  }
}
