// Documents that a kernel model keeps, under an index by feature: the kernels of a new document with all of them take one
// pass over the lists of its words, and one call of the kernel function for each document kept.
//
// The kernels of a document are a row themselves: column i is the i-th document kept, the value its kernel with that. So a
// model of coefficients by kept document and label is a linear model of such rows (kernel.ts).

import type { Dataset, NumberArray, RowChunk, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { InputError } from '../errors.js'
import { grow } from '../structures/grow.js'
import { Postings } from '../structures/postings.js'
import { floatsFrom, idsFrom, lengthsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { option, worded } from '../wording.js'
import { KernelFunction } from './kernel-function.js'

/** More documents are not kept: `svm` has the kernels of all pairs in memory, which are 400 MB of them. */
const MOST_KEPT = 10_000

/** Rows nearer to each other than this part of their length, squared, differ by rounding to 32 bits alone. */
const SAME = 1e-12

export class SupportRows {
  readonly kernel: KernelFunction
  featureCount: number
  /** How many there are. */
  count = 0
  /** Feature → (row, value). */
  private readonly index: Postings
  /** ‖z‖² by row. */
  squares = new Float64Array(16)
  /** x·z with each row, of the document whose kernels were asked for last. */
  dots = new Float64Array(16)
  /** ‖x‖² of that document. */
  square = 0
  private kernels = oneRow(16)
  private readonly unit = oneRow(1)

  constructor(kernel: KernelFunction, features: number, index = new Postings(features)) {
    this.kernel = kernel
    this.featureCount = features
    this.index = index
    if (features > 0) this.index.ensure(features - 1)
    this.unit.values[0] = 1
    this.unit.offsets[1] = 1
  }

  /** Makes features below this exist. */
  ensure(features: number): void {
    if (features <= this.featureCount) return
    this.featureCount = features
    this.index.ensure(features - 1)
  }

  /** The kernels of a row with all that are kept, as the only row of a dataset that the next call overwrites. */
  kernelsOf(data: Dataset, row: number): Dataset {
    this.multiply(data, row)
    const { kernel, dots, squares, square, count } = this
    const { data: found, values, offsets } = this.kernels
    for (let i = 0; i < count; i++) values[i] = kernel.of(dots[i], square, squares[i])
    offsets[1] = count
    return found
  }

  /** The place of the row whose kernels were asked for last: that of the same row, if it is kept already, else of a new one. */
  place(data: Dataset, row: number): number {
    const { dots, squares, square, count } = this
    for (let i = 0; i < count; i++) {
      if (squares[i] + square - 2 * dots[i] <= SAME * square) return i
    }
    this.keep(data, row)
    this.dots[count] = square
    return count
  }

  /** A row that has 1 at this place alone, in a dataset that the next call overwrites. */
  unitRow(place: number): Dataset {
    this.unit.columns[0] = place
    return this.unit.data
  }

  /** Keeps a row. */
  keep(data: Dataset, row: number): void {
    if (this.count === MOST_KEPT) throw tooMany()
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const at = this.count++
    this.makeRoom()
    let square = 0
    for (let e = offsets[r]; e < offsets[r + 1]; e++) {
      this.ensure(columns[e] + 1)
      this.index.append(columns[e], at, values[e])
      square += values[e] * values[e]
    }
    this.squares[at] = square
  }

  /** Σ_i part(i, z_ij) over the rows that have feature j. */
  sumOver(feature: number, part: (row: number, value: number) => number): number {
    if (feature >= this.featureCount) return 0
    const { starts, lengths, labels, values } = this.index
    let sum = 0
    for (let i = starts[feature]; i < starts[feature] + lengths[feature]; i++)
      sum += part(labels[i], values[i])
    return sum
  }

  /** Adds itself to the numbers and arrays of a state. */
  store(numbers: Record<string, number>, arrays: Record<string, NumberArray>): void {
    Object.assign(numbers, this.kernel.numbers(), { features: this.featureCount })
    const { lengths, labels, values } = this.index.packed()
    arrays['support.lengths'] = packNumbers(lengths)
    arrays['support.rows'] = packNumbers(labels)
    arrays['support.values'] = packNumbers(values)
    arrays['support.squares'] = packNumbers(this.squares.slice(0, this.count))
  }

  /** Whether a state has some. */
  static isIn({ arrays }: State): boolean {
    return 'support.squares' in arrays
  }

  static from({ numbers, arrays }: State): SupportRows {
    const features = numberFrom(numbers, 'features')
    const count = arrays['support.squares'].length
    if (count > MOST_KEPT)
      throw new InputError(`the model keeps ${count} documents: expected ${MOST_KEPT} at most`)
    const ids = idsFrom(arrays['support.rows'], count, 'kept documents')
    const lengths = lengthsFrom(arrays['support.lengths'], ids.length, 'words of kept documents')
    if (lengths.length !== features)
      throw new InputError(`the model keeps documents of ${lengths.length} words: expected ${features}`)
    const values = floatsFrom(arrays['support.values'], ids.length, 'values of kept documents')
    const rows = new SupportRows(KernelFunction.from(numbers), features, Postings.over(lengths, ids, values))
    rows.count = count
    rows.makeRoom()
    rows.squares.set(floatsFrom(arrays['support.squares'], count, 'lengths of kept documents'))
    return rows
  }

  /** x·z of a row with each that is kept; features that no training document had count for nothing. */
  private multiply(data: Dataset, row: number): void {
    const { dots, featureCount, index } = this
    const { starts, lengths, labels, values: kept } = index
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    dots.fill(0, 0, this.count)
    let square = 0
    for (let e = offsets[r]; e < offsets[r + 1]; e++) {
      const feature = columns[e]
      if (feature >= featureCount) continue
      const x = values[e]
      square += x * x
      const to = starts[feature] + lengths[feature]
      for (let i = starts[feature]; i < to; i++) dots[labels[i]] += x * kept[i]
    }
    this.square = square
  }

  private makeRoom(): void {
    if (this.count <= this.dots.length) return
    const size = Math.max(this.count, 2 * this.dots.length)
    this.squares = grow(this.squares, size)
    this.dots = grow(this.dots, size)
    this.kernels = oneRow(size)
  }
}

/** A dataset of one row with these columns 0, 1, …, and its arrays. */
function oneRow(columns: number) {
  const chunk: RowChunk = {
    offsets: new Uint32Array(2),
    columns: Uint32Array.from({ length: columns }, (_, i) => i),
    values: new Float32Array(columns),
    labelOffsets: new Uint32Array(3),
    labels: new Uint32Array(0),
    judged: new Uint8Array(1),
  }
  const data: Dataset = { count: 1, chunks: [chunk], featureCount: columns, labelCount: 0 }
  return { ...chunk, data }
}

function tooMany(): InputError {
  return new InputError(
    worded`${option('kernel')} other than linear keeps documents, ${MOST_KEPT} at most, and here there are more: expected fewer documents, or linear`,
  )
}

/** Refuses more documents than can be kept. */
export function checkKept(documents: number): void {
  if (documents > MOST_KEPT) throw tooMany()
}
