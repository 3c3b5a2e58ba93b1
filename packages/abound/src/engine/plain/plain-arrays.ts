// Loops over arrays, as they are written.

import type { ArrayLoops } from '../contract.js'

const P1 = 0x9e3779b1 | 0
const P2 = 0x85ebca77 | 0

export const plainArrays: ArrayLoops = {
  takeStripes(words, lanes) {
    let [a, b, c, d] = lanes
    for (let i = 0; i + 3 < words.length; i += 4) {
      a = (a + Math.imul(words[i], P2)) | 0
      b = (b + Math.imul(words[i + 1], P2)) | 0
      c = (c + Math.imul(words[i + 2], P2)) | 0
      d = (d + Math.imul(words[i + 3], P2)) | 0
      a = Math.imul((a << 13) | (a >>> 19), P1)
      b = Math.imul((b << 13) | (b >>> 19), P1)
      c = Math.imul((c << 13) | (c >>> 19), P1)
      d = Math.imul((d << 13) | (d >>> 19), P1)
    }
    lanes[0] = a
    lanes[1] = b
    lanes[2] = c
    lanes[3] = d
  },

  allWithin(array, low, high) {
    for (let i = 0; i < array.length; i++) if (array[i] < low || array[i] > high) return false
    return true
  },

  allFinite(array) {
    for (let i = 0; i < array.length; i++) if (!Number.isFinite(array[i])) return false
    return true
  },

  allPositive(array) {
    for (let i = 0; i < array.length; i++) if (!(array[i] > 0)) return false
    return true
  },

  isAscending(array) {
    for (let i = 1; i < array.length; i++) if (array[i] < array[i - 1]) return false
    return true
  },

  writeStarts(lengths, starts) {
    let at = 0
    for (let f = 0; f < lengths.length; f++) {
      starts[f] = at
      at += lengths[f]
    }
  },

  sumOf(array) {
    let sum = 0
    for (let i = 0; i < array.length; i++) sum += array[i]
    return sum
  },

  holdsEachOnce(slots, count) {
    let used = 0
    const seen = new Uint8Array(count + 1)
    for (let s = 1; s < slots.length; s += 2) {
      const id = slots[s]
      if (id === 0) continue
      if (id > count || seen[id] === 1) return false
      seen[id] = 1
      used++
    }
    return used === count
  },
}
