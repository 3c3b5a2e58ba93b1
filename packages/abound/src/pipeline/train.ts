// From documents to a trained model. The first pass (first-pass.ts) finds terms, labels and document frequencies, and keeps
// rows while they fit (`memory`); these are weighted and learned from in a seeded order. With an online learner, a larger
// corpus is read again for every pass and shuffled within a buffer (`trainStreaming`).

import type { Dataset, Learner } from '../contract.js'
import { InputError } from '../errors.js'
import { DatasetBuilder } from '../structures/dataset.js'
import { permutation, Rng } from '../structures/rng.js'
import { rowsByJudgement } from '../structures/rows-by-label.js'
import { type Selection, type SelectionScope, selectFeatures } from '../vector/selection.js'
import { option, worded } from '../wording.js'
import { Classifier } from './classifier.js'
import { contextOf, describedRows, heldOutRows, type RunContext, reporting } from './context.js'
import { type Corpus, corpusOf, type Documents } from './corpus.js'
import { CumulativeLosses } from './cumulative.js'
import {
  chooseDecisions,
  type Decisions,
  decidesInPassing,
  decisionSplits,
  StreamDecider,
} from './decisions.js'
import { type FirstPass, firstPass, MEGABYTE, refuseEmpty } from './first-pass.js'
import { countColumns, rowsOfKnownTerms, rowWeights } from './fold-rows.js'
import { decideOnBoth } from './pruning.js'
import { internLabels, judgementOf, subset, weighRows } from './rows.js'
import { shapeOfStream } from './shape.js'
import { trainWithSplits } from './split-trainings.js'
import { type GivenOptions, needsWhole, type ResolvedOptions, resolveTrainOptions } from './train-options.js'
import { type PassWatch, reportRound, type Trained, trainOnRows } from './train-rows.js'
import type { TrainingExtras, TrainingHooks } from './training-hooks.js'
import { checkUnlabelled } from './unlabelled.js'

/** Share of the row memory that a shuffled buffer may take while streaming. */
const BUFFER_SHARE = 0.5

/**
 * Trains on a corpus, which may be larger than memory where it can be read again and the learner is online.
 *
 * @example
 * const model = await trainOnCorpus(corpusOf(documents), { learner: 'ff', passes: 2 })
 * model.documents // 4
 */
