// Rows that grow by chunks of 4,096: a full chunk is copied once into arrays of its exact size (in
// shared memory if asked) and never moved again, so growing costs neither a second copy of the whole
// nor spare room. The open chunk at the end lives in arrays that double.

import type { Dataset, Judgement, RowChunk } from '../contract.js'
import { CHUNK_ROWS } from '../engine/chunks.js'
import { InputError } from '../errors.js'
import { grow } from './grow.js'

const MAX_ENTRIES = 0xffffffff

/** What a row says of its labels: `positives` it has, `negatives` it is known not to have. */
export interface RowLabels {
  readonly positives: Iterable<number> & ArrayLike<number>
  readonly negatives: Iterable<number> & ArrayLike<number>
  readonly judged: Judgement
  /** What the row counts for; 1 if not given. */
  readonly weight?: number | undefined
}

export const UNLABELLED: RowLabels = { positives: [], negatives: [], judged: 0 }

export class DatasetBuilder implements Dataset {
  count = 0
  readonly chunks: RowChunk[] = []
  featureCount = 0
  labelCount = 0
  /** Bytes held by the sealed chunks. */
  sealedBytes = 0
  private readonly shared: boolean
  private readonly open = new OpenChunk()
  private sealed = false

  constructor(shared = false) {
    this.shared = shared
    this.chunks.push(this.open)
  }

  /** Adds a row: entries columns[0 … n], values[0 … n], columns distinct; `values` must be finite. */
  addRow(columns: Uint32Array, values: Float64Array, n: number, labels: RowLabels): void {
    if (this.sealed) throw new Error('rows were added to a sealed dataset')
    if (this.open.rows === CHUNK_ROWS) this.startChunk()
    const open = this.open
    const at = open.offsets[open.rows]
    open.reserveEntries(at + n)
    const toColumns = open.columns
    const toValues = open.values
    let highest = this.featureCount - 1
    for (let i = 0; i < n; i++) {
      const column = columns[i]
      if (column > highest) highest = column
      toColumns[at + i] = column
      toValues[at + i] = values[i]
    }
    this.featureCount = highest + 1
    this.labelCount = Math.max(this.labelCount, open.addLabels(labels))
    open.offsets[++open.rows] = at + n
    this.count++
  }

  /** Bytes that its rows take, spare room left out. */
  bytes(): number {
    return (
      this.sealedBytes + (this.sealed ? chunkBytes(this.chunks[this.chunks.length - 1]) : this.open.bytes())
    )
  }

  /** Empties it for the next fill and keeps its room: a stream is a small dataset refilled. */
  clear(): void {
    this.open.clear()
    this.chunks.length = 0
    this.chunks.push(this.open)
    this.count = 0
    this.sealedBytes = 0
    this.sealed = false
  }

  /** Gives the last chunk its exact size (and shared memory) too. No row may follow before `clear`. */
  seal(): this {
    this.chunks[this.chunks.length - 1] = this.open.copy(this.shared)
    this.sealed = true
    return this
  }

  /** Seals it, and copies what is not in shared memory into it, chunk after chunk. */
  share(): this {
    if (!this.sealed) this.seal()
    for (let c = 0; c < this.chunks.length; c++) {
      if (!isShared(this.chunks[c])) this.chunks[c] = copiedChunk(this.chunks[c], true)
    }
    return this
  }

  private startChunk(): void {
    const sealed = this.open.copy(this.shared)
    this.sealedBytes += chunkBytes(sealed)
    this.chunks[this.chunks.length - 1] = sealed
    this.open.clear()
    this.chunks.push(this.open)
  }
}

/** A chunk with room for exactly this many entries. */
export function cutChunk(chunk: RowChunk, entries: number): RowChunk {
  const { columns, values } = chunk
  if (entries === columns.length) return chunk
  const shared = isShared(chunk)
  return {
    ...chunk,
    columns: copyArray(columns.subarray(0, entries), Uint32Array, shared),
    values: copyArray(values.subarray(0, entries), Float32Array, shared),
  }
}

function copiedChunk(chunk: RowChunk, shared: boolean): RowChunk {
  return {
    offsets: copyArray(chunk.offsets, Uint32Array, shared),
    columns: copyArray(chunk.columns, Uint32Array, shared),
    values: copyArray(chunk.values, Float32Array, shared),
    labelOffsets: copyArray(chunk.labelOffsets, Uint32Array, shared),
    labels: copyArray(chunk.labels, Uint32Array, shared),
    judged: copyArray(chunk.judged, Uint8Array, shared),
    ...(chunk.weights && { weights: copyArray(chunk.weights, Float32Array, shared) }),
  }
}

