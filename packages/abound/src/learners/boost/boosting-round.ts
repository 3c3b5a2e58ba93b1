// The parts of a round of AdaBoost.MH that take long, each over a range of labels, rows, terms or places of kept sums,
// so that threads can share them. One range writes a number, and adds to it in the same order whatever the ranges are:
// the same bits at any number of threads.

import type { ForkJoinJob, ForkJoinPool } from '../../contract.js'
import { Gains, type GainTables, gainTables, type MhVariant } from './boosting-gain.js'
import type { BoostingRows } from './boosting-rows.js'
import { KeptSums, type KeptTables, keptTables } from './boosting-sums.js'
import { firstWeights, PairWeights, type WeightTables } from './boosting-weights.js'

/** All that a round reads and writes, as plain data. */
export interface MhTables {
  readonly variant: MhVariant
  readonly rows: BoostingRows
  readonly weights: WeightTables
  readonly kept: KeptTables
  readonly gains: GainTables
  /** The weight that each row can add to the gain of its terms. */
  readonly reach: Float64Array
  /** What gains can be at most: by place where sums are kept, else by term. */
  readonly keptBounds: Float64Array
  readonly bounds: Float64Array
  /** Terms to be added up, and their gains. */
  readonly batch: Uint32Array
  readonly batchGains: Float64Array
  /** What is to be done: which part of the round, over how many things, in how many ranges, and a number that it needs. */
  readonly order: Uint32Array
}

export function mhTables(rows: BoostingRows, variant: MhVariant, memory: ForkJoinPool['memory']): MhTables {
  const floats = (length: number): Float64Array => new Float64Array(memory(length * 8))
  const ids = (length: number): Uint32Array => new Uint32Array(memory(length * 4))
  return {
    variant,
    rows,
    weights: firstWeights(rows, memory),
    kept: keptTables(rows, memory),
    gains: gainTables(rows.labelCount, memory),
    reach: floats(rows.count),
    keptBounds: floats(rows.featureCount),
    bounds: floats(rows.featureCount),
    batch: ids(rows.featureCount),
    batchGains: floats(rows.featureCount),
    order: ids(4),
  }
}

/**
 * The parts of a round. What they take ranges of: `update` rows with the term; `total`, `hold` labels; `follow`, `keep`,
 * `bound` places of kept sums; `reach` rows; `boundLoose` terms; `gain` the batch.
 */
const PARTS = ['update', 'follow', 'total', 'hold', 'keep', 'reach', 'bound', 'boundLoose', 'gain'] as const
export type Part = (typeof PARTS)[number]

/** Says what is to be done. */
export function setOrder(
  { order }: MhTables,
  part: Part,
  count: number,
  ranges: number,
  number: number,
): void {
  order.set([PARTS.indexOf(part), count, ranges, number])
}

/** What threads do of a round: ranges of what the order in the tables says. */
export const MH_JOB: ForkJoinJob<MhTables> = {
  name: 'boost round',
  start(tables) {
    const round = new MhRound(tables)
    return (range) => round.work(range)
  },
}

export class MhRound {
  readonly weights: PairWeights
  readonly gains: Gains
  readonly kept: KeptSums
  private readonly tables: MhTables

  constructor(tables: MhTables) {
    this.tables = tables
    this.weights = new PairWeights(tables.rows, tables.weights)
    this.gains = new Gains(this.weights, tables.gains, tables.variant)
    this.kept = new KeptSums(this.weights, tables.kept)
  }

  /** Does one range of what the order says: what lies together, or, where the first take longest, each n-th. */
  work(range: number): void {
    const [part, count, ranges, number] = this.tables.order
    const from = Math.floor((range * count) / ranges)
    const to = Math.floor(((range + 1) * count) / ranges)
    const name = PARTS[part]
    if (name === 'update') this.update(number, from, to)
    else if (name === 'follow')
      for (let place = range; place < count; place += ranges) this.kept.follow(place)
    else if (name === 'total') this.weights.addUp(from, to)
    else if (name === 'hold') this.kept.hold(from, to)
    else if (name === 'keep') for (let place = range; place < count; place += ranges) this.kept.addUp(place)
    else if (name === 'reach') this.reach(from, to)
    else if (name === 'bound') this.bound(from, to)
    else if (name === 'boundLoose') this.boundLoose(from, to)
    else for (let i = range; i < count; i += ranges) this.gain(i, number)
  }

  /** Takes in what the rule says of rows with its term, from the `first` on in their list. */
  private update(first: number, from: number, to: number): void {
    const { weights, kept } = this
    const { ids } = this.tables.rows.rows
    for (let i = from; i < to; i++) {
      weights.update(ids[first + i])
      kept.note(i, ids[first + i], weights.before)
    }
  }

  /** The weight that rows can add to the gain of their terms. */
  private reach(from: number, to: number): void {
    const { reach } = this.tables
    const { reachPlus, reachMinus } = this.tables.gains
    const { plus, minus } = this.tables.weights
    const { labels, labelCount: k } = this.tables.rows
    for (let row = from; row < to; row++) {
      const base = row * k
      // Two sums: an addition need not wait for the one before.
      let even = 0
      let odd = 0
      for (let l = 1; l < k; l += 2) {
        even += reachMinus[l - 1] * minus[base + l - 1]
        odd += reachMinus[l] * minus[base + l]
      }
      if (k % 2 === 1) even += reachMinus[k - 1] * minus[base + k - 1]
      for (let e = labels.offsets[row]; e < labels.offsets[row + 1]; e++)
        odd += reachPlus[labels.ids[e]] * plus[e]
      reach[row] = even + odd
    }
  }

  /** What the gains of terms with kept sums can be at most. */
  private bound(from: number, to: number): void {
    const { keptBounds, rows, kept } = this.tables
    const stride = 2 * rows.labelCount
    for (let place = from; place < to; place++) {
      keptBounds[place] = this.gains.atMost(kept.sums, place * stride)
    }
  }

  /** What the gains of other terms can be at most: the weight within reach of their rows. */
  private boundLoose(from: number, to: number): void {
    const { bounds, reach } = this.tables
    const { placeOf } = this.tables.kept
    const { offsets, ids } = this.tables.rows.rows
    for (let term = from; term < to; term++) {
      if (placeOf[term] >= 0) continue
      const end = offsets[term + 1]
      let sum = 0
      for (let e = offsets[term]; e < end; e++) sum += reach[ids[e]]
      bounds[term] = sum
    }
  }

  /** The gain of a term of the batch, freshly added up; if its place is new its kept sums are added up, too. */
  private gain(i: number, firstNew: number): void {
    const { batch, batchGains, kept } = this.tables
    batchGains[i] = this.gains.of(this.weights.sumsOf(batch[i]))
    const place = kept.placeOf[batch[i]]
    if (place >= firstNew) this.kept.addUp(place)
  }
}
