// Successive halving (Jamieson & Talwalkar 2016): all entrants are tried on a few documents, the better third of
// them on more, and so on, until two or three are tried on all. How many documents a round has follows from what the
// entrants are predicted to take, so that all rounds together keep within a budget.

import type { Document } from '../contract.js'
import type { Split } from '../data/splits.js'
import { InputError } from '../errors.js'
import { figureOf } from '../measure/measure.js'
import { type ComparedMeasure, comparedMeasure } from '../measure/measures/index.js'
import { corpusOf } from '../pipeline/corpus.js'
import { evaluateAtOnce } from '../pipeline/evaluate.js'
import { trainOnCorpus } from '../pipeline/train.js'
import type { TrainingExtras } from '../pipeline/training-hooks.js'
import { permutation, Rng } from '../structures/rng.js'
import type { Rung, SearchFindings } from './search-result.js'

/** A learner with options that takes part. */
export interface Entrant {
  readonly learner: string
  readonly options: Readonly<Record<string, unknown>>
  /** Predicted seconds of training on `trained` documents and measuring on `tested`. */
  seconds(trained: number, tested: number): number
}

/** Documents to learn from and to measure on. */
export interface SearchSplit {
  readonly train: readonly Document[]
  readonly test: readonly Document[]
}

/** The documents of both sides of a split. */
export function documentsOf(documents: readonly Document[], { train, test }: Split): SearchSplit {
  return {
    train: Array.from(train, (row) => documents[row]),
    test: Array.from(test, (row) => documents[row]),
  }
}

export interface Search {
  readonly splits: readonly SearchSplit[]
  readonly measure: ComparedMeasure
  /** Predicted seconds that the whole search may take. */
  readonly budget: number
  readonly seed: number
  /** The fewest documents of a round, if there are as many. */
  readonly least: number
  readonly extras?: Pick<TrainingExtras, 'pool'>
  /** A trial begins: predicted seconds spent so far, and those at the end of this round. */
  progress?(done: number, total: number, entrant: Entrant): void
  /** A trial is done: what is found so far. It is waited for. */
  tried?(found: SearchFindings): Promise<void>
}

/** A third of the entrants goes on, with three times the documents. */
const FACTOR = 3
const MOST_RUNGS = 4
/** A trial is measured on this many documents, or on as many as it learned from if they are more. */
const LEAST_TESTED = 500
/** A round that adds less than this to the documents tells nothing new. */
const WORTHWHILE = 1.25

interface Standing {
  readonly entrant: Entrant
  readonly scores: number[]
  /** Breaks ties between equal scores. */
  averagePrecision: number
  /** Its place in the order given, which breaks all other ties. */
  readonly place: number
}

/** Tries the entrants; those named first win ties. */
export async function halve(entrants: readonly Entrant[], search: Search): Promise<SearchFindings> {
  const all = entrants.map(
    (entrant, place): Standing => ({ entrant, scores: [], averagePrecision: 0, place }),
  )
  const rungs: Rung[] = []
  let { running, sizes } = layOut(all, search)
  let left = search.budget
  let spent = 0
  for (let rung = 0; rung < sizes.length && running.length > 0; rung++) {
    const share = left / (sizes.length - rung)
    const documents = largestWithin(running, share, sizes[rung], search)
    const before = rungs.at(-1)?.documents ?? 0
    if (rung > 0 && documents < before * WORTHWHILE) break
    const taken = secondsOf(running, documents, search)
    rungs.push({ documents, trials: running.length })
    for (const standing of running) {
      search.progress?.(spent, spent + left, standing.entrant)
      await runTrial(standing, documents, search)
      spent += secondsOf([standing], documents, search)
      await search.tried?.(outcomeOf(all, rungs, search.measure))
    }
    left = Math.max(0, left - taken)
    running.sort(betterFirst(search.measure))
    running = running.slice(0, Math.max(2, Math.ceil(running.length / FACTOR)))
  }
  return outcomeOf(all, rungs, search.measure)
}

