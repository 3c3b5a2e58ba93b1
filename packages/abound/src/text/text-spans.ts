// The terms of a text with the places they come from: for showing, not for training.

import type { Analyser } from './analyser.js'
import { gapSpans } from './gap-terms.js'
import { termWords } from './term-words.js'
import { tokenSpans } from './token-spans.js'
import type { Tokens } from './tokens.js'

/** A stretch of a text, in UTF-16 units. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Terms and their places. */
interface TextSpans {
  /** The words that terms are made of, in order, none overlapping another; stop words are not among them. */
  readonly words: readonly Span[]
  /** The terms, overwritten by the analyser's next call. */
  readonly terms: Tokens
  /** By term: its words, as places in `words`. */
  readonly wordsOf: readonly (readonly number[])[]
}

/**
 * The terms of a text as the analyser makes them, and the words of the text that each is made of.
 *
 * ```ts
 * const analyser = new Analyser({ ...defaultOptions(TEXT_OPTIONS), stop: 'english', ngrams: 2 })
 * const { words, wordsOf } = textSpans(analyser, 'The price of wheat')
 * words // [{ from: 4, to: 9 }, { from: 13, to: 18 }]
 * wordsOf // [[0], [0, 1], [1]]
 * ```
 */
export function textSpans(analyser: Analyser, text: string): TextSpans {
  const { stopWords, termOptions, gap } = analyser
  if (gap !== undefined) return { ...gapSpans(text, gap), terms: analyser.analyseString(text) }
  const kept = tokenSpans(analyser.options.tokens, text).filter(
    ({ token }) => stopWords === undefined || stopWords.findString(token) < 0,
  )
  const tokens = analyser.tokensOf(text)
  if (tokens.count !== kept.length) {
    throw new Error(`${kept.length} tokens were found in their places, ${tokens.count} without`)
  }
  const words: Span[] = []
  const wordOf = kept.map(({ from, to }) => {
    const last = words.at(-1)
    // A digit and the mark on it may be two tokens in one place.
    if (last === undefined || from >= last.to) words.push({ from, to })
    return words.length - 1
  })
  const lengths = tokens.strings().map((token) => [...token].length)
  const wordsOf = termWords(termOptions, lengths).map((places) => places.map((place) => wordOf[place]))
  const terms = analyser.analyseString(text)
  if (terms.count !== wordsOf.length) {
    throw new Error(`${wordsOf.length} terms were expected, ${terms.count} found`)
  }
  return { words, terms, wordsOf }
}
