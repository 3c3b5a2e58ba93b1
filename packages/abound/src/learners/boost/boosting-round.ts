// The parts of a round of AdaBoost.MH that take long, each over a range of labels, rows, terms or places of kept sums,
// so that threads can share them. One range writes a number, and adds to it in the same order whatever the ranges are:
// the same bits at any number of threads.

import type { ForkJoinJob, ForkJoinPool } from '../../contract.js'
import { Gains, type GainTables, gainTables, type MhVariant } from './boosting-gain.js'
import { Reach, type ReachTables, reachTables } from './boosting-reach.js'
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
  readonly reach: ReachTables
  /** What gains can be at most where sums are kept, by place. */
  readonly keptBounds: Float64Array
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
    reach: reachTables(rows, memory),
    keptBounds: floats(rows.featureCount),
    batch: ids(rows.featureCount),
    batchGains: floats(rows.featureCount),
    order: ids(4),
  }
}

/**
 * The parts of a round. What they take ranges of: `update` rows with the term; `total`, `hold` labels; `note` the rows from
 * a first on; `follow`, `bound` places of kept sums; `reachRows` rows; `reachTerms` terms; `gain` the batch.
 */
const PARTS = [
  'update',
  'follow',
  'total',
  'hold',
  'note',
  'reachRows',
  'reachTerms',
  'bound',
  'gain',
] as const
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
  readonly reach: Reach
  private readonly tables: MhTables

  constructor(tables: MhTables) {
    this.tables = tables
    this.weights = new PairWeights(tables.rows, tables.weights)
    this.gains = new Gains(this.weights, tables.gains, tables.variant)
    this.kept = new KeptSums(this.weights, tables.kept)
    this.reach = new Reach(tables.rows, tables.weights, tables.reach)
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
    else if (name === 'note') for (let i = from; i < to; i++) this.kept.noteWhole(i, number + i)
    else if (name === 'reachRows') this.reach.addRows(from, to)
    else if (name === 'reachTerms') this.reach.addTerms(from, to)
    else if (name === 'bound') this.bound(from, to)
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

  /** What the gains of terms with kept sums can be at most. */
  private bound(from: number, to: number): void {
    const { keptBounds, rows, kept } = this.tables
    const stride = 2 * rows.labelCount
    for (let place = from; place < to; place++) {
      keptBounds[place] = this.gains.atMost(kept.sums, place * stride)
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
