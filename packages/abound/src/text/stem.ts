// Stemming behind a cache on bytes: a token seen before costs one look-up and makes no string.
//
// Porter's (as his own program has it, a few endings beyond the paper) comes with this module. Snowball's take
// some 90 ms to load, so they are loaded when a language is first asked for (`await loadStemmer(name)`); from
// then on all is synchronous.

import type { Snowball } from 'snowball-stemmers'
import { stemmer as porter } from 'stemmer'
import { InputError } from '../errors.js'
import { ByteTable } from '../structures/byte-table.js'
import { grow } from '../structures/grow.js'
import { murmur3 } from '../structures/hash.js'
import type { Tokens } from './tokens.js'

/** The stemmers by name: Porter's original, and Snowball's for each language. */
export const STEMMERS = [
  'porter',
  ...['arabic', 'armenian', 'basque', 'catalan', 'czech', 'danish', 'dutch', 'english', 'finnish', 'french'],
  ...['german', 'hungarian', 'irish', 'italian', 'norwegian', 'portuguese', 'romanian', 'russian', 'slovene'],
  ...['spanish', 'swedish', 'tamil', 'turkish'],
] as const

export type StemmerName = (typeof STEMMERS)[number]

// What is longer (in bytes) is no word, and the stemmers' time and memory grow with it.
const LONGEST_WORD = 128
// The cache is emptied beyond this: an endless stream never runs out of new tokens.
const MOST_TOKENS = 500_000
const MOST_BYTES = 1 << 24

let snowball: Snowball | undefined

/**
 * Makes `createStemmer(name)` possible; nothing to do for `porter`.
 *
 * ```ts
 * await loadStemmer('german')
 * ```
 */
export async function loadStemmer(name: string): Promise<void> {
  checkName(name)
  if (name === 'porter' || snowball !== undefined) return
  snowball = (await import('snowball-stemmers')).default
}

/**
 * A stemmer whose cache holds at most `mostTokens`. Snowball's need `await loadStemmer(name)` before.
 *
 * ```ts
 * const tokens = new Tokens()
 * const stems = new Tokens()
 * tokens.pushSpaced('ponies running')
 * createStemmer('porter').stem(tokens, stems)
 * stems.strings() // ['poni', 'run']
 * ```
 */
export function createStemmer(name: string, mostTokens = MOST_TOKENS): Stemmer {
  checkName(name)
  if (name === 'porter') return new Stemmer(porter, mostTokens)
  if (snowball === undefined) throw new Error(`the stemmer ${name} has not been loaded`)
  return new Stemmer(snowball.newStemmer(name).stem, mostTokens)
}

function checkName(name: string): void {
  if (!STEMMERS.some((known) => known === name)) {
    throw new InputError(`no stemmer ${name}: expected one of ${STEMMERS.join(', ')}`)
  }
}

/** Replaces tokens by their stems. */
export class Stemmer {
  private readonly stemWord: (word: string) => string
  private readonly mostTokens: number
  private tokens = new ByteTable()
  private stems = new ByteTable()
  /** By token id: the id of its stem. By stem id: the stem's hash. */
  private stemOf = new Uint32Array(1024)
  private stemHashes = new Int32Array(1024)

  constructor(stemWord: (word: string) => string, mostTokens: number) {
    this.stemWord = stemWord
    this.mostTokens = mostTokens
  }

  /** Replaces what `out` holds by the stems of `tokens`, one for each. */
  stem(tokens: Tokens, out: Tokens): void {
    out.clear()
    const { bytes, starts, ends, hashes, count } = tokens
    for (let i = 0; i < count; i++) {
      const from = starts[i]
      const to = ends[i]
      if (to - from > LONGEST_WORD) {
        out.push(bytes, from, to, hashes[i])
        continue
      }
      let token = this.tokens.find(bytes, from, to, hashes[i])
      if (token < 0) token = this.add(bytes, from, to, hashes[i])
      const stem = this.stemOf[token]
      const { offsets } = this.stems
      out.push(this.stems.bytes, offsets[stem], offsets[stem + 1], this.stemHashes[stem])
    }
  }

  private add(bytes: Uint8Array, from: number, to: number, hash: number): number {
    if (this.tokens.count >= this.mostTokens || this.tokens.offsets[this.tokens.count] >= MOST_BYTES) {
      this.tokens = new ByteTable()
      this.stems = new ByteTable()
    }
    const word = decoder.decode(bytes.subarray(from, to))
    // `<number>` stands for something and is no word.
    const stem = encoder.encode((bytes[from] === 0x3c ? '' : this.stemWord(word)) || word)
    const stemHash = murmur3(stem, 0, stem.length)
    const token = this.tokens.intern(bytes, from, to, hash)
    const id = this.stems.intern(stem, 0, stem.length, stemHash)
    if (token === this.stemOf.length) {
      this.stemOf = grow(this.stemOf, token * 2)
      this.stemHashes = grow(this.stemHashes, token * 2)
    }
    this.stemOf[token] = id
    this.stemHashes[id] = stemHash
    return token
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
