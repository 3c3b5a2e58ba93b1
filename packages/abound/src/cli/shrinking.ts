// What shrinking did to a model, before and after: words, weights, bytes, measures.

import { type Classifier, type Corpus, classifierToParts, InputError, type Measures } from '../internal.js'
import { evaluateSource } from './measures.js'
import { formatBytes, formatCount, formatScore, table } from './terminal.js'

/** One side of the comparison. */
interface Side {
  readonly features: number
  readonly weights: number
  readonly modelBytes: number
  readonly R1?: number | null
  readonly averagePrecision?: number | null
  readonly microF1?: number | null
}

interface ShrinkReport {
  readonly bits: number
  readonly before: Side
  readonly after: Side
  /** Decisions are those of the model before: nothing is fitted to what is measured on. */
  readonly thresholds: 'kept'
  /** Documents that were measured on. */
  readonly documents?: number
}

/** Sizes of both, and measures of both on `test` where there is one. */
export async function reportShrinking(
  before: Classifier,
  after: Classifier,
  test?: Corpus,
  progress?: (documents: number) => void,
): Promise<ShrinkReport> {
  const bits = after.shrunk!.bits
  const sizes = { before: sizeOf(before), after: sizeOf(after) }
  if (test === undefined) return { bits, ...sizes, thresholds: 'kept' }
  const first = await evaluateSource(before, test.batches(), progress)
  if (first.judged === 0)
    throw new InputError('--validate: none of its documents has labels: expected some to measure on')
  const second = await evaluateSource(after, test.batches(), (documents) =>
    progress?.(first.documents + documents),
  )
  return {
    bits,
    before: { ...sizes.before, ...chosen(first) },
    after: { ...sizes.after, ...chosen(second) },
    thresholds: 'kept',
    documents: first.documents,
  }
}

export function shrinkingTable({ before, after, bits, documents }: ShrinkReport): string {
  const measured = documents !== undefined
  const line = (name: string, side: Side): string[] => [
    name,
    formatCount(side.features),
    formatCount(side.weights),
    formatBytes(side.modelBytes),
    ...(measured
      ? [
          formatScore(side.R1!, 4),
          formatScore(side.averagePrecision!, 4),
          formatScore(side.microF1 ?? null, 4),
        ]
      : []),
  ]
  const names = ['', 'words', 'weights', 'model', 'R1', 'average precision', 'micro-F1']
  const all = line('before', before)
  const kept = 'thresholds and probabilities kept as they were'
  return (
    `Shrunk${bits <= 32 ? ` to ${bits} bits a weight` : ''}, ${kept}\n` +
    table([names.slice(0, all.length), all, line('after', after)], '  ')
  )
}

function sizeOf(classifier: Classifier): Side {
  const { weights, edges, tests } = classifier.figures()
  return {
    features: classifier.featureCount,
    weights: weights ?? edges ?? tests ?? 0,
    modelBytes: classifierToParts(classifier).reduce((sum, part) => sum + part.length, 0),
  }
}

function chosen({
  R1,
  averagePrecision,
  microF1,
}: Measures): Pick<Side, 'R1' | 'averagePrecision' | 'microF1'> {
  return { R1, averagePrecision, microF1 }
}
