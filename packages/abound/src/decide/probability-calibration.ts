// From scores to probabilities, by label: Platt's sigmoid (platt.ts), or where there is much data a table from
// isotonic regression (isotonic.ts). Labels with few true scores take one sigmoid that is fitted to the scores of
// all of them together, or of all labels where that too is little.
//
// A probability is never below 0 or above 1 and never falls as its label's score rises. A label whose scores say
// nothing gets the same probability for every score: about its share of what was true.

import type { State } from '../contract.js'
import { InputError } from '../errors.js'
import type { GroupedScores } from '../measure/label-scores.js'
import { logistic } from '../structures/logistic.js'
import { floatsFrom, lengthsFrom, numberFrom } from '../structures/state-arrays.js'
import { fitIsotonic } from './isotonic.js'
import { fitSigmoid, type Sigmoid } from './platt.js'
import { poolRare } from './pool-rare.js'
import { ENOUGH_POSITIVES } from './threshold-fitter.js'

/** What turns scores into probabilities. Plain arrays: it can be stored, copied and shared between threads. */
export interface Calibration {
  readonly labelCount: number
  /** p = 1/(1 + e^{slope·s + offset}) by label; the last entry is for labels with too little data, and new ones. */
  readonly slopes: Float64Array
  readonly offsets: Float64Array
  /** The table of label l is starts[l] … starts[l + 1] of the next two; empty: it has its sigmoid. */
  readonly starts: Uint32Array
  readonly scores: Float64Array
  readonly probabilities: Float64Array
  /** How much of the best other score is taken from a label's score first: 0 to 1 (document-probabilities.ts). */
  readonly rivalShare: number
  /** Whether a document has exactly one label, so that its probabilities add up to 1. */
  readonly oneLabel: boolean
  /** What a label's place in its document adds; absent where there were too few documents to tell. */
  readonly places?: PlaceSigmoids
}

/** Sigmoids of log-odds: of the label that is first in its document, and of the others. */
export interface PlaceSigmoids {
  readonly first: Sigmoid
  readonly rest: Sigmoid
}

/** `usual`: isotonic from 1,000 true and as many wrong scores of a label on, else Platt's. */
export type CalibrationMethod = 'usual' | 'platt' | 'isotonic'

interface CalibrationOptions {
  readonly method?: CalibrationMethod
  /** Labels with fewer true scores than this take the common sigmoid (10). */
  readonly enough?: number
  /** The common sigmoid where all labels together have fewer true scores than `enough`. */
  readonly otherwise?: Sigmoid
  /** What the scores are, kept with the fit: see `Calibration`. */
  readonly rivalShare?: number
  readonly oneLabel?: boolean
}

const ENOUGH_FOR_ISOTONIC = 1000
/** Log-odds end here, either way. */
const MOST_LOG_ODDS = 30

/**
 * Fits scores of documents that the model has not learned from, by label as `LabelScores` groups them.
 *
 * @example
 * const grouped = { offsets: Uint32Array.of(0, 0), scores: new Float64Array(0), truth: new Uint8Array(0) }
 * probability(fitCalibration(grouped), 0, 7) // 0.5
 */
export function fitCalibration(grouped: GroupedScores, options: CalibrationOptions = {}): Calibration {
  const { method = 'usual', enough = ENOUGH_POSITIVES, otherwise, rivalShare = 0, oneLabel = false } = options
  const { offsets, scores, truth } = grouped
  const labelCount = offsets.length - 1
  const positives = new Float64Array(labelCount)
  for (let l = 0; l < labelCount; l++) {
    for (let i = offsets[l]; i < offsets[l + 1]; i++) positives[l] += truth[i]
  }
  const common = commonSigmoid(grouped, positives, enough, otherwise)
  const slopes = new Float64Array(labelCount + 1).fill(common.slope)
  const sigmoidOffsets = new Float64Array(labelCount + 1).fill(common.offset)
  const starts = new Uint32Array(labelCount + 1)
  const tableScores: number[] = []
  const tableProbabilities: number[] = []
  for (let l = 0; l < labelCount; l++) {
    const count = offsets[l + 1] - offsets[l]
    if (positives[l] >= enough && positives[l] > 0) {
      const fewer = Math.min(positives[l], count - positives[l])
      if (method === 'isotonic' || (method === 'usual' && fewer >= ENOUGH_FOR_ISOTONIC)) {
        const table = fitIsotonic(scores, truth, offsets[l], offsets[l + 1])
        for (const score of table.scores) tableScores.push(score)
        for (const p of table.probabilities) tableProbabilities.push(p)
      } else {
        const own = fitSigmoid(scores, truth, offsets[l], offsets[l + 1])
        slopes[l] = own.slope
        sigmoidOffsets[l] = own.offset
      }
    }
    starts[l + 1] = tableScores.length
  }
  return {
    labelCount,
    slopes,
    offsets: sigmoidOffsets,
    starts,
    scores: Float64Array.from(tableScores),
    probabilities: Float64Array.from(tableProbabilities),
    rivalShare,
    oneLabel,
  }
}

/** One sigmoid for the rare labels. */
function commonSigmoid(
  grouped: GroupedScores,
  positives: Float64Array,
  enough: number,
  otherwise: Sigmoid | undefined,
): Sigmoid {
  const all = positives.reduce((sum, count) => sum + count, 0)
  if (all < enough && otherwise !== undefined) return otherwise
  const rare = poolRare(grouped, positives, enough)
  const { scores, truth } = rare.positives < enough ? grouped : rare
  return fitSigmoid(scores, truth)
}

