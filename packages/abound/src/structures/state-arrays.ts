// The smallest typed array that holds the same numbers exactly: what a model file stores.

import type { NumberArray } from '../contract.js'
import { engine } from '../engine/engine.js'
import { InputError } from '../errors.js'

let packing = true

/** What `make` gives, with its numbers as wide as they are used: to be read in place, by several threads at once. */
export function withoutPacking<Made>(make: () => Made): Made {
  packing = false
  try {
    return make()
  } finally {
    packing = true
  }
}

/**
 * The same numbers in the smallest of u8, u16, u32, f32, f64 that loses nothing: for the arrays of a state.
 *
 * @example
 * packNumbers(Float64Array.of(1, 2)) instanceof Uint8Array // true
 */
export function packNumbers(numbers: NumberArray): NumberArray {
  if (!packing) return numbers
  let highest = 0
  let whole = true
  let single = true
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i]
    if (x < 0 || x !== Math.trunc(x) || (x === 0 && 1 / x < 0)) whole = false
    else if (x > highest) highest = x
    if (Math.fround(x) !== x) single = false
    if (!whole && !single) return new Float64Array(numbers)
  }
  if (whole && highest <= 0xff) return new Uint8Array(numbers)
  if (whole && highest <= 0xffff) return new Uint16Array(numbers)
  if (whole && highest <= 0xffffffff) return new Uint32Array(numbers)
  return single ? new Float32Array(numbers) : new Float64Array(numbers)
}

/** A stored array of whole numbers as ids (in place when it is one already); refuses ids ≥ limit. */
export function idsFrom(array: NumberArray | undefined, limit: number, what: string): Uint32Array {
  const ids = idsInPlace(array, limit, what)
  return ids instanceof Uint32Array ? ids : new Uint32Array(ids)
}

/** The same as it is stored. */
export function idsInPlace(
  array: NumberArray | undefined,
  limit: number,
  what: string,
): Uint8Array | Uint16Array | Uint32Array {
  if (!(array instanceof Uint8Array || array instanceof Uint16Array || array instanceof Uint32Array)) {
    throw new InputError(`the model's ${what} are missing or not whole numbers`)
  }
  if (limit > 0 && engine().arrays.allWithin(array, 0, limit - 1)) return array
  for (let i = 0; i < array.length; i++) {
    if (array[i] >= limit)
      throw new InputError(`the model's ${what} name ${array[i]}, but there are only ${limit}`)
  }
  return array
}

/** A stored array as 64-bit floats (in place when it is one already); refuses a wrong length, NaN and infinity. */
export function floatsFrom(array: NumberArray | undefined, length: number, what: string): Float64Array {
  if (array === undefined || array.length !== length) {
    throw new InputError(`the model's ${what}: expected ${length} numbers, found ${array?.length ?? 'none'}`)
  }
  const floats = array instanceof Float64Array ? array : new Float64Array(array)
  // Whole numbers are finite, and most of a file is made of them.
  if (!(array instanceof Float64Array || array instanceof Float32Array)) return floats
  if (engine().arrays.allFinite(array)) return floats
  for (let i = 0; i < length; i++) {
    if (!Number.isFinite(floats[i]))
      throw new InputError(`the model's ${what} hold ${floats[i]}: expected finite numbers`)
  }
  return floats
}

/** List lengths that add up to the number of entries. */
export function lengthsFrom(array: NumberArray | undefined, entries: number, what: string): Uint32Array {
  const lengths = idsFrom(array, entries + 1, what)
  const sum = engine().arrays.sumOf(lengths)
  if (sum !== entries) throw new InputError(`the model's ${what} add up to ${sum}, expected ${entries}`)
  return lengths
}

/** A number of the header that must be there. */
export function numberFrom(numbers: Readonly<Record<string, unknown>>, name: string): number {
  const value = numbers[name]
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new InputError(`the model's header has no number "${name}"`)
  }
  return value
}
