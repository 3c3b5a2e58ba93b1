// The byte table against a Map of strings, and against stored arrays that were tampered with.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import type { ByteStrings } from '../../packages/abound/src/structures/byte-strings.js'
import { ByteTable } from '../../packages/abound/src/structures/byte-table.js'
import { murmur3 } from '../../packages/abound/src/structures/hash.js'

type Arrays = ReturnType<ByteTable['arrays']>

const key = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
const hashOf = (bytes: Uint8Array): number => murmur3(bytes, 0, bytes.length)
const intern = (table: ByteTable, bytes: Uint8Array, hash = hashOf(bytes)): number =>
  table.intern(bytes, 0, bytes.length, hash)
const find = (table: ByteTable, bytes: Uint8Array, hash = hashOf(bytes)): number =>
  table.find(bytes, 0, bytes.length, hash)
const entry = (table: ByteTable, id: number): Uint8Array =>
  table.bytes.subarray(table.offsets[id], table.offsets[id + 1])
const over = ({ bytes, offsets, slots }: Arrays): ByteTable =>
  ByteTable.over(bytes, offsets, slots, 'vocabulary')

// Few and short, so that equal ones meet; any bytes, so that 0 and 255 are among them.
const byteStrings = fc.array(
  fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ maxLength: 40 }), fc.constant(new Uint8Array(0))),
  { maxLength: 120 },
)

function together(items: readonly Uint8Array[]): ByteStrings {
  const bytes = Uint8Array.from(items.flatMap((item) => [...item]))
  const starts = new Uint32Array(items.length)
  for (let i = 1; i < items.length; i++) starts[i] = starts[i - 1] + items[i - 1].length
  return {
    count: items.length,
    bytes,
    view: new DataView(bytes.buffer),
    starts,
    ends: starts.map((start, i) => start + items[i].length),
    hashes: Int32Array.from(items, hashOf),
  }
}

function tableOf(words: readonly string[]): ByteTable {
  const table = new ByteTable()
  for (const word of words) table.internString(word)
  return table
}

