// A column of whole numbers that grows: one number a document.

export class Growing {
  count = 0
  private numbers = new Uint32Array(1024)

  push(value: number): void {
    if (this.count === this.numbers.length) {
      const grown = new Uint32Array(this.count + (this.count >>> 1) + 16)
      grown.set(this.numbers)
      this.numbers = grown
    }
    this.numbers[this.count++] = value
  }

  at(i: number): number {
    return this.numbers[i]
  }

  /** A view of all numbers so far. */
  view(): Uint32Array {
    return this.numbers.subarray(0, this.count)
  }
}
