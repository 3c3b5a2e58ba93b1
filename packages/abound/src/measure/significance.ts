// Is one system better than another, or was it luck? The sign test (exact), and mean ± deviation.

import { InputError } from '../errors.js'

/** What a sign test found. */
export interface SignTest {
  /** Pairs in which the first was greater, the second was greater, neither was (these are dropped). */
  readonly wins: number
  readonly losses: number
  readonly ties: number
  /** Chance of at least this many wins if both were alike. */
  readonly oneTailed: number
  /** Chance of a difference at least as great, either way. */
  readonly twoTailed: number
}

/**
 * The sign test over pairs (labels, splits or documents); a greater figure wins.
 *
 * @example
 * signTest([0.8, 0.7, 0.9], [0.7, 0.6, 0.8]) // { wins: 3, losses: 0, ties: 0, oneTailed: 0.125, twoTailed: 0.25 }
 */
export function signTest(first: ArrayLike<number>, second: ArrayLike<number>): SignTest {
  if (first.length !== second.length) {
    throw new InputError(`a sign test needs pairs: got ${first.length} and ${second.length} figures`)
  }
  let wins = 0
  let losses = 0
  let ties = 0
  for (let i = 0; i < first.length; i++) {
    const a = first[i]
    const b = second[i]
    if (a > b) wins++
    else if (a < b) losses++
    else if (a === b) ties++
    else throw new InputError(`a sign test needs numbers: pair ${i + 1} is ${a} and ${b}`)
  }
  return signTestOfCounts(wins, losses, ties)
}

/** The sign test when wins and losses are counted already. */
export function signTestOfCounts(wins: number, losses: number, ties = 0): SignTest {
  const n = wins + losses
  const most = Math.max(wins, losses)
  return {
    wins,
    losses,
    ties,
    oneTailed: upperTail(n, wins),
    twoTailed: Math.min(1, 2 * upperTail(n, most)),
  }
}

/**
 * P(X ≥ k) for n fair coins. Weights relative to the middle one need no factorials and no logarithms:
 * each follows from the last by one ratio, and beyond some 40 deviations they vanish, so it takes
 * O(√n) steps. Chances below about 1e-308 come out as 0.
 */
function upperTail(n: number, k: number): number {
  if (k <= 0) return 1
  const middle = Math.ceil(n / 2)
  if (k < middle) return 1 - upperTail(n, n - k + 1)
  let weight = 1
  let half = 0
  let tail = 0
  for (let j = middle; weight > 0; j++) {
    half += weight
    if (j >= k) tail += weight
    weight *= (n - j) / (j + 1)
  }
  return tail / (n % 2 === 0 ? 2 * half - 1 : 2 * half)
}

/** The mean of some figures and how they spread. */
export interface MeanAndDeviation {
  readonly count: number
  /** null without figures. */
  readonly mean: number | null
  /** Of a sample (n − 1); null with fewer than two figures. */
  readonly deviation: number | null
}

/**
 * Mean ± standard deviation, over trials or folds.
 *
 * @example
 * meanAndDeviation([0.7, 0.8, 0.9]) // { count: 3, mean: 0.8, deviation: 0.1 }
 */
export function meanAndDeviation(figures: ArrayLike<number>): MeanAndDeviation {
  const count = figures.length
  if (count === 0) return { count, mean: null, deviation: null }
  let sum = 0
  for (let i = 0; i < count; i++) sum += figures[i]
  const mean = sum / count
  if (count === 1) return { count, mean, deviation: null }
  let squares = 0
  for (let i = 0; i < count; i++) squares += (figures[i] - mean) ** 2
  return { count, mean, deviation: Math.sqrt(squares / (count - 1)) }
}