/** The probability that a document with this score has the label. Allocates nothing. */
export function probability(calibration: Calibration, label: number, score: number): number {
  const { labelCount, starts, slopes, offsets } = calibration
  const at = Math.min(label, labelCount)
  if (at < labelCount && starts[at] < starts[at + 1]) return fromTable(calibration, at, score)
  // 0 · ∞ is not a number.
  return logistic(slopes[at] === 0 ? -offsets[at] : -(slopes[at] * score + offsets[at]))
}

/** The probability that a sigmoid of log-odds makes of another. */
export function atPlace({ slope, offset }: Sigmoid, p: number): number {
  return logistic(-(slope * logOddsOf(p) + offset))
}

/** ln(p/(1 − p)), kept within ±30. */
export function logOddsOf(p: number): number {
  return Math.min(Math.max(Math.log(p / (1 - p)), -MOST_LOG_ODDS), MOST_LOG_ODDS)
}

function fromTable({ starts, scores, probabilities }: Calibration, label: number, score: number): number {
  let low = starts[label]
  let high = starts[label + 1] - 1
  if (!(score > scores[low])) return probabilities[low]
  if (score >= scores[high]) return probabilities[high]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (scores[middle] <= score) low = middle
    else high = middle
  }
  const before = probabilities[low]
  const share = (score - scores[low]) / (scores[high] - scores[low])
  // Rounding must not carry it beyond the next point.
  return Math.min(before + share * (probabilities[high] - before), probabilities[high])
}

/** The calibration as a model file holds it. */
export function calibrationState(calibration: Calibration): State {
  const { labelCount, slopes, offsets, starts, scores, probabilities, rivalShare, oneLabel, places } =
    calibration
  const lengths = new Uint32Array(labelCount)
  for (let l = 0; l < labelCount; l++) lengths[l] = starts[l + 1] - starts[l]
  return {
    numbers: { labelCount, rivalShare, oneLabel: oneLabel ? 1 : 0, ...(places && placeNumbers(places)) },
    arrays: { slopes, offsets, lengths, scores, probabilities },
  }
}

function placeNumbers({ first, rest }: PlaceSigmoids): Record<string, number> {
  return {
    firstSlope: first.slope,
    firstOffset: first.offset,
    restSlope: rest.slope,
    restOffset: rest.offset,
  }
}

function placesFrom(numbers: State['numbers']): PlaceSigmoids {
  const number = (name: string): number => numberFrom(numbers, name)
  const first = { slope: number('firstSlope'), offset: number('firstOffset') }
  const rest = { slope: number('restSlope'), offset: number('restOffset') }
  if (!(first.slope <= 0 && rest.slope <= 0))
    throw new InputError(`the model's calibration of places is damaged: ${first.slope}, ${rest.slope}`)
  return { first, rest }
}

/** The calibration back from its state; refuses anything that `calibrationState` cannot have written. */
export function calibrationFrom({ numbers, arrays }: State): Calibration {
  const labelCount = numberFrom(numbers, 'labelCount')
  const points = arrays.scores?.length ?? 0
  const lengths = lengthsFrom(arrays.lengths, points, 'calibration tables')
  if (lengths.length !== labelCount)
    throw new InputError(`the model's calibration has ${lengths.length} tables: expected ${labelCount}`)
  const slopes = floatsFrom(arrays.slopes, labelCount + 1, 'calibration slopes')
  const offsets = floatsFrom(arrays.offsets, labelCount + 1, 'calibration offsets')
  const scores = floatsFrom(arrays.scores, points, 'calibration scores')
  const probabilities = floatsFrom(arrays.probabilities, points, 'calibrated probabilities')
  for (let l = 0; l <= labelCount; l++) {
    if (slopes[l] > 0)
      throw new InputError(`the model's calibration slopes hold ${slopes[l]}: expected at most 0`)
  }
  const starts = new Uint32Array(labelCount + 1)
  for (let l = 0; l < labelCount; l++) {
    starts[l + 1] = starts[l] + lengths[l]
    for (let i = starts[l]; i < starts[l + 1]; i++) {
      const first = i === starts[l]
      if (!(probabilities[i] >= (first ? 0 : probabilities[i - 1]) && probabilities[i] <= 1))
        throw new InputError(`the model's calibrated probabilities do not rise from 0 to 1`)
      if (!first && !(scores[i] > scores[i - 1]))
        throw new InputError(`the model's calibration scores do not rise`)
    }
  }
  const rivalShare = numberFrom(numbers, 'rivalShare')
  const oneLabel = numberFrom(numbers, 'oneLabel')
  if (!(rivalShare >= 0 && rivalShare <= 1 && (oneLabel === 0 || oneLabel === 1)))
    throw new InputError(
      `the model's calibration is damaged: ${rivalShare} of the best other score, ${oneLabel}`,
    )
  return {
    labelCount,
    slopes,
    offsets,
    starts,
    scores,
    probabilities,
    rivalShare,
    oneLabel: oneLabel === 1,
    ...(numbers.firstSlope === undefined ? {} : { places: placesFrom(numbers) }),
  }
}
