// Weights by feature and label as a matrix, features × labels.

import type { Dataset } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import type { RowStorage, VisitWeight, WeightLists } from './weights.js'

export class DenseRows implements RowStorage {
  private features = 0
  private labels = 0
  /** Row-major, `stride` a row. */
  private weights: Float64Array
  private stride: number

  constructor(features: number, labels: number) {
    this.stride = Math.max(1, labels)
    this.weights = new Float64Array(features * this.stride)
    this.ensure(features, labels)
  }

  /** A copy of weights that are stored in another way. */
  static of(weights: RowStorage, features: number, labels: number): DenseRows {
    const rows = new DenseRows(features, labels)
    weights.writeDense(rows.weights, rows.stride)
    return rows
  }

  ensure(features: number, labels: number): void {
    this.features = Math.max(features, this.features)
    this.labels = Math.max(labels, this.labels)
    const { features: rows, stride } = this.roomFor(this.features, this.labels)
    if (stride === this.stride && rows * stride === this.weights.length) return
    const grown = new Float64Array(rows * stride)
    for (let from = 0, to = 0; from < this.weights.length; from += this.stride, to += stride)
      grown.set(this.weights.subarray(from, from + this.stride), to)
    this.weights = grown
    this.stride = stride
  }

  /** Bytes it would take with room for these. */
  bytesFor(features: number, labels: number): number {
    const room = this.roomFor(features, labels)
    return room.features * room.stride * 8
  }

  get(feature: number, label: number): number {
    return label < this.stride ? this.weights[feature * this.stride + label] : 0
  }

  add(feature: number, label: number, delta: number): void {
    this.weights[feature * this.stride + label] += delta
  }

  addScaledRow(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void {
    const { weights, stride } = this
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const x = values[e]
      const base = columns[e] * stride
      for (let i = 0; i < count; i++) weights[base + labels[i]] += scales[i] * x
    }
  }

  addScores(data: Dataset, row: number, scores: Float64Array, factor: number): void {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    const { stride, labels, features, weights } = this
    // Four features at a time, so that a score is read and written once for four; each is added as it would be alone.
    let e = offsets[row & CHUNK_MASK]
    for (; e + 3 < to; e += 4) {
      const c0 = columns[e]
      const c1 = columns[e + 1]
      const c2 = columns[e + 2]
      const c3 = columns[e + 3]
      if (c0 >= features || c1 >= features || c2 >= features || c3 >= features) {
        for (let i = e; i < e + 4; i++) this.addFeature(columns[i], factor * values[i], scores)
        continue
      }
      const x0 = factor * values[e]
      const x1 = factor * values[e + 1]
      const x2 = factor * values[e + 2]
      const x3 = factor * values[e + 3]
      const b0 = c0 * stride
      const b1 = c1 * stride
      const b2 = c2 * stride
      const b3 = c3 * stride
      for (let l = 0; l < labels; l++)
        scores[l] =
          scores[l] +
          x0 * weights[b0 + l] +
          x1 * weights[b1 + l] +
          x2 * weights[b2 + l] +
          x3 * weights[b3 + l]
    }
    for (; e < to; e++) this.addFeature(columns[e], factor * values[e], scores)
  }

  forEachOf(feature: number, visit: VisitWeight): void {
    const base = feature * this.stride
    for (let l = 0; l < this.labels; l++) if (this.weights[base + l] !== 0) visit(l, this.weights[base + l])
  }

  lists(): WeightLists {
    const { weights, stride, labels: labelCount } = this
    const lengths = new Uint32Array(this.features)
    const total = this.entries()
    const labels = new Uint32Array(total)
    const values = new Float64Array(total)
    let to = 0
    for (let f = 0; f < lengths.length; f++) {
      const base = f * stride
      const from = to
      for (let l = 0; l < labelCount; l++) {
        if (weights[base + l] === 0) continue
        labels[to] = l
        values[to++] = weights[base + l]
      }
      lengths[f] = to - from
    }
    return { lengths, labels, values }
  }

  writeDense(to: Float32Array | Float64Array, stride: number): void {
    for (let f = 0; f < this.features; f++)
      to.set(this.weights.subarray(f * this.stride, f * this.stride + this.labels), f * stride)
  }

  isSingle(): boolean {
    return areSingle(this.weights)
  }

  entries(): number {
    const { weights } = this
    let count = 0
    for (let i = 0; i < weights.length; i++) if (weights[i] !== 0) count++
    return count
  }

  bytes(): number {
    return this.weights.byteLength
  }

  /** How much room it takes so that these fit: what it has while they do, else with some to spare. */
  private roomFor(features: number, labels: number): { features: number; stride: number } {
    const rows = this.weights.length / this.stride
    return {
      features: features > rows ? Math.max(features, Math.ceil(rows * 1.5)) : rows,
      stride: labels > this.stride ? Math.max(labels, Math.ceil(this.stride * 1.5)) : this.stride,
    }
  }

  private addFeature(feature: number, x: number, scores: Float64Array): void {
    if (feature >= this.features) return
    const { weights, labels } = this
    const base = feature * this.stride
    for (let l = 0; l < labels; l++) scores[l] += x * weights[base + l]
  }
}

export function areSingle(weights: Float64Array): boolean {
  for (let i = 0; i < weights.length; i++) if (Math.fround(weights[i]) !== weights[i]) return false
  return true
}
