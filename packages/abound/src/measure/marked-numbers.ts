// Numbers, each with a mark, in arrays that grow: 9 bytes each. Scores with whether they came true, or a record that one
// thread sends to another.

import { grow } from '../structures/grow.js'

/** Plain data. */
export interface Marked {
  readonly numbers: Float64Array
  readonly marks: Uint8Array
}

export class MarkedNumbers {
  size = 0
  private numbers = new Float64Array(1024)
  private marks = new Uint8Array(1024)

  add(number: number, mark: number): void {
    const { size } = this
    if (size === this.marks.length) {
      this.numbers = grow(this.numbers, size * 2)
      this.marks = grow(this.marks, size * 2)
    }
    this.numbers[size] = number
    this.marks[size] = mark
    this.size++
  }

  /** A copy of what is there, which is then gone. */
  take(): Marked {
    const { numbers, marks } = this.arrays()
    this.size = 0
    return { numbers: numbers.slice(), marks: marks.slice() }
  }

  /** Views of what is there. */
  arrays(): Marked {
    return { numbers: this.numbers.subarray(0, this.size), marks: this.marks.subarray(0, this.size) }
  }
}
