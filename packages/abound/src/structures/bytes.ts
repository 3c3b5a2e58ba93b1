// Pieces of bytes as one, and bytes as text.

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

/** How long a text is as a string, whichever way it comes: two for what takes UTF-8 four bytes, as strings count. */
export function charactersOf(text: string | Uint8Array | undefined): number {
  if (text === undefined || typeof text === 'string') return text?.length ?? 0
  let characters = 0
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]
    if ((byte & 0xc0) !== 0x80) characters += byte < 0xf0 ? 1 : 2
  }
  return characters
}
