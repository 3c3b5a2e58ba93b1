// Words looked up as they are found: the same numbers, in the same order, as by the tokeniser and the table.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WordFinder, WordSource } from '../../../packages/abound/src/engine/contract.js'
import { plainEngine } from '../../../packages/abound/src/engine/plain/plain-engine.js'
import { TermIds } from '../../../packages/abound/src/engine/term-ids.js'
import { wasmEngine } from '../../../packages/abound/src/engine/wasm/wasm-engine.js'
import { ByteTable } from '../../../packages/abound/src/structures/byte-table.js'
import { Tokeniser, type TokenKind } from '../../../packages/abound/src/text/tokenise.js'
import { Tokens } from '../../../packages/abound/src/text/tokens.js'

const encoder = new TextEncoder()
const KINDS: readonly TokenKind[] = ['words', 'alpha']

/** The plain version: all tokens, looked up in a table. */
function sourceOf(kind: TokenKind, table: ByteTable): WordSource {
  const tokeniser = new Tokeniser(kind)
  const tokens = new Tokens()
  return {
    digits: kind === 'reuters' ? undefined : kind === 'words',
    table,
    addIds(bytes, from, to, grow, out) {
      tokeniser.tokenise(bytes, from, to, tokens)
      const ids = new Int32Array(tokens.count)
      if (grow) table.internAll(tokens, ids)
      else table.findAll(tokens, ids)
      out.addAll(ids, ids.length)
    },
  }
}

/** Compiled at once, whatever there is to read. */
function compiled(kind: TokenKind, table: ByteTable): WordFinder {
  const finder = wasmEngine.words(sourceOf(kind, table))
  finder.addIds(new Uint8Array(1 << 14), 0, 1 << 14, false, new TermIds())
  return finder
}

class Both {
  readonly table = new ByteTable()
  private readonly plainTable = new ByteTable()
  private readonly wasm: WordFinder
  private readonly plain: WordFinder
  private asked = 0

  constructor(kind: TokenKind) {
    this.wasm = compiled(kind, this.table)
    this.plain = plainEngine.words(sourceOf(kind, this.plainTable))
  }

  /** Numbers of the words, after both ways were found to agree on them. */
  ids(text: string | Uint8Array, grow: boolean): number[] {
    const bytes = typeof text === 'string' ? encoder.encode(text) : text
    // Anywhere in its memory, behind what would be half a letter, and not up to its end.
    const from = 1 + (this.asked++ % 16)
    const around = new Uint8Array(from + bytes.length + 20).fill(0x61)
    around[from - 1] = 0xc3
    around.set(bytes, from)
    const found = new TermIds()
    this.wasm.addIds(around, from, from + bytes.length, grow, found)
    const expected = new TermIds()
    this.plain.addIds(bytes, 0, bytes.length, grow, expected)
    const ids = [...found.ids.subarray(0, found.count)]
    expect(ids).toEqual([...expected.ids.subarray(0, expected.count)])
    return ids
  }

  check(): void {
    expect(words(this.table)).toEqual(words(this.plainTable))
    // A model file has them as they are.
    expect(this.table.arrays()).toEqual(this.plainTable.arrays())
  }
}

function words(table: ByteTable): string[] {
  return Array.from({ length: table.count }, (_, id) => table.string(id))
}

const letters = fc.constantFrom(
  ...'abcXYZ019-_.  \n\0éÉöÄÿßẞ×÷ªÑþÞİſ̈中ไ€😀'.split(''),
  'K',
  '\u0301',
  'wheat',
  'CORN',
)
const texts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.array(letters, { maxLength: 90 }).map((all) => all.join('')) },
    fc.string(),
  ),
  { minLength: 1, maxLength: 6 },
)

