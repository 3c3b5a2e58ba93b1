// Top-down over a taxonomy (Madani, Connor & Greiner, JMLR 2009, section 5.1 and figure 7): a classifier for each node of a
// tree of classes, trained against its siblings only, on the documents of its parent (at the top: on all).
//
//   s_c from the base learner; P_c = 1/(1 + e^{A_c·s_c + B_c}); path probability = product of P from the top down.
//   A path ends below minPath. Score: ln of the path probability of the deepest classes (models/tree.ts).
// A_c and B_c are Platt's, fitted to the scores of held-out fifths of the parent's documents (`trials` of them, pooled);
// trials 0: A = −2, B = 0. Siblings with fewer than 10 documents held out share one sigmoid (decide/probability-calibration.ts),
// and where there are fewer in all, they take that of the level above. Then all documents train the classifiers.
// An only child of which all documents of its parent are is as probable as its parent: nothing is trained.
//
// The tree comes from the labels' names (`a/b/c`) or from lines of child⇥parent; without any, all labels are side
// by side. A label that has others below it and documents that go no deeper gets a leaf of its own, beside those
// others. One whose documents all go deeper is retrieved only where a path ends at it.
// Where more than `siblings` classes stand side by side, levels of groups of similar classes are put between
// (sibling-groups.ts): one against the rest of thousands would cost documents × classes. The paper's trees have some
// twenty at the top.
// Reads the rows of one node at a time (tree-rows.ts), writes its children's weights and sigmoids (tree-trainer.ts).
// Cost: (1 + 0.8·trials) × that of the base learner on each node's documents under its children as labels, of which
// there are at most `siblings`.

import type { BatchLearner, OptionSpecs } from '../../contract.js'
import { BASES, type TopDownOptions, TreeTrainer } from './tree-trainer.js'

export type { TopDownOptions } from './tree-trainer.js'

const OPTIONS: OptionSpecs<TopDownOptions> = {
  base: {
    kind: 'choice',
    default: 'svm',
    choices: BASES,
    help: 'what learns at each node of the tree',
  },
  separator: {
    kind: 'text',
    default: '/',
    pattern: /./su,
    expected: 'at least one character',
    help: 'what parts the classes in the path that a label is',
  },
  taxonomy: {
    kind: 'text',
    default: '',
    expected: 'lines of child⇥parent',
    help: 'the classes above each label, in place of paths',
  },
  siblings: {
    kind: 'integer',
    default: 500,
    min: 2,
    max: 1_000_000,
    help: 'most classes side by side; where there are more, similar ones are put into groups',
  },
  trials: {
    kind: 'integer',
    default: 1,
    min: 0,
    max: 100,
    help: 'held-out fifths to fit probabilities on; 0: a fixed sigmoid, far worse with perceptrons',
  },
  minPath: {
    kind: 'number',
    default: 0.01,
    min: 0,
    max: 1,
    help: 'look no further below a class less probable than this: more is faster, less misses fewer labels',
  },
  cost: {
    kind: 'number',
    default: 1,
    min: 1e-6,
    max: 1e6,
    help: 'with --base svm, what errors cost against large weights (C)',
  },
}

export const topDown: BatchLearner<TopDownOptions> = {
  name: 'top-down',
  online: false,
  summary: 'a tree of classifiers, each against its siblings, whose probabilities multiply down the path',
  goodFor:
    'labels that are paths in a taxonomy, hundreds of them or tens of thousands: nearly as right as one svm a label, ' +
    'or as right, and trained in a fraction of the time.',
  source: 'Madani, Connor & Greiner, Learning When Concepts Abound, JMLR 2009; Platt 1999',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'tree',
  naturalThreshold: Math.log(0.5),
  train: (data, options, context) => new TreeTrainer(data, options, context).train(),
}
