// What a model file stores: nothing is lost, nothing damaged is taken.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberArray } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import {
  floatsFrom,
  idsFrom,
  lengthsFrom,
  numberFrom,
  packNumbers,
  withoutPacking,
} from '../../packages/abound/src/structures/state-arrays.js'

const sameNumbers = (a: NumberArray, b: NumberArray): boolean =>
  a.length === b.length && Array.from(a).every((x, i) => Object.is(x, b[i]))

describe('packNumbers', () => {
  it('leaves numbers as wide as they are where that is asked for, and there alone', () => {
    const wide = Float64Array.of(1, 2)
    expect(withoutPacking(() => packNumbers(wide))).toBe(wide)
    const failing = (): never => {
      throw new Error('on purpose')
    }
    expect(() => withoutPacking(failing)).toThrow('on purpose')
    expect(packNumbers(wide)).toEqual(Uint8Array.of(1, 2))
  })

  const any = fc.oneof(
    fc.array(fc.nat(255)),
    fc.array(fc.nat(70_000)),
    fc.array(fc.integer({ min: 0, max: 0xffffffff })),
    fc.array(fc.maxSafeInteger()),
    fc.array(fc.float()),
    fc.array(fc.double()),
  )

  it('loses nothing, whatever the numbers', () => {
    fc.assert(
      fc.property(any, (given) => {
        const numbers = Float64Array.from(given)
        expect(sameNumbers(packNumbers(numbers), numbers)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    [[], 'Uint8Array'],
    [[0, 255], 'Uint8Array'],
    [[0, 256], 'Uint16Array'],
    [[65_535], 'Uint16Array'],
    [[65_536], 'Uint32Array'],
    [[4_294_967_295], 'Uint32Array'],
    [[4_294_967_296], 'Float32Array'],
    [[4_294_967_297], 'Float64Array'],
    [[-1], 'Float32Array'],
    [[0.5, 3], 'Float32Array'],
    [[0.1], 'Float64Array'],
    [[-0], 'Float32Array'],
    [[Number.POSITIVE_INFINITY], 'Float32Array'],
    [[Number.NaN], 'Float64Array'],
    [[0.5, 16_777_217], 'Float64Array'],
  ])('%j becomes %s', (numbers, name) => {
    const packed = packNumbers(Float64Array.from(numbers))
    expect(packed.constructor.name).toBe(name)
    expect(sameNumbers(packed, Float64Array.from(numbers))).toBe(true)
  })

  it('copies: the packed array is not a view of the original', () => {
    for (const numbers of [
      Uint8Array.of(1),
      Float64Array.of(0.1),
      Float32Array.of(0.5),
      Uint32Array.of(70_000),
    ]) {
      const packed = packNumbers(numbers)
      numbers[0] = 0
      expect(packed[0]).not.toBe(0)
    }
  })
})

describe('idsFrom', () => {
  it('widens whole numbers and uses 32-bit ones in place', () => {
    expect(idsFrom(Uint8Array.of(1, 2), 3, 'ids')).toEqual(Uint32Array.of(1, 2))
    expect(idsFrom(Uint16Array.of(300), 301, 'ids')).toEqual(Uint32Array.of(300))
    const ids = Uint32Array.of(5)
    expect(idsFrom(ids, 6, 'ids')).toBe(ids)
  })

  it('refuses ids out of range and what are no ids', () => {
    expect(() => idsFrom(Uint8Array.of(0, 3), 3, 'labels')).toThrow(InputError)
    expect(() => idsFrom(Uint8Array.of(0, 3), 3, 'labels')).toThrow(/labels name 3, but there are only 3/)
    for (const wrong of [
      undefined,
      Float64Array.of(1),
      Float32Array.of(1),
      Int32Array.of(-1),
      Int8Array.of(0),
    ]) {
      expect(() => idsFrom(wrong, 9, 'labels')).toThrow(InputError)
    }
  })

  it('refuses everything when the limit is no number', () => {
    expect(() => idsFrom(Uint8Array.of(0), -1, 'labels')).toThrow(InputError)
  })
})

describe('floatsFrom', () => {
  it('gives doubles, in place where they are', () => {
    expect(floatsFrom(Uint8Array.of(7), 1, 'weights')).toEqual(Float64Array.of(7))
    expect(floatsFrom(Float32Array.of(0.5), 1, 'weights')).toEqual(Float64Array.of(0.5))
    const floats = Float64Array.of(0.1)
    expect(floatsFrom(floats, 1, 'weights')).toBe(floats)
  })

  it('refuses a wrong length, NaN and infinity', () => {
    expect(() => floatsFrom(undefined, 0, 'weights')).toThrow(/expected 0 numbers, found none/)
    expect(() => floatsFrom(Float64Array.of(1), 2, 'weights')).toThrow(/expected 2 numbers, found 1/)
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => floatsFrom(Float64Array.of(0, wrong), 2, 'weights')).toThrow(InputError)
      expect(() => floatsFrom(Float32Array.of(0, wrong), 2, 'weights')).toThrow(InputError)
    }
  })
})

describe('lengthsFrom', () => {
  it('takes lengths that add up', () => {
    expect(lengthsFrom(Uint8Array.of(2, 0, 3), 5, 'lists')).toEqual(Uint32Array.of(2, 0, 3))
    expect(lengthsFrom(new Uint8Array(0), 0, 'lists')).toEqual(new Uint32Array(0))
  })

  it('refuses others, also sums that would wrap around in 32 bits', () => {
    expect(() => lengthsFrom(Uint8Array.of(2, 0, 2), 5, 'lists')).toThrow(/add up to 4, expected 5/)
    expect(() => lengthsFrom(Uint8Array.of(3, 3), 5, 'lists')).toThrow(InputError)
    expect(() => lengthsFrom(Uint32Array.of(0x80000000, 0x80000000), 0, 'lists')).toThrow(InputError)
    expect(() => lengthsFrom(undefined, 0, 'lists')).toThrow(InputError)
  })
})

describe('numberFrom', () => {
  it('takes a number that is there', () => {
    expect(numberFrom({ k: 0 }, 'k')).toBe(0)
  })

  it('refuses a missing one', () => {
    expect(() => numberFrom({}, 'k')).toThrow(/no number "k"/)
    expect(() => numberFrom({ k: Number.NaN }, 'k')).toThrow(InputError)
    expect(() => numberFrom({ k: 'x' as unknown as number }, 'k')).toThrow(InputError)
  })
})