export async function trainOnCorpus(
  corpus: Corpus,
  given: GivenOptions,
  hooks: TrainingHooks = {},
  { labelTexts, heldOut, pool, firstPassReader }: TrainingExtras = {},
): Promise<Classifier> {
  const options = resolveTrainOptions(given)
  const atOnce = !options.learner.online || needsWhole(options)
  if (labelTexts !== undefined && options.learner.takesLabelTexts !== true) {
    throw new InputError(`${options.learner.name} has no use for descriptions of labels`)
  }
  if (hooks.round !== undefined && atOnce) {
    throw new InputError(
      `${options.learner.name} does not learn document by document: it has no losses to follow`,
    )
  }
  if (hooks.passed !== undefined && atOnce) {
    throw new InputError(`${options.learner.name} does not learn in passes that could be looked into`)
  }
  if (hooks.curve !== undefined && !atOnce) {
    throw new InputError(
      worded`${options.learner.name} learns document by document, not in rounds: ${option('cumulative')} follows its losses`,
    )
  }
  const shared = pool !== undefined && atOnce
  const seen = await firstPass(corpus, options, hooks, shared, firstPassReader)
  refuseEmpty(seen, corpus.name)
  const { vectoriser, labels } = seen
  const newColumns = settleTerms(seen, options)
  const described = labelTexts === undefined ? undefined : describedRows(labelTexts, vectoriser, labels)
  hooks.afterFirstPass?.({
    documents: seen.documents,
    features: vectoriser.terms.count,
    labels: labels.count,
    unlabelled: seen.unlabelled,
    rowBytes: seen.rows?.bytes() ?? 0,
    streamed: seen.rows === undefined,
  })
  if (seen.rows === undefined) return trainStreaming(corpus, seen, options, hooks)

  const data = vectoriser.vectors === true ? seen.rows.seal() : weighRows(seen.rows, vectoriser, newColumns)
  data.featureCount = vectoriser.terms.count
  data.labelCount = labels.count
  seen.rows = undefined
  if (options.learner.takesUnlabelled === true) checkUnlabelled(data)
  const apart = heldOut === undefined || !atOnce ? undefined : await heldOutRows(heldOut, vectoriser, labels)
  const context = {
    ...contextOf(options.run, vectoriser, described, apart),
    labelName: (label: number) => labels.string(label),
    ...(pool === undefined ? {} : { pool }),
  }
  const passWatch = createPassWatch(options, seen, hooks)
  const choice = chooseDecisions(options.run, seen.withOneLabel / seen.documents, options.learner)
  const natural = options.learner.naturalThreshold
  const weights = rowWeights(vectoriser)
  const decider =
    !atOnce && passesOnce(options) && decidesInPassing(choice, data.count)
      ? new StreamDecider(choice, labels.count, data.count)
      : undefined
  const watch: PassWatch =
    decider === undefined
      ? passWatch
      : {
          ...passWatch,
          rest(rows, learned, model) {
            const met = countColumns(data, learned, new Float64Array(data.featureCount))
            decider.observeRest(rowsOfKnownTerms(data, met, weights)(rows), model)
          },
        }
  const trainAll = (context: RunContext): Trained =>
    trainOnRows(data, rowsOf(data), options, reporting(context, hooks), hooks, watch)
  if (decider !== undefined) return assemble(options, seen, trainAll(context), decider.decide(natural))
  const { trained, trainOn } = trainWithSplits({
    pool,
    data,
    splits: decisionSplits(choice, data, options.run.seed),
    weights,
    options,
    context,
    train: trainAll,
  })
  const {
    decisions,
    before,
    heldOut: measured,
  } = decideOnBoth(
    {
      choice,
      data,
      model: trained.model,
      natural,
      seed: options.run.seed,
      weights,
      trainOn,
      progress: (done, total) => hooks.progress?.('deciding', done, total),
    },
    hooks.pruned !== undefined,
  )
  if (before !== undefined) {
    const whole = { ...options, learnerOptions: { ...options.learnerOptions, prune: 0 } }
    const unpruned = assemble(whole, seen, { ...trained, model: before.model }, before.decisions)
    hooks.pruned?.({ unpruned, ...(measured === undefined ? {} : { heldOut: measured }) })
  }
  return assemble(options, seen, trained, decisions)
}

/** The same on documents in memory or from any iterable; `ff` where the options name no learner. */
export async function train(
  documents: Documents,
  options: GivenOptions = {},
  hooks: TrainingHooks = {},
): Promise<Classifier> {
  return trainOnCorpus(corpusOf(documents), options, hooks)
}

/** Drops rare and unselected terms; returns the new column of each old one. */
export function settleTerms(seen: FirstPass, { vectorOptions }: ResolvedOptions): Int32Array {
  const { vectoriser } = seen
  if (vectoriser.vectors === true) {
    const { select, minDf, minCount } = vectorOptions
    if (select === 'none' && minDf === 1 && minCount === 1) return new Int32Array(0)
    throw new InputError(
      worded`ready-made vectors are taken as they are: leave out ${option('select')}, ${option('minDf')} and ${option('minCount')}`,
    )
  }
  const first = vectoriser.settle(vectoriser.kept())
  const by = vectorOptions.select as Selection
  if (by === 'none') return first
  const data = weighRows(subset(seen.rows!, rowsOf(seen.rows!)), vectoriser, first)
  // Unlabelled documents would count as lacking every label.
  const { judged, unlabelled } = rowsByJudgement(data)
  const telling = by === 'df' || unlabelled.length === 0 ? data : subset(data, judged)
  const keep = selectFeatures(
    telling,
    by,
    vectorOptions.selectTop,
    vectorOptions.selectScope as SelectionScope,
  )
  const second = vectoriser.settle(keep)
  return first.map((column) => (column < 0 ? -1 : second[column]))
}

/** All rows of a dataset, in order. */
function rowsOf({ count }: Dataset): Uint32Array {
  return Uint32Array.from({ length: count }, (_, row) => row)
}

