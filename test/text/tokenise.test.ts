import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { murmur3 } from '../../packages/abound/src/structures/hash.js'
import {
  characterEntry,
  decodeAt,
  HARD,
  KIND_BITS,
  KIND_MASK,
  LETTER,
  NUMBER,
} from '../../packages/abound/src/text/characters.js'
import { Tokeniser, type TokenKind } from '../../packages/abound/src/text/tokenise.js'
import { Tokens } from '../../packages/abound/src/text/tokens.js'
import { naiveTokens } from './naive.js'

const KINDS: TokenKind[] = ['words', 'alpha', 'reuters']
const tokenisers = Object.fromEntries(KINDS.map((kind) => [kind, new Tokeniser(kind)]))
const out = new Tokens()
const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function tokens(kind: TokenKind, text: string | Uint8Array): string[] {
  const bytes = typeof text === 'string' ? encode(text) : text
  tokenisers[kind].tokenise(bytes, 0, bytes.length, out)
  return out.strings()
}

describe('by hand', () => {
  test('words', () => {
    expect(tokens('words', "Wheat's up 4.5%: b2b, naïve CAFÉ")).toEqual([
      'wheat',
      's',
      'up',
      '4',
      '5',
      'b2b',
      'naïve',
      'café',
    ])
    expect(tokens('words', '')).toEqual([])
    expect(tokens('words', ' \n—…!')).toEqual([])
    expect(tokens('words', 'Ελλάς ΟΔΟΣ ΣΟΦΟΣ. ΑΣ')).toEqual(['ελλάς', 'οδος', 'σοφος', 'ας'])
    expect(tokens('words', 'Жёлтый ДОМ')).toEqual(['жёлтый', 'дом'])
    expect(tokens('words', 'cafe\u0301 = café')).toEqual(['café', 'café'])
    expect(tokens('words', '한국어는 띄어쓰기')).toEqual(['한국어는', '띄어쓰기'])
    expect(tokens('words', '\u1112\u1161\u11ab')).toEqual(['한'])
    expect(tokens('words', 'İstanbul ȺB Straße')).toEqual(['i\u0307stanbul', 'ⱥb', 'straße'])
    expect(tokens('words', 'one🎉two 👍')).toEqual(['one', 'two'])
    expect(tokens('words', 'हिन्दी भाषा')).toEqual(['हिन्दी', 'भाषा'])
  })

  test('alpha blanks everything but letters', () => {
    expect(tokens('alpha', 'b2b 1990s ½x²y')).toEqual(['b', 'b', 's', 'x', 'y'])
  })

  test('reuters has one token for each run of digits', () => {
    expect(tokens('reuters', 'b2b 1,234 12²٣x 7')).toEqual([
      'b',
      '<number>',
      'b',
      '<number>',
      '<number>',
      '<number>',
      'x',
      '<number>',
    ])
  })

  test('scripts without spaces are cut into words', () => {
    expect(tokens('words', 'Abc ภาษาไทยง่าย, 東京tower')).toEqual([
      'abc',
      'ภาษา',
      'ไทย',
      'ง่าย',
      '東京',
      'tower',
    ])
  })

  test('bytes that are no UTF-8 separate', () => {
    expect(tokens('words', Uint8Array.of(0x61, 0xff, 0x62, 0xc3, 0x28, 0x63, 0xe2, 0x82))).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  test('only the range that is asked for is read', () => {
    tokenisers.words.tokenise(encode('abcdefghij é'), 2, 7, out)
    expect(out.strings()).toEqual(['cdefg'])
    tokenisers.words.tokenise(encode('xé'), 0, 2, out)
    expect(out.strings()).toEqual(['x'])
  })
})

test('every byte, at every place in a word, is what it is in the string version', () => {
  for (let byte = 0; byte < 256; byte++) {
    for (let place = 0; place < 9; place++) {
      const bytes = encode('aZbYcXdW eV fUgTh and so on')
      bytes[place] = byte
      for (const kind of KINDS) expect(tokens(kind, bytes)).toEqual(naiveTokens(kind, decode(bytes)))
    }
  }
})

describe('flat arrays', () => {
  test('hashes are murmur3, and one space lies between neighbours', () => {
    for (const text of ['The quick, brown Fox: über 12', 'cafe\u0301 au lait'.repeat(30), 'ab 東京都 Ⱥ']) {
      for (const kind of KINDS) {
        const strings = tokens(kind, text)
        expect(decode(out.bytes.subarray(0, out.next()))).toBe(` ${strings.join(' ')} `)
        for (let i = 0; i < out.count; i++) {
          expect(out.hashes[i]).toBe(murmur3(out.bytes, out.starts[i], out.ends[i]))
        }
      }
    }
  })

  test('they grow as needed', () => {
    const text = 'a1ȺȺȺȺ '.repeat(5000)
    for (const kind of KINDS) {
      const fresh = new Tokens()
      const bytes = encode(text)
      new Tokeniser(kind).tokenise(bytes, 0, bytes.length, fresh)
      expect(fresh.strings()).toEqual(naiveTokens(kind, text))
    }
  })

  test('a lower case that takes more bytes than its capital finds room', () => {
    for (let length = 1; length < 3000; length += 7) {
      const fresh = new Tokens()
      const bytes = encode('Ⱥ'.repeat(length))
      new Tokeniser('words').tokenise(bytes, 0, bytes.length, fresh)
      expect(fresh.string(0) === 'ⱥ'.repeat(length)).toBe(true)
    }
  })
})

// Every difficulty that the fast scan knows of, and plain company for it.
const CURATED = [
  ..."abcXYZ019 \n\t.-'’_é\u00a0Éßﬁ²½٣ⅷ",
  ...['ΑΣ', 'Σ', 'σ', 'ς', '.', ':', '\u00ad', 'İ', 'I', 'ı', 'Ⱥ', 'ẞ', '\u212a', '\u2126', 'Å'],
  ...['\u0301', '\u0323', '\u0345', '\u0338', '=', '<', '\u093c', '\u0928', '\u09c7', '\u09be', '\u094d'],
  ...['\u1100', '\u1161', '\u11a8', '가', '각', '\ud7b0', '한', '\u3131'],
  ...[
    '日',
    '本',
    'か',
    '\u3099',
    'カ',
    'ー',
    'ｶ',
    'ﾞ',
    'ก',
    'ำ',
    '็',
    'ລ',
    'ខ',
    '្',
    'မ',
    'ㄅ',
    '㐀',
    '𠀀',
    '々',
    '〇',
  ],
  ...[
    '🎉',
    '👍🏽',
    '❤\ufe0f',
    '\u200d',
    '\ufe0f',
    '1\ufe0f\u20e3',
    '𝐀',
    '𐐀',
    '𖵧',
    '𑄱',
    '𑄧',
    '\ufeff',
    '\ufffd',
    '\u0000',
  ],
  ...['ב\u05b0', 'ء', 'ٱ', 'Ǆ', 'ᾈ', 'Ꭰ', 'ꭰ', 'Ა', 'ა', 'Ⴀ', '𞤀', '٠', '〹', '﹡', '\ud800', '\udc00'],
]

describe('equal to the string version', () => {
  const curated = fc.array(fc.constantFrom(...CURATED), { maxLength: 60 }).map((parts) => parts.join(''))
  const ascii = fc.string({ unit: fc.constantFrom(...'abcdefgABC 12.,\n'), maxLength: 600 })
  const mixed = fc
    .array(fc.oneof({ weight: 6, arbitrary: ascii }, { weight: 1, arbitrary: curated }), { maxLength: 8 })
    .map((parts) => parts.join(''))
  const texts = fc.oneof(
    curated,
    mixed,
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
    fc.string({
      unit: fc.integer({ min: 0x80, max: 0x2fff }).map((c) => String.fromCodePoint(c)),
      maxLength: 80,
    }),
  )

  test.each(KINDS)('%s on strings', (kind) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokens(kind, text)).toEqual(naiveTokens(kind, decode(encode(text))))
      }),
      { numRuns: 1500 },
    )
  })

  test('a sigma is final or not by what is beyond the punctuation, near or far', () => {
    const part = fc.constantFrom('Σ', 'a', '.', "'", '=\u0338', ' ', '1', '\u0301', '-')
    const far = fc.constantFrom('', '.'.repeat(70), 'a'.repeat(70), '.'.repeat(300))
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part, part, far), { maxLength: 12 }), (parts) => {
        const text = parts.flat().join('')
        expect(tokens('words', text)).toEqual(naiveTokens('words', text))
      }),
      { numRuns: 1500 },
    )
  })

  test.each(KINDS)('%s on any bytes', (kind) => {
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(0x61, 0x20, 0x31, 0xc3, 0xa9, 0xe0, 0xed, 0xf0, 0xf4, 0x80, 0xbf, 0x90),
    )
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 60 }), (array) => {
        const bytes = Uint8Array.from(array)
        expect(tokens(kind, bytes)).toEqual(naiveTokens(kind, decode(bytes)))
      }),
      { numRuns: 1500 },
    )
  })

  test('long texts, difficult here and there or throughout', () => {
    const easy = 'Some plain words, 12 of them. '
    for (const text of [
      `${easy.repeat(40)}Σ${easy.repeat(40)}e\u0301 `.repeat(5),
      'हिन्दी में लिखा हुआ पाठ '.repeat(4000),
      `${'x'.repeat(10_000)}\u0301${'y'.repeat(300)} z`,
      `${'ab,'.repeat(3000)}ΑΣ,b`,
    ]) {
      for (const kind of KINDS) expect(tokens(kind, text)).toEqual(naiveTokens(kind, text))
    }
  })
})

