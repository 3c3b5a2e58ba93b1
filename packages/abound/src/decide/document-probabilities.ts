// The probabilities of all retrieved labels of a document.
//
// What a score says depends on the others: learners like ff rank the labels of a document well, but their scores are
// high for some documents and low for others. So a label's score is first held against its rival's, the best of
// the other labels: r_l = s_l − share · max_{j≠l} s_j, with a share of 0 to 1 that was chosen when the calibration was
// fitted (calibration-fitter.ts). Then its sigmoid or table; and where documents have exactly one label, all
// are divided by their sum. Last its place: that a label is the first of its document tells more than its score alone, so the
// log-odds of first labels have a sigmoid of their own, and those of the others one. Where documents have exactly one label
// the others share what the first one leaves. No label has more than the first: order and probability agree. A label's
// probability never falls as its own score rises. Cost: O(retrieved).

import type { Scores } from '../contract.js'
import { topLabels } from '../structures/top-k.js'
import type { Sigmoid } from './platt.js'
import { atPlace, type Calibration, type PlaceSigmoids, probability } from './probability-calibration.js'

/**
 * Writes r_l of each touched label into `out`, by label. `comparable` are its scores, by label. Where only one label
 * is touched its rival scores 0, as labels do that are not retrieved.
 */
export function relativeScores(
  { touched, count }: Scores,
  comparable: Float64Array,
  share: number,
  out: Float64Array,
): void {
  const rivals = share === 0 ? NO_RIVALS : findRivals(touched, count, comparable)
  writeRelative(touched, count, comparable, share, rivals, out)
}

/** The best label, its score, which is the others' rival, and the score of its own. */
interface Rivals {
  readonly best: number
  readonly first: number
  readonly rivalOfBest: number
}

const NO_RIVALS: Rivals = { best: -1, first: 0, rivalOfBest: 0 }

/** Writes r_l of these labels into `out`, by label. */
export function writeRelative(
  labels: ArrayLike<number>,
  count: number,
  comparable: Float64Array,
  share: number,
  { best, first, rivalOfBest }: Rivals,
  out: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    const label = labels[i]
    // No share of a rival's score is 0, even where that is infinite.
    const off = share === 0 ? 0 : share * (label === best ? rivalOfBest : first)
    out[label] = comparable[label] - off
  }
}

/** The rivals among the touched labels. */
export function findRivals(touched: Uint32Array, count: number, comparable: Float64Array): Rivals {
  let best = -1
  let first = Number.NEGATIVE_INFINITY
  let second = Number.NEGATIVE_INFINITY
  for (let i = 0; i < count; i++) {
    const score = comparable[touched[i]]
    if (best < 0 || score > first) {
      second = first
      first = score
      best = touched[i]
    } else if (score > second) second = score
  }
  return { best, first, rivalOfBest: count > 1 ? second : 0 }
}

/**
 * Writes the probability of each touched label into `out`, by label; labels that are not touched are not written.
 * `out` may not be `comparable`. Allocates nothing.
 */
export function documentProbabilities(
  calibration: Calibration,
  scores: Scores,
  comparable: Float64Array,
  out: Float64Array,
): void {
  const { touched, count } = scores
  relativeScores(scores, comparable, calibration.rivalShare, out)
  let sum = 0
  for (let i = 0; i < count; i++) {
    const label = touched[i]
    out[label] = probability(calibration, label, out[label])
    sum += out[label]
  }
  if (calibration.oneLabel && sum > 0)
    for (let i = 0; i < count; i++) out[touched[i]] = Math.min(out[touched[i]] / sum, 1)
  if (count === 0 || calibration.places === undefined) return
  if (calibration.oneLabel) placeAsOnly(calibration.places.first, scores, out)
  else placeAmongOthers(calibration.places, touched, count, firstOf(scores), out)
}

/** Where a document has exactly one label: the first one's probability by its sigmoid, the rest shared as before. */
function placeAsOnly(sigmoid: Sigmoid, scores: Scores, out: Float64Array): void {
  const { touched, count } = scores
  const first = firstOf(scores)
  const before = out[first]
  let second = 0
  for (let i = 0; i < count; i++)
    if (touched[i] !== first && out[touched[i]] > second) second = out[touched[i]]
  const left = 1 - before
  if (!(left > 0)) return
  // No less than makes it the most probable.
  const most = Math.max(atPlace(sigmoid, before), second / (left + second))
  const share = (1 - most) / left
  // Rounding must not carry a label beyond the first.
  for (let i = 0; i < count; i++) out[touched[i]] = Math.min(out[touched[i]] * share, most)
  out[first] = most
}

/** The named labels by their sigmoids, and the first one, named or not: never less than it would have at another place. */
function placeAmongOthers(
  { first: ofFirst, rest }: PlaceSigmoids,
  labels: Uint32Array,
  count: number,
  first: number,
  out: Float64Array,
): void {
  const most = Math.max(atPlace(ofFirst, out[first]), atPlace(rest, out[first]))
  for (let i = 0; i < count; i++) {
    const label = labels[i]
    if (label !== first) out[label] = Math.min(atPlace(rest, out[label]), most)
  }
  out[first] = most
}

const firstLabel = new Uint32Array(1)

/** The label that is ranked first, of one or more. */
export function firstOf(scores: Scores): number {
  topLabels(scores, 1, firstLabel)
  return firstLabel[0]
}

/**
 * `documentProbabilities` of the named ones of the touched labels; others may be written, too. Where a document has exactly one label
 * all of them have to be looked at, else the named ones alone.
 */
export function probabilitiesOf(
  calibration: Calibration,
  scores: Scores,
  comparable: Float64Array,
  labels: Uint32Array,
  out: Float64Array,
): void {
  const { rivalShare, oneLabel } = calibration
  if (oneLabel) {
    documentProbabilities(calibration, scores, comparable, out)
    return
  }
  const rivals = rivalShare === 0 ? NO_RIVALS : findRivals(scores.touched, scores.count, comparable)
  writeRelative(labels, labels.length, comparable, rivalShare, rivals, out)
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]
    out[label] = probability(calibration, label, out[label])
  }
  const { places } = calibration
  if (places === undefined || labels.length === 0 || scores.count === 0) return
  const first = firstOf(scores)
  if (!labels.includes(first)) {
    writeRelative(firstLabel, 1, comparable, rivalShare, rivals, out)
    out[first] = probability(calibration, first, out[first])
  }
  placeAmongOthers(places, labels, labels.length, first, out)
}
