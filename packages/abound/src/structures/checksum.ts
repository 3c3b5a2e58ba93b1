// XXH32 over a range of bytes; public algorithm by Yann Collet. Four lanes that do not wait for each
// other, so it runs near the speed of memory. A change within one 32-bit word always changes the sum.
// Released model files carry it: it must never change.

import { engine } from '../engine/engine.js'

const P1 = 0x9e3779b1 | 0
const P2 = 0x85ebca77 | 0
const P3 = 0xc2b2ae3d | 0
const P4 = 0x27d4eb2f | 0
const P5 = 0x165667b1 | 0

/** Whether a Uint32Array on this machine reads the lowest byte first. */
export const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

// The running state of the four lanes; `xxh32` never yields while it is in use.
const lanes = new Int32Array(4)

/**
 * The XXH32 of bytes[from … to], as if `zeros` zero bytes followed: what is written with padding can be
 * summed without being copied.
 */
export function xxh32(bytes: Uint8Array, from: number, to: number, seed = 0, zeros = 0): number {
  const length = to - from + zeros
  let h = seed + P5
  let rest = bytes
  let i = from
  let end = to
  if (length >= 16) {
    lanes[0] = seed + P1 + P2
    lanes[1] = seed + P2
    lanes[2] = seed
    lanes[3] = seed - P1
    i = eatStripes(rest, i, end)
  }
  if (zeros > 0) {
    const tail = new Uint8Array(end - i + zeros)
    tail.set(rest.subarray(i, end))
    rest = tail
    i = 0
    end = tail.length
    if (length >= 16) i = eatStripes(rest, i, end)
  }
  if (length >= 16) {
    const [a, b, c, d] = lanes
    h =
      ((a << 1) | (a >>> 31)) + ((b << 7) | (b >>> 25)) + ((c << 12) | (c >>> 20)) + ((d << 18) | (d >>> 14))
  }
  h = (h + length) | 0
  for (; i + 4 <= end; i += 4) {
    const word = rest[i] | (rest[i + 1] << 8) | (rest[i + 2] << 16) | (rest[i + 3] << 24)
    h = (h + Math.imul(word, P3)) | 0
    h = Math.imul((h << 17) | (h >>> 15), P4)
  }
  for (; i < end; i++) {
    h = (h + Math.imul(rest[i], P5)) | 0
    h = Math.imul((h << 11) | (h >>> 21), P1)
  }
  h = Math.imul(h ^ (h >>> 15), P2)
  h = Math.imul(h ^ (h >>> 13), P3)
  return (h ^ (h >>> 16)) >>> 0
}

/** Takes as many whole stripes of 16 bytes as there are into the lanes; returns where it stopped. */
function eatStripes(bytes: Uint8Array, from: number, to: number): number {
  const end = to - ((to - from) % 16)
  const start = bytes.byteOffset + from
  if (LITTLE_ENDIAN && start % 4 === 0)
    engine().arrays.takeStripes(new Int32Array(bytes.buffer, start, (end - from) / 4), lanes)
  else eatBytes(bytes, from, end)
  return end
}

/** Whole stripes, for a start that is not aligned or a machine with the other byte order. */
function eatBytes(bytes: Uint8Array, from: number, to: number): void {
  for (let i = from, lane = 0; i < to; i += 4, lane = (lane + 1) & 3) {
    const word = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24)
    const sum = (lanes[lane] + Math.imul(word, P2)) | 0
    lanes[lane] = Math.imul((sum << 13) | (sum >>> 19), P1)
  }
}
