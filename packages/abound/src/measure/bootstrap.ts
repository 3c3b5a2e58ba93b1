// How far a figure would move had other documents been drawn: bootstrap intervals.
//
// Each resample gives every document a weight drawn from the exponential distribution (Rubin's Bayesian bootstrap,
// 1981) rather than drawing documents with replacement. For means both are alike; but here no document is ever
// gone, so a label with one document keeps it, and macro averages over thousands of rare labels are not moved by the
// labels that happened to be missing. The interval goes from the 2.5th to the 97.5th percentile of the resamples.

import { InputError } from '../errors.js'
import { Rng } from '../structures/rng.js'

/** From where to where 95 % of the resamples lie. */
export interface Interval {
  readonly low: number
  readonly high: number
}

export interface BootstrapOptions {
  readonly seed?: number
  /** Resamples (1000; beyond 25,000 figures fewer, at least 100). */
  readonly resamples?: number
}

const RESAMPLES = 1000
const FEWEST = 100
/** At most this many weights are drawn: intervals over many documents are narrow, and need fewer resamples. */
const MOST_DRAWN = 2.5e7
const TAIL = 0.025

/** The options for `count` figures, with defaults. */
export function resolveBootstrap(
  { seed = 1, resamples }: BootstrapOptions,
  count: number,
): { readonly seed: number; readonly resamples: number } {
  if (resamples !== undefined && !(Number.isInteger(resamples) && resamples >= 1))
    throw new InputError(`resamples ${resamples}: expected a whole number from 1`)
  const usual = Math.max(FEWEST, Math.min(RESAMPLES, Math.floor(MOST_DRAWN / count)))
  return { seed, resamples: resamples ?? usual }
}

/**
 * The 95 % interval of a mean, by a seeded bootstrap; null without figures. The differences of two systems on the same
 * documents are figures too: they differ where 0 is outside the interval.
 *
 * @example
 * bootstrapInterval([0, 1, 1, 1, 0, 1, 1, 1], { seed: 7 }) // { low: 0.4128272, high: 0.9543196 }
 */
export function bootstrapInterval(
  figures: ArrayLike<number>,
  options: BootstrapOptions = {},
): Interval | null {
  const count = figures.length
  const { seed, resamples } = resolveBootstrap(options, count)
  if (count === 0) return null
  const rng = new Rng(seed)
  const weights = new Float64Array(count)
  const means = new Float64Array(resamples)
  for (let r = 0; r < resamples; r++) {
    const total = drawWeights(rng, weights)
    means[r] = weightedSum(weights, figures) / total
  }
  return intervalOf(means)
}

/** Draws the weights of one resample; returns their sum. */
export function drawWeights(rng: Rng, weights: Float64Array): number {
  let total = 0
  for (let i = 0; i < weights.length; i++) {
    const weight = -Math.log(1 - rng.float())
    weights[i] = weight
    total += weight
  }
  // One figure with weight 0 would make a mean of nothing.
  if (total > 0) return total
  weights.fill(1)
  return weights.length
}

export function weightedSum(weights: Float64Array, figures: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += weights[i] * figures[i]
  return sum
}

/** The interval that some resamples span; sorts them. */
export function intervalOf(resamples: Float64Array): Interval {
  resamples.sort()
  return { low: quantile(resamples, TAIL), high: quantile(resamples, 1 - TAIL) }
}

/** Between two neighbours in a straight line. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const below = Math.floor(at)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (at - below) * (sorted[above] - sorted[below])
}
