// Word prediction as MCG09 sets it up: each word of a running text is a class, to be told from the three words before it
// and the three after in its sentence: up to 6 words with their places, 5 pairs and 4 triples of neighbours among them (the
// word itself is left out, so −1 and +1 are neighbours), Boolean features. The paper counts 299,000 of them; that many are
// found three times or more, as its count of all would be ten times as high.

import type { Document } from 'abound'

const PLACES = [-3, -2, -1, 1, 2, 3]
const LONGEST = 3
/** Features of a word, at most. */
const FEATURES = 15
const LEAST_COUNT = 3
const NONE = 0xffffffff
/** A word, or the end of a sentence. */
const PART = /\p{L}+(?:['’-]\p{L}+)*|[.!?]/gu

/** All words of some texts as instances, in the order of the texts. */
export interface WordInstances {
  readonly count: number
  /** Of those seen often enough to be used. */
  readonly featureCount: number
  readonly labelCount: number
  /** The instance as a document: a vector of length 1. */
  document(row: number): Document
}

/** Ids of features in order of appearance; features seen less often than `leastCount` are left out. */
export function readWordInstances(texts: readonly string[], leastCount = LEAST_COUNT): WordInstances {
  const words = splitWords(texts)
  const known = new Map<string, number>()
  const ids = Uint32Array.from(words, (word) => numberOf(known, word))
  const gap = known.get('')!
  const count = words.reduce((sum, word) => sum + (word === '' ? 0 : 1), 0)
  const features = new Uint32Array(count * FEATURES).fill(NONE)
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
        const word = ids[at + PLACES[last]]
        if (word === gap) break
        run = numberOf(runs, PLACES.length + run * bound + word) + PLACES.length
        features[next++] = run - PLACES.length
      }
    }
    labels[row++] = ids[at]
  }
  const featureCount = renumberFrequent(features, runs.size, leastCount)
  const names = [...known.keys()]
  return {
    count,
    featureCount,
    labelCount: known.size - 1,
    document(row) {
      const all = features.subarray(row * FEATURES, (row + 1) * FEATURES)
      const own = all.filter((feature) => feature !== NONE).sort()
      const values = new Float64Array(own.length).fill(1 / Math.sqrt(own.length))
      return { vector: { features: own, values }, labels: [names[labels[row]]] }
    },
  }
}

/** Gives features with `least` uses or more new ids, in order, in place of those they have, and the others none. */
function renumberFrequent(features: Uint32Array, size: number, least: number): number {
  const uses = new Uint32Array(size)
  for (const feature of features) if (feature !== NONE) uses[feature]++
  const ids = new Uint32Array(size).fill(NONE)
  let kept = 0
  for (let feature = 0; feature < size; feature++) if (uses[feature] >= least) ids[feature] = kept++
  for (let i = 0; i < features.length; i++) if (features[i] !== NONE) features[i] = ids[features[i]]
  return kept
}

/** The words, lower-case, with a gap of three empty ones before the first and after each sentence. */
function splitWords(texts: readonly string[]): string[] {
  const words = ['', '', '']
  const endSentence = (): void => {
    if (words[words.length - 1] !== '') words.push('', '', '')
  }
  for (const text of texts) {
    for (const [part] of text.toLowerCase().matchAll(PART)) {
      if (part === '.' || part === '!' || part === '?') endSentence()
      else words.push(part)
    }
    endSentence()
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
