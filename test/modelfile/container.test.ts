// Model files: what goes in comes out, the bytes never change unnoticed, every damage is refused.

import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { NumberArray } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import {
  decodeContainer,
  encodeContainer,
  MAX_FILE_BYTES,
  MAX_HEADER_BYTES,
} from '../../packages/abound/src/modelfile/container.js'
import { joinParts } from '../../packages/abound/src/structures/bytes.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'

const encode = (header: unknown, sections: Readonly<Record<string, NumberArray>>): Uint8Array =>
  joinParts(encodeContainer(header, sections))
const decode = (bytes: Uint8Array) => decodeContainer(bytes, 'm.abound')
const bytesOf = (array: NumberArray): number[] => [
  ...new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
]

const arrays: fc.Arbitrary<NumberArray> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.int8Array(),
  fc.uint16Array(),
  fc.int16Array(),
  fc.uint32Array(),
  fc.int32Array(),
  fc.float32Array(),
  fc.float64Array(),
)
const names = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', '', '1', 'toString'),
)
const sectionLists = fc.uniqueArray(fc.tuple(names, arrays), { selector: ([name]) => name, maxLength: 8 })
const headers = fc.dictionary(names, fc.jsonValue({ maxDepth: 4 }))

const sample = () => ({
  header: { learner: 'ff', passes: 2 },
  sections: {
    weights: Float64Array.of(0.5, -2, 1e300),
    words: new TextEncoder().encode('wheat'),
    none: new Int8Array(0),
  },
})

describe('round trip', () => {
  it('gives back headers and sections bit for bit', () => {
    fc.assert(
      fc.property(headers, sectionLists, (header, list) => {
        const file = encode(header, Object.fromEntries(list))
        expect(file.length % 64).toBe(0)
        const back = decode(file)
        expect(JSON.stringify(back.header)).toBe(JSON.stringify(header))
        expect(Object.keys(back.sections).length).toBe(list.length)
        for (const [name, array] of list) {
          const section = back.sections[name]
          expect(Object.prototype.toString.call(section)).toBe(Object.prototype.toString.call(array))
          expect(bytesOf(section)).toEqual(bytesOf(array))
          expect((section.byteOffset - file.byteOffset) % 64).toBe(0)
        }
      }),
    )
  })

  it('gives the same bytes for the same input, whatever the order of sections', () => {
    fc.assert(
      fc.property(headers, sectionLists, (header, list) => {
        const file = encode(header, Object.fromEntries(list))
        expect(encode(structuredClone(header), Object.fromEntries(list.toReversed()))).toEqual(file)
        const back = decode(file)
        expect(encode(back.header, back.sections)).toEqual(file)
      }),
    )
  })

  it('keeps NaN payloads, −0 and lone surrogates', () => {
    const bits = Uint32Array.of(0x7fc00001, 0xffc12345, 0x80000000)
    const back = decode(encode({ 'key\ud800': ['\udfff', -0] }, { odd: new Float32Array(bits.buffer) }))
    expect(new Uint32Array(back.sections.odd.buffer, back.sections.odd.byteOffset, 3)).toEqual(bits)
    expect(back.header).toEqual({ 'key\ud800': ['\udfff', -0] })
  })

  it('gives views, not copies, and leaves the file as it was', () => {
    const { header, sections } = sample()
    const file = encode(header, sections)
    const before = file.slice()
    const back = decode(file)
    expect(file).toEqual(before)
    for (const array of Object.values(back.sections)) expect(array.buffer).toBe(file.buffer)
    expect(Object.getPrototypeOf(back.sections)).toBe(null)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads a file that starts %i bytes into a buffer', (shift) => {
    const { header, sections } = sample()
    const file = encode(header, sections)
    const buffer = Buffer.alloc(file.length + 16, 0xee)
    buffer.set(file, shift)
    const part = buffer.subarray(shift, shift + file.length)
    const back = decode(part)
    expect(back.header).toEqual(header)
    expect({ ...back.sections }).toEqual(sections)
    expect(back.sections.weights.buffer === buffer.buffer).toBe(part.byteOffset % 8 === 0)
    expect(Uint8Array.from(part)).toEqual(file)
  })

  it('makes parts that are views of the sections', () => {
    const { header, sections } = sample()
    const parts = encodeContainer(header, sections)
    expect(parts.some((part) => part.buffer === sections.weights.buffer)).toBe(true)
    expect(parts.some((part) => part.buffer === sections.words.buffer)).toBe(true)
    const shared = new Float32Array(new SharedArrayBuffer(12))
    expect(decode(encode({}, { shared })).sections.shared).toEqual(new Float32Array(3))
  })
})

