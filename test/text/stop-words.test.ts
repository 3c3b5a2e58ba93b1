import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import type { ByteTable } from '../../packages/abound/src/structures/byte-table.js'
import { murmur3 } from '../../packages/abound/src/structures/hash.js'
import {
  removeStopWords,
  STOP_LANGUAGES,
  stopList,
  stopListFrom,
} from '../../packages/abound/src/text/stop-words.js'
import { Tokens } from '../../packages/abound/src/text/tokens.js'

const words = (table: ByteTable) => Array.from({ length: table.count }, (_, i) => table.string(i))

test('there is a list for each language, of words that the tokeniser leaves whole', () => {
  expect(STOP_LANGUAGES).toEqual(
    expect.arrayContaining([
      ...['danish', 'dutch', 'english', 'finnish', 'french', 'german', 'italian', 'norwegian', 'portuguese'],
      ...['russian', 'spanish', 'swedish'],
    ]),
  )
  for (const [language, some] of Object.entries({
    danish: 'også ikke',
    dutch: 'het niet',
    english: 'the not don t',
    finnish: 'että ja',
    french: 'être qu l',
    german: 'für nicht',
    italian: 'perché dell',
    norwegian: 'ikke å',
    portuguese: 'não é',
    russian: 'не что',
    spanish: 'más qué',
    swedish: 'inte är',
  })) {
    const list = stopList(language)
    expect(list.count).toBeGreaterThan(120)
    for (const word of some.split(' '))
      expect(list.findString(word), `${language} ${word}`).toBeGreaterThanOrEqual(0)
  }
  expect(() => stopList('klingon')).toThrow(InputError)
  expect(() => stopList('toString')).toThrow('expected one of danish')
})

test('a list of your own is folded as text is', () => {
  expect(words(stopListFrom("Don't # of mail: ignored\n\nRE\tfw 2nd\r\nÉTÉ#x"))).toEqual([
    'don',
    't',
    're',
    'fw',
    '2nd',
    'été',
  ])
  expect(words(stopListFrom('2nd b2b', 'alpha'))).toEqual(['nd', 'b'])
  expect(words(stopListFrom('1st <number>', 'reuters'))).toEqual(['st', 'number'])
  expect(stopListFrom('# nothing').count).toBe(0)
})

test('what is left is as if the stop words had never been there', () => {
  const word = fc.constantFrom('a', 'the', 'wheat', 'of', 'größe', 'x')
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (text, stops) => {
      const tokens = new Tokens()
      tokens.pushSpaced(text.join(' '))
      removeStopWords(tokens, stopListFrom(stops.join(' ')))
      const expected = new Tokens()
      expected.pushSpaced(text.filter((w) => !stops.includes(w)).join(' '))
      expect(tokens.strings()).toEqual(expected.strings())
      const end = tokens.next()
      expect(end).toBe(expected.next())
      expect(tokens.bytes.subarray(0, end)).toEqual(expected.bytes.subarray(0, end))
      for (let i = 0; i < tokens.count; i++) {
        expect(tokens.hashes[i]).toBe(murmur3(tokens.bytes, tokens.starts[i], tokens.ends[i]))
      }
    }),
  )
})
