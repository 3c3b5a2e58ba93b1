import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainEngine } from '../../../packages/abound/src/engine/plain/plain-engine.js'
import { wasmEngine } from '../../../packages/abound/src/engine/wasm/wasm-engine.js'

const engines = [plainEngine, wasmEngine]

/** Some are short, most longer than a piece, and few a multiple of 16 bytes. */
const lengths = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1 << 12, max: 70_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
)
const runs = { numRuns: 25 }

describe.each(engines)('arrays by the $name engine', ({ arrays }) => {
  const { allFinite, allPositive, allWithin, holdsEachOnce, isAscending, sumOf, takeStripes, writeStarts } =
    arrays

  describe('allWithin', () => {
    it('is what a plain loop finds, wherever the odd number stands', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(Uint8Array, Uint16Array, Uint32Array),
          lengths,
          fc.nat(),
          fc.integer({ min: 0, max: 3 }),
          fc.integer({ min: 3, max: 250 }),
          fc.integer({ min: 0, max: 255 }),
          (Type, length, place, low, high, odd) => {
            const array = new Type(length).fill(3)
            array[place % length] = odd
            expect(allWithin(array, low, high)).toBe(array.every((x) => x >= low && x <= high))
          },
        ),
        runs,
      )
    })

    it('takes numbers of 32 bits as they are, not as signed', () => {
      const array = new Uint32Array(20_000).fill(0xffffffff)
      expect(allWithin(array, 1, 0xfffffffe)).toBe(false)
      expect(allWithin(array, 1, 0xffffffff)).toBe(true)
      expect(allWithin(array, 0, 2 ** 40)).toBe(true)
    })

    it('is right of bounds that no number can have', () => {
      expect(allWithin(new Uint8Array(100), 0, 7)).toBe(true)
      expect(allWithin(new Uint8Array(20_000), 256, 1000)).toBe(false)
      expect(allWithin(new Uint8Array(20_000), 5, 4)).toBe(false)
    })
  })

  describe('allFinite and allPositive', () => {
    it('are what a plain loop finds', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(Float32Array, Float64Array),
          lengths,
          fc.nat(),
          fc.constantFrom(
            Number.NaN,
            Number.POSITIVE_INFINITY,
            Number.NEGATIVE_INFINITY,
            0,
            -0,
            -1,
            1e-30,
            3e38,
          ),
          (Type, length, place, odd) => {
            const array = new Type(length).fill(0.5)
            array[place % length] = odd
            expect(allFinite(array)).toBe(array.every((x) => Number.isFinite(x)))
            expect(allPositive(array)).toBe(array.every((x) => x > 0))
          },
        ),
        runs,
      )
    })
  })

  describe('isAscending', () => {
    it('is what a plain loop finds', () => {
      fc.assert(
        fc.property(lengths, fc.nat(), fc.integer({ min: 0, max: 3 }), (length, place, odd) => {
          const array = Uint32Array.from({ length }, (_, i) => 0x7ffff000 + (i >> 1))
          array[place % length] -= odd
          expect(isAscending(array)).toBe(array.every((x, i) => i === 0 || x >= array[i - 1]))
        }),
        runs,
      )
    })
  })

  describe('sumOf and writeStarts', () => {
    it('are what a plain loop adds up', () => {
      fc.assert(
        fc.property(lengths, fc.integer({ min: 0, max: 60_000 }), (length, most) => {
          const array = Uint32Array.from({ length }, (_, i) => (i * 7919) % (most + 1))
          const starts = new Uint32Array(length)
          writeStarts(array, starts)
          let sum = 0
          const expected = array.map((x) => {
            sum += x
            return sum - x
          })
          expect(starts.every((start, i) => start === expected[i])).toBe(true)
          expect(sumOf(array)).toBe(sum)
        }),
        runs,
      )
    })

    it('add beyond 32 bits', () => {
      expect(sumOf(new Uint32Array(30_000).fill(0xffffffff))).toBe(30_000 * 0xffffffff)
    })
  })

  describe('holdsEachOnce', () => {
    const table = (count: number): Uint32Array => {
      const slots = new Uint32Array(2 * 32_768)
      for (let id = 1; id <= count; id++) slots[2 * ((id * 7) % 32_768) + 1] = id
      return slots
    }

    it('holds for a table of all ids', () => {
      expect(holdsEachOnce(table(20_000), 20_000)).toBe(true)
      expect(holdsEachOnce(table(20_000), 20_000)).toBe(true)
      expect(holdsEachOnce(table(0), 0)).toBe(true)
    })

    it('holds after arrays of any length were looked through', () => {
      // One that ends just before a whole piece of 65,536 bytes was filled up beyond it, where ids are marked.
      for (let bytes = 65_500; bytes <= 65_560; bytes++) {
        expect(allWithin(new Uint8Array(bytes).fill(3), 1, 5)).toBe(true)
        expect(holdsEachOnce(table(20_000), 20_000)).toBe(true)
      }
    })

    it('does not where one is missing, too high, or there twice', () => {
      expect(holdsEachOnce(table(20_000), 20_001)).toBe(false)
      expect(holdsEachOnce(table(20_000), 19_999)).toBe(false)
      const twice = table(20_000)
      twice[2 * 7 + 1] = 2
      expect(holdsEachOnce(twice, 20_000)).toBe(false)
      // What was marked before it failed is gone.
      expect(holdsEachOnce(table(20_000), 20_000)).toBe(true)
    })
  })

  describe('takeStripes', () => {
    it('does as the lanes of XXH32 say', () => {
      const words = Int32Array.from({ length: 40_000 }, (_, i) => Math.imul(i, 0x9e3779b1))
      const lanes = Int32Array.of(1, -2, 3, -4)
      const expected = Int32Array.from(lanes)
      for (let i = 0; i < words.length; i++) {
        const sum = (expected[i & 3] + Math.imul(words[i], 0x85ebca77)) | 0
        expected[i & 3] = Math.imul((sum << 13) | (sum >>> 19), 0x9e3779b1)
      }
      takeStripes(words, lanes)
      expect(lanes).toEqual(expected)
    })
  })
})
