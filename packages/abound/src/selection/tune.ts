// `tune`: a search for options by successive halving over seeded random configurations, those of the text included.
// The score it reports is on documents that the search never saw. What is tried follows from predicted costs, never
// from a clock, so that the same documents, options and seed find the same.

import type { Document } from '../contract.js'
import { folds, holdOut } from '../data/splits.js'
import { InputError } from '../errors.js'
import type { Measures } from '../measure/evaluation.js'
import { type ComparedMeasure, comparedMeasure } from '../measure/measures/index.js'
import { corpusOf } from '../pipeline/corpus.js'
import { evaluateAtOnce } from '../pipeline/evaluate.js'
import { judgementOf } from '../pipeline/rows.js'
import { trainOnCorpus } from '../pipeline/train.js'
import { RUN_OPTIONS, resolveTrainOptions } from '../pipeline/train-options.js'
import { partControl, type TrainingControl, withControl } from '../pipeline/training-control.js'
import type { TrainingExtras } from '../pipeline/training-hooks.js'
import { Rng } from '../structures/rng.js'
import { wrongOption } from '../wording.js'
import { CostModel } from './cost.js'
import { documentsOf, type Entrant, halve, type SearchSplit } from './halving.js'
import type { TuneFindings, TuneResult } from './search-result.js'
import { draw, LEARNER_SPACE, TEXT_SPACE, underGiven } from './space.js'

/** Seconds that a search may take, by the reckoning of cost.ts. */
export const TUNE_BUDGET = 60

const HELD_OUT = 0.2
/** Configurations at most. */
const MOST = 100
const LEAST_DOCUMENTS = 200
/** Documents that a configuration is measured on at first, about. */
const TESTED = 500
/** Rounds that the cost of the first one is planned for. */
const ROUNDS = 3
/** Configurations whose training on all documents would take more than this many budgets are not tried. */
const AFFORDABLE = 4

/** What to search, and on what. */
export interface TuneOptions extends TrainingControl {
  readonly learners: readonly string[]
  /** Options that are settled: not searched, the same for all. */
  readonly given?: Readonly<Record<string, unknown>>
  readonly measure?: ComparedMeasure
  readonly budget?: number
  /** How a configuration is measured: a share held out (0.2), folds, or documents of their own. */
  readonly holdout?: number
  readonly folds?: number
  readonly validate?: readonly Document[]
  /** Documents to report on; else a fifth of all is kept from the search. */
  readonly test?: readonly Document[]
}

export interface TuneHooks {
  trying?(done: number, total: number, learner: string, options: Readonly<Record<string, unknown>>): void
  /** A configuration has been tried: what is found so far. It is waited for. */
  tried?(found: TuneFindings): Promise<void>
}

/**
 * Searches the options of one or several learners.
 *
 * @example
 * const many = Array.from({ length: 10 }, () => documents).flat()
 * const { winner, test } = await tune(many, { learners: ['naive-bayes'], budget: 0.2 })
 * winner.learner // 'naive-bayes'
 * test.documents // 8
 */
