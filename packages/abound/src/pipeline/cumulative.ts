// Round-averaged losses while learning online (Crammer & Singer 2002, figures 4 and 5): each document is ranked
// by the model as it stands, then learned from.

import type { Dataset, Model, Scores } from '../contract.js'
import { scoresFor } from '../engine/scores.js'
import { TrueRanks } from '../measure/true-ranks.js'
import { labelsOf } from './rows.js'

/** The mean losses over the documents so far. */
export interface CumulativeLoss {
  /** Documents with a label so far. */
  readonly documents: number
  readonly loss1: number
  readonly loss2: number
  readonly loss3: number
}

export class CumulativeLosses {
  private readonly labelCount: number
  private readonly ranks: TrueRanks
  private scores: Scores | undefined
  private documents = 0
  private readonly sums = { loss1: 0, loss2: 0, loss3: 0 }

  constructor(labelCount: number) {
    this.labelCount = labelCount
    this.ranks = new TrueRanks(labelCount)
  }

  /** Ranks a document before it is learned; undefined if it has no label to rank. */
  observe(model: Model, data: Dataset, row: number): CumulativeLoss | undefined {
    const { positives } = labelsOf(data, row)
    if (positives.length === 0) return undefined
    const scores = scoresFor(this.labelCount, this.scores)
    this.scores = scores
    model.score(data, row, scores)
    const { ranks, sums } = this
    ranks.find(scores, positives, positives.length, [], 0)
    const wrong = this.labelCount - ranks.count
    const errors = ranks.errors + (ranks.count - ranks.retrieved) * wrong
    this.documents++
    if (errors > 0) sums.loss1++
    sums.loss2 += errors
    if (wrong > 0) sums.loss3 += errors / (ranks.count * wrong)
    const n = this.documents
    return { documents: n, loss1: sums.loss1 / n, loss2: sums.loss2 / n, loss3: sums.loss3 / n }
  }
}
