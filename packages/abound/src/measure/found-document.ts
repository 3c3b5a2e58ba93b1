// What measures want to know of one document, worked out from its scores: all of it that needs no other document, so
// that any thread can do it. One object serves all documents.

import type { Judgement, Scores } from '../contract.js'
import { topLabels } from '../structures/top-k.js'
import { DocumentLabels } from './document-labels.js'
import type { LabelScores } from './label-scores.js'
import { TrueRanks } from './true-ranks.js'

export class FoundDocument {
  judged: Judgement = 0
  readonly labels: DocumentLabels
  /** Of its true labels, if it has any. */
  readonly ranks: TrueRanks
  /** Its best label (−1: none was retrieved), where that is wanted and it has one true label. */
  first = -1
  private readonly wantsFirst: boolean
  private readonly best = new Uint32Array(1)

  constructor(labelCount: number, wantsFirst: boolean) {
    this.labels = new DocumentLabels(labelCount)
    this.ranks = new TrueRanks(labelCount)
    this.wantsFirst = wantsFirst
  }

  /** See `Evaluation.add`; keeps what labels are compared by over documents in `kept`. */
  take(
    scores: Scores,
    truth: ArrayLike<number>,
    unknownLabels: readonly string[],
    judged: Judgement,
    assigned: ArrayLike<number>,
    comparable: Float64Array,
    kept: LabelScores,
  ): void {
    const { labels, ranks, best } = this
    const { known, unknown } = labels
    this.judged = judged
    if (judged === 0) return
    labels.take(truth, unknownLabels, assigned)
    const isFirstWanted = this.wantsFirst && labels.size === 1
    this.first = isFirstWanted && topLabels(scores, 1, best) === 1 ? best[0] : -1
    kept.add(scores, comparable, known.labels, known.count)
    if (labels.size > 0) ranks.find(scores, known.labels, known.count, unknown.labels, unknown.count)
  }
}
