// What became of each test document, for sign tests, as results files of comparisons keep it.

import type { DocumentOutcomes } from './document-outcomes.js'

/** What became of each test document that has a label, in the order of the data: what sign tests are made of. */
export interface CellOutcomes {
  /** Rank of the best of its labels, from 1; 0 where none was retrieved. */
  readonly bestRank: readonly number[]
  readonly averagePrecision: readonly number[]
  /** F1 of the labels it was assigned. */
  readonly f1: readonly number[]
}

/** Digits kept of a figure: outcomes are compared, and kept in files. */
const DIGITS = 1e6

/** The outcomes of an evaluation in the form that is kept. */
export function cellOutcomes({ reciprocalRank, averagePrecision, f1 }: DocumentOutcomes): CellOutcomes {
  return {
    bestRank: Array.from(reciprocalRank, (inverse) => (inverse === 0 ? 0 : Math.round(1 / inverse))),
    averagePrecision: Array.from(averagePrecision, round),
    f1: Array.from(f1, round),
  }
}

function round(figure: number): number {
  return Math.round(figure * DIGITS) / DIGITS
}
