// `--learner auto`: looks at the documents, tries the sensible candidates on a part of them, and takes the best.
// The same documents, options and seed give the same choice on any machine: what is tried, and on how many
// documents, follows from predicted costs (cost.ts) and never from a clock.

import type { Document } from '../contract.js'
import { folds, holdOut, type Split } from '../data/splits.js'
import { InputError } from '../errors.js'
import { LEARNERS } from '../learners/registry.js'
import { optionFlags, unknownOption } from '../options.js'
import { type Corpus, withOwnText } from '../pipeline/corpus.js'
import { judgementOf } from '../pipeline/rows.js'
import { type GivenOptions, RUN_OPTIONS, resolveTrainOptions } from '../pipeline/train-options.js'
import type { TrainingExtras } from '../pipeline/training-hooks.js'
import { charactersOf } from '../structures/bytes.js'
import { Rng } from '../structures/rng.js'
import { VECTOR_OPTIONS } from '../vector/vector-options.js'
import { option, worded, wrongOption } from '../wording.js'
import { CANDIDATES } from './candidates.js'
import { CostModel } from './cost.js'
import { documentsOf, type Entrant, halve, type Search, type SearchSplit } from './halving.js'
import type { AutoChoice, CorpusSummary } from './search-result.js'
import { underGiven } from './space.js'

/** Seconds that trying may take, by the reckoning of cost.ts. */
export const AUTO_BUDGET = 30

/** Fewer documents, or fewer of a kind, tell nothing: then this learner is taken as it is. */
export const FEWEST = 20
const FALLBACK = { learner: 'ff', options: {} }

/** Up to 1000 documents are cross-validated; of more, a part is held out. */
const FOLDS = { upTo: 1000, folds: 3 }
const HELD_OUT = 0.2
const MOST_HELD_OUT = 3000
/** Larger corpora are tried on a sample of this size. */
const MOST_DOCUMENTS = 40_000
const MOST_CHARACTERS = 200_000_000
/** Candidates whose training on all documents would take more than this many budgets are not tried. */
const AFFORDABLE = 4

/** Called as the search goes on. */
export interface AutoHooks {
  reading?(documents: number): void
  trying?(done: number, total: number, learner: string): void
  chosen?(choice: AutoChoice): void
}

/**
 * Chooses a learner and its options for a corpus, which is read once.
 *
 * @example
 * const choice = await chooseLearner(corpusOf(documents))
 * choice.learner // 'ff', as four documents are too few to try others on
 * choice.look.labels // 2
 */
export async function chooseLearner(
  corpus: Corpus,
  { learner: _, budget = AUTO_BUDGET, ...given }: GivenOptions = {},
  hooks: AutoHooks = {},
  extras: Pick<TrainingExtras, 'pool'> = {},
): Promise<AutoChoice> {
  refuseLearnersOptions(given)
  if (typeof budget !== 'number' || !(budget > 0))
    throw new InputError(wrongOption('budget', budget, 'seconds above 0'))
  const seed = Number(given.seed ?? RUN_OPTIONS.seed.default)
  const { look, sample } = await lookAt(corpus, seed, hooks)
  const choice = await choose(look, sample, given, { budget, seed, extras }, hooks)
  hooks.chosen?.(choice)
  return choice
}

async function choose(
  look: CorpusSummary,
  sample: readonly Document[],
  given: Readonly<Record<string, unknown>>,
  search: Pick<Search, 'budget' | 'seed' | 'extras'>,
  hooks: AutoHooks,
): Promise<AutoChoice> {
  const fallback = (reason: string): AutoChoice => ({
    look,
    rungs: [],
    trials: [],
    learner: FALLBACK.learner,
    options: { ...FALLBACK.options, ...given },
    reason,
  })
  if (look.labels < 2) return fallback('there is only one label to learn')
  if (look.documents < FEWEST) return fallback('there are too few documents to try others on')
  const splits = splitsFor(sample, search.seed)
  const entrants = await entrantsFor(look, sample, given, search.budget)
  if (entrants.length < 2) return fallback('with so many labels and documents nothing else is affordable')
  const { rungs, trials } = await halve(entrants, {
    ...search,
    splits,
    measure: 'R1',
    least: Math.max(200, Math.min(2000, 2 * look.labels)),
    progress: (done, total, { learner }) => hooks.trying?.(done, total, learner),
  })
  const [winner, second] = trials
  const candidate = entrants.find(
    ({ learner, options }) => learner === winner.learner && options === winner.options,
  ) as AutoEntrant
  const tested = splits.reduce((sum, { test }) => sum + test.length, 0)
  return {
    look,
    rungs,
    trials,
    learner: winner.learner,
    options: winner.options,
    reason: reasonFor(candidate.strength, winner.scores, second, tested),
  }
}

