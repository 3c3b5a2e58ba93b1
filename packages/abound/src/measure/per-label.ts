// One label over documents: how well its scores sort the documents that have it from those that do not.
//
// All that is asked for follows from where the documents rank that have the label. They are few, so nothing is sorted
// but their scores: one pass over what was kept of all documents finds for each, by binary search among the true ones
// of its label, whom it stands before, as true-ranks.ts does with the labels of one document. Most cost one comparison.
//
// Documents of equal score rank in the order in which they came. Those in which the label was not kept
// (label-scores.ts) rank last, and those among them that have the label are never found.

import { fMeasure } from './f-measure.js'
import type { LabelScores } from './label-scores.js'
import type { Figure } from './ranking-sums.js'

/** How one label ranks documents. */
interface DocumentRanking {
  /**
   * Precision when as many documents are assigned as have the label (J99). R-precision is the same
   * number by these definitions.
   */
  breakeven: number
  /** Mean over the label's documents of the precision at each; 0 for one never found (LSCP96). */
  averagePrecision: number
  /** The best F1 that any threshold on these scores reaches. */
  maxF1: number
}

/** One label over all judged documents. */
export interface LabelMeasures {
  readonly label: string
  /** Documents that have it. */
  readonly documents: number
  /** Documents it was assigned to, and how many of them have it. */
  readonly assigned: number
  readonly right: number
  /** Training documents that had it, where that is known. */
  readonly training?: number
  /** null when it was assigned to none. */
  readonly precision: Figure
  /** null when no document has it, as are the three below. */
  readonly recall: Figure
  readonly f1: number
  /** Only where F_β was asked for. */
  readonly fBeta?: number
  /** Also its R-precision, which is the same number. */
  readonly breakeven: Figure
  readonly averagePrecision: Figure
  /** The best F1 over all thresholds on its scores. */
  readonly maxF1: Figure
}

const NO_RANKING = { breakeven: null, averagePrecision: null, maxF1: null }
/** Of a label that the model does not know. */
export const NEVER_FOUND: DocumentRanking = { breakeven: 0, averagePrecision: 0, maxF1: 0 }

/** What follows from how many documents have the label, were assigned it, and both; `rank` is asked if any has it. */
export function measureLabel(
  counts: Pick<LabelMeasures, 'label' | 'documents' | 'assigned' | 'right' | 'training'>,
  rank: (documents: number) => DocumentRanking,
  beta?: number,
): LabelMeasures {
  const { documents, assigned, right } = counts
  const f = (beta?: number): number => fMeasure(right, assigned - right, documents - right, beta)
  return {
    ...counts,
    precision: assigned > 0 ? right / assigned : null,
    recall: documents > 0 ? right / documents : null,
    f1: f(),
    ...(beta === undefined ? {} : { fBeta: f(beta) }),
    ...(documents > 0 ? rank(documents) : NO_RANKING),
  }
}

/** The mean over labels; null without any. */
export function meanOver(
  labels: readonly LabelMeasures[],
  figure: (label: LabelMeasures) => Figure | undefined,
): Figure {
  if (labels.length === 0) return null
  return labels.reduce((sum, label) => sum + (figure(label) ?? 0), 0) / labels.length
}

/** Where the documents that have a label rank, for each label. */
export class DocumentRanks {
  /** The true scores of label l are `offsets[l] … offsets[l + 1]` of the next three, descending. */
  private readonly offsets: Uint32Array
  private readonly scores: Float64Array
  /** Wrong documents that stand before this true one and not before the one above it. */
  private readonly ahead: Uint32Array
  /** For the first of equal true scores: wrong ones that score as much, or more but less than the true one above. */
  private readonly notBelow: Uint32Array

  constructor(collected: LabelScores) {
    const { offsets, scores } = trueScores(collected)
    this.offsets = offsets
    this.scores = scores
    this.ahead = new Uint32Array(scores.length)
    this.notBelow = new Uint32Array(scores.length)
    this.place(collected)
  }

  /** `relevant` > 0: documents that have the label, found or not. */
  of(label: number, relevant: number): DocumentRanking {
    const { offsets, scores, ahead, notBelow } = this
    const from = offsets[label]
    const to = offsets[label + 1]
    let wrongAhead = 0
    let wrongNotBelow = 0
    let precisions = 0
    let hitsAtBreakeven = 0
    let cut = 0
    let hitsAtCut = 0
    for (let i = from; i < to; i++) {
      const hits = i + 1 - from
      wrongAhead += ahead[i]
      wrongNotBelow += notBelow[i]
      const rank = wrongAhead + hits
      precisions += hits / rank
      if (rank <= relevant) hitsAtBreakeven = hits
      // A cut never parts equal scores. F1 = 2 · hits / (assigned + relevant), compared in whole numbers.
      if (i + 1 < to && scores[i + 1] === scores[i]) continue
      const assigned = wrongNotBelow + hits
      if (hits * (cut + relevant) > hitsAtCut * (assigned + relevant)) {
        cut = assigned
        hitsAtCut = hits
      }
    }
    return {
      breakeven: hitsAtBreakeven / relevant,
      averagePrecision: precisions / relevant,
      maxF1: (2 * hitsAtCut) / (cut + relevant),
    }
  }

  /** Finds for each wrong document its place among the true ones of the label. */
  private place(collected: LabelScores): void {
    const { offsets, scores, ahead, notBelow } = this
    /** For the first of equal true scores: how many have come so far. */
    const come = new Uint32Array(scores.length)
    for (const { packed, scores: values } of collected.triples()) {
      for (let t = 0; t < packed.length; t++) {
        const label = packed[t] >>> 1
        const value = values[t]
        const to = offsets[label + 1]
        let low = offsets[label]
        if (low === to || value < scores[to - 1]) continue
        for (let high = to - 1; low < high; ) {
          const middle = (low + high) >>> 1
          if (scores[middle] > value) low = middle + 1
          else high = middle
        }
        if ((packed[t] & 1) !== 0) {
          come[low]++
          continue
        }
        notBelow[low]++
        const at = scores[low] === value ? low + come[low] : low
        if (at < to) ahead[at]++
      }
    }
  }
}

function trueScores(collected: LabelScores): { offsets: Uint32Array; scores: Float64Array } {
  const { labelCount } = collected
  const offsets = new Uint32Array(labelCount + 1)
  for (const { packed } of collected.triples()) {
    for (let t = 0; t < packed.length; t++) if ((packed[t] & 1) !== 0) offsets[(packed[t] >>> 1) + 1]++
  }
  for (let l = 0; l < labelCount; l++) offsets[l + 1] += offsets[l]
  const next = offsets.slice(0, labelCount)
  const scores = new Float64Array(offsets[labelCount])
  for (const { packed, scores: values } of collected.triples()) {
    for (let t = 0; t < packed.length; t++)
      if ((packed[t] & 1) !== 0) scores[next[packed[t] >>> 1]++] = values[t]
  }
  for (let l = 0; l < labelCount; l++) {
    if (offsets[l + 1] - offsets[l] > 1)
      scores
        .subarray(offsets[l], offsets[l + 1])
        .sort()
        .reverse()
  }
  return { offsets, scores }
}
