// The terms of a gap, the place of a word that is missing: the words around it in its sentence by their places, and pairs
// and triples of neighbours among them (as in MCG09, section 6.3.3). `?` stands for the words between them and the gap:
// around the gap of `it was the _ of times` are `the _`, `was ? _`, `was the _`, `the _ of`, `_ ? times` …

import { murmur3 } from '../structures/hash.js'
import { GAP, OTHER_GAP, type Sentence, SentenceCutter } from './sentences.js'
import type { Span } from './text-spans.js'
import type { Tokens } from './tokens.js'

/** How far to look from a gap, and whether words are taken in lower case. */
export interface GapOptions {
  readonly before: number
  readonly after: number
  readonly lowerCase: boolean
}

/** A term, and the words of the sentence that it is made of. */
interface GapTerm {
  readonly term: string
  readonly words: readonly number[]
}

/** A gap's place among the words of its sentence. */
interface Gap {
  readonly sentence: Sentence
  readonly at: number
}

/** Words in a term. */
const LONGEST = 3
const BETWEEN = '?'
/** What stands before the first word of a sentence and behind its last. */
const START = '^'
const END = '$'
const EMPTY: Sentence = { words: [], starts: [], ends: [], closed: false }

/**
 * What the text option `gap` says.
 *
 * ```ts
 * parseGap('3-0') // { before: 3, after: 0, lowerCase: true }
 * ```
 */
export function parseGap(gap: string): GapOptions {
  const [before, after, capitals] = gap.split('-')
  return { before: Number(before), after: Number(after), lowerCase: capitals === undefined }
}

/**
 * Replaces what `out` holds by the terms of a text's gap.
 *
 * ```ts
 * const options = { before: 2, after: 1, lowerCase: true }
 * addGapTerms('It was the _ of times.', options, new Tokens()).strings()
 * // ['was ? _', 'was the _', 'was the _ of', 'the _', 'the _ of', '_ of']
 * ```
 */
export function addGapTerms(text: string, options: GapOptions, out: Tokens): Tokens {
  out.clear()
  let at = 0
  for (const { term } of termsOf(gapOf(text, options.lowerCase), options)) {
    out.ensureBytes(at + term.length * 3)
    const end = at + encoder.encodeInto(term, out.bytes.subarray(at)).written
    out.add(at, end, murmur3(out.bytes, at, end))
    at = end
  }
  return out
}

/**
 * The words of a gap's sentence, and for each term those that it is made of.
 *
 * ```ts
 * gapSpans('A _ of times', { before: 0, after: 2, lowerCase: true }).wordsOf // [[2], [2, 3], [3]]
 * ```
 */
export function gapSpans(
  text: string,
  options: GapOptions,
): { readonly words: readonly Span[]; readonly wordsOf: readonly (readonly number[])[] } {
  const gap = gapOf(text, options.lowerCase)
  const { starts, ends } = gap.sentence
  return {
    words: starts.map((from, i) => ({ from, to: ends[i] })),
    wordsOf: termsOf(gap, options).map(({ words }) => words),
  }
}

/** The first gap of a text; behind its last word where it has none. */
function gapOf(text: string, lowerCase: boolean): Gap {
  let found: Gap | undefined
  let last = EMPTY
  const cutter = new SentenceCutter({ lowerCase, gaps: true }, (sentence) => {
    last = sentence
    const at = sentence.words.indexOf(GAP)
    if (at >= 0) found ??= { sentence, at }
  })
  cutter.push(text)
  cutter.end(false)
  const open = last.closed ? EMPTY : last
  return found ?? { sentence: open, at: open.words.length }
}

function termsOf({ sentence, at }: Gap, { before, after }: GapOptions): GapTerm[] {
  const { words } = sentence
  const end = Math.max(words.length, at + 1)
  const out: GapTerm[] = []
  for (let first = at - before; first <= at + after; first++) {
    if (first === at) continue
    // The words between the gap and the first, or the first and the gap, are not known to the term.
    let behind = first < at ? '' : `${GAP}${` ${BETWEEN}`.repeat(first - at - 1)}`
    const used: number[] = []
    for (let place = first, count = 0; place <= at + after && count < LONGEST; place++) {
      if (place === at) {
        behind += ` ${GAP}`
        continue
      }
      const word = wordAt(sentence, place, end)
      if (word === undefined) break
      count++
      behind += behind === '' ? word : ` ${word}`
      if (place >= 0 && place < words.length) used.push(place)
      const between = place < at ? `${` ${BETWEEN}`.repeat(at - place - 1)} ${GAP}` : ''
      out.push({ term: behind + between, words: [...used] })
    }
  }
  return out
}

/** The word at a place, or the edge of its sentence; undefined where nothing is known. */
function wordAt({ words, closed }: Sentence, place: number, end: number): string | undefined {
  if (place === -1) return START
  if (place === end && closed) return END
  const word = words[place] as string | undefined
  return word === GAP || word === OTHER_GAP ? undefined : word
}

const encoder = new TextEncoder()
