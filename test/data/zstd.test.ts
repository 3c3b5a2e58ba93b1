import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unzstd, ZstdDecoder } from '../../packages/abound/src/data/zstd.js'
import { FIRST_LINES, zstFile } from './zst-file.js'

/** The unpacked bytes as a text of one character a byte. */
function unpack(bytes: Uint8Array, cuts: readonly number[] = []): string {
  const decoder = new ZstdDecoder()
  const latin = new TextDecoder('latin1')
  let text = ''
  let from = 0
  for (const to of [...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]) {
    for (const part of decoder.push(bytes.slice(from, to))) text += latin.decode(part)
    from = to
  }
  for (const part of decoder.end()) text += latin.decode(part)
  return text
}

describe('ZstdDecoder', () => {
  const whole = unpack(zstFile)

  it('reads every frame, and skips those to skip', () => {
    const lines = whole.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([...FIRST_LINES, { text: 'tail', labels: ['x'] }])
    expect(new TextDecoder().decode(unzstd(zstFile, whole.length))).toBe(whole)
  })

  it('gives the same however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(zstFile.length), { maxLength: 40 }), (cuts) => {
        expect(unpack(zstFile, cuts)).toBe(whole)
      }),
    )
    expect(
      unpack(
        zstFile,
        Array.from(zstFile, (_, i) => i),
      ),
    ).toEqual(whole)
  })

  it('tells every truncation but those between frames', () => {
    const complete: number[] = []
    for (let length = 0; length < zstFile.length; length++) {
      try {
        unpack(zstFile.subarray(0, length))
        complete.push(length)
      } catch (error) {
        expect((error as Error).message).toMatch(/too early/)
      }
    }
    expect(complete).toEqual([373, 384])
  })

  it('refuses a length that does not fit', () => {
    expect(() => unzstd(zstFile, whole.length - 1)).toThrow('more than it should')
    expect(() => unzstd(zstFile, whole.length + 1)).toThrow('less than it should')
  })

  it('refuses windows that would take too much memory, and dictionaries', () => {
    const header = [0x28, 0xb5, 0x2f, 0xfd]
    expect(() => unpack(Uint8Array.from([...header, 0, 0xff, 1, 0, 0]))).toThrow(/bytes of memory/)
    expect(() => unpack(Uint8Array.from([...header, 0xe0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]))).toThrow(
      /bytes of memory/,
    )
    expect(() => unpack(Uint8Array.from([...header, 1, 0, 7, 1, 0, 0]))).toThrow(/dictionary/)
    expect(() => unpack(new TextEncoder().encode('{"text":"plain"}'))).toThrow(/no Zstandard frame/)
  })

  it('refuses the Huffman table whose weights take no bits, which fzstd would read without end', () => {
    const bytes = zstFile.slice()
    bytes[14] = 240
    bytes[15] = 3
    expect(() => unpack(bytes)).toThrow('a Huffman table is damaged')
  })

  it('ends, soon, on damaged bytes', () => {
    const damage = fc.array(fc.tuple(fc.nat(zstFile.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(damage, (changes) => {
        const bytes = zstFile.slice()
        for (const [at, byte] of changes) bytes[at] = byte
        try {
          unpack(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
      { numRuns: 500 },
    )
  })
})
