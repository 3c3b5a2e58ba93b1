// Files whose checksums are right and whose contents lie: made here by a second writer of the format.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { decodeContainer, MAX_HEADER_BYTES } from '../../packages/abound/src/modelfile/container.js'
import { xxh32 } from '../../packages/abound/src/structures/checksum.js'

const decode = (bytes: Uint8Array) => decodeContainer(bytes, 'm.abound')
const text = (value: string): Uint8Array => new TextEncoder().encode(value)

interface Prefix {
  readonly version?: number
  readonly headerBytes?: number
  readonly fileBytes?: number
  readonly reserved?: number
}

/** A file with this header and body, its checksum right, its prefix as told. */
function craft(header: string | Uint8Array, body = new Uint8Array(0), prefix: Prefix = {}): Uint8Array {
  const json = typeof header === 'string' ? text(header) : header
  const start = Math.ceil((32 + json.length) / 64) * 64
  const file = Buffer.alloc(start + body.length, ' ')
  file.set([0xab, 0x6f, 0x75, 0x6e, 0x64, 0x0d, 0x0a, 0x1a])
  file.writeUInt32LE(prefix.version ?? 1, 8)
  file.writeUInt32LE(prefix.headerBytes ?? start - 32, 12)
  file.writeBigUInt64LE(BigInt(prefix.fileBytes ?? file.length), 16)
  file.writeUInt32LE(prefix.reserved ?? 0, 24)
  file.writeUInt32LE(0, 28)
  file.set(json, 32)
  file.set(body, start)
  file.writeUInt32LE(xxh32(file, 0, Math.min(file.length, 32 + (prefix.headerBytes ?? start - 32))), 28)
  return new Uint8Array(file)
}

const body = new Uint8Array(128).map((_, i) => i)
const sum = (from: number, to: number): number => xxh32(body, from, to)
const first = { name: 'a', type: 'u8', offset: 0, length: 64, checksum: sum(0, 64) }
const second = { name: 'b', type: 'f32', offset: 64, length: 16, checksum: sum(64, 128) }
const withSections = (...sections: unknown[]): string => JSON.stringify({ sections, meta: {} })

describe('a file of the second writer', () => {
  it('is read', () => {
    const { header, sections } = decode(craft(withSections(first, second), body))
    expect(header).toEqual({})
    expect(sections.a).toEqual(body.subarray(0, 64))
    expect(sections.b).toEqual(new Float32Array(body.buffer, 64, 16))
  })

  it('may use names that objects have', () => {
    const json = withSections({ ...first, name: '__proto__' }, { ...second, name: 'constructor' })
    const { sections } = decode(craft(json, body))
    expect(Object.keys(sections)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(sections)).toBe(null)
    const { header } = decode(craft('{"sections":[],"meta":{"__proto__":{"polluted":1}}}'))
    expect(Object.keys(header)).toEqual(['__proto__'])
    expect(header.polluted).toBe(undefined)
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  })
})

