// How far probabilities are to be believed: Brier score, expected calibration error, reliability diagram.
//
// Over pairs of a probability p_i and whether it came true, y_i ∈ {0, 1}:
//   Brier score                  mean of (p_i − y_i)²
//   expected calibration error   Σ_bins (n_b/n) · |mean p − share of y = 1|
// Bins are equally wide (p = 1 is in the last), or hold equally many pairs by rising p (equal p stay together).

import type { Scores } from '../contract.js'
import { type Marked, MarkedNumbers } from './marked-numbers.js'
import type { Figure } from './ranking-sums.js'
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
  private readonly collected = new MarkedNumbers()

  add(probability: number, right: boolean): void {
    this.collected.add(probability, right ? 1 : 0)
  }

  /** What was added, which is then gone, and adding that to what another has. */
  take(): Marked {
    return this.collected.take()
  }

  append({ numbers, marks }: Marked): void {
    for (let i = 0; i < numbers.length; i++) this.collected.add(numbers[i], marks[i])
  }

  result(): CalibrationMeasures {
    const { numbers, marks } = this.collected.arrays()
    return calibrationMeasures(numbers, marks)
  }
}

/** Over (document, label) pairs: of each judged document the labels that were retrieved. */
export type LabelCalibration = Pick<
  CalibrationMeasures,
  'pairs' | 'brier' | 'calibrationError' | 'reliability'
>

/**
 * How probable a model holds each label that it retrieves, and which are right: one document at a time, in memory that
 * does not grow. What documents with several labels are judged by.
 */
export class LabelProbabilities {
  private readonly bins = new Bins(BINS)
  private squares = 0
  private readonly document = new ProbabilityRecord()

  add(scores: Scores, probabilities: Float64Array, truth: readonly number[]): void {
    const { document } = this
    document.add(scores, probabilities, truth)
    this.append(document.arrays())
    document.clear()
  }

  /** Documents that were recorded. */
  append({ numbers, marks }: Marked): void {
    const { bins } = this
    for (let i = 0; i < numbers.length; i++) {
      if (marks[i] === RETRIEVED) bins.add(numbers[i], 0)
      else if (marks[i] === TURNED_TRUE) bins.turnTrue(numbers[i])
      else this.squares += numbers[i]
    }
  }

  result(): LabelCalibration {
    const reliability = this.bins.filled()
    const pairs = reliability.reduce((sum, { count }) => sum + count, 0)
    return {
      pairs,
      brier: pairs === 0 ? null : Math.max(0, this.squares) / pairs,
      calibrationError: expectedError(reliability),
      reliability,
    }
  }
}

const RETRIEVED = 0
const TURNED_TRUE = 1
const SQUARES = 2

/** Only writes down what it is told, to be sent to another thread: sums over documents are made in their order. */
export class ProbabilityRecord {
  private readonly recorded = new MarkedNumbers()

  /** `probabilities` by label; `truth` may name a label twice. */
  add(scores: Scores, probabilities: Float64Array, truth: readonly number[]): void {
    const { recorded } = this
    const { touched, count, seen } = scores
    let squares = 0
    for (let i = 0; i < count; i++) {
      const p = probabilities[touched[i]]
      recorded.add(p, RETRIEVED)
      squares += p * p
    }
    // All were taken for wrong so far: (p − 1)² − p² = 1 − 2p.
    for (let i = 0; i < truth.length; i++) {
      if (seen[truth[i]] !== 1 || truth.indexOf(truth[i]) !== i) continue
      const p = probabilities[truth[i]]
      recorded.add(p, TURNED_TRUE)
      squares += 1 - 2 * p
    }
    recorded.add(squares, SQUARES)
  }

  /** What was recorded. */
  arrays(): Marked {
    return this.recorded.arrays()
  }

  clear(): void {
    this.recorded.size = 0
  }

  /** The same, which is then gone. */
  take(): Marked {
    return this.recorded.take()
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

/** Bins of equal width. */
class Bins {
  private readonly sums: Float64Array
  private readonly hits: Float64Array
  private readonly counts: Float64Array

  constructor(size: number) {
    this.sums = new Float64Array(size)
    this.hits = new Float64Array(size)
    this.counts = new Float64Array(size)
  }

  add(probability: number, truth: number): void {
    const bin = this.binOf(probability)
    this.sums[bin] += probability
    this.hits[bin] += truth
    this.counts[bin]++
  }

  /** One that was added as wrong is right. */
  turnTrue(probability: number): void {
    this.hits[this.binOf(probability)]++
  }

  filled(): ReliabilityBin[] {
    const out: ReliabilityBin[] = []
    for (let b = 0; b < this.counts.length; b++) {
      const count = this.counts[b]
      if (count > 0) out.push({ predicted: this.sums[b] / count, observed: this.hits[b] / count, count })
    }
    return out
  }

  private binOf(probability: number): number {
    const { length } = this.counts
    return Math.min(Math.floor(probability * length), length - 1)
  }
}

function equallyWide(probabilities: Float64Array, truth: Uint8Array, bins: number): ReliabilityBin[] {
  const wide = new Bins(bins)
  for (let i = 0; i < probabilities.length; i++) wide.add(probabilities[i], truth[i])
  return wide.filled()
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
