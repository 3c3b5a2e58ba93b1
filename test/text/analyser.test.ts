import { describe, expect, test } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { defaultOptions, resolveOptions } from '../../packages/abound/src/options.js'
import {
  Analyser,
  loadAnalyser,
  TEXT_OPTIONS,
  type TextOptions,
} from '../../packages/abound/src/text/analyser.js'
import { Tokeniser } from '../../packages/abound/src/text/tokenise.js'
import { Tokens } from '../../packages/abound/src/text/tokens.js'

const terms = (text: string, options: Partial<TextOptions> = {}) =>
  new Analyser(resolveOptions(TEXT_OPTIONS, options, 'text')).analyseString(text).strings()

describe('from text to terms', () => {
  test('plain words are the tokens themselves', () => {
    const analyser = new Analyser(defaultOptions(TEXT_OPTIONS))
    const bytes = new TextEncoder().encode('Wheat, 4 pct: Größe')
    const tokens = new Tokens()
    new Tokeniser('words').tokenise(bytes, 0, bytes.length, tokens)
    expect(analyser.analyse(bytes, 0, bytes.length).strings()).toEqual(tokens.strings())
    expect(analyser.analyse(bytes, 7, 12).strings()).toEqual(['4', 'pct'])
    expect(analyser.analyseString('')).toBe(analyser.analyse(bytes, 0, 0))
  })

  test('stop words go first, then stems, then n-grams', () => {
    expect(terms('The prices of the cats', { stop: 'english', stem: 'porter', ngrams: 2 })).toEqual([
      'price',
      'price cat',
      'cat',
    ])
    expect(
      terms('Re: wheat & corn', { stop: 'own', stopWords: 'RE # mail', ngrams: 2, sparseWindow: 3 }),
    ).toEqual(['wheat', 'wheat corn', 'corn'])
    expect(terms('ab 12', { tokens: 'reuters', chars: '2-2' })).toEqual([
      'ab',
      '<number>',
      '~ a',
      '~ab',
      '~b ',
      '~ <',
      '~<n',
      '~nu',
      '~um',
      '~mb',
      '~be',
      '~er',
      '~r>',
      '~> ',
    ])
    expect(terms('ab', { words: false, chars: '3-4' })).toEqual(['~ ab', '~ ab ', '~ab '])
  })

  test('Snowball', async () => {
    const options = resolveOptions(TEXT_OPTIONS, { stem: 'german', stop: 'german' }, 'text')
    expect((await loadAnalyser(options)).analyseString('Die Häuser').strings()).toEqual(['haus'])
  })

  test('a string is encoded whatever its length, and lone surrogates separate', () => {
    const analyser = new Analyser(defaultOptions(TEXT_OPTIONS))
    expect(analyser.analyseString('a\ud800b').strings()).toEqual(['a', 'b'])
    for (const times of [1, 1000, 200_000, 3]) {
      expect(analyser.analyseString('œuvre '.repeat(times)).count).toBe(times)
    }
  })
})

describe('options', () => {
  test('survive JSON', () => {
    const options = resolveOptions(TEXT_OPTIONS, { stop: 'own', stopWords: 'a\n"b"', chars: '2-5' }, 'text')
    expect(JSON.parse(JSON.stringify(options))).toEqual(options)
  })

  test.each<[Partial<Record<keyof TextOptions, unknown>>, string]>([
    [{ stop: 'klingon' }, 'expected one of none, danish'],
    [{ stop: 'own' }, 'expected at least one word'],
    [{ stem: 'klingon' }, 'expected one of none, porter'],
    [{ ngrams: 0 }, 'expected a whole number from 1 to 8'],
    [{ chars: '5' }, 'expected two lengths'],
    [{ chars: '5-2' }, 'expected the smaller length first'],
    [{ words: false }, 'expected `chars`'],
    [{ words: false, chars: '2-5', ngrams: 2 }, 'expected neither'],
    [{ sparseWindow: 2, ngrams: 2 }, 'expected 0 or at least 3'],
    [{ sparseWindow: 3 }, 'expected `ngrams: 2` or more'],
  ])('%j is refused', (options, message) => {
    const given = options as Partial<TextOptions>
    expect(() => terms('x', given)).toThrow(InputError)
    expect(() => terms('x', given)).toThrow(message)
  })
})