describe('refuses', () => {
  const lies: [string, string | Uint8Array, RegExp][] = [
    [
      'a section beyond the end',
      withSections(first, { ...second, length: 17 }),
      /section "b" goes beyond the end/,
    ],
    [
      'a section that starts beyond',
      withSections(first, { ...second, offset: 128 }),
      /"b" is not where it should/,
    ],
    [
      'a section far beyond',
      withSections(first, { ...second, offset: 2 ** 32 }),
      /"b" is not where it should/,
    ],
    ['sections that overlap', withSections(first, { ...second, offset: 0 }), /"b" is not where it should/],
    ['a gap', withSections(first, { ...second, offset: 128, length: 0 }), /"b" is not where it should/],
    ['a misaligned section', withSections({ ...first, offset: 1 }, second), /"a" is not where it should/],
    ['bytes in no section', withSections(first), /64 bytes belong to no section/],
    ['no sections over a body', withSections(), /128 bytes belong to no section/],
    ['a giant length', withSections(first, { ...second, length: 2 ** 32 }), /goes beyond the end/],
    [
      'a length beyond any file',
      withSections(first, { ...second, length: 2 ** 53 - 1 }),
      /does not describe section 2/,
    ],
    [
      'a length beyond whole numbers',
      withSections(first, { ...second, length: 1e300 }),
      /not describe section 2/,
    ],
    ['a negative length', withSections(first, { ...second, length: -16 }), /not describe section 2/],
    ['a fraction', withSections({ ...first, length: 63.5 }, second), /not describe section 1/],
    ['a length in words', withSections({ ...first, length: '64' }, second), /not describe section 1/],
    ['no length', withSections({ ...first, length: undefined }, second), /not describe section 1/],
    ['a negative offset', withSections({ ...first, offset: -64 }, second), /not describe section 1/],
    ['an unknown type', withSections({ ...first, type: 'u64' }, second), /not describe section 1/],
    [
      'a type from the prototype',
      withSections({ ...first, type: 'constructor' }, second),
      /not describe section 1/,
    ],
    ['a type that is no string', withSections({ ...first, type: ['u8'] }, second), /not describe section 1/],
    ['a name that is no string', withSections({ ...first, name: 7 }, second), /not describe section 1/],
    ['two sections of one name', withSections(first, { ...second, name: 'a' }), /two sections "a"/],
    [
      'a wrong checksum',
      withSections({ ...first, checksum: 1 }, second),
      /is damaged: section "a" fails its checksum/,
    ],
    ['a checksum too large', withSections({ ...first, checksum: 2 ** 40 }, second), /not describe section 1/],
    ['a section that is null', withSections(null), /not describe section 1/],
    ['a section that is a list', withSections([]), /not describe section 1/],
    ['sections that are no list', '{"sections":{"length":1},"meta":{}}', /lacks sections or meta/],
    ['no sections', '{"meta":{}}', /lacks sections or meta/],
    ['no meta', '{"sections":[]}', /lacks sections or meta/],
    ['meta that is null', '{"sections":[],"meta":null}', /lacks sections or meta/],
    ['meta that is a list', '{"sections":[],"meta":[]}', /lacks sections or meta/],
    ['a header that is null', 'null', /lacks sections or meta/],
    ['a header that is a list', '[]', /lacks sections or meta/],
    ['a header that is a number', '12', /lacks sections or meta/],
    ['an empty header', '', /not JSON in UTF-8/],
    ['half a header', '{"sections":[', /not JSON in UTF-8/],
    ['code for a header', '(()=>({sections:[],meta:{}}))()', /not JSON in UTF-8/],
    ['a byte order mark', '\ufeff{"sections":[],"meta":{}}', /not JSON in UTF-8/],
    ['a header with zeros after it', '{"sections":[],"meta":{}}\0', /not JSON in UTF-8/],
    [
      'bytes that are not UTF-8',
      Uint8Array.of(...text('{"sections":[],"meta":{"a":"'), 0xc3, 0x28, 0x22),
      /not JSON in/,
    ],
    [
      'a header that nests deep',
      `{"sections":[],"meta":${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}}`,
      /nests too deep/,
    ],
    ['a header that only opens', '['.repeat(1e6), /nests too deep/],
  ]
  it.each(lies)('%s', (_, header, message) => {
    const file = craft(header, body)
    expect(() => decode(file)).toThrow(InputError)
    expect(() => decode(file)).toThrow(message)
    expect(() => decode(file)).toThrow(/^m\.abound(: not an Abound model \([^)]+\)| is damaged: .+)$/)
  })

  const json = withSections(first, second)
  const prefixes: [string, Prefix, RegExp][] = [
    [
      'a newer version',
      { version: 3 },
      /^m\.abound was made by a newer version of Abound \(file version 3, this one reads 2\)$/,
    ],
    ['a far newer version', { version: 0xffffffff }, /made by a newer version/],
    ['version 0', { version: 0 }, /not an Abound model \(there is no file version 0\)/],
    ['a file length too large', { fileBytes: 2 ** 52 }, /cut short/],
    ['a file length too small', { fileBytes: 64 }, /should end after 64 bytes/],
    ['a file length of 0', { fileBytes: 0 }, /should end after 0 bytes/],
    ['a header beyond the end', { headerBytes: 2 ** 20 - 32 }, /its header cannot take/],
    ['a header of 4 GiB', { headerBytes: 2 ** 32 - 32 }, /its header cannot take/],
    ['a header of an odd length', { headerBytes: 97 }, /its header cannot take/],
    ['a header that ends in a section', { headerBytes: 32 + 5 * 64 }, /not JSON in UTF-8/],
    ['a header cut short', { headerBytes: 32 }, /not JSON in UTF-8/],
    ['reserved bytes in use', { reserved: 1 }, /bytes 24 to 27 are not 0/],
  ]
  it.each(prefixes)('%s', (_, prefix, message) => {
    const file = craft(json, body, prefix)
    expect(() => decode(file)).toThrow(InputError)
    expect(() => decode(file)).toThrow(message)
  })

  it('a header larger than any we write', () => {
    const file = craft(`{"sections":[],"meta":{}}${' '.repeat(MAX_HEADER_BYTES)}`)
    expect(() => decode(file)).toThrow(/its header cannot take/)
  })

  it('with messages of one line and bounded length', () => {
    const file = craft(withSections({ ...first, name: `line\nend${'x'.repeat(1e5)}`, offset: 64 }), body)
    try {
      decode(file)
      expect.unreachable()
    } catch (error) {
      expect((error as Error).message).toMatch(
        /^m\.abound: not an Abound model \(section "line\\nendx+"… is not where/,
      )
      expect((error as Error).message.length).toBeLessThan(200)
    }
  })
})