export async function tune(
  documents: readonly Document[],
  { signal, onProgress, ...options }: TuneOptions,
  tuneHooks: TuneHooks = {},
  extras: Pick<TrainingExtras, 'pool'> = {},
): Promise<TuneResult> {
  const hooks = withControl(tuneHooks, partControl({ signal, onProgress }).control)
  const { given = {}, measure = 'R1', budget = TUNE_BUDGET } = options
  comparedMeasure(measure)
  if (!(budget > 0)) throw new InputError(wrongOption('budget', budget, 'seconds above 0'))
  const seed = Number(given.seed ?? RUN_OPTIONS.seed.default)
  const judged = documents.filter((document) => judgementOf(document) !== 0)
  if (judged.length < 10) {
    throw new InputError(`expected at least 10 documents with labels to tune on, found ${judged.length}`)
  }
  const { inner, test } = outerSplit(judged, options, seed)
  const entrants = await entrantsFor(inner, options, budget, seed)
  const { rungs, trials } = await halve(entrants, {
    splits: innerSplits(inner, options, seed),
    measure,
    budget,
    seed,
    least: LEAST_DOCUMENTS,
    extras,
    progress: (done, total, { learner, options: own }) => hooks.trying?.(done, total, learner, own),
    tried: async (found) => hooks.tried?.({ measure, ...found }),
  })
  const [winner] = trials
  const trainAndMeasure = async (
    own: Readonly<Record<string, unknown>>,
  ): Promise<Omit<Measures, 'perLabel'>> => {
    const full = { ...own, probabilities: 'none', learner: winner.learner }
    const { perLabel, ...measures } = evaluateAtOnce(
      await trainOnCorpus(corpusOf(inner), full, {}, extras),
      test,
    )
    return measures
  }
  return {
    measure,
    rungs,
    trials,
    winner,
    test: {
      documents: test.length,
      winner: await trainAndMeasure(winner.options),
      defaults: await trainAndMeasure(given),
    },
  }
}

function outerSplit(
  documents: readonly Document[],
  { test }: TuneOptions,
  seed: number,
): { readonly inner: readonly Document[]; readonly test: readonly Document[] } {
  if (test !== undefined) return { inner: documents, test }
  const split = documentsOf(documents, holdOut(documents.length, HELD_OUT, seed))
  return { inner: split.train, test: split.test }
}

function innerSplits(
  documents: readonly Document[],
  { validate, folds: count, holdout = HELD_OUT }: TuneOptions,
  seed: number,
): SearchSplit[] {
  if (validate !== undefined) return [{ train: documents, test: validate }]
  // Another seed than that of the outer part, lest the draws go the same way.
  const splits =
    count === undefined
      ? [holdOut(documents.length, holdout, seed + 1)]
      : folds(documents.length, count, seed + 1)
  return splits.map((split) => documentsOf(documents, split))
}

/** The defaults of each learner first, then what is drawn by turns, as many as the budget has room for. */
async function entrantsFor(
  documents: readonly Document[],
  { learners, given = {}, folds: splits = 1 }: TuneOptions,
  budget: number,
  seed: number,
): Promise<Entrant[]> {
  const labels = new Set(documents.flatMap((document) => document.labels ?? [])).size
  const vectors = documents.some(({ vector }) => vector !== undefined)
  const costs = new CostModel(documents, labels)
  const rng = new Rng(seed)
  const least = Math.min(LEAST_DOCUMENTS, documents.length)
  const entrants: Entrant[] = []
  const seen = new Set<string>()
  let planned = 0
  for (let turn = 0; turn < 2 * MOST && entrants.length < MOST; turn++) {
    const learner = learners[turn % learners.length]
    const drawn = turn < learners.length ? {} : drawnFor(learner, vectors, rng)
    const options = underGiven(drawn, given)
    const { learnerOptions, vectorOptions } = resolveTrainOptions({ ...options, learner })
    const key = JSON.stringify([learner, learnerOptions, vectorOptions])
    if (seen.has(key)) continue
    seen.add(key)
    const seconds = await costs.secondsOf({ ...options, learner })
    const tested = Math.min(documents.length * HELD_OUT, TESTED)
    const isDefault = turn < learners.length
    if (!isDefault && seconds(documents.length, 0) > AFFORDABLE * budget) continue
    planned += seconds(least, tested) * splits
    if (!isDefault && planned > budget / ROUNDS) break
    entrants.push({ learner, options, seconds })
  }
  return entrants
}

function drawnFor(learner: string, vectors: boolean, rng: Rng): Record<string, unknown> {
  const own = draw(LEARNER_SPACE[learner] ?? {}, rng)
  const text = draw(TEXT_SPACE, rng)
  return vectors ? own : { ...text, ...own }
}
