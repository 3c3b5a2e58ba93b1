// What measures of rankings are computed from: sums over documents with at least one true label.
//
// What counts as found: R_k, MRR, one-error, precision@k, recall@k, nDCG@k and propensity-scored
// precision@k look at the head of the list, so only a label that was retrieved is a hit there (nothing
// retrieved is an error: one-error is 1 − R1 always). Coverage, average precision, the losses and the
// two max-F1 need a full ranking; a label that was not retrieved has its rank there (see true-ranks.ts).
//
// The number of labels K may grow until the last document names its labels. What depends on it (the
// losses) is kept as sums by |Y|, and worked out at the end, as if K had been known from the start.

import { grow } from '../structures/grow.js'
import type { TrueRanks } from './true-ranks.js'

/** null where nothing was measured. */
export type Figure = number | null

/** How many labels measures of the head of the list look at. */
export const CUTOFFS = [1, 3, 5] as const
const LAST = 5

/** DISCOUNTS[r] = 1 / log2(r + 1); IDEAL[n] = the sum of the first n. */
const DISCOUNTS = new Float64Array(LAST + 1)
const IDEAL = new Float64Array(LAST + 1)
for (let r = 1; r <= LAST; r++) {
  DISCOUNTS[r] = 1 / Math.log2(r + 1)
  IDEAL[r] = IDEAL[r - 1] + DISCOUNTS[r]
}

/** Mean precision and recall over documents when the first `rank` labels of each are taken, retrieved or not. */
export interface RankPoint {
  readonly rank: number
  readonly precision: number
  readonly recall: number
}

/** Points of the curve over ranks. */
const MOST_POINTS = 100

/** Documents with the same |Y|. */
interface SizeGroup {
  /** Wrong pairs of retrieved true labels; how many documents have one. */
  errors: number
  withErrors: number
  /** True labels not retrieved; how many documents have one and no wrong pair of a retrieved label. */
  missed: number
  onlyMissed: number
}

/** Sums up document by document. */
export class RankingSums {
  /** Of the document that was added last. */
  lastAveragePrecision = 0
  lastMaxF1 = 0
  documents = 0
  /** Documents whose first label is wrong. */
  oneErrors = 0
  coverage = 0
  averagePrecision = 0
  /** Documents with a true label among the first five. */
  foundInFive = 0
  /** 1 / best rank. */
  reciprocal = 0
  documentMaxF1 = 0
  private readonly groups = new Map<number, SizeGroup>()
  /** By rank: true labels there, and the sum of their 1/|Y|. */
  private hitsAtRank: Float64Array
  private recallAtRank: Float64Array
  /** By cutoff; `weighted` by propensity, and what the best ranking would have. */
  readonly precision = new Float64Array(LAST + 1)
  readonly recall = new Float64Array(LAST + 1)
  readonly ndcg = new Float64Array(LAST + 1)
  readonly weighted = new Float64Array(LAST + 1)
  readonly weightedBest = new Float64Array(LAST + 1)
  private readonly best = new Float64Array(LAST)
  private readonly inverse: Float64Array | undefined

  /** `inverse`: 1/propensity of each known label, then that of a label training never saw. */
  constructor(labelCount: number, inverse?: Float64Array) {
    this.inverse = inverse
    this.hitsAtRank = new Float64Array(labelCount + 1)
    this.recallAtRank = new Float64Array(labelCount + 1)
  }

  /** A document with at least one true label. */
  add(truth: TrueRanks): void {
    const { ranks, count, retrieved } = truth
    const last = ranks[count - 1]
    if (last >= this.hitsAtRank.length) {
      this.hitsAtRank = grow(this.hitsAtRank, last * 2 + 1)
      this.recallAtRank = grow(this.recallAtRank, last * 2 + 1)
    }
    const { hitsAtRank, recallAtRank } = this
    let precisions = 0
    let bestF1 = 0
    for (let i = 0; i < count; i++) {
      const rank = ranks[i]
      precisions += (i + 1) / rank
      const f1 = (2 * (i + 1)) / (rank + count)
      if (f1 > bestF1) bestF1 = f1
      hitsAtRank[rank]++
      recallAtRank[rank] += 1 / count
    }
    this.documents++
    this.lastAveragePrecision = precisions / count
    this.lastMaxF1 = bestF1
    this.averagePrecision += this.lastAveragePrecision
    this.documentMaxF1 += bestF1
    this.coverage += last - 1
    if (retrieved === 0 || ranks[0] !== 1) this.oneErrors++
    if (retrieved > 0) {
      this.reciprocal += 1 / ranks[0]
      if (ranks[0] <= LAST) this.foundInFive++
    }
    this.addHead(truth)
    this.addErrors(truth)
  }

