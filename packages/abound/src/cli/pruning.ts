// What `train --prune` did, before and after: weights, bytes of the model, measures.

import {
  type Classifier,
  type Corpus,
  classifierToParts,
  type HeldOutMeasures,
  type Measures,
  type Pruning,
} from '../internal.js'
import { evaluateSource } from './measures.js'
import { formatBytes, formatCount, formatScore, table } from './terminal.js'

/** One side of the comparison. */
interface Side extends Partial<HeldOutMeasures> {
  readonly weights: number
  readonly modelBytes: number
}

/** Before and after, and what the measures were taken on. */
interface PruningReport {
  readonly measuredOn: 'validation' | 'held-out' | 'nothing'
  readonly before: Side
  readonly after: Side
}

/** Measures on the validation part if there is one, else on what was held out while deciding, if anything was. */
export async function reportPruning(
  { unpruned, heldOut }: Pruning,
  pruned: Classifier,
  test: Corpus | undefined,
  validation: Measures | undefined,
): Promise<PruningReport> {
  const before = sizeOf(unpruned)
  const after = sizeOf(pruned)
  if (test !== undefined && validation !== undefined) {
    return {
      measuredOn: 'validation',
      before: { ...before, ...chosen(await evaluateSource(unpruned, test.batches())) },
      after: { ...after, ...chosen(validation) },
    }
  }
  return {
    measuredOn: heldOut === undefined ? 'nothing' : 'held-out',
    before: { ...before, ...heldOut?.before },
    after: { ...after, ...heldOut?.after },
  }
}

export function pruningTable({ measuredOn, before, after }: PruningReport, least: unknown): string {
  const where = { validation: '', 'held-out': ', measured on documents held out of training', nothing: '' }
  const withF1 = before.microF1 !== undefined
  const line = (name: string, side: Side): string[] => [
    name,
    formatCount(side.weights),
    formatBytes(side.modelBytes),
    ...(measuredOn === 'nothing' ? [] : [formatScore(side.R1!, 4), formatScore(side.averagePrecision!, 4)]),
    ...(withF1 ? [formatScore(side.microF1!, 4)] : []),
  ]
  const names = ['', 'weights', 'model', 'R1', 'average precision', 'micro-F1']
  const all = line('all', before)
  return (
    `Weights nearer to 0 than ${least} dropped${where[measuredOn]}\n` +
    table([names.slice(0, all.length), all, line('kept', after)], '  ')
  )
}

function sizeOf(classifier: Classifier): Side {
  const bytes = classifierToParts(classifier).reduce((sum, part) => sum + part.length, 0)
  return { weights: classifier.figures().weights, modelBytes: bytes }
}

function chosen({ documents, R1, averagePrecision, microF1 }: Measures): Partial<HeldOutMeasures> {
  return { documents, R1, averagePrecision, ...(microF1 === null ? {} : { microF1 }) }
}
