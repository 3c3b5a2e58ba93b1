// Trains and measures one cell. The clock and the memory's meter come from outside.

import type { Document } from '../contract.js'
import { cellOutcomes } from '../measure/cell-outcomes.js'
import type { LabelMeasures } from '../measure/per-label.js'
import type { Classifier } from '../pipeline/classifier.js'
import type { Corpus } from '../pipeline/corpus.js'
import { addToEvaluation, startEvaluation } from '../pipeline/evaluate.js'
import { classifierToParts } from '../pipeline/model-bytes.js'
import { trainOnCorpus } from '../pipeline/train.js'
import type { TrainingHooks } from '../pipeline/training-hooks.js'
import type { CellResult, Contender, LabelFigures } from './cell.js'

/** What time and memory have been used so far. */
export interface Meters {
  seconds(): number
  cpuSeconds(): number
  peakMemoryBytes(): number
}

export interface CellTask {
  readonly contender: Contender
  readonly split: string
  readonly train: Corpus
  readonly test: Corpus
}

/** Documents that the speed of ranking is measured on, and the seconds it takes at most. */
const TIMED_DOCUMENTS = 2000
const TIMED_SECONDS = 1

/**
 * Trains a contender on one part of a corpus and measures it on the other.
 *
 * @example
 * const meters = { seconds: () => 0, cpuSeconds: () => 0, peakMemoryBytes: () => 0 }
 * const contender = { name: 'ff', learner: 'ff', options: {} }
 * const corpus = corpusOf(documents)
 * const cell = await runCell({ contender, split: 'test', train: corpus, test: corpus }, meters)
 * cell.measures.R1 // 1
 */
export async function runCell(
  { contender, split, train, test }: CellTask,
  meters: Meters,
  hooks: TrainingHooks = {},
): Promise<CellResult> {
  const started = meters.seconds()
  const cpuStarted = meters.cpuSeconds()
  const { learner, options } = contender
  const classifier = await trainOnCorpus(train, { learner, ...options }, hooks)
  const trainSeconds = meters.seconds() - started
  const trainCpuSeconds = meters.cpuSeconds() - cpuStarted
  const evaluation = startEvaluation(classifier, { outcomes: true })
  const sample: Document[] = []
  for await (const batch of test.batches()) {
    for (const document of batch) {
      addToEvaluation(evaluation, classifier, document)
      if (sample.length < TIMED_DOCUMENTS) sample.push(document)
    }
  }
  const documentsPerSecond = rankingSpeed(classifier, sample, meters)
  const { perLabel, rejection, ...measures } = evaluation.result()
  return {
    contender: contender.name,
    learner,
    options: classifier.options,
    split,
    documents: classifier.documents,
    features: classifier.featureCount,
    measures,
    labels: labelFigures(perLabel),
    outcomes: cellOutcomes(evaluation.outcomes()),
    trainSeconds,
    trainCpuSeconds,
    documentsPerSecond,
    peakMemoryBytes: meters.peakMemoryBytes(),
    modelBytes: classifierToParts(classifier).reduce((sum, part) => sum + part.length, 0),
  }
}

function rankingSpeed(classifier: Classifier, documents: readonly Document[], meters: Meters): number {
  const started = meters.seconds()
  let done = 0
  for (const document of documents) {
    classifier.rank(document, { top: 1 })
    done++
    if ((done & 63) === 0 && meters.seconds() - started > TIMED_SECONDS) break
  }
  const seconds = meters.seconds() - started
  return seconds > 0 ? done / seconds : 0
}

function labelFigures(perLabel: readonly LabelMeasures[]): LabelFigures {
  return {
    labels: perLabel.map(({ label }) => label),
    documents: perLabel.map(({ documents }) => documents),
    f1: perLabel.map(({ f1 }) => f1),
    breakeven: perLabel.map(({ breakeven }) => breakeven),
  }
}
