// The k best labels of an accumulator without sorting the rest: a heap of k whose root is the worst
// kept. Order: higher score first, then lower label id. O(touched · log k) at worst; most labels are
// turned away by one comparison with the root.

import type { Scores } from '../contract.js'

/** Writes the ids of the `k` best touched labels into `out`, best first; returns how many. */
export function topLabels(scores: Scores, k: number, out: Uint32Array): number {
  const { values, touched, count } = scores
  const size = Math.min(k, count)
  if (size === 0) return 0
  for (let i = 0; i < size; i++) out[i] = touched[i]
  for (let i = (size >>> 1) - 1; i >= 0; i--) sink(out, i, size, values)
  let root = out[0]
  let least = values[root]
  for (let i = size; i < count; i++) {
    const label = touched[i]
    const value = values[label]
    // Looked at before it counts: what equal scores alone ask for would be new to code that was optimised without them.
    const isLater = label > root
    if (value < least || (value === least && isLater)) continue
    out[0] = label
    sink(out, 0, size, values)
    root = out[0]
    least = values[root]
  }
  // Take the worst to the end, one by one.
  for (let end = size - 1; end > 0; end--) {
    const worst = out[0]
    out[0] = out[end]
    out[end] = worst
    sink(out, 0, end, values)
  }
  return size
}

/** Whether label a ranks before label b. */
export function before(values: Float64Array, a: number, b: number): boolean {
  const va = values[a]
  const vb = values[b]
  const isEarlier = a < b
  return va > vb || (va === vb && isEarlier)
}

/** Restores the heap (a parent ranks after its children) below position i. */
function sink(heap: Uint32Array, i: number, size: number, values: Float64Array): void {
  const label = heap[i]
  for (let child = 2 * i + 1; child < size; child = 2 * i + 1) {
    if (child + 1 < size && before(values, heap[child], heap[child + 1])) child++
    if (!before(values, label, heap[child])) break
    heap[i] = heap[child]
    i = child
  }
  heap[i] = label
}
