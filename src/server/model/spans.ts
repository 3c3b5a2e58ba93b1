// An explanation laid over the text: which of its words said how much. What cannot be laid on a word (a prior, terms
// over gaps) stays in `rest`; together they add up to the score.

import type { TermContribution } from '../../index.js'

export interface Span {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly weight: number
}

export interface Spans {
  readonly words: Span[]
  readonly rest: TermContribution[]
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’_-][\p{L}\p{N}\p{M}]+)*/gu
const MOST_NGRAM = 8

/** Lays the contributions on the words; `termsOf` says which terms a piece of text has. */
export function spansOf(
  text: string,
  contributions: readonly TermContribution[],
  termsOf: (text: string) => readonly string[],
): Spans {
  const weights = new Map(contributions.map(({ term, weight }) => [term, weight]))
  const words = Array.from(text.matchAll(WORD), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
    weight: 0,
  }))
  const longest = Math.min(
    MOST_NGRAM,
    Math.max(1, ...contributions.map(({ term }) => term.split(' ').length)),
  )
  /** By term: the runs of words (first, last) that have it. */
  const places = new Map<string, [number, number][]>()
  const inside: string[][] = []
  const place = (term: string, first: number, last: number): void => {
    if (!weights.has(term)) return
    const list = places.get(term)
    if (list === undefined) places.set(term, [[first, last]])
    else list.push([first, last])
  }
  for (const [i, { from, to }] of words.entries()) {
    inside[i] = termsOf(text.slice(from, to)).slice()
    for (const term of inside[i]) place(term, i, i)
  }
  for (let n = 2; n <= longest; n++) {
    for (let i = 0; i + n <= words.length; i++) {
      const last = i + n - 1
      for (const term of newTerms(termsOf(text.slice(words[i].from, words[last].to)), n)) place(term, i, last)
    }
  }
  const rest: TermContribution[] = []
  for (const { term, weight } of contributions) {
    const found = places.get(term)
    if (found === undefined) {
      rest.push({ term, weight })
      continue
    }
    for (const [first, last] of found)
      for (let i = first; i <= last; i++) words[i].weight += weight / found.length / (last - first + 1)
  }
  return {
    words: words
      .filter(({ weight }) => weight !== 0)
      .map(({ from, to, weight }) => ({ text: text.slice(from, to), from, to, weight })),
    rest,
  }
}

/** Of the terms of so many words, those that none of them has alone: one that all of them make up. */
function newTerms(terms: readonly string[], n: number): readonly string[] {
  return terms.filter((term) => term.split(' ').length === n)
}
