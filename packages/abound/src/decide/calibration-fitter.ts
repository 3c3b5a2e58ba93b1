// Calibration from documents that the scoring model has not learned from, added one at a time.
//
// Scores are collected against three shares of their rivals' (document-probabilities.ts): none, half, all. What
// fits best is kept: the share whose probabilities have the least Brier score on what was collected. 36 bytes for
// each of the best 50 labels of a document, and its true ones.

import type { Judgement, Scores } from '../contract.js'
import { LabelScores } from '../measure/label-scores.js'
import { findRivals, firstOf, writeRelative } from './document-probabilities.js'
import { fitSigmoid } from './platt.js'
import {
  type Calibration,
  type CalibrationMethod,
  fitCalibration,
  logOddsOf,
  type PlaceSigmoids,
  probability,
} from './probability-calibration.js'

const SHARES = [0, 0.5, 1]
const KEPT = 50
const NONE: readonly number[] = []
const NO_LABELS = new Uint32Array(0)

/** Collects scores and truth, then fits probabilities. */
export class CalibrationFitter {
  private readonly collected: readonly LabelScores[]
  private readonly relative: Float64Array
  /** Of each wholly judged document: where its triples begin and end, and which of them is its first label's. */
  private readonly documents: number[] = []

  /** `keep`: how many of a document's best labels are looked at, besides its true ones. */
  constructor(labelCount: number, keep = KEPT) {
    this.collected = SHARES.map(() => new LabelScores(labelCount, keep))
    this.relative = new Float64Array(labelCount)
  }

  /** One document, as `ThresholdFitter` takes it: unlabelled ones are passed over. */
  add(
    scores: Scores,
    truth: ArrayLike<number>,
    judged: Judgement,
    comparable: Float64Array = scores.values,
    wrong: ArrayLike<number> = NONE,
  ): void {
    const { relative, collected } = this
    const rivals = findRivals(scores.touched, scores.count, comparable)
    const best = judged === 1 ? collected[0].bestOf(scores) : NO_LABELS
    for (let i = 0; i < SHARES.length; i++) {
      // Of all labels only those that are kept.
      for (const labels of [best, truth, wrong])
        writeRelative(labels, labels.length, comparable, SHARES[i], rivals, relative)
      const begin = collected[i].count
      if (judged === 1) {
        collected[i].addBest(best, scores, relative, truth)
        if (i === 0 && best.length > 0)
          this.documents.push(begin, collected[i].count, begin + best.indexOf(firstOf(scores)))
      } else if (judged === 2) collected[i].addNamed(scores, relative, truth, wrong)
    }
  }

  /** The best fit of what was collected. `oneLabel`: whether (nearly) all documents have exactly one label. */
  fit(oneLabel: boolean, method: CalibrationMethod = 'usual'): Calibration {
    let best: Calibration | undefined
    let taken = 0
    let least = Number.POSITIVE_INFINITY
    for (const [i, rivalShare] of SHARES.entries()) {
      const grouped = this.collected[i].grouped()
      const calibration = fitCalibration(grouped, { method, rivalShare, oneLabel })
      const { offsets, scores, truth } = grouped
      let error = 0
      for (let l = 0; l < calibration.labelCount; l++) {
        for (let j = offsets[l]; j < offsets[l + 1]; j++)
          error += (probability(calibration, l, scores[j]) - truth[j]) ** 2
      }
      if (best !== undefined && error >= least) continue
      best = calibration
      taken = i
      least = error
    }
    const places = this.fitPlaces(best!, this.collected[taken])
    return places === undefined ? best! : { ...best!, places }
  }

  /** What a label's place in its document adds, from the probabilities that its score alone gives it. */
  private fitPlaces(calibration: Calibration, collected: LabelScores): PlaceSigmoids | undefined {
    const { documents } = this
    const triples = collected.triples()
    const size = collected.count
    const firsts = {
      logOdds: new Float64Array(documents.length / 3),
      truth: new Uint8Array(documents.length / 3),
    }
    const rest = { logOdds: new Float64Array(size), truth: new Uint8Array(size) }
    let others = 0
    let chunk = 0
    let base = 0
    const p = new Float64Array(calibration.labelCount + 1)
    const truth = new Uint8Array(calibration.labelCount + 1)
    for (let d = 0; d < documents.length; d += 3) {
      const [begin, end, first] = [documents[d], documents[d + 1], documents[d + 2]]
      let sum = 0
      for (let at = begin; at < end; at++) {
        while (at - base >= triples[chunk].packed.length) base += triples[chunk++].packed.length
        const packed = triples[chunk].packed[at - base]
        p[at - begin] = probability(calibration, packed >>> 1, triples[chunk].scores[at - base])
        truth[at - begin] = packed & 1
        sum += p[at - begin]
      }
      const scale = calibration.oneLabel && sum > 0 ? 1 / sum : 1
      for (let at = begin; at < end; at++) {
        const logOdds = logOddsOf(Math.min(p[at - begin] * scale, 1))
        const right = truth[at - begin]
        if (at === first) {
          firsts.logOdds[d / 3] = logOdds
          firsts.truth[d / 3] = right
        } else {
          rest.logOdds[others] = logOdds
          rest.truth[others++] = right
        }
      }
    }
    const first = fitSigmoid(firsts.logOdds, firsts.truth)
    const other = fitSigmoid(rest.logOdds, rest.truth, 0, others)
    return first.slope < 0 && (other.slope < 0 || others === 0) ? { first, rest: other } : undefined
  }
}
