// Loops over a corpus against the clock, and the one around every contender of the `tokenise` bench: a pass to sum
// the rows, then passes with a fresh vocabulary each.

import { readDocuments } from './documents.mjs'

const WARM_UP = 1
const TIMED = 3
const FEWEST_PASSES = 3

/**
 * Runs a pass over and over: a second to warm up, then three seconds or three passes, whichever takes longer.
 * @param {() => void} pass
 */
export function timed(pass) {
  for (const started = performance.now(); seconds(started) < WARM_UP; ) pass()
  let passes = 0
  const started = performance.now()
  while (passes < FEWEST_PASSES || seconds(started) < TIMED) {
    pass()
    passes++
  }
  return { passes, seconds: seconds(started) }
}

/** @param {number} started */
function seconds(started) {
  return (performance.now() - started) / 1000
}

/**
 * What turns texts into rows of (number of the term in order of arrival, count).
 * @template Text
 * @typedef {object} RowMaker
 * @property {(document: { text: Text }) => void} look
 * @property {ArrayLike<number>} columns
 * @property {ArrayLike<number>} values
 * @property {number} size
 */

/**
 * Prints the figures of a contender.
 * @template Text
 * @template {RowMaker<Text>} Maker
 * @param {string[]} paths
 * @param {(bytes: Uint8Array) => Text} prepare work on the texts that is not timed
 * @param {() => Maker} start
 * @param {(maker: Maker) => string[]} [termsOf] its terms by number; without it no rows are compared
 */
export function timePasses(paths, prepare, start, termsOf) {
  const encoder = new TextEncoder()
  const encoded = readDocuments(...paths).map(({ text }) => encoder.encode(text))
  const bytes = encoded.reduce((sum, text) => sum + text.length, 0)
  const documents = encoded.map((text) => ({ text: prepare(text) }))

  const sums = sumRows(documents, start(), termsOf)
  const { passes, seconds } = timed(() => {
    const maker = start()
    for (const document of documents) maker.look(document)
  })
  const figures = {
    megabytesPerSecond: (bytes * passes) / 1e6 / seconds,
    documents: documents.length,
    textBytes: bytes,
    ...(termsOf === undefined ? {} : sums),
  }
  console.log(JSON.stringify(figures))
}

/**
 * @template Text
 * @template {RowMaker<Text>} Maker
 * @param {{ text: Text }[]} documents
 * @param {Maker} maker
 * @param {((maker: Maker) => string[]) | undefined} termsOf
 */
function sumRows(documents, maker, termsOf) {
  let entries = 0
  let tokens = 0
  let sum = 0
  for (const document of documents) {
    maker.look(document)
    const { columns, values, size } = maker
    sum = mix(sum, size)
    for (let i = 0; i < size; i++) {
      sum = mix(mix(sum, columns[i]), values[i])
      tokens += values[i]
    }
    entries += size
  }
  const terms = termsOf?.(maker) ?? []
  for (const term of terms) {
    for (let i = 0; i < term.length; i++) sum = mix(sum, term.charCodeAt(i))
    sum = mix(sum, term.length)
  }
  return { rows: `${entries} entries, ${tokens} tokens, ${terms.length} terms, sum ${sum >>> 0}` }
}

/**
 * @param {number} sum
 * @param {number} value
 */
function mix(sum, value) {
  const h = Math.imul(sum ^ value, 0x9e3779b1)
  return (h ^ (h >>> 15)) | 0
}
