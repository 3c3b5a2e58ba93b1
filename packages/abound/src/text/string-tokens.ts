// Tokens by way of strings: what the byte tokeniser must equal, and what it hands the difficult stretches
// of a text to.

import type { Tokens } from './tokens.js'

/** How a text is cut into tokens. */
export const TOKEN_KINDS = ['words', 'alpha', 'reuters'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

/** The token that stands for every number in `reuters`. */
export const NUMBER_TOKEN = '<number>'

/** A character of a script written without spaces between words. Hangul has spaces. */
export const NO_SPACES =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u

// Intl.Segmenter takes time quadratic in what it is given: seconds for 100,000 characters.
const LONGEST_SEGMENTED = 1000

/** Cuts bytes[from … to] and adds the tokens; malformed UTF-8 reads as U+FFFD. */
export function tokeniseByStrings(
  kind: TokenKind,
  bytes: Uint8Array,
  from: number,
  to: number,
  out: Tokens,
): void {
  // A copy, because browsers refuse to decode shared memory in place.
  const text = decoder.decode(bytes.slice(from, to)).normalize('NFC').toLowerCase()
  const runs = text.split(BREAKS[kind]).filter((run) => run !== '')
  const unspaced = NO_SPACES.test(text)
  if (unspaced || kind === 'reuters') {
    for (let i = 0; i < runs.length; i++) {
      if (kind === 'reuters' && isNumber(runs[i])) runs[i] = NUMBER_TOKEN
      else if (unspaced && NO_SPACES.test(runs[i])) runs[i] = segmentsOf(runs[i]).join(' ')
    }
  }
  out.pushSpaced(runs.join(' '))
}

/** Whether a run between the breaks of `reuters` is a number. */
export function isNumber(run: string): boolean {
  return NUMBERS.test(run)
}

/**
 * The words of a run that is written without spaces. Every segment stays, word-like or not: a run holds nothing but
 * letters, marks and digits.
 */
export function segmentsOf(run: string): string[] {
  // The locale is fixed so that a model gives the same tokens everywhere.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  const segments: string[] = []
  for (let from = 0; from < run.length; ) {
    let to = from + LONGEST_SEGMENTED
    if ((run.charCodeAt(to) & 0xfc00) === 0xdc00) to--
    for (const { segment } of segmenter.segment(run.slice(from, to))) segments.push(segment)
    from = to
  }
  return segments
}

/** Cut at each break instead of matching runs: a quantifier would run out of stack on millions of letters. */
export const BREAKS: Record<TokenKind, RegExp> = {
  words: /[^\p{L}\p{M}\p{N}]/u,
  alpha: /[^\p{L}\p{M}]/u,
  reuters: /[^\p{L}\p{M}\p{N}]|(?<=\p{N})(?=\P{N})|(?<=\P{N})(?=\p{N})/u,
}

const NUMBERS = /^\p{N}/u

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
let segmenter: Intl.Segmenter | undefined
