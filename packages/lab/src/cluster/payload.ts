// Payloads and outputs are containers as model files are: named arrays behind a small header, every byte checked.

import { InputError } from 'abound'
import {
  type Container,
  decodeContainer,
  encodeContainer,
  joinParts,
  type NumberArray,
  packNumbers,
} from 'abound/internal'

export type Arrays = Readonly<Record<string, NumberArray>>

/** A header and arrays as bytes; arrays in the smallest type that holds them exactly. */
export function payload(header: Record<string, unknown>, arrays: Arrays): Uint8Array {
  const packed = Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, packNumbers(array)]))
  return joinParts(encodeContainer(header, packed))
}

/** Back from bytes; `name` is what errors call them. */
export function openPayload(bytes: Uint8Array, name: string): Container {
  return decodeContainer(bytes, name)
}

/** Several byte strings under names, as one. */
export function packItems(items: ReadonlyMap<string, Uint8Array>): Uint8Array[] {
  return encodeContainer({}, Object.fromEntries(items))
}

/** One of the byte strings of a bundle. */
export function readItem({ sections }: Container, name: string): Uint8Array {
  const item = sections[name]
  if (!(item instanceof Uint8Array))
    throw new InputError(`the output of a stage has no ${JSON.stringify(name)}`)
  return item
}

/** Whole numbers of an array, in place where it holds 32 bits each. */
export function toIds(array: NumberArray | undefined): Uint32Array {
  if (array instanceof Uint32Array) return array
  return new Uint32Array(array ?? [])
}

/** Any numbers of an array, in place where it holds 64 bits each. */
export function toFloats(array: NumberArray | undefined): Float64Array {
  if (array instanceof Float64Array) return array
  return new Float64Array(array ?? [])
}
