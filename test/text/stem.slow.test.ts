import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { murmur3 } from '../../packages/abound/src/structures/hash.js'
import { createStemmer, loadStemmer, STEMMERS, type Stemmer } from '../../packages/abound/src/text/stem.js'
import { Tokens } from '../../packages/abound/src/text/tokens.js'

function stems(stemmer: Stemmer, text: string): string[] {
  const tokens = new Tokens()
  const out = new Tokens()
  tokens.pushSpaced(text)
  stemmer.stem(tokens, out)
  expect(out.count).toBe(tokens.count)
  for (let i = 0; i < out.count; i++) {
    expect(out.hashes[i]).toBe(murmur3(out.bytes, out.starts[i], out.ends[i]))
  }
  return out.strings()
}

test('porter needs no loading, and a repeated token gets the same stem', () => {
  const porter = createStemmer('porter')
  const text = 'caresses ponies running hopping relational the a caresses hopping'
  const expected = ['caress', 'poni', 'run', 'hop', 'relat', 'the', 'a', 'caress', 'hop']
  expect(stems(porter, text)).toEqual(expected)
  expect(stems(porter, text)).toEqual(expected)
  expect(stems(porter, '')).toEqual([])
  expect(stems(porter, '<number> 1990s')).toEqual(['<number>', '1990'])
})

test('Snowball must be loaded first', async () => {
  expect(() => createStemmer('german')).toThrow('has not been loaded')
  await expect(loadStemmer('klingon')).rejects.toThrow(InputError)
  expect(() => createStemmer('klingon')).toThrow('expected one of porter')
  await loadStemmer('german')
  expect(stems(createStemmer('german'), 'häuser hauses größe')).toEqual(['haus', 'haus', 'gross'])
  expect(stems(createStemmer('english'), 'generously skies')).toEqual(['generous', 'sky'])
  expect(stems(createStemmer('russian'), 'книги книгами')).toEqual(['книг', 'книг'])
  const { algorithms } = (await import('snowball-stemmers')).default
  expect([...STEMMERS].sort()).toEqual(algorithms().sort())
})

test('any token has a stem in every language, the same in any order', async () => {
  await loadStemmer('english')
  const word = fc
    .oneof(
      fc.string({ unit: fc.constantFrom(...'aeiouyslnrtdgcmbx0äßéøğışçñ'), minLength: 1, maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...'аеиоыяйтснлгхш'), minLength: 1, maxLength: 12 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
      fc.string({
        unit: fc.integer({ min: 0x530, max: 0xbff }).map((c) => String.fromCodePoint(c)),
        maxLength: 9,
      }),
    )
    .map((text) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, 'x').toLowerCase() || 'x')
  for (const name of STEMMERS) {
    const stemmer = createStemmer(name)
    fc.assert(
      fc.property(fc.array(word, { maxLength: 10 }), (words) => {
        const forward = stems(stemmer, words.join(' '))
        for (const stem of forward) expect(stem).not.toBe('')
        expect(stems(createStemmer(name), words.toReversed().join(' '))).toEqual(forward.toReversed())
      }),
      { numRuns: 40 },
    )
  }
})

test('what is too long to be a word stays as it is', () => {
  const long = `${'a'.repeat(130)}ing`
  expect(stems(createStemmer('porter'), `${long} going ${'é'.repeat(63)}s`)).toEqual([
    long,
    'go',
    'é'.repeat(63),
  ])
})

test('a cache that is full starts afresh and gives the same stems', () => {
  const word = fc.constantFrom('running', 'run', 'ponies', 'pony', 'relational', 'relate', 'cats', 'cat', 'x')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(word, { maxLength: 40 }), (mostTokens, words) => {
      const text = words.join(' ')
      expect(stems(createStemmer('porter', mostTokens), text)).toEqual(stems(createStemmer('porter'), text))
    }),
  )
})

test('the cache grows with what it holds', () => {
  const words = Array.from({ length: 5000 }, (_, i) => `x${i}ing`)
  expect(stems(createStemmer('porter'), `${words.join(' ')} running`)).toEqual([...words, 'run'])
})
