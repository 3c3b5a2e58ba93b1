// Two systems on the same documents: is one better, or was it luck? Sign tests over documents and over labels.

import { InputError } from '../errors.js'
import { type BootstrapOptions, bootstrapInterval, type Interval } from './bootstrap.js'
import type { DocumentOutcomes } from './document-outcomes.js'
import type { Measures } from './evaluation.js'
import { MEASURES } from './measures/index.js'
import type { LabelMeasures } from './per-label.js'
import { type SignTest, signTest } from './significance.js'

/** What documents can be compared by. */
export type OutcomeName = Exclude<keyof DocumentOutcomes, 'document' | 'labels'>

/** The sign test over documents, where wins are the first system's, and by how much the two differ. */
export interface DocumentComparison extends SignTest {
  /** Mean of the first − mean of the second; null without documents. */
  readonly difference: number | null
  /** Where 0 is outside of its 95 % interval, they differ. */
  readonly interval: Interval | null
}

/**
 * Compares two systems by the outcomes of the same documents. The better figure wins a document, which for errors,
 * coverage and losses is the lower one.
 *
 * @example
 * const documents = [{ text: 'corn', labels: ['grain'] }]
 * const first = startEvaluation(model, { outcomes: true })
 * const second = startEvaluation(model, { outcomes: true })
 * for (const document of documents) addToEvaluation(first, model, document)
 * for (const document of documents) addToEvaluation(second, model, document)
 * compareDocuments(first.outcomes(), second.outcomes(), 'averagePrecision').ties // 1
 */
export function compareDocuments(
  first: DocumentOutcomes,
  second: DocumentOutcomes,
  by: OutcomeName,
  options: BootstrapOptions = {},
): DocumentComparison {
  const a = first[by]
  const b = second[by]
  if (a === undefined) throw new InputError(`${by}: expected a measure of documents`)
  if (!sameNumbers(first.document, second.document) || !sameNumbers(first.labels, second.labels))
    throw new InputError('two systems can be compared on the same documents only: these had others')
  const differences = Float64Array.from(a, (figure, i) => figure - b[i])
  const lowerIsBetter = MEASURES.some((measure) => measure.name === by && measure.lowerIsBetter)
  const test = lowerIsBetter ? signTest(b, a) : signTest(a, b)
  const sum = differences.reduce((total, difference) => total + difference, 0)
  return {
    ...test,
    difference: differences.length === 0 ? null : sum / differences.length,
    interval: bootstrapInterval(differences, options),
  }
}

/**
 * The sign test over labels that some document has (LSCP96): wins are the labels on which the first system's figure is
 * higher. Both must have been measured on the same documents.
 *
 * @example
 * const measures = await evaluate(model, [{ text: 'corn', labels: ['grain'] }])
 * compareLabels(measures, measures, 'f1') // { wins: 0, losses: 0, ties: 1, oneTailed: 1, twoTailed: 1 }
 */
export function compareLabels(
  first: Measures,
  second: Measures,
  by: 'f1' | 'breakeven' | 'averagePrecision' | 'maxF1' | 'recall',
): SignTest {
  const others = new Map(labelsWithDocuments(second).map((label) => [label.label, label]))
  const labels = labelsWithDocuments(first)
  const pairs = labels.map((label) => [label, others.get(label.label)] as const)
  const same = ([label, other]: readonly [LabelMeasures, LabelMeasures | undefined]): boolean =>
    label.documents === other?.documents
  if (labels.length !== others.size || !pairs.every(same))
    throw new InputError('two systems can be compared on the same documents only: these had others')
  return signTest(
    labels.map((label) => label[by] ?? 0),
    pairs.map(([, other]) => other?.[by] ?? 0),
  )
}

function labelsWithDocuments({ perLabel }: Measures): LabelMeasures[] {
  return perLabel.filter((label) => label.documents > 0)
}

function sameNumbers(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((n, i) => n === b[i])
}
