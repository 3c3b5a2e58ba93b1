// Noise as a speech recogniser makes it: words lost, words in the wrong order, words that nobody said.

import type { Document } from 'abound'
import { Rng } from 'abound/internal'

const decoder = new TextDecoder()

/**
 * The documents with noise: each word, by a chance of `rate`, is dropped, changes places with the next, or is followed by a
 * word of another document, each as often. The same seed, the same noise.
 */
export function withNoise(documents: readonly Document[], rate: number, seed: number): Document[] {
  const rng = new Rng(seed)
  const texts = documents.map(wordsOf)
  const said = texts.flat()
  return documents.map((document, i) => ({
    ...document,
    text: addNoise(texts[i], rate, said, rng).join(' '),
  }))
}

function addNoise(words: readonly string[], rate: number, said: readonly string[], rng: Rng): string[] {
  const left = [...words]
  const out: string[] = []
  for (let i = 0; i < left.length; i++) {
    const kind = rng.float() < rate ? rng.below(3) : -1
    if (kind === 0) continue
    if (kind === 1 && i + 1 < left.length) [left[i], left[i + 1]] = [left[i + 1], left[i]]
    out.push(left[i])
    if (kind === 2) out.push(said[rng.below(said.length)])
  }
  return out
}

function wordsOf({ text = '' }: Document): string[] {
  const string = typeof text === 'string' ? text : decoder.decode(text)
  return string.split(/\s+/).filter((word) => word !== '')
}
