// A column of whole numbers that grows: one number a document.

import { grow } from '../structures/grow.js'

export class Growing {
  count = 0
  private numbers = new Uint32Array(1024)

  push(value: number): void {
    if (this.count === this.numbers.length) this.numbers = grow(this.numbers, Math.ceil(this.count * 1.5))
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