describe('ByteTable', () => {
  it('numbers byte strings as a Map does', () => {
    fc.assert(
      fc.property(byteStrings, byteStrings, fc.integer({ min: 0, max: 200 }), (items, others, expected) => {
        const table = new ByteTable(expected)
        const ids = new Map<string, number>()
        for (const item of items) {
          expect(find(table, item)).toBe(ids.get(key(item)) ?? -1)
          if (!ids.has(key(item))) ids.set(key(item), ids.size)
          expect(intern(table, item)).toBe(ids.get(key(item)))
          expect(table.count).toBe(ids.size)
        }
        for (const item of [...items, ...others]) expect(find(table, item)).toBe(ids.get(key(item)) ?? -1)
        for (const [item, id] of ids) expect(key(entry(table, id))).toBe(item)
      }),
    )
  })

  it('hands entries from any one on to another table', () => {
    fc.assert(
      fc.property(byteStrings, byteStrings, fc.nat(), (items, others, cut) => {
        const [from, to, expected] = [new ByteTable(), new ByteTable(), new ByteTable()]
        for (const item of items) intern(from, item)
        const first = cut % (from.count + 1)
        for (const table of [to, expected]) for (const item of others) intern(table, item)
        const strings = from.since(first)
        const ids = new Int32Array(strings.count)
        to.internAll(structuredClone(strings), ids)
        for (let i = 0; i < strings.count; i++) expect(ids[i]).toBe(intern(expected, entry(from, first + i)))
        expect(to.arrays()).toEqual(expected.arrays())
      }),
    )
  })

  it('finds and adds many at once as it does one by one', () => {
    fc.assert(
      fc.property(byteStrings, byteStrings, (known, items) => {
        const one = new ByteTable()
        const many = new ByteTable()
        for (const item of known) for (const table of [one, many]) intern(table, item)
        const strings = together(items)
        const ids = new Int32Array(items.length)
        many.findAll(strings, ids)
        expect([...ids]).toEqual(items.map((item) => find(one, item)))
        many.internAll(strings, ids)
        expect([...ids]).toEqual(items.map((item) => intern(one, item)))
        expect(many.arrays()).toEqual(one.arrays())
      }),
    )
  })

  it('may take the last block for granted: strings that differ only there never share a hash', () => {
    const block = fc.uint8Array({ minLength: 4, maxLength: 4 })
    const head = fc.array(block, { maxLength: 4, size: 'max' })
    const tails = fc
      .integer({ min: 1, max: 4 })
      .chain((length) =>
        fc.tuple(
          fc.uint8Array({ minLength: length, maxLength: length }),
          fc.uint8Array({ minLength: length, maxLength: length }),
        ),
      )
    fc.assert(
      fc.property(head, tails, (blocks, [one, other]) => {
        const start = blocks.flatMap((bytes) => [...bytes])
        const a = Uint8Array.from([...start, ...one])
        const b = Uint8Array.from([...start, ...other])
        expect(hashOf(a) === hashOf(b)).toBe(key(a) === key(b))
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps apart two words with the same hash', () => {
    const encoder = new TextEncoder()
    expect(hashOf(encoder.encode('w26nx'))).toBe(hashOf(encoder.encode('w32nf')))
    const table = new ByteTable()
    expect(table.internString('w26nx')).toBe(0)
    expect(table.findString('w32nf')).toBe(-1)
    expect(table.internString('w32nf')).toBe(1)
    expect([table.findString('w26nx'), table.findString('w32nf')]).toEqual([0, 1])
  })

  it('keeps every id while it grows', () => {
    const table = new ByteTable()
    const sizes = new Set<number>()
    const count = 20_000
    const ids = Array.from({ length: count }, (_, i) => i)
    const words = ids.map((i) => `word ${i}`)
    const given = words.map((word) => {
      sizes.add(table.arrays().slots.length)
      return table.internString(word)
    })
    expect(given).toEqual(ids)
    expect(sizes.size).toBeGreaterThan(8)
    expect(words.map((word) => table.findString(word))).toEqual(ids)
    expect(ids.map((id) => table.string(id))).toEqual(words)
    expect(table.findString('word')).toBe(-1)
    expect(table.count * 3).toBeLessThanOrEqual(table.arrays().slots.length)
  })

  it('does not grow when it was told how much will come', () => {
    for (const expected of [1, 10, 11, 21, 1000]) {
      const table = new ByteTable(expected)
      const size = table.arrays().slots.length
      for (let i = 0; i < expected; i++) table.internString(`${i}`)
      expect(table.arrays().slots.length).toBe(size)
    }
  })

  it('reads only the range it is given', () => {
    const bytes = new TextEncoder().encode('one two one')
    const table = new ByteTable()
    const range = (from: number, to: number): number =>
      table.intern(bytes, from, to, murmur3(bytes, from, to))
    expect([range(0, 3), range(4, 7), range(8, 11), range(3, 3)]).toEqual([0, 1, 0, 2])
    expect(['one', 'two', ''].map((word) => table.findString(word))).toEqual([0, 1, 2])
  })

  it('gives strings back as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
        const table = tableOf(words)
        expect(Array.from({ length: table.count }, (_, id) => table.string(id))).toEqual([...new Set(words)])
      }),
    )
    expect(tableOf(['\ufeffbyte order mark']).string(0)).toBe('\ufeffbyte order mark')
  })

  it('filters in the same order', () => {
    fc.assert(
      fc.property(byteStrings, fc.infiniteStream(fc.boolean()), (items, choices) => {
        const table = new ByteTable()
        for (const item of items) intern(table, item)
        const keep = new Uint8Array(table.count)
        for (let id = 0; id < keep.length; id++) keep[id] = choices.next().value ? 1 : 0
        const kept = Array.from({ length: table.count }, (_, id) => key(entry(table, id))).filter(
          (_, id) => keep[id],
        )
        const filtered = table.filter(keep)
        expect(Array.from({ length: filtered.count }, (_, id) => key(entry(filtered, id)))).toEqual(kept)
        for (const item of items) expect(find(filtered, item)).toBe(kept.indexOf(key(item)))
      }),
    )
  })
})

