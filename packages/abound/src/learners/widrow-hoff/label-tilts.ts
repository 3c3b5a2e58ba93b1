// Where absent words have a value a, x is a + x_j everywhere, and a step adds the same amount to the weight of every word of
// a label beside what its own words get: w = v + b, v by word and b (the "tilt") and Σv by label. So
//   w·x = v·x + b·Σx + a·(Σv + n·b),  Σx over the row's own entries, n features
// and a step costs what the row's words cost.

import type { NumberArray, State } from '../../contract.js'
import { grow } from '../../structures/grow.js'
import { floatsFrom, packNumbers } from '../../structures/state-arrays.js'

const NAMES = ['tilt', 'lateTilt', 'sums'] as const

export class LabelTilts {
  /** b, Σ t·Δb over the steps t (averaged-weights.ts has the same of v), and Σv of each label. */
  tilt: Float64Array
  lateTilt: Float64Array
  sums: Float64Array

  constructor(labels: number) {
    this.tilt = new Float64Array(labels)
    this.lateTilt = new Float64Array(labels)
    this.sums = new Float64Array(labels)
  }

  grow(labels: number): void {
    for (const name of NAMES) this[name] = grow(this[name], labels)
  }

  /** b of a label in the mean over `steps` steps. */
  mean(label: number, steps: number): number {
    return this.tilt[label] - this.lateTilt[label] / (steps + 1)
  }

  arrays(labels: number): Record<string, NumberArray> {
    return Object.fromEntries(NAMES.map((name) => [name, packNumbers(this[name].subarray(0, labels))]))
  }

  static from(arrays: State['arrays'], labels: number): LabelTilts {
    const tilts = new LabelTilts(labels)
    tilts.tilt.set(floatsFrom(arrays.tilt, labels, 'tilts'))
    tilts.lateTilt.set(floatsFrom(arrays.lateTilt, labels, 'late tilts'))
    tilts.sums.set(floatsFrom(arrays.sums, labels, 'weight sums'))
    return tilts
  }
}
