// Tokens by way of strings: what the byte tokeniser must equal, and what it hands the difficult stretches
// of a text to.

import type { Tokens } from './tokens.js'

/** How a text is cut into tokens. */
export type TokenKind = 'words' | 'alpha' | 'reuters'

/** The token that stands for every number in `reuters`. */
export const NUMBER_TOKEN = '<number>'

/** A character of a script written without spaces between words. Hangul has spaces. */
export const NO_SPACES =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

// Intl.Segmenter takes time quadratic in what it is given (measured: 14 s for 100,000 characters).
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
  let spaced = ''
  for (const run of text.match(RUNS[kind]) ?? []) {
    if (kind === 'reuters' && /^\p{N}/u.test(run)) spaced += ` ${NUMBER_TOKEN}`
    else if (NO_SPACES.test(run)) spaced += segment(run)
    else spaced += ` ${run}`
  }
  out.pushSpaced(spaced.slice(1))
}

// Every segment stays, word-like or not: a run holds nothing but letters, marks and digits.
function segment(run: string): string {
  // The locale is fixed so that a model gives the same tokens everywhere.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  let spaced = ''
  for (let from = 0; from < run.length; ) {
    let to = from + LONGEST_SEGMENTED
    if ((run.charCodeAt(to) & 0xfc00) === 0xdc00) to--
    for (const { segment } of segmenter.segment(run.slice(from, to))) spaced += ` ${segment}`
    from = to
  }
  return spaced
}

const RUNS: Record<TokenKind, RegExp> = {
  words: /[\p{L}\p{M}\p{N}]+/gu,
  alpha: /[\p{L}\p{M}]+/gu,
  reuters: /\p{N}+|[\p{L}\p{M}]+/gu,
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
let segmenter: Intl.Segmenter | undefined
