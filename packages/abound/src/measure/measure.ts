// What a measure is: a figure of an evaluation, with all that its readers are told of it. Each is declared once, below
// measures/, and listed in measures/index.ts; the table of `evaluate`, `--json`, pages, comparisons and `tune` go over
// the list.

import type { CalibrationMeasures, LabelCalibration } from './calibration.js'
import type { CellOutcomes } from './cell-outcomes.js'
import type { DocumentOutcomes } from './document-outcomes.js'
import type { FoundDocument } from './found-document.js'
import type { LabelMeasures } from './per-label.js'
import type { Figure, RankingSums } from './ranking-sums.js'
import type { RejectionMeasures } from './rejections.js'

/** The groups that measures are shown in, with their titles on a page. */
export const MEASURE_GROUPS = {
  ranking: 'Ranking of labels, by document',
  decisions: 'Assigned labels (those above their thresholds)',
  firstProbability: 'Probability of the first label',
  labelProbability: 'Probability of every label that was retrieved',
  rejection: 'Rejection',
} as const
export type MeasureGroup = keyof typeof MEASURE_GROUPS

/** What an evaluation has added up by the time measures are computed. */
export interface EvaluationTotals {
  /** Over documents with at least one label. */
  readonly rankings: RankingSums
  /** Documents that were not unlabelled. */
  readonly judged: number
  /** K: labels the model knows and those it met in the test data without knowing them. */
  readonly labels: number
  /** (Document, label) pairs over judged documents: assigned, true, and both. */
  readonly assigned: number
  readonly relevant: number
  readonly right: number
  /** Judged documents that were assigned exactly their labels. */
  readonly allRight: number
  readonly perLabel: readonly LabelMeasures[]
  /** Without the labels that no document has. */
  readonly withDocuments: readonly LabelMeasures[]
  /** What follows is there where a measure that `needs` it is computed. */
  readonly beta?: number | undefined
  readonly probability?: CalibrationMeasures | undefined
  readonly labelProbability?: LabelCalibration | undefined
  readonly rejection?: RejectionMeasures | undefined
}

/** Sums over the judged documents of one bootstrap resample, each weighted. */
export interface Resample extends Pick<EvaluationTotals, 'labels' | 'assigned' | 'relevant' | 'right'> {
  readonly documents: number
  readonly allRight: number
  /** The measures that are means, by name. */
  readonly means: Readonly<Record<string, number>>
}

/** How the figure of a resample is computed. */
export type IntervalRule =
  /** The mean of these over documents with a label. */
  | { readonly mean: (outcomes: DocumentOutcomes) => ArrayLike<number> }
  | { readonly ratio: (resample: Resample) => number }
  /** The mean F1 of labels, which moves by its linear part (intervals.ts). */
  | 'mean F1'

interface MeasureText {
  /** In `--json` and for `--measure`; what stands before a dot is an object there. */
  readonly name: string
  /** As pages show it. */
  readonly title: string
  /** Beside the others of its group in the terminal's table (the title). */
  readonly short?: string
  /** At the head of a column (the name). */
  readonly column?: string
  /** What it says, in a few words. */
  readonly help: string
  readonly group: MeasureGroup
  /** Digits after the point (3). */
  readonly digits?: number
  readonly lowerIsBetter?: true
  /** Where it is shown if not everywhere: `pages` have it, the terminal's table does not; or `--json` alone does. */
  readonly shown?: 'pages' | 'json'
  /**
   * What must have been given or asked for; without it there is no figure. `thresholds` are always there, but `tune`
   * fits them in its trials only where a measure needs them.
   */
  readonly needs?: 'thresholds' | 'training' | 'beta' | 'probabilities' | 'rejection'
  /**
   * What sign tests compare of each document, more being better. `compare` and `tune` take the measures that have it.
   */
  readonly signTest?: (outcomes: CellOutcomes) => readonly number[]
  /** For its 95 % interval, if it is to have one. */
  readonly interval?: IntervalRule
}

/** A measure: computed from sums, or the mean over documents with a label of a figure that each has. */
export type Measure = MeasureText &
  (
    | { compute(totals: EvaluationTotals): Figure }
    | {
        /** `document` is only good until the next. */
        ofDocument(document: FoundDocument): number
      }
  )

/**
 * Declares a measure.
 *
 * @example
 * const withinTwo = defineMeasure({
 *   name: 'R2',
 *   title: 'R2',
 *   help: 'share of documents with a right label among the first two',
 *   group: 'ranking',
 *   ofDocument: ({ ranks }) => (ranks.retrieved > 0 && ranks.ranks[0] <= 2 ? 1 : 0),
 *   signTest: ({ bestRank }) => bestRank.map((rank) => (rank > 0 && rank <= 2 ? 1 : 0)),
 * })
 * extend({ measures: [withinTwo] })
 * figureOf(await evaluate(model, [{ text: 'corn', labels: ['grain'] }]), 'R2') // 1
 */
export function defineMeasure<const Declaration extends Measure>(measure: Declaration): Declaration {
  return measure
}

/**
 * The figure of a measure by its name; undefined where these measures do not have it.
 *
 * @example
 * const measures = await evaluate(model, [{ text: 'corn', labels: ['grain'] }])
 * figureOf(measures, 'precisionAt.1') // 1
 */
export function figureOf(measures: object, name: string): Figure | undefined {
  let value: unknown = measures
  for (const part of name.split('.')) value = (value as Record<string, unknown> | undefined)?.[part]
  return value as Figure | undefined
}

/** Puts a figure where `figureOf` finds it. */
export function putFigure(measures: Record<string, unknown>, name: string, figure: Figure): void {
  const parts = name.split('.')
  const last = parts.pop() as string
  let into = measures
  for (const part of parts) into = (into[part] ??= {}) as Record<string, unknown>
  into[last] = figure
}
