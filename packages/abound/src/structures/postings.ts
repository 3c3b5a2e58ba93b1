// Lists of (label, value) by feature, packed in two pools: what an index (feature → few labels) and the
// sparse rows of a linear model are made of. A list lives in a block of the pool; when the block is
// full the list moves to one of the next power of two, and its old block is kept for others. Blocks of
// capacity c serve requests of the class ⌊log2 c⌋.

import type { NumberArray, State } from '../contract.js'
import { engine } from '../engine/engine.js'
import { grow } from './grow.js'
import { floatsFrom, idsFrom, lengthsFrom, packNumbers } from './state-arrays.js'

const CLASSES = 32

/** Lists end to end by feature. */
export interface PackedLists {
  readonly lengths: Uint32Array
  readonly labels: Uint32Array
  readonly values: Float64Array
}

export class Postings {
  /** Number of features that have a (possibly empty) list. */
  count: number
  starts: Uint32Array
  lengths: Uint32Array
  private capacities: Uint32Array
  labels: Uint32Array
  values: Float64Array
  private end: number
  private readonly free: number[][] = Array.from({ length: CLASSES }, () => [])

  constructor(features = 0) {
    this.count = 0
    this.starts = new Uint32Array(Math.max(16, features))
    this.lengths = new Uint32Array(Math.max(16, features))
    this.capacities = new Uint32Array(Math.max(16, features))
    this.labels = new Uint32Array(64)
    this.values = new Float64Array(64)
    this.end = 0
  }

  /** Lists end to end, as `packed()` gave them. The arrays become the pool. */
  static over(lengths: Uint32Array, labels: Uint32Array, values: Float64Array): Postings {
    const postings = new Postings(lengths.length)
    postings.count = lengths.length
    postings.lengths.set(lengths)
    postings.capacities.set(lengths)
    engine().arrays.writeStarts(lengths, postings.starts)
    const last = lengths.length - 1
    postings.labels = labels
    postings.values = values
    postings.end = last < 0 ? 0 : postings.starts[last] + lengths[last]
    return postings
  }

  /** Back from the arrays of a state; refuses what could not have been stored. `what` they are, and their `values`. */
  static from(
    arrays: State['arrays'],
    name: string,
    labelCount: number,
    what: string,
    values = `${what} weights`,
  ): Postings {
    const labels = idsFrom(arrays[`${name}.labels`], labelCount, `${what} labels`)
    const lengths = lengthsFrom(arrays[`${name}.lengths`], labels.length, `${what} lists`)
    return Postings.over(lengths, labels, floatsFrom(arrays[`${name}.weights`], labels.length, values))
  }

  /** Makes features 0 … feature exist. */
  ensure(feature: number): void {
    if (feature < this.count) return
    if (feature >= this.starts.length) {
      const size = Math.max(feature + 1, this.starts.length * 2)
      this.starts = grow(this.starts, size)
      this.lengths = grow(this.lengths, size)
      this.capacities = grow(this.capacities, size)
    }
    this.count = feature + 1
  }

  /** Adds an entry at the end of a list; returns its place in the pool. */
  append(feature: number, label: number, value: number): number {
    const length = this.lengths[feature]
    if (length === this.capacities[feature]) this.move(feature, length + 1)
    const at = this.starts[feature] + length
    this.labels[at] = label
    this.values[at] = value
    this.lengths[feature] = length + 1
    return at
  }

  /** Number of entries in all lists. */
  entries(): number {
    let sum = 0
    for (let f = 0; f < this.count; f++) sum += this.lengths[f]
    return sum
  }

  /** The lists end to end in feature order, without spare room. */
  packed(): PackedLists {
    const entries = this.entries()
    const labels = new Uint32Array(entries)
    const values = new Float64Array(entries)
    let at = 0
    for (let f = 0; f < this.count; f++) {
      const start = this.starts[f]
      const end = start + this.lengths[f]
      for (let i = start; i < end; i++, at++) {
        labels[at] = this.labels[i]
        values[at] = this.values[i]
      }
    }
    return { lengths: this.lengths.slice(0, this.count), labels, values }
  }

  /** Bytes of its arrays. */
  bytes(): number {
    return this.starts.byteLength * 3 + this.labels.byteLength + this.values.byteLength
  }

  private move(feature: number, need: number): void {
    const size = classAbove(need)
    const capacity = 2 ** size
    const from = this.starts[feature]
    const to = this.free[size].pop() ?? this.extend(capacity)
    const length = this.lengths[feature]
    this.labels.copyWithin(to, from, from + length)
    this.values.copyWithin(to, from, from + length)
    const old = this.capacities[feature]
    if (old > 0) this.free[31 - Math.clz32(old)].push(from)
    this.starts[feature] = to
    this.capacities[feature] = capacity
  }

  private extend(capacity: number): number {
    const at = this.end
    this.end = at + capacity
    if (this.end > this.labels.length) {
      const size = Math.max(this.end, Math.ceil(this.labels.length * 1.5))
      this.labels = grow(this.labels, size)
      this.values = grow(this.values, size)
    }
    return at
  }
}

/** Adds lists to the arrays of a state, under a name: what `Postings.from` reads. */
export function storeLists(
  { lengths, labels, values }: PackedLists,
  name: string,
  arrays: Record<string, NumberArray>,
): void {
  arrays[`${name}.lengths`] = packNumbers(lengths)
  arrays[`${name}.labels`] = packNumbers(labels)
  arrays[`${name}.weights`] = packNumbers(values)
}

/** Where each of the lists of these lengths starts, end to end, and behind the last where it ends. */
export function startsOf(lengths: Uint32Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  for (let f = 0; f < lengths.length; f++) starts[f + 1] = starts[f] + lengths[f]
  return starts
}

function classAbove(need: number): number {
  return need <= 1 ? 0 : 32 - Math.clz32(need - 1)
}
