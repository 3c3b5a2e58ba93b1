// Tokens with the places in the text that they come from: for showing, not for training. The token strings are
// exactly the tokeniser's; NFC and lower case may change lengths, so places are carried through both, piece by piece.

import { BREAKS, isNumber, NO_SPACES, NUMBER_TOKEN, segmentsOf, type TokenKind } from './string-tokens.js'

/** A token and where it stands in the text, in UTF-16 units. */
interface TokenSpan {
  readonly token: string
  readonly from: number
  readonly to: number
}

/**
 * The tokens of a text, in order.
 *
 * ```ts
 * tokenSpans('words', 'Wheat, 4 pct') // [{ token: 'wheat', from: 0, to: 5 }, …]
 * ```
 */
export function tokenSpans(kind: TokenKind, text: string): TokenSpan[] {
  const out: TokenSpan[] = []
  // NFC and lower case never look across an ASCII blank.
  for (const { 0: chunk, index } of text.matchAll(/[^\0- ]+/g)) addChunk(kind, chunk, index, out)
  return out
}

function addChunk(kind: TokenKind, chunk: string, at: number, out: TokenSpan[]): void {
  const folded = fold(chunk)
  const places = placesOf(chunk, folded)
  const add = (token: string, from: number, to: number): void => {
    out.push({ token, from: at + places.starts[from], to: at + places.ends[to - 1] })
  }
  for (const [from, to] of runsOf(kind, folded)) {
    const run = folded.slice(from, to)
    if (kind === 'reuters' && isNumber(run)) add(NUMBER_TOKEN, from, to)
    else if (!NO_SPACES.test(run)) add(run, from, to)
    else {
      let start = from
      for (const segment of segmentsOf(run)) {
        add(segment, start, start + segment.length)
        start += segment.length
      }
    }
  }
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Where the runs between breaks lie. */
function runsOf(kind: TokenKind, folded: string): [from: number, to: number][] {
  const runs: [number, number][] = []
  let from = 0
  for (const { 0: cut, index } of folded.matchAll(new RegExp(BREAKS[kind], 'gu'))) {
    if (index > from) runs.push([from, index])
    from = index + cut.length
  }
  if (folded.length > from) runs.push([from, folded.length])
  return runs
}

interface Places {
  /** By unit of the folded text: where the piece that it comes from starts and ends. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

function placesOf(chunk: string, folded: string): Places {
  const starts = new Uint32Array(folded.length)
  const ends = new Uint32Array(folded.length)
  let at = 0
  for (const { 0: piece, index } of chunk.matchAll(PIECES)) {
    const length = fold(piece).length
    starts.fill(index, at, at + length)
    ends.fill(index + piece.length, at, at + length)
    at += length
  }
  // Should pieces ever depend on each other, the whole chunk is one place: coarse, but never wrong.
  return at === folded.length ? { starts, ends } : { starts: starts.fill(0), ends: ends.fill(chunk.length) }
}

// What NFC may join: a character with the marks behind it, a Hangul syllable in parts.
const PIECES = /[\u1100-\u115f\uac00-\ud7a3][\u1160-\u11ff]*\p{M}*|\P{M}\p{M}*|\p{M}+/gsu
