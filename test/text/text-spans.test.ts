import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { Analyser, TEXT_OPTIONS, type TextOptions } from '../../packages/abound/src/text/analyser.js'
import { loadStemmer } from '../../packages/abound/src/text/stem.js'
import { textSpans } from '../../packages/abound/src/text/text-spans.js'
import { tokenSpans } from '../../packages/abound/src/text/token-spans.js'
import { Tokeniser, type TokenKind } from '../../packages/abound/src/text/tokenise.js'
import { Tokens } from '../../packages/abound/src/text/tokens.js'

const KINDS: TokenKind[] = ['words', 'alpha', 'reuters']

/** What stands in the text where tokens were found. */
function shown(kind: TokenKind, text: string): string[] {
  return tokenSpans(kind, text).map(({ token, from, to }) => `${token}=${text.slice(from, to)}`)
}

function analyser(options: Partial<TextOptions>) {
  return new Analyser({ ...defaultOptions(TEXT_OPTIONS), ...options })
}

/** Each term with the words of the text that it is made of. */
function termsIn(options: Partial<TextOptions>, text: string): string[] {
  const { words, terms, wordsOf } = textSpans(analyser(options), text)
  return terms
    .strings()
    .map((term, i) => `${term}=${wordsOf[i].map((w) => text.slice(words[w].from, words[w].to)).join('|')}`)
}

describe('tokens in their places', () => {
  test('by hand', () => {
    expect(shown('words', "Wheat's UP 4.5%")).toEqual(['wheat=Wheat', 's=s', 'up=UP', '4=4', '5=5'])
    expect(shown('reuters', 'b2b 1987,3')).toEqual([
      'b=b',
      '<number>=2',
      'b=b',
      '<number>=1987',
      '<number>=3',
    ])
    expect(shown('alpha', 'b2b')).toEqual(['b=b', 'b=b'])
  })

  test('where folding changes lengths', () => {
    expect(shown('words', 'x CAFE\u0301S y')).toEqual(['x=x', 'cafés=CAFE\u0301S', 'y=y'])
    expect(shown('words', 'İstanbul ΌΣΟΣ.')).toEqual(['i\u0307stanbul=İstanbul', 'όσος=ΌΣΟΣ'])
    expect(shown('words', '\u1112\u1161\u11ab글 a')).toEqual(['한글=\u1112\u1161\u11ab글', 'a=a'])
  })

  test('where there are no spaces', () => {
    const text = '東京に行く、ok'
    expect(tokenSpans('words', text).map(({ from, to }) => text.slice(from, to))).toEqual(
      tokenSpans('words', text).map(({ token }) => token),
    )
    expect(tokenSpans('words', text).length).toBeGreaterThan(2)
  })

  test('are the tokens, in order, for any text', () => {
    const odd = fc.string({
      unit: fc.constantFrom(
        ...' \t\n.,-aBcÉßΣσİı1٣²😀x́'.normalize('NFD'),
        'e\u0301',
        '\u0301',
        '日',
        '本',
        'ไ',
        'ท',
        '한',
        '\u1112\u1161',
        '\u11ab',
        '\ud800',
        '\ufeff',
        '\ufe0f',
      ),
      maxLength: 30,
    })
    const out = new Tokens()
    const text = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 40 }))
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), text, (kind, given) => {
        const bytes = new TextEncoder().encode(given)
        new Tokeniser(kind).tokenise(bytes, 0, bytes.length, out)
        const found = tokenSpans(kind, given)
        expect(found.map(({ token }) => token)).toEqual(out.strings())
        for (const [i, { token, from, to }] of found.entries()) {
          expect(from).toBeLessThan(to)
          if (i > 0) expect(from).toBeGreaterThanOrEqual(found[i - 1].from)
          const there = given.slice(from, to).normalize('NFC').toLowerCase()
          // A final sigma looks at its neighbours; a place may hold a little more than its token.
          if (token !== '<number>') expect(there.replaceAll('ς', 'σ')).toContain(token.replaceAll('ς', 'σ'))
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('terms in their places', () => {
  test('stop words, stems and pairs', () => {
    expect(termsIn({ stop: 'english', stem: 'porter', ngrams: 2 }, 'The Ponies of the running')).toEqual([
      'poni=Ponies',
      'poni run=Ponies|running',
      'run=running',
    ])
  })

  test('sparse pairs leave out what lies between', () => {
    expect(termsIn({ ngrams: 2, sparseWindow: 3 }, 'A b, C')).toEqual([
      'a=A',
      'a b=A|b',
      'b=b',
      'b c=b|C',
      'c=C',
      'a ? c=A|C',
    ])
  })

  test('characters belong to their word', () => {
    expect(termsIn({ words: false, chars: '2-3' }, 'Ab c')).toEqual([
      ...['~ a=Ab', '~ ab=Ab', '~ab=Ab', '~ab =Ab', '~b =Ab'],
      ...['~ c=c', '~ c =c', '~c =c'],
    ])
  })

  test('of any options: as many as the analyser makes, of words that do not overlap', async () => {
    await loadStemmer('german')
    const options = fc.record({
      tokens: fc.constantFrom(...KINDS),
      stop: fc.constantFrom('none', 'english'),
      stem: fc.constantFrom('none', 'porter', 'german'),
      ngrams: fc.integer({ min: 2, max: 4 }),
      sparseWindow: fc.constantFrom(0, 3, 5),
      chars: fc.constantFrom('', '1-1', '1-3', '2-5'),
    })
    const word = fc.constantFrom('The', 'ponies', '12', '1\u0301', 'Größen', '東京に', 'x-y', 'a\u0301b', ',')
    fc.assert(
      fc.property(options, fc.array(word, { maxLength: 8 }), (given, parts) => {
        const text = parts.join(' ')
        const made = analyser(given)
        const { words, terms, wordsOf } = textSpans(made, text)
        expect(terms.strings()).toEqual(made.analyseString(text).strings())
        expect(wordsOf).toHaveLength(terms.count)
        for (const places of wordsOf) {
          expect(places.length).toBeGreaterThan(0)
          for (const place of places) expect(words[place]).toBeDefined()
        }
        for (let i = 1; i < words.length; i++) expect(words[i].from).toBeGreaterThanOrEqual(words[i - 1].to)
      }),
    )
  })
})
