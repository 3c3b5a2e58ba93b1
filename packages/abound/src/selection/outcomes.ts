// What became of each test document, for sign tests, as results files keep it: rank of its best label, average
// precision, F1 of its decision.

import type { DocumentOutcomes } from '../measure/document-outcomes.js'
import type { CellOutcomes } from './cell.js'
import type { ComparedMeasure } from './compare.js'

/** Digits kept of a figure: outcomes are compared, and kept in files. */
const DIGITS = 1e6

/** The outcomes of an evaluation in the form that is kept. */
export function cellOutcomes({ reciprocalRank, averagePrecision, f1 }: DocumentOutcomes): CellOutcomes {
  return {
    bestRank: Array.from(reciprocalRank, (inverse) => (inverse === 0 ? 0 : Math.round(1 / inverse))),
    averagePrecision: Array.from(averagePrecision, rounded),
    f1: Array.from(f1, rounded),
  }
}

function rounded(figure: number): number {
  return Math.round(figure * DIGITS) / DIGITS
}

/** What speaks of a single document where a measure speaks of all; more is better. */
export function outcomeFor(
  measure: ComparedMeasure,
  { bestRank, averagePrecision, f1 }: CellOutcomes,
): number[] {
  switch (measure) {
    case 'R1':
    case 'oneError':
      return bestRank.map((rank) => (rank === 1 ? 1 : 0))
    case 'R5':
      return bestRank.map((rank) => (rank > 0 && rank <= 5 ? 1 : 0))
    case 'MRR':
    case 'HR':
      return bestRank.map((rank) => (rank > 0 ? 1 / rank : 0))
    case 'microF1':
    case 'macroF1':
    case 'microPrecision':
    case 'microRecall':
    case 'hammingLoss':
    case 'subsetAccuracy':
      return [...f1]
    default:
      return [...averagePrecision]
  }
}
