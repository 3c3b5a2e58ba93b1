// Where the true labels of one document rank, and how many wrong labels stand in their way.
//
// All measures of a ranking follow from the ranks of the true labels. A document has two or so, while a
// dense model scores tens of thousands, so nothing is sorted but the true labels: one pass over the
// retrieved ones finds for each, by binary search among the true, whom it stands before. That is
// O(retrieved · log|Y| + |Y| log|Y|), and most labels cost one comparison, as they score below every
// true one.
//
// The ranking: retrieved labels by descending score, ties to the lower id; then the known labels that
// were not retrieved, by id; then the labels unknown to the model, in the order in which the test data
// first named them.

import type { Scores } from '../contract.js'
import { InputError } from '../errors.js'
import { grow } from '../structures/grow.js'
import { NOT_A_NUMBER } from './label-scores.js'
import { sortBestFirst } from './sorting.js'

/** The ranks of a document's true labels; one object serves all documents. */
export class TrueRanks {
  /** Ranks from 1, ascending, of the `count` true labels. */
  ranks = new Uint32Array(16)
  /** Their ids; from `labelCount` on, those unknown to the model. */
  labels = new Uint32Array(16)
  count = 0
  /** How many of them were retrieved; these come first. */
  retrieved = 0
  /**
   * Pairs (true label that was retrieved, wrong label) where the wrong one scores at least as much. A
   * true label that was not retrieved is wrong against every wrong label: K − |Y| more pairs each.
   */
  errors = 0
  private scores = new Float64Array(16)
  private ahead = new Uint32Array(17)
  private notBelow = new Uint32Array(17)
  private readonly labelCount: number

  constructor(labelCount: number) {
    this.labelCount = labelCount
  }

  /** `truth`: distinct known labels; `unknown`: distinct numbers of unknown labels, from 0. */
  find(
    scores: Scores,
    truth: ArrayLike<number>,
    truthCount: number,
    unknown: ArrayLike<number>,
    unknownCount: number,
  ): void {
    if (truthCount > this.ranks.length) this.grow(truthCount)
    const { labels } = this
    const { seen } = scores
    let retrieved = 0
    let missed = truthCount
    for (let i = 0; i < truthCount; i++) {
      const label = truth[i]
      if (seen[label] === 1) labels[retrieved++] = label
      else labels[--missed] = label
    }
    this.count = truthCount
    this.retrieved = retrieved
    this.errors = 0
    if (retrieved > 0) this.rankRetrieved(scores)
    if (retrieved < truthCount) this.rankMissed(scores, truthCount)
    this.rankUnknown(unknown, unknownCount)
  }

  /** Those of known labels as another has found them; `rankUnknown` comes next. */
  take(retrieved: number, labels: Uint32Array, ranks: Uint32Array, errors: number): void {
    if (labels.length > this.ranks.length) this.grow(labels.length)
    this.labels.set(labels)
    this.ranks.set(ranks)
    this.count = labels.length
    this.retrieved = retrieved
    this.errors = errors
  }

  /** After the known labels, which are ranked, come those unknown to the model. */
  rankUnknown(unknown: ArrayLike<number>, unknownCount: number): void {
    if (unknownCount === 0) return
    const from = this.count
    const to = from + unknownCount
    if (to > this.ranks.length) this.grow(to)
    const { labels, ranks, labelCount } = this
    for (let i = 0; i < unknownCount; i++) labels[from + i] = labelCount + unknown[i]
    labels.subarray(from, to).sort()
    for (let i = from; i < to; i++) ranks[i] = labels[i] + 1
    this.count = to
  }

  private rankRetrieved(from: Scores): void {
    const { labels, ranks, scores, ahead, notBelow, retrieved } = this
    const { values, touched, count } = from
    sortBestFirst(labels, retrieved, values)
    for (let i = 0; i < retrieved; i++) scores[i] = values[labels[i]]
    ahead.fill(0, 0, retrieved + 1)
    notBelow.fill(0, 0, retrieved + 1)
    const least = scores[retrieved - 1]
    for (let t = 0; t < count; t++) {
      const label = touched[t]
      const value = values[label]
      if (!(value >= least)) {
        if (Number.isNaN(value)) throw new InputError(NOT_A_NUMBER)
        continue
      }
      // The first true label that scores no more, then the first that this one ranks before.
      let low = 0
      let high = retrieved
      while (low < high) {
        const middle = (low + high) >>> 1
        if (scores[middle] > value) low = middle + 1
        else high = middle
      }
      notBelow[low]++
      high = retrieved
      while (low < high) {
        const middle = (low + high) >>> 1
        if (scores[middle] === value && labels[middle] <= label) low = middle + 1
        else high = middle
      }
      ahead[low]++
    }
    let rank = 1
    let atLeast = 0
    let errors = 0
    for (let i = 0, sameTo = 0; i < retrieved; i++) {
      rank += ahead[i]
      ranks[i] = rank
      atLeast += notBelow[i]
      while (sameTo < retrieved && scores[sameTo] === scores[i]) sameTo++
      errors += atLeast - sameTo
    }
    this.errors = errors
  }

  /** Known labels that were not retrieved: rank = retrieved + place among the ids not retrieved. */
  private rankMissed(from: Scores, truthCount: number): void {
    const { labels, ranks, ahead, retrieved } = this
    const { touched, count } = from
    const missed = labels.subarray(retrieved, truthCount).sort()
    const size = missed.length
    ahead.fill(0, 0, size + 1)
    for (let t = 0; t < count; t++) {
      const label = touched[t]
      let low = 0
      let high = size
      while (low < high) {
        const middle = (low + high) >>> 1
        if (missed[middle] < label) low = middle + 1
        else high = middle
      }
      ahead[low]++
    }
    let below = 0
    for (let i = 0; i < size; i++) {
      below += ahead[i]
      ranks[retrieved + i] = count + 1 + missed[i] - below
    }
  }

  private grow(total: number): void {
    const size = total * 2
    this.ranks = grow(this.ranks, size)
    this.labels = grow(this.labels, size)
    this.scores = new Float64Array(size)
    this.ahead = new Uint32Array(size + 1)
    this.notBelow = new Uint32Array(size + 1)
  }
}
