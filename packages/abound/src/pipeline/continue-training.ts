// A batch learner continues from a model that it made, on the documents that the model was trained on. Vocabulary, labels
// and options are the model's, except for the options given (more rounds).

import type { BatchLearner, Learner, OptionSpec } from '../contract.js'
import { InputError } from '../errors.js'
import { resolveOptions } from '../options.js'
import { DatasetBuilder } from '../structures/dataset.js'
import { settleWeighting, VECTOR_OPTIONS } from '../vector/vector-options.js'
import { option, worded } from '../wording.js'
import { Classifier } from './classifier.js'
import type { ClassifierParts } from './classifier-parts.js'
import { contextOf, heldOutRows, reporting } from './context.js'
import type { Corpus } from './corpus.js'
import { chooseDecisions, decideBySplits, decisionSplits } from './decisions.js'
import { ONLY_ANSWERS } from './document-teacher.js'
import { rowWeights } from './fold-rows.js'
import { findLabels, judgementOf } from './rows.js'
import { trainWithSplits } from './split-trainings.js'
import { type GivenOptions, optionsByOwner, RUN_OPTIONS, type RunOptions } from './train-options.js'
import type { TrainingExtras, TrainingHooks } from './training-hooks.js'

/** Run options that may differ from the model's, as they change nothing that was learned. */
const FREE = new Set(['thresholds', 'optimise', 'probabilities', 'memory'])

/**
 * Goes on training where a model stopped, with more rounds for instance, as if it had never stopped. The corpus must
 * be the one that the model was trained on.
 *
 * @example
 * const model = await train(documents, { learner: 'boost', rounds: 2 })
 * const more = await continueTraining(model, corpusOf(documents), { rounds: 4 })
 * more.options.rounds // 4
 */
export async function continueTraining(
  classifier: Classifier,
  corpus: Corpus,
  given: GivenOptions,
  hooks: TrainingHooks = {},
  { labelTexts, heldOut, pool }: TrainingExtras = {},
): Promise<Classifier> {
  const parts = classifier.toParts()
  const { vectoriser, labels } = parts
  const learner = requireGoOn(parts.learner)
  if (parts.shrunk !== undefined) throw new InputError(ONLY_ANSWERS)
  if (labelTexts !== undefined) {
    throw new InputError('descriptions of labels come in at the start: leave them out to go on')
  }
  const { learnerOptions, run } = mergedOptions(parts, given)
  const { data, shareWithOneLabel, unlabelled } = await sameRows(corpus, parts, hooks)
  hooks.afterFirstPass?.({
    documents: data.count,
    features: vectoriser.terms.count,
    labels: labels.count,
    unlabelled,
    rowBytes: data.bytes(),
    streamed: false,
  })
  const apart = heldOut === undefined ? undefined : await heldOutRows(heldOut, vectoriser, labels)
  const context = contextOf(run, vectoriser, undefined, apart)
  const choice = chooseDecisions(run, shareWithOneLabel)
  const weights = rowWeights(vectoriser)
  const { trained, trainOn } = trainWithSplits({
    pool,
    data,
    splits: decisionSplits(choice, data, run.seed),
    weights,
    options: { learner, learnerOptions, vectorOptions: vectoriser.options, run },
    context,
    train: (context) => ({
      model: learner.goOn(parts.model, data, learnerOptions, reporting(context, hooks)),
      trainer: undefined,
    }),
  })
  const { model } = trained
  const decisions = decideBySplits({
    choice,
    data,
    model,
    natural: learner.naturalThreshold,
    seed: run.seed,
    weights,
    trainOn,
    progress: (done, total) => hooks.progress?.('deciding', done, total),
  })
  return new Classifier({ ...parts, learnerOptions, run, model, ...decisions })
}

type GoingOn = BatchLearner & Required<Pick<BatchLearner, 'goOn'>>

