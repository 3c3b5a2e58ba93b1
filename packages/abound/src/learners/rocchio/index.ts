// Rocchio prototypes (Rocchio 1971, as in Lewis et al. 1996, Crammer & Singer 2002, Schapire & Singer 2000).
//
//   w_l = α·d_l + β·mean(x in l) − γ·mean(x not in l), d_l the label's description, 0 if it has none;
//   negative parts become 0 (clip), then each w_l is scaled to length 1 (unit).
// α is 1: without descriptions it has nothing to weigh. A partly judged document counts for the labels it
// names only; one known to have no label is outside of all.
//
// Reads all rows once for their sum, then each label's own, O(entries · labels a document), and writes one label's weights
// after the other (solvers/rocchio-prototypes.ts; on several machines prototype-sums.ts). Outside its own documents and
// description a label's weight is −γ/n times the sum over all, which clipping takes away, so that the model holds weights of
// the label's own words alone. Unclipped it holds words × labels, and so it does where absent words have a value a (`inquery`):
// every weight then gains (β − γ)·a, words of the description α·a, and w·x has the part a·Σw whatever the words (the bias).

import type { BatchLearner, OptionSpecs } from '../../contract.js'
import { prototypeModel, type RocchioOptions, rocchioPrototypes } from '../../solvers/rocchio-prototypes.js'
import { collectSums, modelOfSums, PROTOTYPE_SUMS_LAYOUT } from './prototype-sums.js'

export type { RocchioOptions } from '../../solvers/rocchio-prototypes.js'

const OPTIONS: OptionSpecs<RocchioOptions> = {
  alpha: {
    kind: 'number',
    default: 1,
    min: 0,
    help: 'what the description of a label weighs, if it has one',
  },
  beta: { kind: 'number', default: 16, min: 0, help: 'what the documents of a label weigh' },
  gamma: { kind: 'number', default: 4, min: 0, help: 'what the other documents weigh against it' },
  clip: { kind: 'boolean', default: true, help: 'no word counts against a label' },
  unit: {
    kind: 'boolean',
    default: true,
    help: 'scale prototypes to length 1, so that labels can be compared',
  },
}

export const rocchio: BatchLearner<RocchioOptions> = {
  name: 'rocchio',
  online: false,
  summary: 'one prototype a label: the mean of its documents less part of the mean of the others',
  goodFor:
    'a fast, readable baseline, and labels with a description and few documents. ' +
    'Learners that correct their mistakes (widrow-hoff, mmp) rank better; it is poor on plain presence of words.',
  source: 'Rocchio 1971, as in Lewis, Schapire, Callan & Papka, SIGIR 1996',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  takesLabelTexts: true,
  train: (data, options, context) => {
    const { weights, labelCount } = rocchioPrototypes(data, context, options)
    return prototypeModel(weights, labelCount, context.absentValue ?? 0)
  },
  summing: {
    layout: PROTOTYPE_SUMS_LAYOUT,
    collect: collectSums,
    model: modelOfSums,
  },
}
