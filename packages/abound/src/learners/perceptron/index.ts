// Perceptron, one against the rest (Rosenblatt 1958; as in Crammer & Singer 2002 and Madani, Connor & Greiner 2009).
//
// For each label on its own: y = +1 if the document has it, else −1; s = w · x; if y·s ≤ 0 then w += y·x.
// So a label that knows no word of a document (s = 0) is wrong about it, whether it has the label or not. Partly judged
// documents teach only the labels that are known.
// randomStart: a weight first touched starts uniformly in [−1, 1] (else at 0, which does better alone).
// patience > 0: passes in seeded orders until a label's training errors have not become fewer for `patience` passes; the
// last weights are kept.
//
// kernel: w = Σ_i c_i φ(x_i) over the documents that moved any label (the kernel perceptron of Freund & Schapire 1999, in the
// dual form of Aizerman et al. 1964; solvers/kernel-weights.ts): it costs the kernels with all of these for each document.
// average: the mean of all w; vote: all of them vote, ±1 each (models/voted.ts).
//
// Reads and writes the weights of the document's words; all labels learn in one pass over it (solvers/one-against-rest.ts).
// Cost per document: the weights of its words, one look at each label that has any, and its words times the labels that
// were wrong; what most labels learn alike (at first nearly all) costs its words alone.

import type { OnlineLearner, OptionSpecs } from '../../contract.js'
import { InputError } from '../../errors.js'
import { KERNEL_OPTIONS, type KernelOptions } from '../../models/kernel-function.js'
import { AVERAGE_ON_SHARDS, averageOption, passesOption, voteOption } from '../../options.js'
import { WEIGHTS_LAYOUT } from '../../solvers/averaged-weights.js'
import { earlyStoppingOptions, trainWithEarlyStopping } from '../../solvers/early-stopping.js'
import { KERNEL_ON_SHARDS, KernelWeights } from '../../solvers/kernel-weights.js'
import { OneAgainstRest, type PerceptronSettings } from '../../solvers/one-against-rest.js'
import { VOTE_ON_SHARDS, VotedWeights } from '../../solvers/voted-weights.js'
import { option, worded } from '../../wording.js'

export type PerceptronOptions = {
  passes: number
  average: boolean
  vote: boolean
  patience: number
  maxPasses: number
  randomStart: boolean
} & KernelOptions

const OPTIONS: OptionSpecs<PerceptronOptions> = {
  passes: passesOption(1, ', without --patience'),
  average: averageOption(false),
  vote: voteOption(),
  ...earlyStoppingOptions(0),
  randomStart: {
    kind: 'boolean',
    default: false,
    help: 'a weight starts at random in [-1, 1], not at 0; alone that is worse',
  },
  ...KERNEL_OPTIONS,
}

export const perceptron: OnlineLearner<PerceptronOptions> = {
  name: 'perceptron',
  online: true,
  summary: 'one perceptron a label: moved towards its documents and away from the others when it is wrong',
  goodFor:
    'the classic baseline, quick in one pass; --average and a few passes make it better. ' +
    'It ranks labels below the first poorly (use mmp), and a committee or an SVM is more often right.',
  source: 'Rosenblatt 1958; as compared in Crammer & Singer 2002 and Madani, Connor & Greiner 2009',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  naturalThreshold: 0,
  passes: (options) => options.passes,
  start: (shape, options, { seed }) =>
    options.vote
      ? voting(VotedWeights.zero(options, shape, VOTE), options)
      : options.kernel === 'linear'
        ? OneAgainstRest.zero(shape.features, shape.labels, options.average, settings(options, seed))
        : ofKernel(KernelWeights.zero(options, shape), options),
  needsWhole: ({ patience }) => patience > 0,
  trainWhole: (data, options, context) => {
    const { average, maxPasses, kernel } = options
    if (kernel !== 'linear' || options.vote) throw onlyAlone('patience', options)
    const { seed } = context
    const { featureCount, labelCount } = data
    const perceptrons = OneAgainstRest.zero(featureCount, labelCount, average, settings(options, seed))
    trainWithEarlyStopping(perceptrons, data, options, context, (pass) =>
      context.progress?.(pass, maxPasses, 'passes'),
    )
    return perceptrons
  },
  resume: (state, options, { seed }) =>
    options.vote
      ? voting(VotedWeights.from(state, VOTE), options)
      : options.kernel === 'linear'
        ? OneAgainstRest.from(state, settings(options, seed))
        : ofKernel(KernelWeights.from(state), options),
  sharding: {
    layout: WEIGHTS_LAYOUT,
    merge: 'mean',
    refuses: ({ average, patience, randomStart, kernel, vote }) =>
      vote
        ? VOTE_ON_SHARDS
        : average
          ? AVERAGE_ON_SHARDS
          : kernel !== 'linear'
            ? KERNEL_ON_SHARDS
            : patience > 0
              ? '--patience watches all documents at once'
              : randomStart
                ? '--random-start starts over on every shard'
                : undefined,
  },
}

function voting(weights: VotedWeights, options: PerceptronOptions): OneAgainstRest {
  if (options.randomStart) throw onlyAlone('randomStart', options)
  return new OneAgainstRest(weights.weights.coefficients, {}, weights)
}

function ofKernel(weights: KernelWeights, options: PerceptronOptions): OneAgainstRest {
  if (options.randomStart) throw onlyAlone('randomStart', options)
  return new OneAgainstRest(weights.coefficients, { share: true }, weights)
}

function onlyAlone(name: string, { vote, kernel }: PerceptronOptions): InputError {
  const other = vote ? option('vote') : option('kernel', kernel)
  return new InputError(worded`${option(name)} is for weights of words: expected it without ${other}`)
}

/** What a hypothesis votes for. */
const VOTE = 'sign'

function settings({ randomStart, patience }: PerceptronOptions, seed: number): PerceptronSettings {
  return randomStart ? { seed } : { share: patience === 0 }
}