describe('ByteTable.over', () => {
  it('finds in stored arrays what was there, and goes on from there', () => {
    fc.assert(
      fc.property(byteStrings, byteStrings, (items, more) => {
        const table = new ByteTable()
        for (const item of items) intern(table, item)
        const { bytes, offsets, slots } = table.arrays()
        expect(bytes.length).toBe(offsets[table.count])
        expect(offsets.length).toBe(table.count + 1)
        const again = ByteTable.over(bytes.slice(), offsets.slice(), slots.slice(), 'vocabulary')
        expect(again.count).toBe(table.count)
        for (const item of [...items, ...more]) expect(find(again, item)).toBe(find(table, item))
        for (const item of more) expect(intern(again, item)).toBe(intern(table, item))
        expect(again.arrays()).toEqual(table.arrays())
      }),
    )
  })

  it('takes an empty table and a table as full as it may be', () => {
    expect(over(new ByteTable().arrays()).count).toBe(0)
    expect(over(tableOf(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']).arrays()).count).toBe(10)
    const smallest = over({ bytes: new Uint8Array(), offsets: Uint32Array.of(0), slots: new Uint32Array(2) })
    expect(smallest.findString('x')).toBe(-1)
    expect(smallest.internString('x')).toBe(0)
    expect(smallest.findString('x')).toBe(0)
    expect(smallest.findString('y')).toBe(-1)
  })

  const words = ['wheat', '', 'corn', 'grain', 'earn']
  const slotOf = (slots: Uint32Array, id: number): number => {
    for (let s = 1; s < slots.length; s += 2) if (slots[s] === id + 1) return s
    throw new Error('no such id')
  }
  const emptySlot = (slots: Uint32Array): number => {
    for (let s = 1; s < slots.length; s += 2) if (slots[s] === 0) return s
    throw new Error('no empty slot')
  }
  const broken: [string, (arrays: Arrays) => Partial<Arrays> | undefined, RegExp][] = [
    ['offsets out of order', ({ offsets }) => void (offsets[1] = 12), /out of order/],
    ['offsets that do not start at 0', ({ offsets }) => void (offsets[0] = 1), /do not fit the bytes/],
    ['offsets beyond the bytes', ({ offsets }) => void offsets[5]++, /do not fit the bytes/],
    ['offsets short of the bytes', ({ offsets }) => void offsets[5]--, /do not fit the bytes/],
    ['bytes cut short', ({ bytes }) => ({ bytes: bytes.subarray(1) }), /do not fit the bytes/],
    ['no offsets', () => ({ offsets: new Uint32Array(0) }), /does not fit its entries/],
    ['no slots', () => ({ slots: new Uint32Array(0) }), /does not fit its entries/],
    ['half a slot', () => ({ slots: new Uint32Array(1) }), /does not fit its entries/],
    [
      'slots that are no power of two',
      () => ({ slots: new Uint32Array(2 * 12) }),
      /does not fit its entries/,
    ],
    [
      'slots with half a slot more',
      ({ slots }) => ({ slots: Uint32Array.of(...slots, 0) }),
      /does not fit its entries/,
    ],
    [
      'half a slot in place of an entry',
      ({ slots }) => {
        slots[slotOf(slots, 2)] = 0
        return { slots: Uint32Array.of(...slots, 0) }
      },
      /does not fit its entries/,
    ],
    ['slots too few', () => ({ slots: new Uint32Array(2 * 4) }), /does not fit its entries/],
    ['slots all full', ({ slots }) => void slots.fill(1), /each entry once/],
    ['slots all empty', ({ slots }) => void slots.fill(0), /each entry once/],
    ['an entry not there', ({ slots }) => void (slots[slotOf(slots, 2)] = 6), /not there/],
    ['an entry far beyond', ({ slots }) => void (slots[slotOf(slots, 2)] = 0xffffffff), /not there/],
    ['an entry missing', ({ slots }) => void (slots[slotOf(slots, 2)] = 0), /each entry once/],
    ['an entry once more', ({ slots }) => void (slots[emptySlot(slots)] = 3), /each entry once/],
    ['an entry in place of another', ({ slots }) => void (slots[slotOf(slots, 2)] = 1), /each entry once/],
  ]
  it.each(broken)('refuses %s', (_, breakIt, message) => {
    const whole = tableOf(words).arrays()
    const arrays = { bytes: whole.bytes.slice(), offsets: whole.offsets.slice(), slots: whole.slots.slice() }
    expect(over(arrays).count).toBe(words.length)
    Object.assign(arrays, breakIt(arrays))
    expect(() => over(arrays)).toThrow(InputError)
    expect(() => over(arrays)).toThrow(message)
    expect(() => over(arrays)).toThrow(/^vocabulary: /)
  })

  it('never gives a table that runs for ever or out of bounds, whatever the arrays', () => {
    const small = fc.integer({ min: 0, max: 6 })
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 6 }),
        fc.array(small, { maxLength: 6 }),
        fc.array(small, { maxLength: 17 }),
        (bytes, offsets, slots) => {
          let table: ByteTable
          try {
            table = over({ bytes, offsets: Uint32Array.from(offsets), slots: Uint32Array.from(slots) })
          } catch (error) {
            expect(error).toBeInstanceOf(InputError)
            return
          }
          for (let hash = 0; hash < 8; hash++) {
            const id = find(table, bytes, hash)
            expect(id).toBeLessThan(table.count)
            if (id >= 0) expect(entry(table, id)).toEqual(bytes)
          }
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe('a table of strings and their lengths', () => {
  it('finds what the table it was made of finds', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.string(), (texts, other) => {
        const table = new ByteTable()
        for (const text of texts) table.internString(text)
        const { bytes, lengths } = table.strings()
        const same = ByteTable.ofStrings(bytes.slice(), lengths, 'words')
        expect(same.count).toBe(table.count)
        for (const text of [...texts, other]) expect(same.findString(text)).toBe(table.findString(text))
        expect(same.internString(`${other}!`)).toBe(table.internString(`${other}!`))
      }),
    )
  })

  it('refuses lengths that do not fit, and a string that is there twice', () => {
    const bytes = new TextEncoder().encode('abab')
    expect(() => ByteTable.ofStrings(bytes, Uint32Array.of(2, 1), 'words')).toThrow(/lengths do not fit/)
    expect(() => ByteTable.ofStrings(bytes, Uint32Array.of(2, 2), 'words')).toThrow(/an entry is there twice/)
  })
})
