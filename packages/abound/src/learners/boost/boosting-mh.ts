// AdaBoost.MH over tests for terms (Schapire & Singer 2000): finds the best term of each round without reading the
// whole table of terms × labels.
//
// A term that could win keeps its sums by label (boosting-sums.ts), which say in O(k) how large its gain can be. All
// others have a bound only, the weight within reach of their rows (boosting-reach.ts): rare words, which are
// most words, rarely need more. Then terms are added up from their rows, first the one with the highest bound, then those
// whose bound is above the best gain found: some ten a round. So the choice depends on sums that were just added up, and
// neither on what was left out of kept sums nor on their rounding.
//
// A round costs O(rows with the term · (k + their words + their kept words · labels that weigh something)) to follow
// the weights, O(kept terms · k) for gains, O(terms) to pass over the others, and O(rows · k) for the totals; the plain way
// costs O(k · words of all rows). What takes long is shared out over threads (boosting-round.ts).

import type { ForkJoinPool } from '../../contract.js'
import { runSerially } from '../../solvers/run-serially.js'
import { listLength } from '../../structures/id-lists.js'
import type { FoundRule, MhVariant, WeakHypothesis } from './boosting-gain.js'
import { MH_JOB, MhRound, type MhTables, mhTables, type Part, setOrder } from './boosting-round.js'
import { type BoostingRows, shareRows } from './boosting-rows.js'

/** More than fresh gains can be off by rounding. */
const NEAR = 1e-7
/** Rounds after which all weights and sums are added up again. */
const ROUNDS_BETWEEN = 256
/** Sums are made again when what they leave out may be more than this share of the best gain; new ones leave out less. */
const MOST_SLACK = 0.2
const NEW_SLACK = 0.05
/** The most pairs that new sums leave out, and the fewest: with these they have less slack than that. */
const MOST_SHARE = 16
const LEAST_SHARE = 0.1
/** How many terms without kept sums are added up at once: each may rule out those that follow. */
const AT_ONCE = 32
/** Fewer additions are made before another thread is awake. */
const FEW = 50_000
/** Ranges for each thread, as some take longer than others. */
const RANGES_EACH = 4

export class MhBooster {
  private readonly rows: BoostingRows
  private readonly pool: ForkJoinPool | undefined
  private readonly tables: MhTables
  private readonly round: MhRound
  private readonly serial: (parts: number) => void
  private together: ((parts: number) => void) | undefined
  private rounds = 0
  /** The best gain of the round before; pairs are left out of sums that weigh less than `share` of it, evenly spread. */
  private lastGain = 0
  private share = 1
  /** The slack of sums when they were last added up. */
  private slackThen = 0
  /** How much more than their sums say the reach of terms may be. */
  private growth = 1
  /** Whether sums do not follow the weights yet. */
  private behind = true

  constructor(rows: BoostingRows, variant: MhVariant, pool?: ForkJoinPool) {
    this.pool = pool
    this.rows = pool === undefined ? rows : shareRows(rows, pool)
    this.tables = mhTables(this.rows, variant, (bytes) => this.memory(bytes))
    this.round = new MhRound(this.tables)
    this.round.weights.addUp(0, rows.labelCount)
    this.serial = runSerially((range) => this.round.work(range))
    this.together = pool?.job(MH_JOB, this.tables)
  }

  /** The rule of this round; undefined if no term helps. */
  choose(): FoundRule | undefined {
    this.refresh()
    const { weights, gains } = this.round
    const added = this.candidates()
    let best = Number.NEGATIVE_INFINITY
    for (const { gain } of added) best = Math.max(best, gain)
    let first: Candidate | undefined
    for (const one of added) {
      if (one.gain >= best - gains.tie && (first === undefined || one.term < first.term)) first = one
    }
    if (first === undefined) return undefined
    this.lastGain = first.gain
    return gains.makeRule(first.term, weights.sumsOf(first.term), first.gain)
  }

  /** Takes a rule in; the weights depend on nothing but the rules taken in so far. */
  apply({ term, alpha, present, absent }: WeakHypothesis): void {
    const { weights, kept, reach } = this.round
    const { offsets, ids } = this.rows.rows
    const said = (c: number): number => alpha * c
    weights.setUp(present.map(said), absent.map(said))
    for (let first = offsets[term]; first < offsets[term + 1]; first += kept.room) {
      const count = Math.min(kept.room, offsets[term + 1] - first)
      this.run('update', count, first)
      kept.followTotals(count)
      kept.sort(count)
      this.run('follow', kept.size)
    }
    for (let e = offsets[term]; e < offsets[term + 1]; e++) reach.follow(ids[e])
    this.run('total', this.rows.labelCount)
    kept.followPeaks()
    weights.rescale(absent.map(said))
    this.rounds++
    if (this.rounds % ROUNDS_BETWEEN === 0 || weights.isFar()) {
      weights.settle()
      this.behind = true
    }
  }

