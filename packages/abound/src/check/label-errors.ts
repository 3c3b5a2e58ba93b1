// Labels that are probably wrong, from scores of models that have not learned from the document: out of fold, with
// texts that are (nearly) the same in one fold, so that copies do not vouch for each other.
//
// Scores become probabilities p (decide/probability-calibration.ts), by label. Confident learning (Northcutt, Jiang & Chuang
// 2021) says how much is much: t_l, the mean of p_l over the documents that are given l. A model that does not
// recognise a label has a low t_l, and its word is not taken for it.
//
// Documents with one label: the given g is doubted in favour of the best other j if p_g is at most 1/10 of t_g and p_j
// least t_j. Documents with any number of labels: the least likely g is doubted if p_g is at most 1/50 of t_g (1/10
// if it is the only one, and some p_j is at least t_j), and the likeliest j that is not given is missed if p_j is at
// least 0.95 and t_j; both only where t is at least 0.7.
//
// Memory: the rows, the models of all folds, and two numbers a (document, label) pair; never documents × labels.

import type { Dataset, Judgement, Model } from '../contract.js'
import { folds } from '../data/splits.js'
import { CalibrationFitter } from '../decide/calibration-fitter.js'
import { documentProbabilities } from '../decide/document-probabilities.js'
import { clearScores, createScores } from '../engine/scores.js'
import { comparableScores } from '../pipeline/decisions.js'
import { labelsOf } from '../pipeline/rows.js'

/** Of fewer documents with known labels nothing is said. */
export const FEWEST_DOCUMENTS = 100

const FOLDS = 5
/** Documents that probabilities are fitted to, at most. */
const FITTED = 20_000
/** A label of fewer documents is neither doubted nor missed. */
const FEWEST = 5
/** The same where a document has several: its lesser labels are hard to see in its text. */
const FEWEST_OF_MANY = 20
const DOUBT = 0.1
const DOUBT_OF_MANY = 0.02
const MISSED = 0.95
const LIKELY = 0.5
const RECOGNISED = 0.7
/** From this share of documents with exactly one label on, all are taken to have one. */
const NEARLY_ALL = 0.99

/** A label that is doubted, or missed, in a row. */
export interface Doubt {
  readonly row: number
  /** The given label that is doubted; −1 if one is missing. */
  readonly given: number
  readonly givenProbability: number
  /** The label that should be there; −1 if no other is likely. */
  readonly suggested: number
  readonly suggestedProbability: number
}

interface DoubtTask {
  /** Judged rows. */
  readonly data: Dataset
  /** By row: rows of one group are held out together. */
  readonly groups: ArrayLike<number>
  readonly seed: number
  trainOn(rows: Uint32Array): Model
  progress?(done: number, total: number): void
}

/** What out-of-fold models say of the labels of all rows. */
interface Opinions {
  /** Whether (nearly) all rows have exactly one label. */
  readonly oneLabel: boolean
  /** Of row r, its labels in order: starts[r] … starts[r + 1] of `given`. */
  readonly starts: Uint32Array
  readonly given: Float32Array
  /** The likeliest label that a row is not given; −1 if there is none, or nobody knows whether it is not. */
  readonly others: Int32Array
  readonly otherProbabilities: Float32Array
}

/** Doubts, worst first; none where nearly all documents are one group. */
export function findDoubts(task: DoubtTask): Doubt[] {
  const members = rowsByGroup(task.groups)
  if (members.length < FOLDS) return []
  const { data } = task
  const opinions = opinionsOf(task, members)
  const usual = usualProbabilities(data, opinions)
  const doubts: Doubt[] = []
  for (let row = 0; row < data.count; row++) doubtRow(row, data, opinions, usual, doubts)
  return doubts.sort((a, b) => badness(b) - badness(a) || a.row - b.row || a.given - b.given)
}

function badness({ given, givenProbability, suggestedProbability }: Doubt): number {
  return given < 0 ? suggestedProbability : 1 - givenProbability
}