describe.each(KINDS)('%s', (kind) => {
  it('are those of the tokeniser, whatever the text', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (all, grow) => {
        const both = new Both(kind)
        for (const [i, text] of all.entries()) {
          both.ids(text, i === 0 || grow[i])
          both.ids(text, false)
        }
        both.check()
      }),
      { numRuns: 300 },
    )
  })

  it('are those of the tokeniser on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const both = new Both(kind)
        both.ids(bytes, true)
        both.check()
      }),
      { numRuns: 300 },
    )
  })

  it('know the letters of western Europe in both cases, whole', () => {
    const both = new Both(kind)
    for (let code = 0xc0; code < 0x100; code++) {
      const letter = String.fromCharCode(code)
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      for (const text of [
        letter,
        `a${letter} ${letter}b`,
        `ab${letter}${letter}cd ${other}`,
        `${letter}\u0301x`,
      ])
        both.ids(text, true)
    }
    for (const text of ['é'.repeat(100), `${'é'.repeat(31)}abé É`, Uint8Array.of(0x61, 0xc3)])
      both.ids(text, true)
    both.ids(Uint8Array.of(0x61, 0xc3, 0xc3, 0xa4, 0x20, 0xa4, 0xc3, 0x20, 0xc3, 0xa4), true)
    both.check()
  })

  it.each([15, 16, 17, 63, 64, 65, 127, 128, 129])('end where the text does, after %i bytes', (length) => {
    const both = new Both(kind)
    expect(both.ids('x'.repeat(length), true)).toEqual([0])
    expect(both.ids(`${'y'.repeat(length - 3)} xx`, true)).toEqual([1, 2])
    expect(both.ids(`${'X'.repeat(length)} ${'Y'.repeat(length - 3)}`, false)).toEqual([0, 1])
    both.check()
  })

  it('run across windows, with and without a blank in sight', () => {
    const both = new Both(kind)
    const word = (i: number): string => `w${'abcdefghij'[i % 10]}${'klmnopqrst'[i % 7]}${'uvwxyz'[i % 5]}`
    const many = Array.from({ length: 20_000 }, (_, i) => word(i))
    for (const parts of [' ', '-', '-é-', '\n']) both.ids(many.join(parts), true)
    both.ids('x'.repeat(100_000), true)
    both.ids(`${'x'.repeat(40_000)} ${many.join(' ')} ${'ö'.repeat(40_000)} ${many.join(' ')}`, true)
    both.check()
  })

  it('are remembered for each table, also where another scan goes on with it', () => {
    const bytes = encoder.encode('wheat corn wheat')
    const [one, other] = [new ByteTable(), new ByteTable()]
    other.internString('corn')
    const scanOf = (table: ByteTable): WordFinder => compiled(kind, table)
    const idsBy = (scan: WordFinder, grow: boolean): number[] => {
      const ids = new TermIds()
      scan.addIds(bytes, 0, bytes.length, grow, ids)
      return [...ids.ids.subarray(0, ids.count)]
    }
    const [first, second] = [scanOf(one), scanOf(other)]
    expect(idsBy(first, true)).toEqual([0, 1, 0])
    expect(idsBy(second, false)).toEqual([-1, 0, -1])
    expect(idsBy(second, true)).toEqual([1, 0, 1])
    expect(idsBy(first, false)).toEqual([0, 1, 0])
    expect(first.isOf(one)).toBe(true)
    expect(first.isOf(other)).toBe(false)
    const third = scanOf(one)
    expect(idsBy(third, false)).toEqual([0, 1, 0])
    // Words are still found, and added, by the one that the table has left.
    one.internString('rye')
    expect(idsBy(first, true)).toEqual([0, 1, 0])
  })

  it('make a table of the same slots, however it grows', () => {
    const both = new Both(kind)
    const word = (i: number): string => `w${i.toString(26).replace(/\d/g, (d) => 'qrstuvwxyz'[Number(d)])}`
    for (let from = 0; from < 50_000; from += 1000) {
      const words = Array.from({ length: 1000 }, (_, i) => word(from + i))
      both.ids(from % 3000 === 0 ? words.join(' ') : words.join(' ').replace(' ', ' \u0301 '), true)
    }
    both.check()
  })
})