  /** The weight of a pair, for tests. */
  weightOf(row: number, label: number): number {
    const { labels, labelCount: k } = this.rows
    const { plus, minus, factorPlus, factorMinus } = this.tables.weights
    for (let e = labels.offsets[row]; e < labels.offsets[row + 1]; e++) {
      if (labels.ids[e] === label) return plus[e] * factorPlus[label]
    }
    return minus[row * k + label] * factorMinus[label]
  }

  /** Brings sums and bounds after the weights. */
  private refresh(): void {
    const { rows, round, tables } = this
    const { gains, reach } = round
    gains.refresh()
    this.refreshKept()
    const growth = this.behind ? undefined : reach.growth(tables.gains)
    if (growth === undefined) {
      reach.renew(tables.gains)
      this.run('reachRows', rows.count)
      this.run('reachTerms', rows.featureCount)
    }
    this.growth = growth ?? 1
    this.behind = false
    this.run('bound', round.kept.size)
  }

  /** Looks how far kept sums may be off, and makes them again where that is too far, or has not been done for long. */
  private refreshKept(): void {
    const { kept, gains } = this.round
    const { totalHeld, peakPlus, peakHeld } = this.tables.kept
    gains.refreshKept(totalHeld, peakPlus, peakHeld)
    // Rounding leaves some slack that no new sums remove, so new ones are not always worth it.
    const worth = this.share > LEAST_SHARE || gains.slack > 2 * this.slackThen
    const loose = worth && gains.slack > MOST_SLACK * this.lastGain
    // At first weights part fast, and fewer and fewer have to be held.
    const early = this.rounds === 32 || this.rounds === 64 || this.rounds === 128
    if (!(this.behind || loose || early)) {
      kept.holdAbove((this.share * this.lastGain) / this.rows.pairs)
      return
    }
    this.share = MOST_SHARE
    for (;;) {
      kept.holdAbove((this.share * this.lastGain) / this.rows.pairs)
      this.run('hold', this.rows.labelCount)
      gains.refreshKept(totalHeld, peakPlus, peakHeld)
      if (gains.slack <= NEW_SLACK * this.lastGain || this.share <= LEAST_SHARE) break
      this.share /= 2
    }
    this.slackThen = gains.slack
    kept.clear()
    for (let first = 0; first < this.rows.count; first += kept.room) {
      const count = Math.min(kept.room, this.rows.count - first)
      this.run('note', count, first)
      kept.sort(count)
      this.run('follow', kept.size)
    }
  }

  /** The gains of all terms that could be the best, freshly added up. */
  private candidates(): Candidate[] {
    const { growth, round } = this
    const { keptBounds, reach, kept } = this.tables
    const added: Candidate[] = []
    let best = 0
    const add = (terms: readonly number[]): void => {
      for (const found of this.findGains(terms)) {
        added.push(found)
        if (found.gain > best) best = found.gain
      }
    }
    const places = round.kept.size
    // Most places are ruled out by the one with the highest bound.
    const first = highest(keptBounds, places)
    if (first >= 0) add([kept.terms[first]])
    const others: number[] = []
    for (let place = 0; place < places; place++) {
      if (place !== first && keptBounds[place] >= best - NEAR) others.push(kept.terms[place])
    }
    add(others)
    const { ofTerm } = reach
    const { placeOf } = kept
    for (let term = 0; term < ofTerm.length; ) {
      const some: number[] = []
      for (; term < ofTerm.length && some.length < AT_ONCE; term++) {
        if (growth * ofTerm[term] >= best - NEAR && placeOf[term] < 0) some.push(term)
      }
      add(some)
    }
    return added
  }

  /** The gains of terms; those that had no kept sums have them from now on. */
  private findGains(terms: readonly number[]): Candidate[] {
    const { batch, batchGains, kept: tables } = this.tables
    const { kept } = this.round
    const places = kept.size
    let additions = 0
    let moved = false
    terms.forEach((term, i) => {
      batch[i] = term
      additions += listLength(this.rows.rows, term) * this.rows.labelCount
      if (tables.placeOf[term] < 0 && kept.open(term, (bytes) => this.memory(bytes))) moved = true
    })
    // Other threads know the sums where they were.
    if (moved) this.together = this.pool?.job(MH_JOB, this.tables)
    this.run('gain', terms.length, places, additions > FEW)
    return terms.map((term, i) => ({ term, gain: batchGains[i] }))
  }

  /** Runs a part of the round over `count` things, in ranges on all threads where that is worth it. */
  private run(part: Part, count: number, number = 0, worth = true): void {
    const run = worth && this.together !== undefined ? this.together : this.serial
    const threads = run === this.serial ? 1 : this.pool!.size
    // Each range of labels reads all rows again.
    const each = part === 'total' || part === 'hold' ? 1 : RANGES_EACH
    const ranges = Math.min(count, threads === 1 ? 1 : threads * each)
    setOrder(this.tables, part, count, ranges, number)
    run(ranges)
  }

  private memory(bytes: number): ArrayBufferLike {
    return this.pool?.memory(bytes) ?? new ArrayBuffer(bytes)
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
