// The index that follows from counts: edges w_{f,c} = n_{f,c} / n_f of at least the threshold, built again for the features
// that were seen since the model was last asked for.

import type { Dataset, NumberArray, OnlineTrainer, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { IndexHalf, IndexModel } from '../../models/feature-index.js'
import { grow } from '../../structures/grow.js'
import { PairCounts } from './pair-counts.js'

export class IndTrainer implements OnlineTrainer {
  private readonly index: IndModel
  private readonly plus: CountedHalf
  private readonly minus: CountedHalf

  constructor(
    features: number,
    labels: number,
    threshold: number,
    plus = new PairCounts(features),
    minus = new PairCounts(0),
  ) {
    this.plus = new CountedHalf(plus)
    this.minus = new CountedHalf(minus)
    this.index = new IndModel(labels, this.plus.edges, threshold)
  }

  learn(data: Dataset, row: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { columns, values, labels, labelOffsets } = chunk
    const r = row & CHUNK_MASK
    const trueFrom = labelOffsets[2 * r]
    const trueTo = labelOffsets[2 * r + 1]
    const partly = chunk.judged[r] === 2
    for (let t = trueFrom; t < labelOffsets[2 * r + 2]; t++) {
      if (labels[t] >= this.index.labelCount) this.index.labelCount = labels[t] + 1
    }
    for (let e = chunk.offsets[r]; e < chunk.offsets[r + 1]; e++) {
      const feature = columns[e]
      const half = values[e] < 0 ? this.minus : this.plus
      half.touch(feature)
      const { counts } = half
      for (let t = trueFrom; t < trueTo; t++) counts.countTogether(feature, labels[t])
      if (!partly) counts.documents[feature]++
      else for (let t = trueFrom; t < labelOffsets[2 * r + 2]; t++) counts.countPartly(feature, labels[t])
    }
  }

  model(): IndModel {
    const { index, plus, minus } = this
    plus.refresh(index.labelCount, index.threshold)
    if (minus.counts.featureCount > 0) {
      minus.refresh(index.labelCount, index.threshold)
      index.minus = minus.edges
    }
    return index
  }

  /** The model under a higher threshold. */
  raised(threshold: number): IndModel {
    const index = this.model()
    index.threshold = threshold
    this.plus.cut(threshold)
    this.minus.cut(threshold)
    return index
  }

  state(): State {
    const arrays: Record<string, NumberArray> = {}
    this.plus.counts.store('plus', arrays)
    if (this.minus.counts.featureCount > 0) this.minus.counts.store('minus', arrays)
    return { numbers: { labelCount: this.index.labelCount, threshold: this.index.threshold }, arrays }
  }
}

/** An index read by presence, all its edges; says which threshold they passed. */
class IndModel extends IndexModel {
  threshold: number

  constructor(labelCount: number, edges: IndexHalf, threshold: number) {
    super(labelCount, edges, undefined, {
      maxDegree: 0xffffffff,
      retrieveAbove: 0,
      rating: false,
      presence: true,
    })
    this.threshold = threshold
  }

  override figures(): Record<string, number> {
    return { ...super.figures(), threshold: this.threshold }
  }
}

/** The features of one sign: what was counted, and the edges that follow from it. */
class CountedHalf {
  readonly counts: PairCounts
  /** Weights are w itself: totals are 1. */
  readonly edges: IndexHalf
  /** Features whose edges are out of date, and 1 for each of them. */
  private readonly stale: number[] = []
  private isStale: Uint8Array

  constructor(counts: PairCounts) {
    this.counts = counts
    this.edges = IndexHalf.empty(counts.featureCount)
    this.isStale = new Uint8Array(counts.featureCount)
    for (let f = 0; f < counts.featureCount; f++) this.touch(f)
  }

  /** Makes a feature exist; its edges are about to change. */
  touch(feature: number): void {
    this.counts.ensure(feature)
    if (feature >= this.isStale.length)
      this.isStale = grow(this.isStale, Math.max(feature + 1, this.isStale.length * 2))
    if (this.isStale[feature] === 1) return
    this.isStale[feature] = 1
    this.stale.push(feature)
  }

  /** Brings the edges up to date: shares of at least `threshold`, strongest first, then by label. */
  refresh(labelCount: number, threshold: number): void {
    const { counts, edges } = this
    const kept: { label: number; share: number }[] = []
    for (const feature of this.stale) {
      kept.length = 0
      counts.forEachShare(feature, labelCount, (label, share) => {
        if (share >= threshold) kept.push({ label, share })
      })
      kept.sort((a, b) => b.share - a.share || a.label - b.label)
      edges.ensure(feature)
      edges.totals[feature] = 1
      edges.counts[feature] = counts.documents[feature]
      edges.postings.lengths[feature] = 0
      for (const { label, share } of kept) edges.postings.append(feature, label, share)
      this.isStale[feature] = 0
    }
    this.stale.length = 0
  }

  /** Drops the edges below a threshold that is higher than before. */
  cut(threshold: number): void {
    const { starts, lengths, values, count } = this.edges.postings
    for (let f = 0; f < count; f++) {
      let length = lengths[f]
      while (length > 0 && values[starts[f] + length - 1] < threshold) length--
      lengths[f] = length
    }
  }
}