async function trainStreaming(
  corpus: Corpus,
  seen: FirstPass,
  options: ResolvedOptions,
  hooks: TrainingHooks,
): Promise<Classifier> {
  const { learnerOptions, run } = options
  const learner = options.learner as Extract<Learner, { online: true }>
  const { vectoriser, labels } = seen
  const size = { documents: seen.documents, features: vectoriser.terms.count, labels: labels.count }
  const shape = await shapeOfStream(size, corpus, vectoriser, options)
  const trainer = learner.start(shape, learnerOptions, contextOf(run, vectoriser))
  const rng = new Rng(run.seed)
  const passes = learner.passes(learnerOptions)
  const decider = new StreamDecider(
    chooseDecisions(run, seen.withOneLabel / seen.documents),
    labels.count,
    seen.documents,
  )
  const losses = hooks.round === undefined ? undefined : new CumulativeLosses(labels.count)
  const passWatch = createPassWatch(options, seen, hooks)
  const buffer = new DatasetBuilder()
  const weights = rowWeights(vectoriser)
  const met = new Float64Array(size.features)
  let done = 0

  const drain = (): void => {
    const order = run.shuffle ? permutation(buffer.count, rng) : rowsOf(buffer)
    const secondHalf = Math.max(0, Math.ceil(seen.documents / 2) - done)
    if (done < seen.documents) countColumns(buffer, order.subarray(0, secondHalf), met)
    for (let i = 0; i < order.length; i++) {
      // Scores of the second half, taken before the model learns from it, are held-out scores.
      if (i === secondHalf && done < seen.documents) {
        const rest = rowsOfKnownTerms(buffer, met, weights)(order.subarray(i))
        decider.observe(rest, trainer.model())
      }
      if (losses !== undefined && done < seen.documents) reportRound(losses, trainer, buffer, order[i], hooks)
      trainer.learn(buffer, order[i])
    }
    if (done < seen.documents) countColumns(buffer, order.subarray(secondHalf), met)
    done += buffer.count
    hooks.progress?.('learning', done, passes * seen.documents)
    buffer.clear()
  }

  for (let pass = 0; pass < passes; pass++) {
    for await (const batch of corpus.batches()) {
      for (const document of batch) {
        if (judgementOf(document) === 0) continue
        vectoriser.vectorise(document)
        buffer.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, internLabels(document, labels))
        if (buffer.sealedBytes > run.memory * MEGABYTE * BUFFER_SHARE) drain()
      }
    }
    drain()
    trainer.endPass?.()
    passWatch.passed?.(pass + 1, trainer)
  }
  return assemble(
    options,
    seen,
    { model: trainer.model(), trainer },
    decider.decide(learner.naturalThreshold),
  )
}

/** Puts vocabulary, labels, model and decisions together. */
export function assemble(
  options: ResolvedOptions,
  seen: FirstPass,
  trained: Trained,
  decisions: Decisions,
): Classifier {
  return new Classifier({
    learner: options.learner,
    learnerOptions: options.learnerOptions,
    run: options.run,
    vectoriser: seen.vectoriser,
    labels: seen.labels,
    labelDocuments: Float64Array.from(
      { length: seen.labels.count },
      (_, label) => seen.labelDocuments[label] ?? 0,
    ),
    ...trained,
    ...decisions,
  })
}

/** Calls `hooks.passed` with a classifier after each pass, if there is such a hook. */
function createPassWatch(options: ResolvedOptions, seen: FirstPass, hooks: TrainingHooks): PassWatch {
  if (hooks.passed === undefined) return {}
  const decisions: Decisions = { rule: { kind: 'top', k: 1 }, calibration: undefined }
  return {
    passed: (passes, trainer) =>
      hooks.passed?.(passes, assemble(options, seen, { model: trainer.model(), trainer }, decisions)),
  }
}

/** Whether the learner makes one pass in random order. */
function passesOnce({ learner, learnerOptions, run }: ResolvedOptions): boolean {
  return learner.online && run.shuffle && learner.passes(learnerOptions) === 1
}