function opinionsOf({ data, seed, trainOn, progress }: DoubtTask, members: readonly number[][]): Opinions {
  const { count, labelCount } = data
  const starts = new Uint32Array(count + 1)
  let withOne = 0
  for (let row = 0; row < count; row++) {
    const { length } = labelsOf(data, row).positives
    starts[row + 1] = starts[row] + length
    if (length === 1) withOne++
  }
  const opinions: Opinions = {
    oneLabel: withOne >= NEARLY_ALL * count,
    starts,
    given: new Float32Array(starts[count]),
    others: new Int32Array(count).fill(-1),
    otherProbabilities: new Float32Array(count),
  }
  const fitter = new CalibrationFitter(labelCount)
  const step = Math.ceil(count / FITTED)
  const scores = createScores(labelCount)
  const scratch = new Float64Array(labelCount)
  const parts: { readonly model: Model; readonly rows: Uint32Array }[] = []
  for (const { train, test } of folds(members.length, FOLDS, seed)) {
    progress?.(parts.length, FOLDS)
    const model = trainOn(rowsOf(train, members))
    const rows = rowsOf(test, members)
    parts.push({ model, rows })
    for (let i = 0; i < rows.length; i += step) {
      clearScores(scores)
      model.score(data, rows[i], scores)
      const { positives, negatives, judged } = labelsOf(data, rows[i])
      fitter.add(scores, positives, judged, comparableScores(model, scores, scratch), negatives)
    }
  }
  const calibration = fitter.fit(opinions.oneLabel)
  const probabilities = new Float64Array(labelCount)
  for (const { model, rows } of parts) {
    for (const row of rows) {
      clearScores(scores)
      model.score(data, row, scores)
      documentProbabilities(calibration, scores, comparableScores(model, scores, scratch), probabilities)
      const { positives, judged } = labelsOf(data, row)
      for (let i = 0; i < positives.length; i++) {
        const label = positives[i]
        opinions.given[starts[row] + i] = scores.seen[label] === 1 ? probabilities[label] : 0
      }
      for (let i = 0; i < scores.count; i++)
        noteOther(opinions, row, scores.touched[i], probabilities, positives, judged)
    }
  }
  return opinions
}

/** Keeps a label if it is the likeliest that a fully judged row is not given. */
function noteOther(
  { others, otherProbabilities }: Opinions,
  row: number,
  label: number,
  probabilities: Float64Array,
  positives: ArrayLike<number>,
  judged: Judgement,
): void {
  const p = probabilities[label]
  if (judged !== 1 || p <= otherProbabilities[row]) return
  for (let i = 0; i < positives.length; i++) if (positives[i] === label) return
  others[row] = label
  otherProbabilities[row] = p
}

/** t_l, or infinity for labels of too few documents. */
function usualProbabilities(data: Dataset, { starts, given, oneLabel }: Opinions): Float64Array {
  const sums = new Float64Array(data.labelCount)
  const counts = new Uint32Array(data.labelCount)
  for (let row = 0; row < data.count; row++) {
    const { positives } = labelsOf(data, row)
    for (let i = 0; i < positives.length; i++) {
      sums[positives[i]] += given[starts[row] + i]
      counts[positives[i]]++
    }
  }
  const fewest = oneLabel ? FEWEST : FEWEST_OF_MANY
  return sums.map((sum, label) => (counts[label] < fewest ? Number.POSITIVE_INFINITY : sum / counts[label]))
}

function doubtRow(row: number, data: Dataset, opinions: Opinions, usual: Float64Array, out: Doubt[]): void {
  const { starts, given, others, otherProbabilities, oneLabel } = opinions
  const { positives } = labelsOf(data, row)
  const other = others[row]
  const otherProbability = otherProbabilities[row]
  const likely = other >= 0 && otherProbability >= Math.max(LIKELY, usual[other])
  const suggestion = likely
    ? { suggested: other, suggestedProbability: otherProbability }
    : { suggested: -1, suggestedProbability: 0 }
  if (oneLabel && positives.length === 1) {
    const p = given[starts[row]]
    const sure = usual[positives[0]]
    if (likely && sure <= 1 && p <= DOUBT * sure)
      out.push({ row, given: positives[0], givenProbability: p, ...suggestion })
    return
  }
  // One label that is unlikely and one that is likely speak for a swap.
  const doubt = likely && positives.length === 1 ? DOUBT : DOUBT_OF_MANY
  let worst = -1
  let least = 1
  for (let i = 0; i < positives.length; i++) {
    // Of a label that the models do not recognise anyway, not being recognised says nothing.
    const sure = usual[positives[i]]
    const p = given[starts[row] + i]
    if (sure < RECOGNISED || sure > 1 || p > doubt * sure || p >= least) continue
    worst = positives[i]
    least = p
  }
  if (worst >= 0) out.push({ row, given: worst, givenProbability: least, ...suggestion })
  else if (likely && otherProbability >= MISSED && usual[other] >= RECOGNISED)
    out.push({ row, given: -1, givenProbability: 0, ...suggestion })
}

/** The rows of each group, in order of first appearance. */
function rowsByGroup(groups: ArrayLike<number>): number[][] {
  const places = new Map<number, number[]>()
  for (let row = 0; row < groups.length; row++) {
    const rows = places.get(groups[row])
    if (rows === undefined) places.set(groups[row], [row])
    else rows.push(row)
  }
  return [...places.values()]
}

/** The rows of some groups, ascending. */
function rowsOf(chosen: Uint32Array, members: readonly number[][]): Uint32Array {
  const rows: number[] = []
  for (const group of chosen) for (const row of members[group]) rows.push(row)
  return Uint32Array.from(rows).sort()
}
