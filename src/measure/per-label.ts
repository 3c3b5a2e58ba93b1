// One label over documents: how well its scores sort the documents that have it from those that do not.
//
// Documents in which the label was not kept (label-scores.ts) rank last, and those among them that have
// the label are never found.

import { bestF1Count } from './best-f1.js'
import type { GroupedScores } from './label-scores.js'

/** How one label ranks documents. */
export interface DocumentRanking {
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

/** `relevant` > 0: documents that have the label, found or not. */
export function rankDocuments(grouped: GroupedScores, label: number, relevant: number): DocumentRanking {
  const { offsets, scores, truth } = grouped
  const from = offsets[label]
  const to = offsets[label + 1]
  const cut = from + bestF1Count(scores, truth, from, to, relevant)
  let hits = 0
  let hitsAtBreakeven = 0
  let hitsAtCut = 0
  let precisions = 0
  for (let i = from; i < to; i++) {
    if (truth[i] === 0) continue
    hits++
    precisions += hits / (i + 1 - from)
    if (i - from < relevant) hitsAtBreakeven = hits
    if (i < cut) hitsAtCut = hits
  }
  return {
    breakeven: hitsAtBreakeven / relevant,
    averagePrecision: precisions / relevant,
    maxF1: (2 * hitsAtCut) / (cut - from + relevant),
  }
}
