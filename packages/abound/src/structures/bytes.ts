// Pieces of bytes as one.

/** The parts, one behind the other, in an array of their own. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joinInto(parts, (length) => new ArrayBuffer(length))
}

/** The same in memory of the caller's making. */
export function joinInto<Memory extends ArrayBufferLike>(
  parts: readonly Uint8Array[],
  allocate: (bytes: number) => Memory,
): Uint8Array<Memory> {
  let length = 0
  for (const part of parts) length += part.length
  const out = new Uint8Array(allocate(length))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