  /** Precision and recall over the ranks 1 … `labels` (K); thinned towards the end. */
  curve(labels: number): RankPoint[] {
    const { documents, hitsAtRank, recallAtRank } = this
    if (documents === 0) return []
    let hits = 0
    let found = 0
    let r = 0
    return spreadRanks(labels).map((rank) => {
      for (const last = Math.min(rank, hitsAtRank.length - 1); r < last; ) {
        r++
        hits += hitsAtRank[r]
        found += recallAtRank[r]
      }
      return { rank, precision: hits / (rank * documents), recall: Math.min(1, found / documents) }
    })
  }

  private addHead(truth: TrueRanks): void {
    const { ranks, labels, count, retrieved } = truth
    const { precision, recall, ndcg, weighted, inverse } = this
    const unseen = inverse === undefined ? 0 : inverse.length - 1
    for (const k of CUTOFFS) {
      let hits = 0
      let gain = 0
      let weight = 0
      for (; hits < retrieved && ranks[hits] <= k; hits++) {
        gain += DISCOUNTS[ranks[hits]]
        if (inverse !== undefined) weight += inverse[Math.min(labels[hits], unseen)]
      }
      precision[k] += hits
      recall[k] += hits / count
      ndcg[k] += gain / IDEAL[Math.min(k, count)]
      weighted[k] += weight
    }
    if (inverse !== undefined) this.addBestWeights(truth, inverse)
  }

  /** What a perfect ranking of this document would earn: its most precious labels first. */
  private addBestWeights(truth: TrueRanks, inverse: Float64Array): void {
    const { labels, count } = truth
    const { best, weightedBest } = this
    const unseen = inverse.length - 1
    best.fill(0)
    for (let i = 0; i < count; i++) {
      const weight = inverse[Math.min(labels[i], unseen)]
      if (weight <= best[LAST - 1]) continue
      let at = LAST - 1
      for (; at > 0 && best[at - 1] < weight; at--) best[at] = best[at - 1]
      best[at] = weight
    }
    for (const k of CUTOFFS) for (let i = 0; i < k; i++) weightedBest[k] += best[i]
  }

  private addErrors(truth: TrueRanks): void {
    const { count, retrieved, errors } = truth
    let group = this.groups.get(count)
    if (group === undefined) {
      group = { errors: 0, withErrors: 0, missed: 0, onlyMissed: 0 }
      this.groups.set(count, group)
    }
    group.errors += errors
    group.missed += count - retrieved
    if (errors > 0) group.withErrors++
    else if (retrieved < count) group.onlyMissed++
  }

  /** `labels`: K, all labels met, known to the model or not. */
  losses(labels: number): { loss1: Figure; loss2: Figure; loss3: Figure } {
    const n = this.documents
    if (n === 0) return { loss1: null, loss2: null, loss3: null }
    let imperfect = 0
    let pairs = 0
    let shares = 0
    for (const [size, { errors, withErrors, missed, onlyMissed }] of this.groups) {
      const wrong = labels - size
      if (wrong === 0) continue
      imperfect += withErrors + onlyMissed
      pairs += errors + missed * wrong
      shares += errors / (size * wrong) + missed / size
    }
    return { loss1: imperfect / n, loss2: pairs / n, loss3: shares / n }
  }

  /** The best F1 of a cut at one rank. Between two ranks with hits precision only falls: ranks with hits are enough. */
  maxF1(): Figure {
    const { documents, hitsAtRank, recallAtRank } = this
    if (documents === 0) return null
    let hits = 0
    let found = 0
    let best = 0
    for (let r = 1; r < hitsAtRank.length; r++) {
      if (hitsAtRank[r] === 0) continue
      hits += hitsAtRank[r]
      found += recallAtRank[r]
      const precision = hits / (r * documents)
      const recall = found / documents
      const f1 = (2 * precision * recall) / (precision + recall)
      if (f1 > best) best = f1
    }
    return best
  }
}

/** At most 100 ranks from 1 to `last`: every rank at first, then at a constant ratio. */
function spreadRanks(last: number): number[] {
  const ranks = [1]
  for (let rank = 1; rank < last; ) {
    const ratio = (last / rank) ** (1 / (MOST_POINTS - ranks.length))
    rank = Math.max(rank + 1, Math.round(rank * ratio))
    ranks.push(rank)
  }
  return ranks
}