function requireGoOn(learner: Learner): GoingOn {
  if (learner.online) {
    throw new InputError(
      `${learner.name} learns document by document: \`abound learn\` goes on from its model with more of them`,
    )
  }
  if (learner.goOn === undefined) {
    throw new InputError(`${learner.name} cannot go on from a model: train it again on all documents`)
  }
  return learner as GoingOn
}

/** The model's options with what is given; refuses what would make its rows, or its learner, others. */
function mergedOptions(
  { learner, learnerOptions, run, vectoriser }: ClassifierParts,
  { learner: name = learner.name, ...given }: GivenOptions,
): { readonly learnerOptions: Record<string, unknown>; readonly run: RunOptions } {
  if (name !== learner.name) {
    throw new InputError(
      worded`${option('learner', name)}: the model was made by ${learner.name}, which alone can go on from it`,
    )
  }
  const { own, run: givenRun, vector } = optionsByOwner(given, learner)
  const newRun = resolveOptions(RUN_OPTIONS, { ...run, ...givenRun }, 'train')
  const text = settleWeighting(
    resolveOptions(VECTOR_OPTIONS, { ...vectoriser.options, ...vector }, 'text'),
    learner.text,
  )
  refuseOthers(vector, text, vectoriser.options)
  refuseOthers(givenRun, newRun, run)
  const newOptions = resolveOptions(learner.options, { ...learnerOptions, ...own }, learner.name)
  refuseOthers(
    Object.fromEntries(Object.entries(own).filter(([option]) => !isAmount(learner.options[option]))),
    newOptions,
    learnerOptions,
  )
  return { learnerOptions: newOptions, run: newRun }
}

/** How much of the same, rather than something else. */
function isAmount({ kind }: OptionSpec): boolean {
  return kind === 'integer' || kind === 'number'
}

function refuseOthers<Options extends object>(given: object, wanted: Options, had: Options): void {
  for (const name of Object.keys(given) as (keyof Options & string)[]) {
    if (FREE.has(name) || wanted[name] === had[name]) continue
    throw new InputError(
      worded`${option(name, wanted[name])}: the model was trained with ${String(had[name])}; leave it out to go on, or train again from the start`,
    )
  }
}

interface SameRows {
  readonly data: DatasetBuilder
  readonly shareWithOneLabel: number
  readonly unlabelled: number
}

/** The documents as the model's rows; refuses others than it was trained on, as far as their numbers tell. */
async function sameRows(corpus: Corpus, parts: ClassifierParts, hooks: TrainingHooks): Promise<SameRows> {
  const { vectoriser, labels, labelDocuments } = parts
  const of = corpus.name === undefined ? '' : `${corpus.name}: `
  const others = (found: string): InputError =>
    new InputError(`${of}expected the documents that the model was trained on, found ${found}`)
  const data = new DatasetBuilder()
  const counts = new Float64Array(labels.count)
  let unlabelled = 0
  let withOneLabel = 0
  for await (const batch of corpus.batches()) {
    for (const document of batch) {
      if (judgementOf(document) === 0) {
        unlabelled++
        continue
      }
      const { rowLabels, unknown } = findLabels(document, labels)
      if (unknown !== undefined) throw others(`one with the label "${unknown}", which it does not know`)
      for (const label of rowLabels.positives) counts[label]++
      if (rowLabels.positives.length === 1 && rowLabels.judged === 1) withOneLabel++
      vectoriser.vectorise(document)
      data.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, rowLabels)
    }
    hooks.progress?.('reading', data.count, 0)
  }
  if (data.count !== vectoriser.documents) {
    throw others(`${data.count} with labels where it has seen ${vectoriser.documents}`)
  }
  const other = counts.findIndex((count, label) => count !== labelDocuments[label])
  if (other >= 0) {
    throw others(
      `${counts[other]} with the label "${labels.string(other)}" where it has seen ${labelDocuments[other]}`,
    )
  }
  data.featureCount = vectoriser.terms.count
  data.labelCount = labels.count
  return { data, shareWithOneLabel: withOneLabel / data.count, unlabelled }
}
