// Top-down over a taxonomy (Madani, Connor & Greiner 2009): a classifier for each node of a tree of classes, trained
// against its siblings only, on the documents of its parent (at the top: on all).
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
// Cost: (1 + 0.8·trials) × that of the base learner on each node's documents under its children as labels.

import type { BatchLearner, Dataset, Learner, Model, OptionSpecs, TrainingContext } from '../../contract.js'
import { trials as splitsOf } from '../../data/splits.js'
import type { Sigmoid } from '../../decide/platt.js'
import { type Calibration, fitCalibration } from '../../decide/probability-calibration.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { scoresFor } from '../../engine/scores.js'
import { LabelScores } from '../../measure/label-scores.js'
import { type LabelTree, numberTree, parentsFromLines, parentsFromPaths } from '../../models/taxonomy.js'
import { TreeModel } from '../../models/tree.js'
import { rowsFrom } from '../../models/weight-rows.js'
import { defaultOptions } from '../../options.js'
import { Postings } from '../../structures/postings.js'
import { numberFrom } from '../../structures/state-arrays.js'
import { stoppingLabels, TreeRows } from './tree-rows.js'

export type TopDownOptions = {
  base: string
  separator: string
  taxonomy: string
  trials: number
  minPath: number
  cost: number
}

const OPTIONS: OptionSpecs<TopDownOptions> = {
  base: {
    kind: 'choice',
    default: 'svm',
    choices: ['svm', 'perceptron', 'committee'],
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

const HELD_OUT = 0.2
const FIXED: Sigmoid = { slope: -2, offset: 0 }
/** P = 1 to the last bit. */
const CERTAIN: Sigmoid = { slope: 0, offset: -1000 }
const PATIENCE = 5

export const topDown: BatchLearner<TopDownOptions> = {
  name: 'top-down',
  online: false,
  summary: 'a tree of classifiers, each against its siblings, whose probabilities multiply down the path',
  goodFor:
    'labels that are paths in a taxonomy, hundreds or thousands of them with no more than some hundred side by ' +
    'side: nearly as right as one svm a label, or as right, and trained in a fraction of the time.',
  source: 'Madani, Connor & Greiner, Learning When Concepts Abound, JMLR 2009; Platt 1999',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'tree',
  naturalThreshold: Math.log(0.5),
  train: (data, options, context) => new TreeTrainer(data, options, context).train(),
}

/** Trains a tree node by node, from the top; keeps what the model is made of. */
class TreeTrainer {
  private readonly data: Dataset
  private readonly options: TopDownOptions
  private readonly context: TrainingContext
  private readonly tree: LabelTree
  private readonly rows: TreeRows
  private readonly bias: Float64Array
  private readonly slopes: Float64Array
  private readonly offsets: Float64Array
  private readonly weights: Postings

  constructor(data: Dataset, options: TopDownOptions, context: TrainingContext) {
    this.data = data
    this.options = options
    this.context = context
    this.tree = treeOf(data, options, context)
    this.rows = new TreeRows(data, this.tree)
    this.bias = new Float64Array(this.tree.nodeCount)
    this.slopes = new Float64Array(this.tree.nodeCount)
    this.offsets = new Float64Array(this.tree.nodeCount)
    this.weights = new Postings(data.featureCount)
    if (data.featureCount > 0) this.weights.ensure(data.featureCount - 1)
  }

  train(): TreeModel {
    const { tree, bias, slopes, offsets } = this
    /** By node, the top first: what rare children of it share. */
    const common: Sigmoid[] = []
    for (let node = -1; node < tree.nodeCount; node++) {
      const first = tree.childStarts[node + 1]
      if (first === tree.childStarts[node + 2]) continue
      this.context.progress?.(first, tree.nodeCount, 'nodes')
      common[node + 1] = this.trainBelow(node, node < 0 ? FIXED : common[tree.parents[node] + 1])
    }
    const { lengths, labels: nodes, values: weights } = this.weights.packed()
    const { labelCount } = this.data
    const { minPath } = this.options
    return new TreeModel({ tree, labelCount, bias, slopes, offsets, lengths, nodes, weights, minPath })
  }

  /** Trains the children of a node; answers the sigmoid that rare ones share. */
  private trainBelow(node: number, above: Sigmoid): Sigmoid {
    const { tree, rows } = this
    const first = tree.childStarts[node + 1]
    const children = tree.childStarts[node + 2] - first
    const own = rows.rowsOf(node)
    const features = rows.featuresOf(own)
    const part = rows.part(node, own, features)
    if (node >= 0 && children === 1 && allHave(part)) {
      this.slopes[first] = CERTAIN.slope
      this.offsets[first] = CERTAIN.offset
      return above
    }
    const { slopes, offsets } = this.fitSigmoids(node, own, features, above)
    this.slopes.set(slopes.subarray(0, children), first)
    this.offsets.set(offsets.subarray(0, children), first)
    this.addClassifiers(this.teach(part), first, features)
    return { slope: slopes[children], offset: offsets[children] }
  }

  /** The sigmoid of each child, and behind them the one that rare ones share. */
  private fitSigmoids(
    node: number,
    own: Uint32Array,
    features: Uint32Array,
    above: Sigmoid,
  ): Pick<Calibration, 'slopes' | 'offsets'> {
    const { tree, rows, options, context } = this
    const children = tree.childStarts[node + 2] - tree.childStarts[node + 1]
    if (options.trials === 0) {
      const slopes = new Float64Array(children + 1).fill(FIXED.slope)
      return { slopes, offsets: new Float64Array(children + 1).fill(FIXED.offset) }
    }
    const collected = new LabelScores(children)
    const splits = own.length > 1 ? splitsOf(own.length, options.trials, HELD_OUT, context.seed) : []
    for (const { train, test } of splits) {
      const model = this.teach(
        rows.part(
          node,
          train.map((place) => own[place]),
          features,
        ),
      )
      collect(
        model,
        rows.part(
          node,
          test.map((place) => own[place]),
          features,
        ),
        collected,
      )
    }
    return fitCalibration(collected.grouped(), { method: 'platt', otherwise: above })
  }

  /** A classifier for each label of a part, by the base learner. */
  private teach(part: Dataset): Model {
    const { base, cost } = this.options
    const { seed, keepOrder = false, learnerNamed } = this.context
    const learner: Learner = learnerNamed!(base)
    const usual = defaultOptions(learner.options)
    if (!learner.online) return learner.train(part, { ...usual, cost }, { seed, keepOrder })
    return learner.trainWhole!(part, { ...usual, patience: PATIENCE }, { seed, keepOrder }).model()
  }

  private addClassifiers(model: Model, first: number, features: Uint32Array): void {
    const { numbers, arrays } = model.state()
    const children = numberFrom(numbers, 'labelCount')
    for (let i = 0; i < children; i++) this.bias[first + i] = arrays.bias[i]
    rowsFrom(arrays, 'weights', children).forEach((place, child, weight) => {
      this.weights.append(features[place], first + child, weight)
    })
  }
}

function treeOf(data: Dataset, options: TopDownOptions, { labelName }: TrainingContext): LabelTree {
  const names = Array.from({ length: data.labelCount }, (_, label) => labelName?.(label) ?? String(label))
  const parents =
    options.taxonomy.trim() === ''
      ? parentsFromPaths(names, options.separator)
      : parentsFromLines(names, options.taxonomy)
  return numberTree(parents, data.labelCount, stoppingLabels(data, parents))
}

/** Whether every row has the only label. */
function allHave({ count, chunks }: Dataset): boolean {
  for (let row = 0; row < count; row++) {
    const { labelOffsets } = chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    if (labelOffsets[2 * r] === labelOffsets[2 * r + 1]) return false
  }
  return true
}

/** Adds what a model says of rows to the scores collected by label. */
function collect(model: Model, data: Dataset, collected: LabelScores): void {
  let scores = scoresFor(model.labelCount, undefined)
  for (let row = 0; row < data.count; row++) {
    scores = scoresFor(model.labelCount, scores)
    model.score(data, row, scores)
    const { labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const truth = labels.subarray(labelOffsets[2 * r], labelOffsets[2 * r + 1])
    if (judged[r] === 1) collected.add(scores, scores.values, truth)
    else {
      const wrong = labels.subarray(labelOffsets[2 * r + 1], labelOffsets[2 * r + 2])
      collected.addNamed(scores, scores.values, truth, wrong)
    }
  }
}
