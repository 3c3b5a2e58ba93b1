import fc from 'fast-check'
import { expect, test } from 'vitest'
import { murmur3 } from '../../packages/abound/src/structures/hash.js'
import { createTermMaker, type TermOptions } from '../../packages/abound/src/text/terms.js'
import { Tokens } from '../../packages/abound/src/text/tokens.js'

const PLAIN: TermOptions = { words: true, ngrams: 1, sparseWindow: 0, charsFrom: 0, charsTo: 0 }

function terms(text: string, options: Partial<TermOptions>): string[] {
  const tokens = new Tokens()
  tokens.pushSpaced(text)
  const made = createTermMaker({ ...PLAIN, ...options }).make(tokens)
  for (let i = 0; i < made.count; i++) {
    expect(made.hashes[i]).toBe(murmur3(made.bytes, made.starts[i], made.ends[i]))
  }
  return made.strings()
}

test('adjacent n-grams', () => {
  expect(terms('a bb c', { ngrams: 2 })).toEqual(['a', 'a bb', 'bb', 'bb c', 'c'])
  expect(terms('a bb c', { ngrams: 5 })).toEqual(['a', 'a bb', 'a bb c', 'bb', 'bb c', 'c'])
  expect(terms('', { ngrams: 3 })).toEqual([])
})

test('sparse n-grams', () => {
  expect(terms('a b c', { ngrams: 2, sparseWindow: 3 })).toEqual(['a', 'a b', 'b', 'b c', 'c', 'a ? c'])
  expect(terms('a b cc d', { ngrams: 2, sparseWindow: 4 }).slice(7)).toEqual(['a ? cc', 'a ? ? d', 'b ? d'])
  expect(terms('a b cc d', { ngrams: 3, sparseWindow: 4 }).slice(9)).toEqual([
    'a ? cc',
    'a ? ? d',
    'a b ? d',
    'a ? cc d',
    'b ? d',
  ])
  expect(terms('a b c d e', { ngrams: 4, sparseWindow: 5 }).filter((term) => term.includes('? e'))).toEqual([
    'a ? ? ? e',
    'a b ? ? e',
    'a ? c ? e',
    'a b c ? e',
    'b ? ? e',
    'b c ? e',
    'c ? e',
  ])
})

test('character n-grams', () => {
  expect(terms('ab é', { words: false, charsFrom: 2, charsTo: 3 })).toEqual([
    '~ a',
    '~ ab',
    '~ab',
    '~ab ',
    '~b ',
    '~ é',
    '~ é ',
    '~é ',
  ])
  expect(terms('ab', { charsFrom: 1, charsTo: 1 })).toEqual(['ab', '~a', '~b'])
  expect(terms('a', { words: false, charsFrom: 4, charsTo: 9 })).toEqual([])
  expect(terms('日𝐀b', { words: false, charsFrom: 5, charsTo: 5 })).toEqual(['~ 日𝐀b '])
})

function naiveTerms(words: string[], options: TermOptions): string[] {
  const out: string[] = []
  const { ngrams, sparseWindow, charsFrom, charsTo } = options
  for (let i = 0; options.words && i < words.length; i++) {
    for (let n = 1; n <= ngrams && i + n <= words.length; n++) out.push(words.slice(i, i + n).join(' '))
    // Every choice of words to keep within each span, by the bits of a number.
    for (let span = 3; span <= sparseWindow && i + span <= words.length; span++) {
      for (let keep = 0; keep < 1 << span; keep++) {
        const kept = words.slice(i, i + span).map((word, j) => ((keep >> j) & 1 ? word : '?'))
        const count = kept.filter((word) => word !== '?').length
        if (kept[0] === '?' || kept[span - 1] === '?' || count > ngrams || count === span) continue
        out.push(kept.join(' '))
      }
    }
  }
  for (const word of charsTo > 0 ? words : []) {
    const padded = [...` ${word} `]
    for (let i = 0; i < padded.length; i++) {
      for (let n = charsFrom; n <= charsTo && i + n <= padded.length; n++) {
        const gram = padded.slice(i, i + n).join('')
        if (gram.trim() !== '') out.push(`~${gram}`)
      }
    }
  }
  return out.sort()
}

test('as the naive version has them', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcéя日𝐀1'), minLength: 1, maxLength: 9 })
  const options = fc.record({
    words: fc.boolean(),
    ngrams: fc.integer({ min: 2, max: 5 }),
    sparseWindow: fc.constantFrom(0, 3, 4, 6),
    charsFrom: fc.integer({ min: 1, max: 4 }),
    charsTo: fc.integer({ min: 4, max: 6 }),
  })
  const maker = new Map<string, ReturnType<typeof createTermMaker>>()
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), options, fc.boolean(), (words, given, chars) => {
      const option = chars ? given : { ...given, charsFrom: 0, charsTo: 0 }
      expect(terms(words.join(' '), option).sort()).toEqual(naiveTerms(words, option))
      // A maker that has been used before gives the same.
      const key = JSON.stringify(option)
      const used = maker.get(key) ?? createTermMaker(option)
      maker.set(key, used)
      const tokens = new Tokens()
      tokens.pushSpaced(words.join(' '))
      expect(used.make(tokens).strings().sort()).toEqual(naiveTerms(words, option))
    }),
    { numRuns: 300 },
  )
})
