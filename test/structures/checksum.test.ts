// XXH32 against published sums and its definition.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LITTLE_ENDIAN, xxh32 } from '../../packages/abound/src/structures/checksum.js'

const P1 = 2654435761n
const P2 = 2246822519n
const P3 = 3266489917n
const P4 = 668265263n
const P5 = 374761393n
const u32 = (x: bigint): bigint => BigInt.asUintN(32, x)
const rotl = (x: bigint, by: bigint): bigint => u32(x << by) | (u32(x) >> (32n - by))

/** XXH32 word for word from its definition. */
function naive(bytes: Uint8Array, seed: number): number {
  const s = BigInt(seed)
  const word = (at: number): bigint =>
    bytes.subarray(at, at + 4).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let at = 0
  let h: bigint
  if (bytes.length >= 16) {
    const v = [u32(s + P1 + P2), u32(s + P2), u32(s), u32(s - P1)]
    for (; at + 16 <= bytes.length; at += 16) {
      for (let i = 0; i < 4; i++) v[i] = u32(rotl(u32(v[i] + word(at + 4 * i) * P2), 13n) * P1)
    }
    h = rotl(v[0], 1n) + rotl(v[1], 7n) + rotl(v[2], 12n) + rotl(v[3], 18n)
  } else {
    h = s + P5
  }
  h = u32(h + BigInt(bytes.length))
  for (; at + 4 <= bytes.length; at += 4) h = u32(rotl(u32(h + word(at) * P3), 17n) * P4)
  for (; at < bytes.length; at++) h = u32(rotl(u32(h + BigInt(bytes[at]) * P5), 11n) * P1)
  h = u32((h ^ (h >> 15n)) * P2)
  h = u32((h ^ (h >> 13n)) * P3)
  return Number(h ^ (h >> 16n))
}

function ofText(text: string, seed: number): number {
  const bytes = new TextEncoder().encode(text)
  return xxh32(bytes, 0, bytes.length, seed)
}

/** The buffer of the reference implementation's own sanity check. */
function sanityBuffer(length: number): Uint8Array {
  const out = new Uint8Array(length)
  let generator = 0x9e3779b1
  for (let i = 0; i < length; i++) {
    out[i] = generator >>> 24
    generator = Math.imul(generator, generator)
  }
  return out
}

const seeds = fc.integer({ min: 0, max: 0xffffffff })

describe('xxh32', () => {
  it.each([
    ['', 0, 0x02cc5d05],
    ['', 1, 0x0b2cb792],
    ['', 0x9e3779b1, 0x36b78ae7],
    ['a', 0, 0x550d7456],
    ['abc', 0, 0x32d153ff],
    ['Nobody inspects the spammish repetition', 0, 0xe2293b2f],
    ['I want an unsigned 32-bit seed!', 0, 0xf7a35af8],
    ['I want an unsigned 32-bit seed!', 1, 0xd8d4b4ba],
  ])('of %j with seed %i is as published', (text, seed, expected) => {
    expect(ofText(text, seed)).toBe(expected)
    expect(naive(new TextEncoder().encode(text), seed)).toBe(expected)
  })

  it.each([
    [1, 0, 0xb85cbee5],
    [1, 0x9e3779b1, 0xd5845d64],
    [14, 0, 0xe5aa0ab4],
    [14, 0x9e3779b1, 0x4481951d],
    [101, 0, 0x1f1aa412],
    [101, 0x9e3779b1, 0x498ec8e2],
  ])('of %i bytes of the sanity buffer with seed %i is as published', (length, seed, expected) => {
    expect(xxh32(sanityBuffer(length), 0, length, seed)).toBe(expected)
  })

  it('equals its definition at any place in a buffer, aligned or not', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        seeds,
        (bytes, before, skip, seed) => {
          const buffer = new Uint8Array(before + bytes.length + 3).fill(0xee)
          buffer.set(bytes, before)
          const view = buffer.subarray(Math.min(skip, before))
          const from = before - Math.min(skip, before)
          expect(xxh32(view, from, from + bytes.length, seed)).toBe(naive(bytes, seed))
        },
      ),
    )
  })

  it('counts zeros that are not there as if they were', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 150 }),
        fc.integer({ min: 0, max: 80 }),
        fc.integer({ min: 0, max: 5 }),
        seeds,
        (bytes, zeros, before, seed) => {
          const whole = new Uint8Array(bytes.length + zeros)
          whole.set(bytes)
          const buffer = new Uint8Array(before + bytes.length + 90).fill(0xee)
          buffer.set(bytes, before)
          expect(xxh32(buffer, before, before + bytes.length, seed, zeros)).toBe(naive(whole, seed))
        },
      ),
    )
  })

  it('differs after any change within one word', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(), fc.nat(), (bytes, at, bit) => {
        const sum = xxh32(bytes, 0, bytes.length)
        const changed = bytes.slice()
        changed[at % bytes.length] ^= 1 << (bit % 8)
        expect(xxh32(changed, 0, bytes.length)).not.toBe(sum)
      }),
    )
  })

  it('sums a megabyte the same from aligned and unaligned starts', () => {
    const buffer = new Uint8Array((1 << 20) + 1)
    for (let i = 0; i < buffer.length; i++) buffer[i] = Math.imul(i, 0x9e3779b1) >>> 24
    const shifted = new Uint8Array(buffer.length + 1)
    shifted.set(buffer, 1)
    expect(xxh32(shifted, 1, buffer.length + 1)).toBe(xxh32(buffer, 0, buffer.length))
  })
})

it('knows the byte order of this machine', () => {
  expect(LITTLE_ENDIAN).toBe(new Uint16Array(Uint8Array.of(1, 0).buffer)[0] === 1)
})
