import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charactersOf } from '../../packages/abound/src/structures/bytes.js'

describe('characters of a text', () => {
  it('are as many in bytes as in a string', () => {
    const encoder = new TextEncoder()
    for (const text of ['', 'wheat', 'Straße', 'зерно', '日本', '𝒜 & 🚢'])
      expect(charactersOf(encoder.encode(text))).toBe(text.length)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(charactersOf(encoder.encode(text))).toBe(charactersOf(text))
      }),
    )
    expect(charactersOf(undefined)).toBe(0)
  })
})
