// What the stored arrays of a ByteTable must be: a hostile file must not make a look-up run for ever or out of bounds.

import { engine } from '../engine/engine.js'
import { InputError } from '../errors.js'

/** Refuses arrays that could not have come from `ByteTable.arrays()`. */
export function checkTable(bytes: Uint8Array, offsets: Uint32Array, slots: Uint32Array, what: string): void {
  const count = offsets.length - 1
  const size = slots.length / 2
  const powerOfTwo = size >= 1 && Number.isInteger(size) && (size & (size - 1)) === 0
  if (count < 0 || !powerOfTwo || count * 3 > size * 2) {
    throw new InputError(`${what}: the hash table does not fit its entries`)
  }
  const { isAscending, holdsEachOnce } = engine().arrays
  if (!isAscending(offsets)) throw new InputError(`${what}: offsets are out of order`)
  if (offsets[0] !== 0 || offsets[count] !== bytes.length)
    throw new InputError(`${what}: offsets do not fit the bytes`)
  if (!holdsEachOnce(slots, count)) {
    const missing = slots.some((id, at) => at % 2 === 1 && id > count)
    throw new InputError(
      missing
        ? `${what}: the hash table names an entry that is not there`
        : `${what}: the hash table does not hold each entry once`,
    )
  }
}
