// AdaBoost.MH over tests for terms (Schapire & Singer 2000): finds the best term of each round without reading the
// whole table of terms × labels.
//
// A term that could win keeps its sums by label (boosting-sums.ts), which say in O(k) how large its gain can be. All
// others have a bound only, the weight within reach of their rows (boosting-gain.ts): rare words, which are
// most words, hardly ever come to more. Terms are then added up from their rows, highest bound first, until no bound
// is above the best gain found: two or three a round. So the choice hangs on fresh sums alone, and neither on
// what was left out of kept sums nor on their rounding.
//
// A round costs O(rows with the term · (k + their kept words · labels that weigh something)) for the sums, O(kept
// terms · k) for their gains, and O(rows · k + words of all rows that are not kept) for the bounds; the plain way
// costs O(k · words of all rows).

import { type FoundRule, Gains, type MhVariant, type Rule } from './boosting-gain.js'
import { type BoostingRows, sizeOf } from './boosting-rows.js'
import { KeptSums } from './boosting-sums.js'
import { PairWeights } from './boosting-weights.js'

/** More than fresh gains can be off by rounding. */
const NEAR = 1e-7
/** Rounds after which all weights and sums are added up anew. */
const ROUNDS_BETWEEN = 256
/** Sums are made anew, with more of the pairs, when what they leave out may be more than this share of the best gain. */
const MOST_SLACK = 0.2
/** With this share, new sums have less slack than that. */
const LEAST_SHARE = 0.1

export class MhBooster {
  private readonly rows: BoostingRows
  private readonly weights: PairWeights
  private readonly gains: Gains
  private readonly kept: KeptSums
  private keptBounds: Float64Array = new Float64Array(64)
  /** Terms, most frequent first. */
  private readonly order: Uint32Array
  private readonly bounds: Float64Array
  private readonly loose: LooseTerms
  private rounds = 0
  /** The best gain of the round before; pairs are left out of sums that weigh less than `share` of it, evenly spread. */
  private lastGain = 0
  private share = 1
  /** The slack of sums when they were last made anew. */
  private slackThen = 0
  /** Whether sums do not follow the weights yet. */
  private behind = true

  constructor(rows: BoostingRows, variant: MhVariant) {
    this.rows = rows
    this.weights = new PairWeights(rows)
    this.gains = new Gains(this.weights, variant)
    this.kept = new KeptSums(this.weights)
    this.order = Uint32Array.from({ length: rows.featureCount }, (_, term) => term)
    this.order.sort((a, b) => sizeOf(rows.rows, b) - sizeOf(rows.rows, a) || a - b)
    this.bounds = new Float64Array(rows.featureCount)
    this.loose = new LooseTerms(rows)
  }

  /** The rule of this round; undefined if no term helps. */
  choose(): FoundRule | undefined {
    this.refresh()
    const { weights, gains } = this
    const added = this.candidates()
    let best = Number.NEGATIVE_INFINITY
    for (const { gain } of added) best = Math.max(best, gain)
    let first: Candidate | undefined
    for (const one of added) {
      if (one.gain >= best - gains.tie && (first === undefined || one.term < first.term)) first = one
    }
    if (first === undefined) return undefined
    this.lastGain = first.gain
    return gains.ruleOf(first.term, weights.sumsOf(first.term), first.gain)
  }

  /** Takes a rule in; the weights depend on nothing but the rules taken in so far. */
  apply({ term, alpha, present, absent }: Rule): void {
    const { weights, kept } = this
    const touched = this.behind
      ? () => {}
      : (row: number, minus: Float64Array, plus: Float64Array) => kept.follow(row, minus, plus)
    const said = (c: number): number => alpha * c
    weights.update(term, present.map(said), absent.map(said), touched)
    kept.settle()
    this.rounds++
    if (this.rounds % ROUNDS_BETWEEN === 0 || weights.isFar()) {
      weights.settle()
      this.behind = true
    }
  }

  /** The weight of a pair, for tests. */
  weightOf(row: number, label: number): number {
    const { labels, labelCount: k } = this.rows
    const { plus, minus, factorPlus, factorMinus } = this.weights
    for (let e = labels.offsets[row]; e < labels.offsets[row + 1]; e++) {
      if (labels.ids[e] === label) return plus[e] * factorPlus[label]
    }
    return minus[row * k + label] * factorMinus[label]
  }

