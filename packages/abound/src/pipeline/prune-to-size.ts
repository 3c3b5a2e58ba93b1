// Which weights are worth their bytes. Dropping weight w_{f,l} moves the score of l by w·x wherever f occurs: on
// average by e² = w²·E[x_f²]^α squared, its effect. A kept weight costs bytes, and so does a word with any weight
// (its text, its numbers). At a price λ of a byte the best choice is exact, word by word:
//
//   keep w_{f,l} of a kept word      if e² > λ · (bytes of a weight)
//   keep f if  Σ_kept (e² − λ · bytes of a weight) + (what else the word does)  >  λ · (bytes of the word)
//
// and the higher the price the fewer bytes, so that bisection finds the price of a size.

import type { WeightLists } from '../models/weights.js'

export interface WeightEffects {
  readonly lists: WeightLists
  /** e² of each weight; 0 for those that must go. */
  readonly effects: Float64Array
  /** By feature: the effect of its word beyond those of its weights. */
  readonly besides: Float64Array | undefined
  /** By feature: bytes of its word. */
  readonly wordBytes: Float64Array
  readonly weightBytes: number
  /** Words that may not go. */
  readonly allWords: boolean
}

interface KeptCounts {
  readonly features: number
  readonly weights: number
  readonly bytes: number
}

/** What is kept at a price; marks it in `words` (1: kept) and `weights` if they are given. */
export function keptAtPrice(
  of: WeightEffects,
  price: number,
  words?: Uint8Array,
  weights?: Uint8Array,
): KeptCounts {
  const { lists, effects, besides, wordBytes, weightBytes, allWords } = of
  const { lengths } = lists
  const least = price * weightBytes
  let features = 0
  let total = 0
  let bytes = 0
  for (let f = 0, at = 0; f < lengths.length; f++) {
    const end = at + lengths[f]
    let worth = -price * wordBytes[f] + (besides === undefined ? 0 : besides[f])
    let count = 0
    for (let i = at; i < end; i++) {
      if (effects[i] <= least) continue
      worth += effects[i] - least
      count++
    }
    if (allWords || worth > 0) {
      features++
      total += count
      bytes += wordBytes[f] + count * weightBytes
      if (words !== undefined) words[f] = 1
      if (weights !== undefined) for (let i = at; i < end; i++) weights[i] = effects[i] > least ? 1 : 0
    }
    at = end
  }
  return { features, weights: total, bytes }
}

const HALVINGS = 60

/** The lowest price at which the given number of bytes suffices, as far as bisection tells. */
export function priceForSize(of: WeightEffects, bytes: number): number {
  if (keptAtPrice(of, 0).bytes <= bytes) return 0
  let high = 1
  let low = 0
  for (let i = 0; i < 2000 && keptAtPrice(of, high).bytes > bytes && high < Number.MAX_VALUE / 4; i++) {
    low = high
    high *= 4
  }
  for (let i = 0; i < HALVINGS; i++) {
    const middle = low > 0 && high / low > 4 ? Math.sqrt(low * high) : low === 0 ? high / 4 : (low + high) / 2
    if (keptAtPrice(of, middle).bytes > bytes) low = middle
    else high = middle
  }
  return high
}

/** The kept weights, columns closed up. */
export function prunedLists(lists: WeightLists, words: Uint8Array, weights: Uint8Array): WeightLists {
  const { lengths, labels, values, common } = lists
  const features = words.reduce((sum, kept) => sum + kept, 0)
  const total = weights.reduce((sum, kept) => sum + kept, 0)
  const out = {
    lengths: new Uint32Array(features),
    labels: new Uint32Array(total),
    values: new Float64Array(total),
    common: common && new Float64Array(features),
  }
  let feature = 0
  let to = 0
  for (let f = 0, i = 0; f < lengths.length; f++) {
    const from = to
    for (const end = i + lengths[f]; i < end; i++) {
      if (weights[i] === 0) continue
      out.labels[to] = labels[i]
      out.values[to++] = values[i]
    }
    if (words[f] === 0) continue
    if (out.common !== undefined) out.common[feature] = common![f]
    out.lengths[feature++] = to - from
  }
  return out
}