function isShared({ offsets }: RowChunk): boolean {
  return !(offsets.buffer instanceof ArrayBuffer)
}

/** Bytes of a chunk's arrays. */
function chunkBytes(chunk: RowChunk): number {
  return (
    chunk.offsets.byteLength +
    chunk.columns.byteLength +
    chunk.values.byteLength +
    chunk.labelOffsets.byteLength +
    chunk.labels.byteLength +
    chunk.judged.byteLength +
    (chunk.weights?.byteLength ?? 0)
  )
}

class OpenChunk implements RowChunk {
  rows = 0
  offsets = new Uint32Array(CHUNK_ROWS + 1)
  columns = new Uint32Array(256)
  values = new Float32Array(256)
  labelOffsets = new Uint32Array(2 * CHUNK_ROWS + 1)
  labels = new Uint32Array(64)
  judged = new Uint8Array(CHUNK_ROWS)
  weights: Float32Array | undefined

  clear(): void {
    this.rows = 0
    this.weights = undefined
  }

  bytes(): number {
    return (
      this.offsets[this.rows] * 8 +
      this.labelOffsets[2 * this.rows] * 4 +
      this.rows * 13 +
      (this.weights?.byteLength ?? 0)
    )
  }

  reserveEntries(need: number): void {
    if (need <= this.columns.length) return
    if (need > MAX_ENTRIES) throw tooMany('entries')
    const size = Math.min(MAX_ENTRIES, Math.max(need, this.columns.length * 2))
    this.columns = grow(this.columns, room(size))
    this.values = grow(this.values, room(size))
  }

  /** Adds the labels of the row being built; returns the highest id + 1. */
  addLabels({ positives, negatives, judged, weight = 1 }: RowLabels): number {
    let at = this.labelOffsets[2 * this.rows]
    const need = at + positives.length + negatives.length
    if (need > this.labels.length) {
      if (need > MAX_ENTRIES) throw tooMany('labels')
      this.labels = grow(this.labels, room(Math.max(need, this.labels.length * 2)))
    }
    let highest = -1
    for (let i = 0; i < positives.length; i++) {
      if (positives[i] > highest) highest = positives[i]
      this.labels[at++] = positives[i]
    }
    this.labelOffsets[2 * this.rows + 1] = at
    for (let i = 0; i < negatives.length; i++) {
      if (negatives[i] > highest) highest = negatives[i]
      this.labels[at++] = negatives[i]
    }
    this.labelOffsets[2 * this.rows + 2] = at
    this.judged[this.rows] = judged
    if (weight !== 1) this.weights ??= new Float32Array(CHUNK_ROWS).fill(1)
    if (this.weights !== undefined) this.weights[this.rows] = weight
    return highest + 1
  }

  copy(shared: boolean): RowChunk {
    const entries = this.offsets[this.rows]
    const labels = this.labelOffsets[2 * this.rows]
    const used: RowChunk = {
      offsets: this.offsets.subarray(0, this.rows + 1),
      columns: this.columns.subarray(0, entries),
      values: this.values.subarray(0, entries),
      labelOffsets: this.labelOffsets.subarray(0, 2 * this.rows + 1),
      labels: this.labels.subarray(0, labels),
      judged: this.judged.subarray(0, this.rows),
      weights: this.weights?.subarray(0, this.rows),
    }
    return copiedChunk(used, shared)
  }
}

function room(size: number): number {
  // What a typed array can hold differs between machines; a request beyond it must say so.
  if (size * 4 > 2 ** 33) throw tooMany('entries')
  return size
}

function tooMany(what: string): InputError {
  return new InputError(
    `${CHUNK_ROWS} documents in a row have more than ${MAX_ENTRIES} ${what}: cut the texts`,
  )
}

interface ArrayMaker<T> {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBufferLike): T
}

function copyArray<T extends { set(from: T): void; readonly length: number }>(
  from: T,
  make: ArrayMaker<T>,
  shared: boolean,
): T {
  const bytes = from.length * make.BYTES_PER_ELEMENT
  const to = new make(shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes))
  to.set(from)
  return to
}

/** What each row of a dataset counts for. */
export function rowWeights({ chunks, count }: Dataset): Float64Array {
  const out = new Float64Array(count).fill(1)
  for (let c = 0; c < chunks.length; c++) {
    const { weights } = chunks[c]
    if (weights !== undefined) out.set(weights.subarray(0, count - c * CHUNK_ROWS), c * CHUNK_ROWS)
  }
  return out
}

/** The highest of ids[from … to], −1 if there is none. */
export function highestId(ids: Uint32Array, from: number, to: number): number {
  let most = -1
  for (let i = from; i < to; i++) if (ids[i] > most) most = ids[i]
  return most
}
