// Byte strings end to end.

/** Several byte strings, as plain data: string i is `bytes[starts[i]] … bytes[ends[i]]`, `hashes[i]` its murmur3. */
export interface ByteStrings {
  readonly count: number
  readonly bytes: Uint8Array
  /** Over the same memory as `bytes`. */
  readonly view: DataView
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly hashes: Int32Array
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
