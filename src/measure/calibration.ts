// How far probabilities are to be believed: Brier score, expected calibration error, reliability diagram.
//
// Over pairs of a probability p_i and whether it came true, y_i ∈ {0, 1}:
//   Brier score                  mean of (p_i − y_i)²
//   expected calibration error   Σ_bins (n_b/n) · |mean p − share of y = 1|
// Bins are equally wide (p = 1 is in the last), or hold equally many pairs by rising p (equal p stay together).

import type { Figure } from './ranking-measures.js'
import { ScoredTruths } from './scored-truths.js'
import { sortDescending, sortScratch } from './sorting.js'

/** One point of a reliability diagram. */
export interface ReliabilityBin {
  /** Mean probability of the pairs in it. */
  readonly predicted: number
  /** Share of them that came true. */
  readonly observed: number
  readonly count: number
}

/** Figures are null without any pairs. */
export interface CalibrationMeasures {
  readonly pairs: number
  readonly brier: Figure
  /** Expected calibration error over equally wide bins, and over equally full ones. */
  readonly calibrationError: Figure
  readonly calibrationErrorByCount: Figure
  /** Bins that hold any pairs, by rising probability. */
  readonly reliability: readonly ReliabilityBin[]
  readonly reliabilityByCount: readonly ReliabilityBin[]
}

const BINS = 10

/**
 * Measures probabilities against what came true (`truth` 1).
 *
 * @example
 * calibrationMeasures(Float64Array.of(0.8, 0.1), Uint8Array.of(1, 0)).brier // 0.025
 */
export function calibrationMeasures(
  probabilities: Float64Array,
  truth: Uint8Array,
  bins: number = BINS,
): CalibrationMeasures {
  const wide = equallyWide(probabilities, truth, bins)
  const full = equallyFull(probabilities, truth, bins)
  return {
    pairs: probabilities.length,
    brier: brierScore(probabilities, truth),
    calibrationError: expectedError(wide),
    calibrationErrorByCount: expectedError(full),
    reliability: wide,
    reliabilityByCount: full,
  }
}

/**
 * How probable a model holds the first label of each document, and whether it is right: one document at a time.
 *
 * @example
 * const first = new FirstLabels()
 * first.add(0.8, true)
 * first.result().brier // 0.04
 */
export class FirstLabels {
  private readonly collected = new ScoredTruths()

  add(probability: number, right: boolean): void {
    this.collected.add(probability, right)
  }

  result(): CalibrationMeasures {
    const { scores, truth } = this.collected.arrays()
    return calibrationMeasures(scores, truth)
  }
}

/** Mean squared difference between the probability and 1 or 0. */
export function brierScore(probabilities: Float64Array, truth: Uint8Array): Figure {
  let sum = 0
  for (let i = 0; i < probabilities.length; i++) sum += (probabilities[i] - truth[i]) ** 2
  return probabilities.length === 0 ? null : sum / probabilities.length
}

function expectedError(bins: readonly ReliabilityBin[]): Figure {
  let sum = 0
  let pairs = 0
  for (const { predicted, observed, count } of bins) {
    sum += count * Math.abs(predicted - observed)
    pairs += count
  }
  return pairs === 0 ? null : sum / pairs
}

function equallyWide(probabilities: Float64Array, truth: Uint8Array, bins: number): ReliabilityBin[] {
  const sums = new Float64Array(bins)
  const hits = new Float64Array(bins)
  const counts = new Float64Array(bins)
  for (let i = 0; i < probabilities.length; i++) {
    const bin = Math.min(Math.floor(probabilities[i] * bins), bins - 1)
    sums[bin] += probabilities[i]
    hits[bin] += truth[i]
    counts[bin]++
  }
  const out: ReliabilityBin[] = []
  for (let b = 0; b < bins; b++) {
    const count = counts[b]
    if (count > 0) out.push({ predicted: sums[b] / count, observed: hits[b] / count, count })
  }
  return out
}

function equallyFull(probabilities: Float64Array, truth: Uint8Array, bins: number): ReliabilityBin[] {
  const n = probabilities.length
  const p = probabilities.slice()
  const y = truth.slice()
  sortDescending(p, y, 0, n, sortScratch(n))
  const out: ReliabilityBin[] = []
  let sum = 0
  let hits = 0
  let count = 0
  let bin = 1
  for (let done = 1; done <= n; done++) {
    const i = n - done
    sum += p[i]
    hits += y[i]
    count++
    if (done < n && (done < (n * bin) / bins || p[i - 1] === p[i])) continue
    out.push({ predicted: sum / count, observed: hits / count, count })
    sum = 0
    hits = 0
    count = 0
    while ((n * bin) / bins <= done) bin++
  }
  return out
}
