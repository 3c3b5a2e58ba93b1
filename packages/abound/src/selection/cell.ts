// One cell of a comparison: a learner with its options, trained on one side of a split and measured on the other.

import type { CellOutcomes } from '../measure/cell-outcomes.js'
import type { Measures } from '../measure/evaluation.js'

/** A learner with the options it was given; what is not given is at its default. */
export interface Contender {
  /** As people write it: `ff --margin 0.5`. */
  readonly name: string
  readonly learner: string
  readonly options: Readonly<Record<string, unknown>>
}

/** The measures that are one figure each. */
export type CellMeasures = Omit<Measures, 'perLabel' | 'rejection'>

/** Figures of the labels that some test document has or got, by place. */
export interface LabelFigures {
  readonly labels: readonly string[]
  /** Test documents that have it. */
  readonly documents: readonly number[]
  readonly f1: readonly number[]
  /** null where no test document has it. */
  readonly breakeven: readonly (number | null)[]
}

export interface CellResult {
  /** `Contender.name`. */
  readonly contender: string
  readonly learner: string
  /** All options it was trained with. */
  readonly options: Readonly<Record<string, unknown>>
  /** Which split: `test`, `fold 2 of 5`, `trial 3 of 10`, `time:date`, `group:author`. */
  readonly split: string
  /** Documents that were learned from. */
  readonly documents: number
  readonly features: number
  readonly measures: CellMeasures
  readonly labels: LabelFigures
  readonly outcomes: CellOutcomes
  readonly trainSeconds: number
  readonly trainCpuSeconds: number
  /** Test documents ranked a second, on one thread. */
  readonly documentsPerSecond: number
  /** Of the whole process that trained and measured. */
  readonly peakMemoryBytes: number
  readonly modelBytes: number
}
