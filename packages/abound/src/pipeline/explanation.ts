// What each word of a text said for a label, in its place: the contributions of terms (words, stems, n-grams, runs of
// characters) laid upon the words that they are made of.
//
// A term's contribution is shared evenly by its occurrences, and within each by its words. So words and the rest (a
// prior, terms whose absence counts) add up to the score.

import type { Contribution } from '../contract.js'
import type { Vectoriser } from '../vector/vectoriser.js'

/** What a term said for a label. */
export interface TermContribution {
  readonly term: string
  readonly weight: number
}

/** What a word of a text said for a label; it stands at `from` … `to`, in UTF-16 units. */
export interface WordContribution {
  readonly from: number
  readonly to: number
  readonly weight: number
}

/** A label's score in parts: `words` and `rest` add up to it. */
export interface Explanation {
  readonly label: string
  /** 0 where the label was not retrieved. */
  readonly score: number
  readonly probability?: number
  /** The text that places are in; empty for a ready-made vector. */
  readonly text: string
  /** The words that had a part in it, in the order of the text. */
  readonly words: readonly WordContribution[]
  /** What no word of the text caused: a prior, words that are absent, features of a vector. Strongest first. */
  readonly rest: readonly TermContribution[]
}

/** How the part of a score that no word caused is called in explanations. */
export const PRIOR = '(prior)'

/** The contributions with the names of their terms, strongest first. */
export function namedTerms(
  contributions: readonly Contribution[],
  { terms }: Vectoriser,
): TermContribution[] {
  return [...contributions]
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.feature - b.feature)
    .map(({ feature, weight }) => ({ term: feature < 0 ? PRIOR : terms.string(feature), weight }))
}

/** Lays the contributions to a label's score upon the words of the text. */
export function inPlace(
  contributions: readonly Contribution[],
  vectoriser: Vectoriser,
  text: string,
): Pick<Explanation, 'words' | 'rest'> {
  const { words, wordsOf, features } = vectoriser.locate(text)
  const occurrences = new Map<number, number[]>()
  for (const [i, feature] of features.entries()) {
    if (feature < 0) continue
    const known = occurrences.get(feature)
    if (known === undefined) occurrences.set(feature, [i])
    else known.push(i)
  }
  const weights = new Float64Array(words.length)
  const touched = new Uint8Array(words.length)
  const rest: Contribution[] = []
  for (const contribution of contributions) {
    const { feature, weight } = contribution
    const places = occurrences.get(feature)
    if (places === undefined || places.every((place) => wordsOf[place].length === 0)) {
      rest.push(contribution)
      continue
    }
    for (const place of places) {
      const of = wordsOf[place]
      for (const word of of) {
        weights[word] += weight / places.length / of.length
        touched[word] = 1
      }
    }
  }
  return {
    words: words.flatMap(({ from, to }, i) => (touched[i] === 0 ? [] : [{ from, to, weight: weights[i] }])),
    rest: namedTerms(rest, vectoriser),
  }
}

/** What spoke for the first label rather than the second, in the same text: adds up to the difference of their scores. */
export function difference(first: Explanation, second: Explanation): Explanation {
  const words = new Map(first.words.map((word) => [word.from, word]))
  for (const { from, to, weight } of second.words) {
    words.set(from, { from, to, weight: (words.get(from)?.weight ?? 0) - weight })
  }
  const rest = new Map(first.rest.map(({ term, weight }) => [term, weight]))
  for (const { term, weight } of second.rest) rest.set(term, (rest.get(term) ?? 0) - weight)
  return {
    label: first.label,
    score: first.score - second.score,
    text: first.text,
    words: [...words.values()].sort((a, b) => a.from - b.from),
    rest: Array.from(rest, ([term, weight]) => ({ term, weight })).sort(
      (a, b) => Math.abs(b.weight) - Math.abs(a.weight),
    ),
  }
}

const LEVELS = 5
/** What says less than this share of the strongest word is not marked. */
const LEAST = 0.04

/**
 * How strongly to mark a word, by what it said and what the strongest one did: 0 (not at all) to 5.
 *
 * @example
 * markLevel(-0.5, 1) // 3
 */
export function markLevel(weight: number, strongest: number): number {
  const share = Math.abs(weight) / strongest
  return share >= LEAST ? Math.min(LEVELS, Math.ceil(share * LEVELS)) : 0
}
