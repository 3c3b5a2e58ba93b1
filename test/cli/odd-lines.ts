// Lines of which some are malformed and others odd, but readable.

/** The lines as bytes: three are no JSON, in six others a letter is not UTF-8. */
export function oddLines(lines: readonly string[]): Uint8Array {
  const odd = [...lines]
  for (const at of [3, 5_000, 11_500]) odd[at] = '{"text": '
  const bytes = Buffer.from(odd.join('\n'))
  // Told of by the line for the first few.
  for (let i = 0, at = 0; i < 6; i++) {
    at = bytes.indexOf('wheat', at + 1_500_000)
    bytes[at] = 0xff
  }
  return bytes
}