  /** Brings sums and bounds after the weights. */
  private refresh(): void {
    const { kept, gains, rows } = this
    gains.refresh()
    gains.refreshKept(kept.totalHeld, kept.peakPlus, kept.peakHeld)
    // Rounding leaves some slack that no new sums take away: they must be worth their while.
    const worth = this.share > LEAST_SHARE || gains.slack > 2 * this.slackThen
    const loose = !this.behind && worth && gains.slack > MOST_SLACK * this.lastGain
    if (loose && this.share > LEAST_SHARE) this.share /= 2
    kept.holdAbove((this.share * this.lastGain) / rows.pairs)
    if (this.behind || loose) {
      kept.rebuild()
      gains.refreshKept(kept.totalHeld, kept.peakPlus, kept.peakHeld)
      this.slackThen = gains.slack
      this.behind = false
    }
    this.loose.refresh(kept)
    this.bounds.fill(0)
    for (let row = 0; row < rows.count; row++) this.loose.raise(row, this.reachOf(row), this.bounds)
  }

  /** The weight that a row can add to the gain of its terms. */
  private reachOf(row: number): number {
    const { reachPlus, reachMinus } = this.gains
    const { plus, minus } = this.weights
    const { labels, labelCount: k } = this.rows
    let sum = 0
    for (let l = 0, at = row * k; l < k; l++, at++) sum += reachMinus[l] * minus[at]
    for (let e = labels.offsets[row]; e < labels.offsets[row + 1]; e++)
      sum += reachPlus[labels.ids[e]] * plus[e]
    return sum
  }

  /** The gains of all terms that could be the best, freshly added up. */
  private candidates(): Candidate[] {
    const { gains, weights, kept, bounds, order } = this
    const k = this.rows.labelCount
    const added: Candidate[] = []
    let best = 0
    const add = (term: number): void => {
      const gain = gains.of(weights.sumsOf(term))
      added.push({ term, gain })
      if (gain > best) best = gain
    }
    const places = kept.terms.length
    if (places > this.keptBounds.length) this.keptBounds = new Float64Array(places * 2)
    const { keptBounds } = this
    for (let place = 0; place < places; place++) {
      keptBounds[place] = gains.atMost(kept.sums, place * 2 * k)
    }
    for (let place = highest(keptBounds, places); place >= 0; place = highest(keptBounds, places)) {
      if (keptBounds[place] < best - NEAR) break
      keptBounds[place] = Number.NEGATIVE_INFINITY
      add(kept.terms[place])
    }
    for (let i = 0; i < order.length; i++) {
      const term = order[i]
      if (kept.placeOf[term] >= 0 || bounds[term] < best - NEAR) continue
      add(term)
      kept.keep(term)
    }
    return added
  }
}

/** The terms of each row that keep no sums. Terms that begin to are taken out now and then. */
class LooseTerms {
  private readonly rows: BoostingRows
  private offsets: Uint32Array
  private ids: Uint32Array
  private keptThen = 0

  constructor(rows: BoostingRows) {
    this.rows = rows
    this.offsets = rows.terms.offsets
    this.ids = rows.terms.ids
  }

  refresh({ terms, placeOf }: KeptSums): void {
    if (terms.length < this.keptThen * 1.1 + 8) return
    this.keptThen = terms.length
    const { offsets, ids, rows } = this
    const keptOffsets = new Uint32Array(rows.count + 1)
    const keptIds = new Uint32Array(ids.length)
    let at = 0
    for (let row = 0; row < rows.count; row++) {
      for (let e = offsets[row]; e < offsets[row + 1]; e++) if (placeOf[ids[e]] < 0) keptIds[at++] = ids[e]
      keptOffsets[row + 1] = at
    }
    this.offsets = keptOffsets
    this.ids = keptIds
  }

  raise(row: number, by: number, bounds: Float64Array): void {
    const { offsets, ids } = this
    const end = offsets[row + 1]
    for (let e = offsets[row]; e < end; e++) bounds[ids[e]] += by
  }
}

interface Candidate {
  readonly term: number
  readonly gain: number
}

/** The place of the highest of the first `count` numbers, −1 if there is none. */
function highest(numbers: Float64Array, count: number): number {
  let best = -1
  for (let i = 0; i < count; i++) if (best < 0 || numbers[i] > numbers[best]) best = i
  return best
}
