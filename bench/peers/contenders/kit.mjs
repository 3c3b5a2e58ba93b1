// What a contender is, and what their files share.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {[label: string, score: number][]} Ranking best first
 * @typedef {{ ranked: Ranking, assigned?: string[] }} Answer without `assigned`, the first label is meant
 * @typedef {{ argv: string[], output: string }} Command its standard output goes to a file
 * @typedef {import('../corpora.mjs').Prepared} Prepared
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} settings
 * @property {'abound' | 'peer'} side
 * @property {string} version
 * @property {number} [threads] 1 if not said
 * @property {boolean} [firstOnly] gives one label, no ranking
 * @property {boolean} [fast] ranks tens of thousands of documents a second
 * @property {boolean} [ownTimes] prints what training took without its start
 * @property {Sample} [sample] where it cannot take all documents in reasonable time
 * @property {Command} train
 * @property {string} model a file or a folder
 * @property {(part: string, output: string) => Command} predict the best label of each document
 * @property {(part: string, output: string) => Command[]} rank whole rankings, at most `MOST` labels
 * @property {(texts: string[]) => Answer[]} answers what `rank` wrote
 *
 * @typedef {{ train: number, test: number }} Sample
 * @typedef {{ name: string, missing: string }} Absent
 * @typedef {{ name: string, make: (corpus: Prepared) => Contender | undefined }} Present
 * @typedef {Absent | Present} Entry `make` gives nothing where it does not fit the corpus
 */

/** Labels of a ranking, at most. */
export const MOST = 200
/** With more labels than this, one against the rest takes too long. */
const FEW_LABELS = 1000

/** The folder where install.sh put what the system has no package of. */
export const PEERS = process.env.ABOUND_PEERS

/** @param {Prepared} corpus */
export function hasFewLabels({ labels }) {
  return labels <= FEW_LABELS
}

/**
 * A file beside this folder.
 * @param {string} name
 */
export function beside(name) {
  return fileURLToPath(new URL(`../${name}`, import.meta.url))
}

/**
 * A part of the corpus in a format.
 * @param {Prepared} corpus
 * @param {string} part
 * @param {string} format
 */
export function dataFile({ folder }, part, format) {
  return join(folder, `${part}.${format}`)
}

/**
 * Where a contender's files go.
 * @param {Prepared} corpus
 * @param {string} name
 */
export function filesOf({ folder }, name) {
  const start = join(folder, `of-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`)
  return (/** @type {string} */ ending) => `${start}.${ending}`
}

/**
 * A program of ABOUND_PEERS/bin or of the PATH.
 * @param {string} name
 */
export function findProgram(name) {
  const folders = [
    ...(PEERS === undefined ? [] : [join(PEERS, 'bin')]),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** @param {string} text */
export function linesOf(text) {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/**
 * Rankings written as `label:score label:score`.
 * @param {string} text
 * @param {number | undefined} cut labels above it are assigned; without it, the first
 * @returns {Answer[]}
 */
export function answersOfPairs(text, cut) {
  return linesOf(text).map((line) => {
    const ranked = line
      .split(' ')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const colon = pair.lastIndexOf(':')
        return /** @type {[string, number]} */ ([pair.slice(0, colon), Number(pair.slice(colon + 1))])
      })
      .toSorted((a, b) => b[1] - a[1])
    return { ranked, ...(cut === undefined ? {} : { assigned: above(ranked, cut) }) }
  })
}

/**
 * @param {Ranking} ranked
 * @param {number} cut
 */
export function above(ranked, cut) {
  return ranked.filter(([, score]) => score > cut).map(([label]) => label)
}