describe('the bytes', () => {
  it('of a tiny file are these, for ever', () => {
    const file = encode({ learner: 'ff' }, { b: Uint16Array.of(1, 2, 0xffff), a: Float32Array.of(1.5) })
    const hex = (from: number, to: number): string => Buffer.from(file.subarray(from, to)).toString('hex')
    expect(hex(0, 32)).toBe('ab6f756e640d0a1a01000000e00000008001000000000000000000004fea72f2')
    const json =
      '{"sections":[{"name":"a","type":"f32","offset":0,"length":1,"checksum":2241706793},' +
      '{"name":"b","type":"u16","offset":64,"length":3,"checksum":2111001668}],"meta":{"learner":"ff"}}'
    expect(new TextDecoder().decode(file.subarray(32, 256))).toBe(json.padEnd(224))
    expect(hex(256, 320)).toBe(`0000c03f${'00'.repeat(60)}`)
    expect(hex(320, 384)).toBe(`01000200ffff${'00'.repeat(58)}`)
    expect(file.length).toBe(384)
  })

  it('of a file without sections are these, for ever', () => {
    expect(Buffer.from(encode({}, {})).toString('hex')).toBe(
      'ab6f756e640d0a1a010000002000000040000000000000000000000060b560bb' +
        '7b2273656374696f6e73223a5b5d2c226d657461223a7b7d7d20202020202020',
    )
  })
})

