// A column of whole numbers that grows: one number a document, no object for any.

export class Growing {
  count = 0
  private numbers: Uint32Array

  constructor(room = 1024) {
    this.numbers = new Uint32Array(room)
  }

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

  set(i: number, value: number): void {
    this.numbers[i] = value
  }

  /** What is there so far, in place. */
  view(): Uint32Array {
    return this.numbers.subarray(0, this.count)
  }
}
