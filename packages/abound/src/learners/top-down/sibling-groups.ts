// Groups of similar siblings, where a taxonomy has more classes side by side than can be learned one against the rest: n
// documents under k siblings would cost n·k. Between them and the class above come levels of groups of at most BRANCHES
// each, so that a document costs BRANCHES at each level (as in Prabhu et al., Parabel, WWW 2018).
//
// A class is the sum of its documents' rows, scaled to length 1. A set of classes is halved by 2-means of equal halves:
// from two random classes as means, the half that is nearer to the first mean than the other, then the means of both,
// until neither changes.

import type { Dataset } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import type { ClassParents } from '../../models/taxonomy.js'
import { Rng } from '../../structures/rng.js'

/** Groups side by side: a power of two. */
const BRANCHES = 32
const MOST_ROUNDS = 10

interface ClassVector {
  readonly columns: Uint32Array
  readonly values: Float64Array
}

/** The classes with groups added behind them, between each class with more than `most` children and these. */
export function groupSiblings(
  data: Dataset,
  parents: ClassParents,
  most: number,
  seed: number,
): ClassParents {
  const children = new Map<number, number[]>()
  for (let one = 0; one < parents.length; one++) {
    const side = children.get(parents[one])
    if (side === undefined) children.set(parents[one], [one])
    else side.push(one)
  }
  const crowded = [...children].filter(([, side]) => side.length > most)
  if (crowded.length === 0) return parents
  const grouped = Array.from(parents)
  const vectors = classVectors(data, parents, new Set(crowded.flatMap(([, side]) => side)))
  const halver = new Halver(vectors, data.featureCount, new Rng(seed))
  const place = (classes: readonly number[], parent: number): void => {
    if (classes.length <= BRANCHES) {
      for (const one of classes) grouped[one] = parent
      return
    }
    let parts = [classes]
    while (parts.length < BRANCHES) parts = parts.flatMap((part) => halver.halve(part))
    for (const part of parts) {
      if (part.length === 1) {
        grouped[part[0]] = parent
        continue
      }
      const group = grouped.length
      grouped.push(parent)
      place(part, group)
    }
  }
  for (const [parent, side] of crowded) place(side, parent)
  return Int32Array.from(grouped)
}

/** The sum of the rows of each wanted class and those below it, of length 1. */
function classVectors(
  data: Dataset,
  parents: ClassParents,
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, ClassVector> {
  const rows = new Map<number, number[]>(Array.from(wanted, (one) => [one, []]))
  for (let row = 0; row < data.count; row++) {
    const { labels, labelOffsets } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 1]; t++) {
      for (let one = labels[t]; one >= 0; one = parents[one]) {
        const own = rows.get(one)
        if (own !== undefined && own[own.length - 1] !== row) own.push(row)
      }
    }
  }
  const sums = new Float64Array(data.featureCount)
  const held = new Uint8Array(data.featureCount)
  const vectors = new Map<number, ClassVector>()
  for (const [one, own] of rows) vectors.set(one, sumOfRows(data, own, sums, held))
  return vectors
}

/** `sums` and `held` are all zero before and after. */
function sumOfRows(
  data: Dataset,
  rows: readonly number[],
  sums: Float64Array,
  held: Uint8Array,
): ClassVector {
  const found: number[] = []
  for (const row of rows) {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    for (let e = offsets[row & CHUNK_MASK]; e < offsets[(row & CHUNK_MASK) + 1]; e++) {
      if (held[columns[e]] === 0) {
        held[columns[e]] = 1
        found.push(columns[e])
      }
      sums[columns[e]] += values[e]
    }
  }
  const values = Float64Array.from(found, (feature) => sums[feature])
  for (const feature of found) {
    sums[feature] = 0
    held[feature] = 0
  }
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1
  return { columns: Uint32Array.from(found), values: values.map((value) => value / length) }
}

class Halver {
  private readonly vectors: ReadonlyMap<number, ClassVector>
  private readonly rng: Rng
  /** The first mean less the second; zero between calls. */
  private readonly difference: Float64Array

  constructor(vectors: ReadonlyMap<number, ClassVector>, featureCount: number, rng: Rng) {
    this.vectors = vectors
    this.rng = rng
    this.difference = new Float64Array(featureCount)
  }

  /** Two halves, the first the larger by at most one; classes in each ascend. */
  halve(classes: readonly number[]): number[][] {
    if (classes.length < 2) return [[...classes]]
    const { rng } = this
    const half = Math.ceil(classes.length / 2)
    const first = rng.below(classes.length)
    const second = (first + 1 + rng.below(classes.length - 1)) % classes.length
    let halves = this.nearest(classes, half, [classes[first]], [classes[second]])
    for (let round = 1; round < MOST_ROUNDS; round++) {
      const next = this.nearest(classes, half, halves[0], halves[1])
      const same = next[0].every((one, i) => one === halves[0][i])
      halves = next
      if (same) break
    }
    return halves
  }

  /** The `half` classes nearest to the mean of `first` against that of `second`, and the others. */
  private nearest(
    classes: readonly number[],
    half: number,
    first: readonly number[],
    second: readonly number[],
  ): number[][] {
    const { difference, vectors } = this
    for (const one of first) addTo(difference, vectors.get(one)!, 1 / first.length)
    for (const one of second) addTo(difference, vectors.get(one)!, -1 / second.length)
    const scores = classes.map((one) => dot(difference, vectors.get(one)!))
    for (const one of first) clear(difference, vectors.get(one)!)
    for (const one of second) clear(difference, vectors.get(one)!)
    const order = classes.map((_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b)
    const pick = (places: readonly number[]): number[] =>
      [...places].sort((a, b) => a - b).map((i) => classes[i])
    return [pick(order.slice(0, half)), pick(order.slice(half))]
  }
}

function addTo(sums: Float64Array, { columns, values }: ClassVector, by: number): void {
  for (let i = 0; i < columns.length; i++) sums[columns[i]] += by * values[i]
}

function clear(sums: Float64Array, { columns }: ClassVector): void {
  for (const column of columns) sums[column] = 0
}

function dot(sums: Float64Array, { columns, values }: ClassVector): number {
  let sum = 0
  for (let i = 0; i < columns.length; i++) sum += sums[columns[i]] * values[i]
  return sum
}
