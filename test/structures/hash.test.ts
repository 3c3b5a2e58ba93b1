// MurmurHash3 against published hashes and its definition.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { murmur3 } from '../../packages/abound/src/structures/hash.js'

const u32 = (x: bigint): bigint => BigInt.asUintN(32, x)
const rotl = (x: bigint, by: bigint): bigint => u32(x << by) | (x >> (32n - by))

/** MurmurHash3_x86_32 word for word from its definition. */
function naive(bytes: Uint8Array, seed: number): number {
  const mix = (k: bigint): bigint => u32(rotl(u32(k * 0xcc9e2d51n), 15n) * 0x1b873593n)
  let h = BigInt(seed)
  for (let at = 0; at < bytes.length; at += 4) {
    const block = bytes.subarray(at, at + 4)
    h ^= mix(block.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n))
    if (block.length === 4) h = u32(rotl(h, 13n) * 5n + 0xe6546b64n)
  }
  h ^= BigInt(bytes.length)
  h = u32((h ^ (h >> 16n)) * 0x85ebca6bn)
  h = u32((h ^ (h >> 13n)) * 0xc2b2ae35n)
  return Number(h ^ (h >> 16n)) | 0
}

describe('murmur3', () => {
  const S = 0x9747b28c
  it.each([
    ['', 0, 0],
    ['', 1, 0x514e28b7],
    ['', 0xffffffff, 0x81f16f39],
    ['\0', 0, 0x514e28b7],
    ['\0\0', 0, 0x30f4c306],
    ['\0\0\0', 0, 0x85f0b427],
    ['\0\0\0\0', 0, 0x2362f9de],
    ['a', S, 0x7fa09ea6],
    ['aa', S, 0x5d211726],
    ['aaa', S, 0x283e0130],
    ['aaaa', S, 0x5a97808a],
    ['ab', S, 0x74875592],
    ['abc', S, 0xc84a62dd],
    ['abc', 0, 0xb3dd93fa],
    ['abcd', S, 0xf0478627],
    ['Hello, world!', S, 0x24884cba],
    ['Hello, world!', 0, 0xc0363e43],
    ['ππππππππ', S, 0xd58063c1],
    ['The quick brown fox jumps over the lazy dog', S, 0x2fa826cd],
    ['a'.repeat(256), S, 0x37405bdc],
  ])('of %j with seed %i is as published', (text, seed, expected) => {
    const bytes = new TextEncoder().encode(text)
    expect(murmur3(bytes, 0, bytes.length, seed)).toBe(expected | 0)
    expect(naive(bytes, seed)).toBe(expected | 0)
  })

  it.each([
    [[0xff, 0xff, 0xff, 0xff], 0, 0x76293b50],
    [[0x21, 0x43, 0x65, 0x87], 0, 0xf55b516b],
    [[0x21, 0x43, 0x65, 0x87], 0x5082edee, 0x2362f9de],
    [[0x21, 0x43, 0x65], 0, 0x7e4a8634],
    [[0x21, 0x43], 0, 0xa0f7b07a],
    [[0x21], 0, 0x72661cf4],
  ])('of bytes %j with seed %i is as published', (bytes, seed, expected) => {
    expect(murmur3(Uint8Array.from(bytes), 0, bytes.length, seed)).toBe(expected | 0)
  })

  it('equals its definition on any range of any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 0, max: 0xffffffff }),
        (bytes, before, seed) => {
          const buffer = new Uint8Array(before + bytes.length + 5).fill(0xee)
          buffer.set(bytes, before)
          expect(murmur3(buffer, before, before + bytes.length, seed)).toBe(naive(bytes, seed))
        },
      ),
    )
  })
})
