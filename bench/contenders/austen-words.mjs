// Word prediction as Madani, Connor & Greiner (2009) set it up: each word of a running text is a class, to be told
// from the three words before it and the three after: 6 words with their places, 5 pairs and 4 triples of
// neighbours among them (the word itself is left out, so −1 and +1 are neighbours), 15 Boolean features.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const PLACES = [-3, -2, -1, 1, 2, 3]
const LONGEST = 3
/** Features of a word. */
export const FEATURES = 15

/**
 * The words of all novels of a folder, lower-case, with a gap of three empty ones around each novel.
 * @param {string} folder
 */
function readWords(folder) {
  const words = ['', '', '']
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.txt.gz')) continue
    const text = gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .toLowerCase()
    for (const word of text.match(/\p{L}+(?:['’-]\p{L}+)*/gu) ?? []) words.push(word)
    words.push('', '', '')
  }
  return words
}

/**
 * Every word with the ids of its 15 features; ids in order of appearance.
 * @param {string} folder
 */
export function wordInstances(folder) {
  const words = readWords(folder)
  const known = new Map()
  const ids = Uint32Array.from(words, (word) => numbered(known, word))
  const count = words.reduce((sum, word) => sum + (word === '' ? 0 : 1), 0)
  const features = new Uint32Array(count * FEATURES)
  const labels = new Uint32Array(count)
  // A run's key: the id of the run without its last word, and that word; so a triple is a pair and a word.
  const runs = new Map()
  const bound = known.size
  let row = 0
  for (let at = LONGEST; at < words.length - LONGEST; at++) {
    if (words[at] === '') continue
    let next = row * FEATURES
    for (let first = 0; first < PLACES.length; first++) {
      let run = first
      for (let last = first; last < Math.min(PLACES.length, first + LONGEST); last++) {
        run = numbered(runs, PLACES.length + run * bound + ids[at + PLACES[last]]) + PLACES.length
        features[next++] = run - PLACES.length
      }
    }
    labels[row++] = ids[at]
  }
  return { count, features, labels, words: [...known.keys()], featureCount: runs.size }
}

/**
 * @template K
 * @param {Map<K, number>} ids
 * @param {K} key
 */
function numbered(ids, key) {
  let id = ids.get(key)
  if (id === undefined) {
    id = ids.size
    ids.set(key, id)
  }
  return id
}
