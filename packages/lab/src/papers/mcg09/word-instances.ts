// Word prediction as MCG09 sets it up: each word of a running text is a class, to be told from the three words before it
// and the three after: 6 words with their places, 5 pairs and 4 triples of neighbours among them (the word itself is
// left out, so −1 and +1 are neighbours), 15 Boolean features.

import type { Document } from 'abound'

const PLACES = [-3, -2, -1, 1, 2, 3]
const LONGEST = 3
/** Features of a word. */
const FEATURES = 15
const WORD = /\p{L}+(?:['’-]\p{L}+)*/gu

/** All words of some texts as instances, in the order of the texts. */
export interface WordInstances {
  readonly count: number
  readonly featureCount: number
  readonly labelCount: number
  /** The instance as a document: a vector of length 1. */
  document(row: number): Document
}

/** Ids of features in order of appearance. */
export function readWordInstances(texts: readonly string[]): WordInstances {
  const words = splitWords(texts)
  const known = new Map<string, number>()
  const ids = Uint32Array.from(words, (word) => numberOf(known, word))
  const count = words.reduce((sum, word) => sum + (word === '' ? 0 : 1), 0)
  const features = new Uint32Array(count * FEATURES)
  const labels = new Uint32Array(count)
  // A run's key: the id of the run without its last word, and that word; so a triple is a pair and a word.
  const runs = new Map<number, number>()
  const bound = known.size
  let row = 0
  for (let at = LONGEST; at < words.length - LONGEST; at++) {
    if (words[at] === '') continue
    let next = row * FEATURES
    for (let first = 0; first < PLACES.length; first++) {
      let run = first
      for (let last = first; last < Math.min(PLACES.length, first + LONGEST); last++) {
        run = numberOf(runs, PLACES.length + run * bound + ids[at + PLACES[last]]) + PLACES.length
        features[next++] = run - PLACES.length
      }
    }
    labels[row++] = ids[at]
  }
  const names = [...known.keys()]
  const values = new Float64Array(FEATURES).fill(1 / Math.sqrt(FEATURES))
  return {
    count,
    featureCount: runs.size,
    labelCount: known.size - 1,
    document: (row) => ({
      vector: { features: features.slice(row * FEATURES, (row + 1) * FEATURES).sort(), values },
      labels: [names[labels[row]]],
    }),
  }
}

/** The words, lower-case, with a gap of three empty ones around each text. */
function splitWords(texts: readonly string[]): string[] {
  const words = ['', '', '']
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(WORD)) words.push(word)
    words.push('', '', '')
  }
  return words
}

function numberOf<K>(ids: Map<K, number>, key: K): number {
  let id = ids.get(key)
  if (id === undefined) {
    id = ids.size
    ids.set(key, id)
  }
  return id
}
