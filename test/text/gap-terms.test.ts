// The terms of a gap: the words around it by their places, pairs and triples of them.

import { describe, expect, it } from 'vitest'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { Analyser, TEXT_OPTIONS } from '../../packages/abound/src/text/analyser.js'
import { textSpans } from '../../packages/abound/src/text/text-spans.js'

const analyserOf = (given: object) => new Analyser({ ...defaultOptions(TEXT_OPTIONS), ...given })
const termsOf = (text: string, given: object = { gap: '3-3' }): string[] =>
  analyserOf(given).analyseString(text).strings()

describe('the terms of a gap', () => {
  it('are six words, five pairs and four triples inside a sentence', () => {
    expect(termsOf('Yes, it was the _ of times indeed now. So.')).toEqual([
      'it ? ? _',
      'it was ? _',
      'it was the _',
      'was ? _',
      'was the _',
      'was the _ of',
      'the _',
      'the _ of',
      'the _ of times',
      '_ of',
      '_ of times',
      '_ of times indeed',
      '_ ? times',
      '_ ? times indeed',
      '_ ? ? indeed',
    ])
  })

  it('know the edges of the sentence', () => {
    expect(termsOf('He ran. _ sat. She', { gap: '2-2' })).toEqual([
      '^ _',
      '^ _ sat',
      '^ _ sat $',
      '_ sat',
      '_ sat $',
      '_ ? $',
    ])
  })

  it('are those behind the last word where the text has no gap', () => {
    expect(termsOf('It was the', { gap: '2-2' })).toEqual(['was ? _', 'was the _', 'the _'])
    expect(termsOf('It was.', { gap: '2-2' })).toEqual(['^ _'])
    expect(termsOf('', { gap: '2-2' })).toEqual(['^ _'])
  })

  it('leave out other gaps', () => {
    expect(termsOf('the _ of __ .', { gap: '1-3' })).toEqual(['the _', 'the _ of', '_ of', '_ ? ? $'])
  })

  it('have capitals where these are kept', () => {
    expect(termsOf('The _', { gap: '1-0-case' })).toEqual(['The _'])
  })

  it('are the same of bytes', () => {
    const analyser = analyserOf({ gap: '3-3' })
    const bytes = new TextEncoder().encode('Où est l’_ ?')
    expect(analyser.analyse(bytes, 0, bytes.length).strings()).toEqual(termsOf('Où est l’_ ?'))
  })

  it('are traced to the words of the text', () => {
    const text = 'So it was the _ of times.'
    const { words, wordsOf, terms } = textSpans(analyserOf({ gap: '2-2' }), text)
    const spelt = wordsOf.map((of) => of.map((i) => text.slice(words[i].from, words[i].to)).join(' '))
    expect(spelt).toEqual(terms.strings().map((term) => term.replaceAll(/ ?[?_$] ?/g, ' ').trim()))
  })

  it.each([
    [{ gap: '0-0' }, /gap.*at least one word/],
    [{ gap: '3-3', stem: 'porter' }, /no other option/],
    [{ gap: '3-3', ngrams: 2 }, /no other option/],
  ])('refuse %j', (given, message) => {
    expect(() => analyserOf(given)).toThrow(message)
  })
})