function reasonFor(
  strength: string,
  scores: readonly number[],
  second: AutoChoice['trials'][number] | undefined,
  tested: number,
): string {
  const right = (score: number | undefined): string => `${((score ?? 0) * 100).toFixed(1)} %`
  const next =
    second === undefined
      ? ''
      : ` (next ${[second.learner, ...optionFlags(second.options)].join(' ')}, ${right(second.scores.at(-1))})`
  return `${strength}; its first label was right for ${right(scores.at(-1))} of ${tested} held-out documents${next}`
}

interface AutoEntrant extends Entrant {
  readonly strength: string
}

/** The candidates that are worth trying and affordable, each once; given options hold for all. */
async function entrantsFor(
  look: CorpusSummary,
  sample: readonly Document[],
  given: Readonly<Record<string, unknown>>,
  budget: number,
): Promise<AutoEntrant[]> {
  const costs = new CostModel(sample, look.labels)
  const entrants: AutoEntrant[] = []
  const seen = new Set<string>()
  const weighted = sample.some(({ weight }) => weight !== undefined)
  for (const candidate of CANDIDATES) {
    if (!candidate.worthTrying(look)) continue
    const options = underGiven(candidate.options, given)
    const resolved = resolveTrainOptions({ ...options, learner: candidate.learner })
    if (weighted && resolved.learner.takesWeights !== true) continue
    const key = JSON.stringify({ ...resolved, learner: candidate.learner })
    if (seen.has(key)) continue
    seen.add(key)
    const seconds = await costs.secondsOf({ ...options, learner: candidate.learner })
    if (seconds(look.documents, 0) > AFFORDABLE * budget) continue
    entrants.push({ learner: candidate.learner, options, strength: candidate.strength, seconds })
  }
  return entrants
}

/** Options that belong to a learner say which one: then it is to be named. */
function refuseLearnersOptions(given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(RUN_OPTIONS, name) || Object.hasOwn(VECTOR_OPTIONS, name))
      continue
    const owners = LEARNERS.filter(({ options }) => Object.hasOwn(options, name)).map((owner) => owner.name)
    if (owners.length === 0) {
      const known = [RUN_OPTIONS, VECTOR_OPTIONS, ...LEARNERS.map(({ options }) => options)].flatMap(
        Object.keys,
      )
      throw new InputError(unknownOption('train', name, [], ['learner', 'budget', ...known]))
    }
    const wanted = owners.length === 1 ? option('learner', owners[0]) : option('learner')
    throw new InputError(
      worded`${option(name)} is an option of ${owners.join(', ')}: expected ${wanted}${owners.length === 1 ? '' : ' with one of these'} beside it, as auto chooses by itself`,
    )
  }
}

/** One pass over the corpus: its figures, and a seeded sample of the documents whose labels are known. */
async function lookAt(
  corpus: Corpus,
  seed: number,
  hooks: AutoHooks,
): Promise<{ look: CorpusSummary; sample: Document[] }> {
  const labels = new Set<string>()
  const sample: Document[] = []
  const rng = new Rng(seed)
  let documents = 0
  let named = 0
  let characters = 0
  let vectors = false
  for await (const batch of corpus.batches()) {
    for (const document of batch) {
      if (judgementOf(document) === 0) continue
      documents++
      for (const label of document.labels ?? []) labels.add(label)
      named += document.labels?.length ?? 0
      characters += charactersOf(document.text)
      if (document.vector !== undefined) vectors = true
      const room = Math.min(
        MOST_DOCUMENTS,
        Math.ceil((MOST_CHARACTERS * documents) / Math.max(1, characters)),
      )
      if (sample.length < room) sample.push(document)
      else {
        const at = rng.below(documents)
        if (at < sample.length) sample[at] = withOwnText(document)
      }
    }
    hooks.reading?.(documents)
  }
  const mean = (sum: number): number => (documents === 0 ? 0 : sum / documents)
  return {
    look: {
      documents,
      labels: labels.size,
      labelsPerDocument: mean(named),
      characters: vectors ? 0 : mean(characters),
      vectors,
    },
    sample,
  }
}

/** What is measured on: documents that have a label. What is learned from: all others. */
function splitsFor(sample: readonly Document[], seed: number): SearchSplit[] {
  const n = sample.length
  const splits: Split[] =
    n <= FOLDS.upTo ? folds(n, FOLDS.folds, seed) : [holdOut(n, Math.min(HELD_OUT, MOST_HELD_OUT / n), seed)]
  return splits.map((split) => documentsOf(sample, split))
}
