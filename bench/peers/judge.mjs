// One judge for all: reads the answers of a contender and measures them with Abound's own measures, whoever gave them.

import { built } from '../build.mjs'

const { Evaluation } = /** @type {typeof import('../../packages/abound/src/measure/index.js')} */ (
  await built('measure/index.js')
)

/**
 * @typedef {object} Quality
 * @property {number} accuracy share of documents whose first label is right (R1; 1 − one-error)
 * @property {number | null} mrr mean of 1 / rank of the best true label
 * @property {number | null} averagePrecision
 * @property {number | null} coverage
 * @property {number | null} r5 share of documents with a true label among the first five
 * @property {number | null} microF1 of the labels it assigns: by its own cut, or the first
 * @property {number | null} macroF1
 */

/**
 * @param {import('./contenders/kit.mjs').Answer[]} answers
 * @param {string[]} truth the labels of each document, by commas
 * @param {{ labels: number, single: boolean }} corpus
 * @param {boolean} firstOnly whether there is no ranking to measure
 * @returns {Quality}
 */
export function judge(answers, truth, { labels, single }, firstOnly) {
  if (answers.length !== truth.length)
    throw new Error(`${answers.length} answers, expected one for each of ${truth.length} documents`)
  const scores = {
    values: new Float64Array(labels),
    touched: new Uint32Array(labels),
    seen: new Uint8Array(labels),
    count: 0,
  }
  const evaluation = new Evaluation({ labelCount: labels, labelName: (id) => String(id + 1) })
  for (const [i, { ranked, assigned }] of answers.entries()) {
    for (let j = 0; j < scores.count; j++) scores.seen[scores.touched[j]] = 0
    scores.count = 0
    // By place, not by score: what a contender ranks first is first, however many share its score.
    for (const [place, [label]] of ranked.entries()) {
      const id = idOf(label)
      if (scores.seen[id] === 1) continue
      scores.seen[id] = 1
      scores.values[id] = ranked.length - place
      scores.touched[scores.count++] = id
    }
    const decided = single || assigned === undefined ? ranked.slice(0, 1).map(([label]) => label) : assigned
    evaluation.add(scores, truth[i].split(',').map(idOf), [], 1, decided.map(idOf))
  }
  const { R1, MRR: mrr, averagePrecision, coverage, R5: r5, microF1, macroF1 } = evaluation.result()
  const ranking = firstOnly
    ? { mrr: null, averagePrecision: null, coverage: null, r5: null }
    : { mrr, averagePrecision, coverage, r5 }
  return { accuracy: R1 ?? 0, ...ranking, microF1, macroF1 }

  /** @param {string} label */
  function idOf(label) {
    const id = Number(label) - 1
    if (!(Number.isInteger(id) && id >= 0 && id < labels)) throw new Error(`an answer names a label ${label}`)
    return id
  }
}
