// From tokens to terms: words and adjacent n-grams, sparse n-grams, character n-grams. Adjacent n-grams
// are slices of the tokens' bytes; the others are written behind the tokens into the same bytes.

import { murmur3 } from '../structures/hash.js'
import { sparseChoices } from './sparse-choices.js'
import { Tokens } from './tokens.js'

/** Which terms to make. */
export interface TermOptions {
  /** Words and n-grams of words, or none. */
  readonly words: boolean
  /** Adjacent n-grams of 1 … this many words. */
  readonly ngrams: number
  /**
   * Sparse n-grams (SS00): 2 … `ngrams` words in their order that span at most this many words and leave out at least
   * one, each of those written `?`: of `a b c` with window 3, `a ? c`. 0: none.
   */
  readonly sparseWindow: number
  /**
   * Character n-grams of from … to code points within each word, whose edges count as a blank, each with `~`
   * before it so that it is never taken for a word. `to` 0: none.
   */
  readonly charsFrom: number
  readonly charsTo: number
}

/** Makes a document's terms. */
export interface TermMaker {
  /** The terms of the tokens, overwritten by the next call. Their bytes are the tokens', which may grow. */
  make(tokens: Tokens): Tokens
}

const SPACE = 0x20
const GAP = 0x3f // ?
const CHARS = 0x7e // ~

/**
 * A maker of terms.
 *
 * ```ts
 * const tokens = new Tokens()
 * tokens.pushSpaced('a b c')
 * const maker = createTermMaker({ words: true, ngrams: 2, sparseWindow: 3, charsFrom: 0, charsTo: 0 })
 * maker.make(tokens).strings() // ['a', 'a b', 'b', 'b c', 'c', 'a ? c']
 * ```
 */
export function createTermMaker(options: TermOptions): TermMaker {
  const terms = new Tokens()
  const { words, ngrams, sparseWindow, charsFrom, charsTo } = options
  const choices = sparseChoices(sparseWindow, ngrams)
  return {
    make(tokens) {
      terms.clear()
      if (words) addAdjacent(tokens, ngrams, terms)
      let at = tokens.next()
      if (words && sparseWindow > 0) at = addSparse(tokens, at, choices, terms)
      if (charsTo > 0) addChars(tokens, at, charsFrom, charsTo, terms)
      terms.share(tokens)
      return terms
    },
  }
}

function addAdjacent(tokens: Tokens, order: number, terms: Tokens): void {
  const { bytes, starts, ends, hashes, count } = tokens
  terms.ensureCount(terms.count + count * order)
  const { starts: termStarts, ends: termEnds, hashes: termHashes } = terms
  let at = terms.count
  for (let i = 0; i < count; i++) {
    const start = starts[i]
    termStarts[at] = start
    termEnds[at] = ends[i]
    termHashes[at++] = hashes[i]
    for (let j = i + 1, last = Math.min(i + order, count); j < last; j++) {
      termStarts[at] = start
      termEnds[at] = ends[j]
      termHashes[at++] = murmur3(bytes, start, ends[j])
    }
  }
  terms.count = at
}

function addSparse(tokens: Tokens, at: number, choices: readonly number[][], terms: Tokens): number {
  const { count } = tokens
  for (let i = 0; i < count; i++) {
    for (let between = 1; between < choices.length && i + between + 1 < count; between++) {
      const kept = choices[between]
      for (let c = 0; c < kept.length; c++) at = addGapped(tokens, at, i, i + between + 1, kept[c], terms)
    }
  }
  return at
}

/** Writes tokens i to k at `at`, with a `?` for each between them that is not kept. */
function addGapped(tokens: Tokens, at: number, i: number, k: number, kept: number, terms: Tokens): number {
  const { starts, ends } = tokens
  // A gap is never longer than the word it stands for.
  tokens.ensureBytes(at + (ends[k] - starts[i]) + 1)
  const { bytes } = tokens
  let to = at
  for (let t = i; t <= k; t++) {
    if (t > i) bytes[to++] = SPACE
    if (t === i || t === k || (kept >> (t - i - 1)) & 1)
      for (let b = starts[t]; b < ends[t]; b++) bytes[to++] = bytes[b]
    else bytes[to++] = GAP
  }
  terms.add(at, to, murmur3(bytes, at, to))
  return to
}

/** The n-grams that begin at the same character share their bytes: each is the head of the longest. */
function addChars(tokens: Tokens, at: number, from: number, to: number, terms: Tokens): void {
  const { starts, ends, count } = tokens
  for (let i = 0; i < count; i++) {
    // The word with the space before it and the one behind it.
    const first = starts[i] - 1
    const last = ends[i]
    const length = last - first + 1
    tokens.ensureBytes(at + length * (1 + 4 * to))
    terms.ensureCount(terms.count + length * (to - from + 1))
    const { bytes } = tokens
    for (let x = first; x <= last; x++) {
      if ((bytes[x] & 0xc0) === 0x80) continue
      const start = at
      bytes[at++] = CHARS
      for (let y = x, n = 1; y <= last && n <= to; n++) {
        do bytes[at++] = bytes[y++]
        while (y <= last && (bytes[y] & 0xc0) === 0x80)
        if (n < from || (n === 1 && bytes[x] === SPACE)) continue
        terms.add(start, at, murmur3(bytes, start, at))
      }
    }
  }
}
