// Train and measure, the way every item does it: by the library's own functions, without decisions that no paper asks
// for (thresholds, probabilities), on the desk's threads.

import type { Document } from 'abound'
import { holdOut, type Split } from 'abound/data'
import type { Measures } from 'abound/measures'
import {
  addToEvaluation,
  type Classifier,
  corpusOf,
  evaluate,
  type GivenOptions,
  startEvaluation,
  type TrainingHooks,
  trainOnCorpus,
} from 'abound/pipeline'
import type { Desk } from './item.js'

/** Only rankings are measured, unless the options say otherwise. */
const RANKING = { thresholds: 'top:1', probabilities: 'none' }

/** Trains a contender. */
export function contender(
  desk: Desk,
  documents: Iterable<Document>,
  options: GivenOptions,
  hooks: TrainingHooks = {},
): Promise<Classifier> {
  const { pool, seed } = desk
  return trainOnCorpus(
    corpusOf(documents),
    { seed, ...RANKING, ...options },
    hooks,
    pool === undefined ? {} : { pool },
  )
}

/** A contender with what it takes: its measures, its figures (edges), the processor time of training. */
export interface Measured {
  readonly classifier: Classifier
  readonly measures: Measures
  readonly cpuSeconds: number
}

/** Trains a contender on one part and measures it on the other. */
export async function measured(
  desk: Desk,
  { train, test }: { readonly train: Iterable<Document>; readonly test: Iterable<Document> },
  options: GivenOptions,
): Promise<Measured> {
  const before = desk.cpuSeconds()
  const classifier = await contender(desk, train, options)
  const cpuSeconds = desk.cpuSeconds() - before
  return { classifier, measures: await evaluate(classifier, test), cpuSeconds }
}

/** Trains a contender in passes and measures it after each, on every one of several parts. */
export async function measuredPasses(
  desk: Desk,
  train: Iterable<Document>,
  blocks: readonly (readonly Document[])[],
  options: GivenOptions & { readonly passes: number },
): Promise<Measures[][]> {
  const out: Measures[][] = []
  await contender(desk, train, options, {
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
export async function measuredBlocks(
  desk: Desk,
  train: Iterable<Document>,
  blocks: readonly (readonly Document[])[],
  options: GivenOptions,
): Promise<Measures[]> {
  const classifier = await contender(desk, train, options)
  const out: Measures[] = []
  for (const block of blocks) out.push(await evaluate(classifier, block))
  return out
}

/** The documents of a split. */
export function parts(
  documents: readonly Document[],
  { train, test }: Split,
): { readonly train: Document[]; readonly test: Document[] } {
  const named = (rows: Uint32Array): Document[] => Array.from(rows, (row) => documents[row])
  return { train: named(train), test: named(test) }
}

/** All documents, or in a quick run a seeded sample of so many. */
export function sampled(desk: Desk, documents: readonly Document[], quick: number): readonly Document[] {
  if (!desk.quick || documents.length <= quick) return documents
  return parts(documents, holdOut(documents.length, quick / documents.length, desk.seed)).test
}

/** Documents with at least one label. */
export function labelled(documents: readonly Document[]): Document[] {
  return documents.filter(({ labels = [] }) => labels.length > 0)
}
