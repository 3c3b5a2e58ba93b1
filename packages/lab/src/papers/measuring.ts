// Train and measure, the way every item does it: by the library's own functions, without decisions that no paper asks
// for (thresholds, probabilities), on the desk's threads.

import { type Classifier, corpusOf, type Document, evaluate, type Measures } from 'abound'
import {
  addToEvaluation,
  type GivenOptions,
  startEvaluation,
  type TrainingHooks,
  trainOnCorpus,
} from 'abound/internal'
import type { Desk } from './item.js'

/** Only rankings are measured, unless the options say otherwise. */
export const RANKING = { thresholds: 'top:1', probabilities: 'none' } as const

/** Trains a contender. */
export function trainContender(
  { pool, seed }: Desk,
  documents: Iterable<Document>,
  options: GivenOptions,
  hooks: TrainingHooks = {},
): Promise<Classifier> {
  const given = { seed, ...RANKING, ...options }
  return trainOnCorpus(corpusOf(documents), given, hooks, pool === undefined ? {} : { pool })
}

/** Trains a contender on one part and measures it on the other; also says what training cost in processor time. */
export async function measureContender(
  desk: Desk,
  { train, test }: { readonly train: Iterable<Document>; readonly test: Iterable<Document> },
  options: GivenOptions,
): Promise<{ classifier: Classifier; measures: Measures; cpuSeconds: number }> {
  const before = desk.cpuSeconds()
  const classifier = await trainContender(desk, train, options)
  const cpuSeconds = desk.cpuSeconds() - before
  return { classifier, measures: await evaluate(classifier, test), cpuSeconds }
}

/** Trains a contender in passes and measures it after each, on every one of several parts. */
export async function measurePasses(
  desk: Desk,
  train: Iterable<Document>,
  blocks: readonly (readonly Document[])[],
  options: GivenOptions & { readonly passes: number },
): Promise<Measures[][]> {
  const out: Measures[][] = []
  await trainContender(desk, train, options, {
    passed(_, classifier) {
      out.push(
        blocks.map((documents) => {
          const evaluation = startEvaluation(classifier)
          for (const document of documents) addToEvaluation(evaluation, classifier, document)
          return evaluation.result()
        }),
      )
    },
  })
  return out
}

/** Trains a contender once and measures it on each of several parts. */
export async function measureBlocks(
  desk: Desk,
  train: Iterable<Document>,
  blocks: readonly (readonly Document[])[],
  options: GivenOptions,
): Promise<Measures[]> {
  const classifier = await trainContender(desk, train, options)
  const out: Measures[] = []
  for (const block of blocks) out.push(await evaluate(classifier, block))
  return out
}