describe('whatever the header says', () => {
  const number = fc.oneof(
    fc.constantFrom(0, 1, 16, 17, 64, 128, 2 ** 31, 2 ** 32, -1, 0.5, sum(0, 64), sum(64, 128), sum(0, 128)),
    fc.integer(),
    fc.double(),
  )
  const type = fc.constantFrom('u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'f32', 'f64', 'u64', '__proto__')
  const section = fc.record(
    { name: fc.constantFrom('a', 'b', '__proto__'), type, offset: number, length: number, checksum: number },
    { requiredKeys: [] },
  )
  const check = (file: Uint8Array): boolean => {
    try {
      const { sections } = decode(file)
      for (const array of Object.values(sections)) {
        expect(array.byteOffset + array.byteLength).toBeLessThanOrEqual(file.byteOffset + file.length)
      }
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(InputError)
      return false
    }
  }

  it('the file is read within its bounds or refused', () => {
    const likely = fc.oneof(section, fc.constant(first), fc.constant(second), fc.jsonValue())
    fc.assert(
      fc.property(
        fc.array(likely, { maxLength: 4 }),
        (sections) => void check(craft(withSections(...sections), body)),
      ),
      { numRuns: 1000 },
    )
    // Empty sections and any type over the same bytes are honest files: some of these must be read.
    let read = 0
    for (const type of ['u8', 'u16', 'u32', 'f32', 'f64']) {
      for (const length of [0, 8, 16, 64, 128]) {
        const all = { name: 'all', type, offset: 0, length, checksum: sum(0, 128) }
        if (check(craft(withSections(all), body))) read++
      }
    }
    expect(read).toBe(3)
  })

  it('also when bytes of an honest header are changed and summed again', () => {
    const honest = text(withSections(first, second))
    const edits = fc.array(fc.tuple(fc.nat(honest.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(edits, (changes) => {
        const changed = honest.slice()
        for (const [at, byte] of changes) changed[at] = byte
        check(craft(changed, body))
      }),
      { numRuns: 2000 },
    )
  })
})
