// Linear support vector machines, one label against the rest (Joachims 1999; the step: Hsieh et al. 2008, algorithm 1).
//
// Per label: min ½(‖w‖² + b²) + Σ_i C_i · loss(y_i(w·x_i + b)), by dual coordinate descent (solvers/dual-descent.ts).
//   loss: hinge max(0, 1 − z), its square, or logistic ln(1 + e^{−z}); C_i = cost × the document’s weight (1 if it
//   has none), for documents that have the label times positiveWeight.
// nbWeights (Wang & Manning 2012): x_j is first multiplied by r_j = ln((p_j/‖p‖₁)/(n_j/‖n‖₁)), p and n one plus the
//   number of documents that hold j with and without the label (log-count-ratios.ts).
// kernel: w = Σ_i α_i y_i φ(x_i) in the space of a kernel (kernel-labels.ts, solvers/kernel-descent.ts): hinge loss and its
//   square, on 10,000 documents at most, the kernels of all pairs of which lie in memory.
// prune: in the end weights with |w| below it are dropped.
// Labels are independent of each other (label-problems.ts). Reads all documents, writes w and b of a label. Cost: labels × passes × entries of the documents; hinge loss
// and its square read them once for sixteen labels (joint-descent.ts).
//
// multiclass crammer-singer, where each document has exactly one label y: all labels in one problem,
//   min ½Σ_l(‖w_l‖² + b_l²) + cost · Σ_i max_{l≠y} max(0, 1 + s_il − s_iy), s_il = w_l·x_i + b_l
//   (multiclass.ts, crammer-singer.ts). Cost: passes × entries × labels, of the documents and labels that are still in doubt.

import type { BatchLearner, OptionSpecs } from '../../contract.js'
import { KERNEL_OPTIONS } from '../../models/kernel-function.js'
import { pruneOption } from '../../options.js'
import { KERNEL_ON_SHARDS } from '../../solvers/kernel-weights.js'
import { trainWithKernel } from './kernel-labels.js'
import { LABELS_JOB, mostFrequentFirst, solveLabels, trainEachLabel } from './label-problems.js'
import { CRAMMER_SINGER, trainMulticlass } from './multiclass.js'
import { modelOfParts, packLabels } from './solved-labels.js'
import { LOSSES, MULTICLASS, type SvmOptions } from './svm-options.js'

export type { SvmOptions } from './svm-options.js'

const OPTIONS: OptionSpecs<SvmOptions> = {
  multiclass: {
    kind: 'choice',
    default: 'one-against-rest',
    choices: MULTICLASS,
    help:
      'one problem for each label, or all labels in one (crammer-singer): better where every document has exactly one ' +
      'of many labels; hinge loss, one thread',
  },
  loss: {
    kind: 'choice',
    default: 'hinge',
    choices: LOSSES,
    help: 'what a document on the wrong side of the margin costs; logistic makes it logistic regression',
  },
  cost: {
    kind: 'number',
    default: 1,
    min: 1e-6,
    max: 1e6,
    help: 'what errors cost against large weights (C): more fits the documents more closely',
  },
  positiveWeight: {
    kind: 'number',
    default: 1,
    min: 1e-6,
    max: 1e6,
    help: 'how much more an error on a document that has the label costs; above 1 finds more of rare labels',
  },
  tolerance: {
    kind: 'number',
    default: 0.1,
    min: 1e-9,
    help: 'how far from the best weights it may stop: less is nearer and slower',
  },
  maxPasses: { kind: 'integer', default: 1000, min: 1, help: 'no label makes more passes than this' },
  nbWeights: {
    kind: 'boolean',
    default: false,
    help:
      'weigh words by how they part the label from the rest, as naive Bayes has it (NB-SVM); with tfidf rows and many ' +
      'labels it gained nothing',
  },
  prune: pruneOption(),
  ...KERNEL_OPTIONS,
}

export const svm: BatchLearner<SvmOptions> = {
  name: 'svm',
  online: false,
  summary: 'linear support vector machines, one for each label',
  goodFor:
    'the best ranking and decisions that a linear model gives, on anything up to some thousand labels. ' +
    'With one of many labels a document, such as intents, try --multiclass crammer-singer. It trains on all documents ' +
    'at once and grows with labels × documents; to learn on, take mmp or ff.',
  source:
    'Joachims, Transductive Inference for Text Classification using SVMs, ICML 1999; Hsieh et al., ICML 2008; ' +
    'Crammer & Singer, JMLR 2001; Keerthi et al., KDD 2008',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  naturalThreshold: 0,
  takesWeights: true,
  jobs: [LABELS_JOB],
  usesPool: ({ multiclass, kernel }) => multiclass !== CRAMMER_SINGER && kernel === 'linear',
  train: (data, options, context) => {
    if (options.kernel !== 'linear') return trainWithKernel(data, options, context)
    return (
      options.multiclass === CRAMMER_SINGER
        ? trainMulticlass(data, options, context)
        : trainEachLabel(data, options, context)
    ).pruned(options.prune)
  },
  labelwise: {
    refuses: ({ multiclass, kernel }) =>
      multiclass === CRAMMER_SINGER
        ? `--multiclass ${CRAMMER_SINGER} is one problem of all labels`
        : kernel === 'linear'
          ? undefined
          : KERNEL_ON_SHARDS,
    order: mostFrequentFirst,
    // Small weights are dropped before they travel.
    train: (data, labels, options, context) =>
      packLabels(labels, solveLabels(data, labels, options, context, options.prune)),
    model: modelOfParts,
  },
}
