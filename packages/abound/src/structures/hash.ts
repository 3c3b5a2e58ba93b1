// MurmurHash3 (x86, 32 bit) over a range of bytes; public domain algorithm by Austin Appleby.
// Released model files store tables built with it: it must never change.

/** The hash as a signed number: V8 boxes numbers from 2³¹ on. */
export function murmur3(bytes: Uint8Array, from: number, to: number, seed = 0): number {
  let h = seed | 0
  let i = from
  for (const last = to - 3; i < last; i += 4) {
    let k = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24)
    k = Math.imul(k, 0xcc9e2d51)
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
    h ^= k
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
  }
  if (i < to) {
    let k = bytes[i]
    if (i + 1 < to) k |= bytes[i + 1] << 8
    if (i + 2 < to) k |= bytes[i + 2] << 16
    k = Math.imul(k, 0xcc9e2d51)
    h ^= Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  }
  h ^= to - from
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