describe.each(KINDS)('%s of a table that stays as it is', (kind) => {
  const tableOf = (words: readonly string[]): ByteTable => {
    const table = new ByteTable()
    for (const word of words) table.internString(word)
    return table
  }
  const agree = (scan: WordFinder, table: ByteTable, text: string, grow = false): void => {
    const bytes = encoder.encode(text)
    const plain = tableOf(words(table))
    const found = new TermIds()
    scan.addIds(bytes, 0, bytes.length, grow, found)
    const expected = new TermIds()
    plainEngine.words(sourceOf(kind, plain)).addIds(bytes, 0, bytes.length, grow, expected)
    expect([...found.ids.subarray(0, found.count)]).toEqual([...expected.ids.subarray(0, expected.count)])
    expect(words(table)).toEqual(words(plain))
  }
  /** Scans of threads over the same words: the first lays them out. */
  const scansOf = (tables: readonly ByteTable[]): WordFinder[] => {
    const threads = tables.length
    const first = wasmEngine.words(sourceOf(kind, tables[0]), { threads, own: 0 })
    const words = first.shared!
    const others = tables
      .slice(1)
      .map((table, i) => wasmEngine.words(sourceOf(kind, table), { threads, own: i + 1, words }))
    return [first, ...others]
  }

  it('are those of the tokeniser on every thread, also once it has grown', () => {
    const vocabulary = fc.array(fc.oneof(letters, fc.string({ maxLength: 20 }), fc.string({ size: '-1' })))
    fc.assert(
      fc.property(vocabulary, texts, (known, all) => {
        const entries = ['', 'ab\0', 'ab', ...known.map((word) => word.toLowerCase())]
        const tables = [tableOf(entries), tableOf(entries), tableOf(entries)]
        const scans = scansOf(tables)
        for (const text of all) for (const [i, scan] of scans.entries()) agree(scan, tables[i], text)
        // The last ones first: none may write where another reads.
        for (const [i, scan] of [...scans.entries()].reverse())
          agree(scan, tables[i], all.join(' new '), true)
        for (const text of all) for (const [i, scan] of scans.entries()) agree(scan, tables[i], text)
      }),
      { numRuns: 200 },
    )
  })

  it('are found however many there are, of any length', () => {
    const word = (i: number): string =>
      'abcdefghijklmnopqrstuvw'.slice(0, i % 23) + i.toString(36).replace(/\d/g, 'x')
    const known = [...new Set(Array.from({ length: 30_000 }, (_, i) => word(3 * i)))]
    const tables = [tableOf(known), tableOf(known)]
    const text = Array.from({ length: 60_000 }, (_, i) => word(i).toUpperCase()).join(' ')
    for (const [i, scan] of scansOf(tables).entries()) agree(scan, tables[i], text)
  })

  it('are left to each thread where tables differ', () => {
    const [one, other] = [tableOf(['wheat']), tableOf(['wheat', 'corn'])]
    const [first, second] = scansOf([one, other])
    agree(first, one, 'corn and wheat')
    agree(second, other, 'corn and wheat')
  })
})

it('finds a word that was missing once it has been added, by whomever', () => {
  const table = new ByteTable()
  const scan = compiled('words', table)
  const ids = (text: string, grow: boolean): number[] => {
    const found = new TermIds()
    const bytes = encoder.encode(text)
    scan.addIds(bytes, 0, bytes.length, grow, found)
    return [...found.ids.subarray(0, found.count)]
  }
  for (let round = 0; round < 2; round++) expect(ids('wheat corn', false)).toEqual([-1, -1])
  table.internString('corn')
  for (let round = 0; round < 2; round++) expect(ids('wheat corn', false)).toEqual([-1, 0])
  expect(ids('rye wheat', true)).toEqual([1, 2])
  expect(ids('wheat corn rye oats', false)).toEqual([2, 0, 1, -1])
})

it('finds the words of much text again and again while the table grows in between', () => {
  const both = new Both('words')
  for (let round = 1; round <= 12; round++) {
    const words = Array.from({ length: 3 ** Math.min(round, 7) }, (_, i) => `w${round}x${i}`)
    both.ids(words.join(' '), true)
    const known = Array.from({ length: both.table.count }, (_, id) => both.table.string(id))
    // More than is looked up before all words are known, twice over.
    const text = `${known.join(' ')} other${round} `.repeat(40)
    both.ids(text, false)
    both.ids(text.toUpperCase(), false)
  }
  both.check()
})

it('leaves tokens of another kind, and a little text, to the plain version', () => {
  for (const kind of ['reuters', 'words'] as const) {
    const table = new ByteTable()
    const { bytes } = table
    const finder = wasmEngine.words(sourceOf(kind, table))
    const found = new TermIds()
    finder.addIds(encoder.encode('wheat 4 wheat'), 0, 13, true, found)
    expect([...found.ids.subarray(0, found.count)]).toEqual([0, 1, 0])
    expect(table.bytes).toBe(bytes)
    const much = new Uint8Array(1 << 14)
    finder.addIds(much, 0, much.length, true, found)
    expect(table.bytes === bytes).toBe(kind === 'reuters')
  }
})