describe('characters', () => {
  test('every code point alone, and between letters', () => {
    for (let page = 0; page < 0x1100; page++) {
      // Surrogates are no characters; what is all Han or Hangul would only take long.
      if ((page > 0x34 && page < 0x9f) || (page > 0xac && page < 0xd7) || (page & 0xfff8) === 0xd8) continue
      if (page > 0x1ff && page !== 0xe01) continue
      let text = ''
      for (let i = 0; i < 256; i++) {
        const c = String.fromCodePoint(page * 256 + i)
        text += ` ${c} a${c}1`
      }
      const got = tokens('words', text)
      expect(got.join(' ')).toBe(naiveTokens('words', text).join(' '))
    }
  })

  test('whatever NFC may join to what is before it is hard', () => {
    for (let c = 0x80; c < 0x110000; c++) {
      if (c >= 0xd800 && c < 0xe000) continue
      const [, ...rest] = String.fromCodePoint(c).normalize('NFD')
      for (const part of rest) {
        const codePoint = part.codePointAt(0)!
        expect(characterEntry(codePoint) & KIND_MASK).toBe(HARD)
      }
    }
  })

  test('only well-formed UTF-8 is decoded', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const byte = fc.constantFrom(
      0x41,
      0x7f,
      0x80,
      0x8f,
      0x90,
      0x9f,
      0xa0,
      0xbf,
      0xc0,
      0xc1,
      0xc2,
      0xdf,
      0xe0,
      0xe1,
    )
    const lead = fc.integer({ min: 0x80, max: 0xff })
    fc.assert(
      fc.property(lead, fc.array(byte, { maxLength: 3 }), (first, rest) => {
        const bytes = Uint8Array.of(first, ...rest)
        let expected = -1
        for (let length = 1; length <= bytes.length && expected < 0; length++) {
          try {
            expected = strict.decode(bytes.subarray(0, length)).codePointAt(0)!
          } catch {}
        }
        expect(decodeAt(bytes, 0, bytes.length)).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('kinds and lower case', () => {
    const entry = (c: string) => characterEntry(c.codePointAt(0)!)
    expect(entry('É')).toBe((0xe9 << KIND_BITS) | LETTER)
    expect(entry('²') & KIND_MASK).toBe(NUMBER)
    expect(entry('Σ') & KIND_MASK).toBe(HARD)
  })
})

test('a very long run of a script without spaces takes no time to speak of', () => {
  for (const text of ['日本語の文章を書く'.repeat(100_000), `a${'𠀀'.repeat(2000)}`]) {
    const got = tokens('words', text)
    expect(got.join('')).toBe(text)
    expect(got.length).toBeGreaterThan(text.length / 1000)
  }
})

test('millions of letters in a row are one token', () => {
  const text = `${'x'.repeat(5_000_000)}e\u0301 y`
  for (const kind of KINDS) {
    expect(tokens(kind, text).map((token) => token.length)).toEqual([5_000_001, 1])
  }
})