function outcomeOf(
  all: readonly Standing[],
  rungs: readonly Rung[],
  measure: ComparedMeasure,
): SearchFindings {
  const trials = all
    .filter(({ scores }) => scores.length > 0)
    .sort((a, b) => b.scores.length - a.scores.length || betterFirst(measure)(a, b))
    .map(({ entrant: { learner, options }, scores }) => ({ learner, options, scores: [...scores] }))
  return { rungs: [...rungs], trials }
}

/** The planned sizes of the rounds, and who takes part: as few rounds as the budget allows. */
function layOut(all: readonly Standing[], search: Search): { running: Standing[]; sizes: number[] } {
  const most = trainedIn(search)
  const sizesFor = (count: number): number[] =>
    Array.from({ length: count }, (_, i) => Math.round(most / FACTOR ** (count - 1 - i)))
  let count = 1
  while (
    count < MOST_RUNGS &&
    all.length > 2 &&
    most / FACTOR ** count >= search.least &&
    secondsOf(all, sizesFor(count)[0], search) > search.budget / count
  ) {
    count++
  }
  const sizes = sizesFor(count)
  const running = [...all]
  const least = Math.min(search.least, most)
  // What cannot even be tried on a few documents beside the others stays out, the dearest first.
  while (running.length > 1 && secondsOf(running, least, search) > search.budget / count) {
    const costs = running.map((one) => secondsOf([one], least, search))
    running.splice(costs.lastIndexOf(Math.max(...costs)), 1)
  }
  return { running, sizes }
}

/** The largest number of documents up to `most` that keeps within these seconds. */
function largestWithin(running: readonly Standing[], seconds: number, most: number, search: Search): number {
  let low = Math.min(search.least, most)
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (secondsOf(running, middle, search) <= seconds) low = middle
    else high = middle - 1
  }
  return low
}

function trainedIn({ splits }: Search): number {
  return Math.min(...splits.map(({ train }) => train.length))
}

function secondsOf(running: readonly Standing[], documents: number, { splits }: Search): number {
  let sum = 0
  for (const { entrant } of running)
    for (const { test } of splits) sum += entrant.seconds(documents, testedBeside(documents, test.length))
  return sum
}

function testedBeside(documents: number, most: number): number {
  return Math.min(most, Math.max(LEAST_TESTED, documents))
}

async function runTrial(standing: Standing, documents: number, search: Search): Promise<void> {
  const { entrant, scores } = standing
  const { splits, measure, seed, extras = {} } = search
  // Thresholds and probabilities take trainings of their own, and change no ranking.
  const { needs, lowerIsBetter } = comparedMeasure(measure)
  const decide = needs === 'thresholds' ? {} : { thresholds: 'top:1' }
  const options = { ...entrant.options, ...decide, probabilities: 'none', learner: entrant.learner }
  let sum = 0
  let precisions = 0
  try {
    for (const { train, test } of splits) {
      const classifier = await trainOnCorpus(
        corpusOf(sampleFrom(train, documents, seed)),
        options,
        {},
        extras,
      )
      const measures = evaluateAtOnce(
        classifier,
        sampleFrom(test, testedBeside(documents, test.length), seed),
      )
      sum += figureOf(measures, measure) ?? 0
      precisions += measures.averagePrecision ?? 0
    }
  } catch (error) {
    // Options under which nothing is left to learn from lose, and others go on.
    if (!(error instanceof InputError)) throw error
    scores.push(lowerIsBetter ? Number.MAX_VALUE : -Number.MAX_VALUE)
    return
  }
  scores.push(sum / splits.length)
  standing.averagePrecision = precisions / splits.length
}

/** A seeded part of the documents, in their own order; a larger part holds the smaller ones. */
function sampleFrom(documents: readonly Document[], count: number, seed: number): readonly Document[] {
  if (count >= documents.length) return documents
  const rows = permutation(documents.length, new Rng(seed)).subarray(0, count).sort()
  return Array.from(rows, (row) => documents[row])
}

function betterFirst(measure: ComparedMeasure): (a: Standing, b: Standing) => number {
  const sign = comparedMeasure(measure).lowerIsBetter ? 1 : -1
  return (a, b) =>
    sign * ((a.scores.at(-1) ?? 0) - (b.scores.at(-1) ?? 0)) ||
    b.averagePrecision - a.averagePrecision ||
    a.place - b.place
}
