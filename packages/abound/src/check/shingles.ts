// A document as a set of hashes, to tell how much two have in common: every run of three neighbours among its words,
// in lower case and without punctuation, and a mark at either end, so that a text of n words has n runs; of a
// ready-made vector, its features.
//
// `keyA` and `keyB` are a hash of 64 bits of all words in order: equal for texts that differ in case, blanks and
// punctuation alone. Texts without a word are taken byte by byte.

import type { FeatureVector } from '../contract.js'
import { murmur3 } from '../structures/hash.js'
import type { Tokens } from '../text/tokens.js'

/** Stands for the word before the first and behind the last. */
const EDGE = 0x5bd1e995

export class Shingles {
  /** The hashes of the runs in the order of the text, `count` of them; a run that comes twice is there twice. */
  hashes = new Int32Array(256)
  count = 0
  keyA = 0
  keyB = 0
  private readonly numbers = new Uint8Array(12)
  private readonly view = new DataView(this.numbers.buffer)

  /** Of a text: its bytes, and the words that a tokeniser found in them. */
  readText(bytes: Uint8Array, length: number, { hashes, count }: Tokens): void {
    this.begin(count)
    if (count === 0) {
      this.keyA = murmur3(bytes, 0, length, 1)
      this.keyB = murmur3(bytes, 0, length, 2)
      return
    }
    for (let i = 0; i < count; i++) this.mixKey(hashes[i])
    const out = this.hashes
    let before = EDGE
    let here = hashes[0]
    for (let i = 0; i < count; i++) {
      const after = i + 1 < count ? hashes[i + 1] : EDGE
      out[i] = avalanche(mix(mix(mix(0, before), here), after))
      before = here
      here = after
    }
    this.count = count
  }

  /** Of a ready-made vector: equal are those with the same values, alike those with the same features. */
  readVector({ features, values }: FeatureVector): void {
    this.begin(features.length)
    const { numbers, view, hashes } = this
    for (let i = 0; i < features.length; i++) {
      view.setUint32(0, features[i], true)
      hashes[i] = murmur3(numbers, 0, 4)
      view.setFloat64(4, values[i], true)
      this.mixKey(murmur3(numbers, 0, 12))
    }
    this.count = features.length
  }

  private begin(room: number): void {
    if (room > this.hashes.length) this.hashes = new Int32Array(room * 2)
    this.count = 0
    this.keyA = 0x2545f491
    this.keyB = 0x4f6cdd1d
  }

  private mixKey(hash: number): void {
    this.keyA = mix(this.keyA, hash)
    this.keyB = (Math.imul(this.keyB ^ hash, 0x01000193) + 0x9e3779b1) | 0
    this.keyB ^= this.keyB >>> 15
  }
}

function mix(h: number, next: number): number {
  h ^= Math.imul(next, 0xcc9e2d51)
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

/** All bits of a hash depend on all that went in. */
function avalanche(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