describe('damage', () => {
  const { header, sections } = sample()
  const file = encode(header, sections)
  const refused = (bytes: Uint8Array): string => {
    try {
      decode(bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(InputError)
      return (error as InputError).message
    }
    throw new Error('a damaged file was accepted')
  }

  it('of any single bit is refused', () => {
    const changed = file.slice()
    for (let bit = 0; bit < file.length * 8; bit++) {
      changed[bit >>> 3] ^= 1 << (bit & 7)
      expect(refused(changed)).toMatch(
        /^m\.abound(: not an Abound model \(.+\)| is damaged: .+| was made by a newer .+)$/,
      )
      changed[bit >>> 3] ^= 1 << (bit & 7)
    }
    expect(decode(changed).header).toEqual(header)
  })

  it('by cutting it anywhere is refused', () => {
    for (let length = 0; length < file.length; length++) {
      expect(refused(file.subarray(0, length))).toMatch(length === 0 ? /it is empty/ : /it is cut short/)
    }
    expect(refused(file.subarray(0, 200))).toBe(
      `m.abound is damaged: it is cut short, 200 of ${file.length} bytes are there`,
    )
  })

  it('by bytes lost at the start or within, added or exchanged is refused', () => {
    for (let at = 0; at < file.length; at++) {
      refused(joinParts([file.subarray(0, at), file.subarray(at + 1)]))
      refused(joinParts([file.subarray(0, at), Uint8Array.of(0), file.subarray(at)]))
      const filled = file.slice()
      filled.fill(0, at)
      if (!filled.every((byte, i) => byte === file[i])) refused(filled)
    }
    expect(refused(joinParts([file, Uint8Array.of(10)]))).toBe(
      `m.abound is damaged: it should end after ${file.length} bytes, but ${file.length + 1} are there`,
    )
  })

  it('of a larger file is refused', () => {
    const rng = new Rng(1)
    const noise = Float64Array.from({ length: 20_000 }, () => rng.float())
    const large = encode(
      { a: 'x'.repeat(3000) },
      { noise, ids: Uint32Array.from({ length: 9001 }, () => rng.next()) },
    )
    for (let i = 0; i < 500; i++) {
      const at = rng.below(large.length)
      const old = large[at]
      large[at] ^= 1 + rng.below(255)
      refused(large)
      large[at] = old
      expect(refused(large.subarray(0, at))).toMatch(/empty|cut short/)
    }
    expect(decode(large).sections.noise).toEqual(noise)
  })

  it('says which section it hit', () => {
    const changed = file.slice()
    changed[file.length - 1] ^= 1
    expect(refused(changed)).toBe('m.abound is damaged: section "words" fails its checksum')
  })

  it('by a copy in text mode is told as such', () => {
    const text = Buffer.from(file).toString('latin1')
    const asText = 'm.abound is damaged: line ends were changed, as by a copy in text mode'
    expect(refused(Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1'))).toBe(asText)
    expect(refused(Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'))).toBe(asText)
    expect(refused(Buffer.from(text, 'utf8'))).toMatch(/not an Abound model/)
  })

  it('is all that other files can be', () => {
    const other = new TextEncoder().encode('__label__a some text\n'.repeat(20))
    expect(refused(other)).toBe('m.abound: not an Abound model (it starts with other bytes)')
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void refused(bytes)))
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        (bytes) => void refused(joinParts([file.subarray(0, 8), bytes])),
      ),
    )
  })
})

describe('what cannot be written', () => {
  it('is a file beyond 4 GiB, with a clear error', () => {
    const block = new Uint8Array(2 ** 28)
    const many = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`part${i}`, block]))
    expect(() => encodeContainer({}, { ...many, last: block })).toThrow(InputError)
    expect(() => encodeContainer({}, { ...many, last: block })).toThrow(
      `the model would take ${17 * 2 ** 28} bytes: a model file holds at most ${MAX_FILE_BYTES} (4 GiB)`,
    )
  })

  it('is a header beyond 16 MiB', () => {
    expect(() => encodeContainer({ text: 'x'.repeat(MAX_HEADER_BYTES) }, {})).toThrow(InputError)
    const long = 'x'.repeat(MAX_HEADER_BYTES - 1000)
    expect(decode(encode({ long }, {})).header).toEqual({ long })
  })

  it.each([null, undefined, 5, 'text', [1]])('is a header that is no object: %j', (header) => {
    expect(() => encodeContainer(header, {})).toThrow(TypeError)
  })

  it.each([[new BigInt64Array(1)], [new Uint8ClampedArray(1)], [new DataView(new ArrayBuffer(8))], [{}]])(
    'is a section of another type',
    (array) => {
      expect(() => encodeContainer({}, { x: array as unknown as NumberArray })).toThrow(
        /"x" is not a number array/,
      )
    },
  )
})

describe('on a big-endian machine', () => {
  afterEach(() => {
    vi.doUnmock('../../packages/abound/src/structures/checksum.js')
    vi.resetModules()
  })

  it('both ways end in a clear error', async () => {
    vi.resetModules()
    vi.doMock('../../packages/abound/src/structures/checksum.js', async (original) => ({
      ...(await original<typeof import('../../packages/abound/src/structures/checksum.js')>()),
      LITTLE_ENDIAN: false,
    }))
    const there = await import('../../packages/abound/src/modelfile/container.js')
    expect(() => there.encodeContainer({}, {})).toThrow(/little-endian/)
    expect(() => there.decodeContainer(encode({}, {}), 'm.abound')).toThrow(/little-endian/)
  })
})
