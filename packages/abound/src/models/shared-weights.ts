// What the weights of all labels have in common: an amount by feature that every label had added at once.
//
// A label that comes later starts without the amounts of before. So amounts are kept by epoch: those of epoch e
// belong to the labels below `limits[e]`, and a new epoch begins when an amount is added after labels have come.
// With all labels known from the start there is one epoch, and one amount a feature.

import type { Dataset, NumberArray, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { InputError } from '../errors.js'
import { grow } from '../structures/grow.js'
import { Postings } from '../structures/postings.js'
import { floatsFrom, idsFrom, lengthsFrom, packNumbers } from '../structures/state-arrays.js'

export class SharedWeights {
  /** Ascending; the first `epochs` count. */
  private limits: Uint32Array
  private epochs: number
  /** By feature: epoch and amount, epochs ascending. */
  private readonly lists: Postings
  /** What the labels of each epoch get from the row at hand; 0 for those that came after the last. */
  private sums: Float64Array

  constructor(limits: Uint32Array = new Uint32Array(0), lists = new Postings()) {
    this.limits = limits
    this.epochs = limits.length
    this.lists = lists
    this.sums = new Float64Array(this.epochs)
  }

  /** Adds scale · x to all labels below `labelCount`. */
  addScaledRow(data: Dataset, row: number, scale: number, labelCount: number): void {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    const epoch = this.epochOf(labelCount)
    const { lists } = this
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = columns[e]
      lists.ensure(feature)
      const last = lists.starts[feature] + lists.lengths[feature] - 1
      if (lists.lengths[feature] > 0 && lists.labels[last] === epoch) lists.values[last] += scale * values[e]
      else lists.append(feature, epoch, scale * values[e])
    }
  }

  /** Whether labels 0 … labelCount − 1 all have the same of it. */
  isEven(labelCount: number): boolean {
    return this.epochs === 0 || (this.epochs === 1 && this.limits[0] >= labelCount)
  }

  /** What the labels that were there from the start get from a row. */
  score(data: Dataset, row: number): number {
    if (this.epochs === 0) return 0
    this.sum(data, row, 1)
    return this.sums[0]
  }

  /** scores_l += factor · (the row's sum for l). */
  addScores(data: Dataset, row: number, scores: Float64Array, factor: number): void {
    this.sum(data, row, factor)
    const { limits, sums, epochs } = this
    for (let e = 0, label = 0; e < epochs; e++) {
      const part = sums[e]
      for (; label < limits[e]; label++) scores[label] += part
    }
  }

  get(feature: number, label: number): number {
    const { lists, limits } = this
    if (feature >= lists.count) return 0
    const start = lists.starts[feature]
    let sum = 0
    for (let i = start + lists.lengths[feature] - 1; i >= start && limits[lists.labels[i]] > label; i--) {
      sum += lists.values[i]
    }
    return sum
  }

  /** Whether a feature has an amount. */
  has(feature: number): boolean {
    return feature < this.lists.count && this.lists.lengths[feature] > 0
  }

  /** Number of amounts. */
  entries(): number {
    return this.lists.entries()
  }

  bytes(): number {
    return this.lists.bytes()
  }

  /** this + factor · other, for two that were added to in the same steps. */
  plus(other: SharedWeights, factor: number): SharedWeights {
    const { lengths, labels, values } = this.lists.packed()
    const others = other.lists.packed().values
    for (let i = 0; i < values.length; i++) values[i] += factor * others[i]
    return new SharedWeights(this.limits.slice(0, this.epochs), Postings.over(lengths, labels, values))
  }

  /** Adds itself to the arrays of a state, under a name. */
  store(name: string, arrays: Record<string, NumberArray>): void {
    const { lengths, labels, values } = this.lists.packed()
    arrays[`${name}.limits`] = packNumbers(this.limits.subarray(0, this.epochs))
    arrays[`${name}.lengths`] = packNumbers(lengths)
    arrays[`${name}.epochs`] = packNumbers(labels)
    arrays[`${name}.weights`] = packNumbers(values)
  }

  /** Back from the arrays of a state; refuses what could not have been stored. */
  static from(arrays: State['arrays'], name: string, labelCount: number): SharedWeights {
    const limits = idsFrom(arrays[`${name}.limits`], labelCount + 1, 'limits of shared weights')
    for (let e = 1; e < limits.length; e++) {
      if (limits[e] <= limits[e - 1]) throw new InputError('the limits of shared weights do not ascend')
    }
    const epochs = idsFrom(arrays[`${name}.epochs`], limits.length, 'epochs of shared weights')
    const lengths = lengthsFrom(arrays[`${name}.lengths`], epochs.length, 'lists of shared weights')
    const values = floatsFrom(arrays[`${name}.weights`], epochs.length, 'shared weights')
    return new SharedWeights(limits, Postings.over(lengths, epochs, values))
  }

  private epochOf(labelCount: number): number {
    const { epochs } = this
    if (epochs > 0 && this.limits[epochs - 1] === labelCount) return epochs - 1
    if (epochs === this.limits.length) {
      this.limits = grow(this.limits, epochs * 2 + 1)
      this.sums = new Float64Array(this.limits.length)
    }
    this.limits[epochs] = labelCount
    this.epochs++
    return epochs
  }

  /** Fills `sums`: the amounts of an epoch and of those after it, which its labels have, too. */
  private sum(data: Dataset, row: number, factor: number): void {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    const { sums, epochs } = this
    const { starts, lengths, labels, values: amounts, count } = this.lists
    sums.fill(0, 0, epochs)
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = columns[e]
      if (feature >= count) continue
      const x = factor * values[e]
      const end = starts[feature] + lengths[feature]
      for (let i = starts[feature]; i < end; i++) sums[labels[i]] += x * amounts[i]
    }
    for (let e = epochs - 2; e >= 0; e--) sums[e] += sums[e + 1]
  }
}
