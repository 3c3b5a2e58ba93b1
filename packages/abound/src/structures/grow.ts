import type { NumberArray } from '../contract.js'

/** A longer array that begins with the same numbers. */
export function grow<Numbers extends NumberArray>(numbers: Numbers, length: number): Numbers {
  const grown = new (numbers.constructor as new (length: number) => Numbers)(length)
  grown.set(numbers)
  return grown
}
