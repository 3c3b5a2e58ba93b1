// What a search among learners and options found: `tune` and `--learner auto`.

import type { Measures } from '../measure/evaluation.js'
import type { ComparedMeasure } from '../measure/measures/index.js'

/** Learner and options that were tried. */
export interface Trial {
  readonly learner: string
  /** What differs from the learner's defaults. */
  readonly options: Readonly<Record<string, unknown>>
  /** Its score in each round that it took part in, by the search's measure, on documents it had not learned from. */
  readonly scores: readonly number[]
}

/** A round of halving. */
export interface Rung {
  /** Documents that each trial learned from. */
  readonly documents: number
  /** Trials that took part. */
  readonly trials: number
}

/** What was tried. */
export interface SearchFindings {
  readonly rungs: readonly Rung[]
  /** Best first: by how far they came, then by their last score. */
  readonly trials: readonly Trial[]
}

/** What a search has found, before it is done. */
export interface TuneFindings extends SearchFindings {
  readonly measure: ComparedMeasure
}

export interface TuneResult extends TuneFindings {
  readonly winner: Trial
  /** On documents that the search did not see: the winner, and its learner at its defaults. */
  readonly test: {
    readonly documents: number
    readonly winner: Omit<Measures, 'perLabel'>
    readonly defaults: Omit<Measures, 'perLabel'>
  }
}

/** The figures of a corpus that a learner is chosen by. */
export interface CorpusSummary {
  /** Documents whose labels are known. */
  readonly documents: number
  readonly labels: number
  readonly labelsPerDocument: number
  /** Mean characters of a text; 0 for ready-made vectors. */
  readonly characters: number
  readonly vectors: boolean
}

export interface AutoChoice {
  readonly look: CorpusSummary
  readonly rungs: readonly Rung[]
  /** All that were tried, best first; none where there was too little to try on. */
  readonly trials: readonly Trial[]
  readonly learner: string
  /** What differs from the learner's defaults, given options among them. */
  readonly options: Readonly<Record<string, unknown>>
  /** Why, in a sentence. */
  readonly reason: string
}
