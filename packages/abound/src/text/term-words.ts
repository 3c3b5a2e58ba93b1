// Which words each term of a text is made of: for showing, not for training. Follows the order in which terms.ts
// makes them, one entry a term.

import { sparseChoices } from './sparse-choices.js'
import type { TermOptions } from './terms.js'

/**
 * For each term, in the order of `TermMaker.make`, the places of its words. `lengths`: how many code points each word
 * has.
 *
 * ```ts
 * termWords({ words: true, ngrams: 2, sparseWindow: 0, charsFrom: 0, charsTo: 0 }, [1, 1]) // [[0], [0, 1], [1]]
 * ```
 */
export function termWords(options: TermOptions, lengths: readonly number[]): number[][] {
  const { words, ngrams, sparseWindow, charsFrom, charsTo } = options
  const out: number[][] = []
  if (words) addAdjacent(lengths.length, ngrams, out)
  if (words && sparseWindow > 0) addSparse(lengths.length, sparseChoices(sparseWindow, ngrams), out)
  if (charsTo > 0) addChars(lengths, charsFrom, charsTo, out)
  return out
}

function addAdjacent(count: number, order: number, out: number[][]): void {
  for (let i = 0; i < count; i++) {
    const run: number[] = []
    for (let j = i, end = Math.min(i + order, count); j < end; j++) {
      run.push(j)
      out.push([...run])
    }
  }
}

/** The words between, written `?` in the term, have no part in it. */
function addSparse(count: number, choices: readonly number[][], out: number[][]): void {
  for (let i = 0; i < count; i++) {
    for (let between = 1; between < choices.length && i + between + 1 < count; between++) {
      for (const kept of choices[between]) {
        const inner = Array.from({ length: between }, (_, j) => j).filter((j) => (kept >> j) & 1)
        out.push([i, ...inner.map((j) => i + 1 + j), i + between + 1])
      }
    }
  }
}

function addChars(lengths: readonly number[], from: number, to: number, out: number[][]): void {
  for (const [i, length] of lengths.entries()) {
    // The word with a blank at either edge.
    const last = length + 1
    for (let x = 0; x <= last; x++) {
      const isEdge = x === 0 || x === last
      for (let n = from; n <= to && x + n - 1 <= last; n++) if (n > 1 || !isEdge) out.push([i])
    }
  }
}
