// Trains a tree node by node, from the top: the sigmoids and the classifiers of each node's children.

import type { Dataset, Learner, Model, TrainingContext } from '../../contract.js'
import { trials as splitsOf } from '../../data/splits.js'
import type { Sigmoid } from '../../decide/platt.js'
import { type Calibration, fitCalibration } from '../../decide/probability-calibration.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { scoresFor } from '../../engine/scores.js'
import { LabelScores } from '../../measure/label-scores.js'
import { type LabelTree, numberTree, parentsFromLines, parentsFromPaths } from '../../models/taxonomy.js'
import { TreeModel } from '../../models/tree.js'
import { weightRowsFrom } from '../../models/weight-rows.js'
import { defaultOptions } from '../../options.js'
import { Postings } from '../../structures/postings.js'
import { numberFrom } from '../../structures/state-arrays.js'
import { groupSiblings } from './sibling-groups.js'
import { stoppingLabels, TreeRows } from './tree-rows.js'

/** What may learn at the nodes. */
export const BASES = ['svm', 'perceptron', 'committee'] as const

export type TopDownOptions = {
  base: (typeof BASES)[number]
  separator: string
  taxonomy: string
  siblings: number
  trials: number
  minPath: number
  cost: number
}

const HELD_OUT = 0.2
const FIXED: Sigmoid = { slope: -2, offset: 0 }
/** P = 1 to the last bit. */
const CERTAIN: Sigmoid = { slope: 0, offset: -1000 }
const PATIENCE = 5

/** Holds what the model is made of while its nodes are trained. */
export class TreeTrainer {
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
    this.tree = makeTree(data, options, context)
    this.rows = new TreeRows(data, this.tree)
    this.bias = new Float64Array(this.tree.nodeCount)
    this.slopes = new Float64Array(this.tree.nodeCount)
    this.offsets = new Float64Array(this.tree.nodeCount)
    this.weights = new Postings(data.featureCount)
    this.weights.ensure(data.featureCount - 1)
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

  /** Trains the children of a node; returns the sigmoid that rare ones share. */
  private trainBelow(node: number, above: Sigmoid): Sigmoid {
    const { tree, rows } = this
    const first = tree.childStarts[node + 1]
    const children = tree.childStarts[node + 2] - first
    const own = rows.nodeRows(node)
    const features = rows.usedFeatures(own)
    const part = rows.part(node, own, features)
    if (node >= 0 && children === 1 && allHave(part)) {
      this.slopes[first] = CERTAIN.slope
      this.offsets[first] = CERTAIN.offset
      return above
    }
    const { slopes, offsets } = this.fitSigmoids(node, own, features, above)
    this.slopes.set(slopes.subarray(0, children), first)
    this.offsets.set(offsets.subarray(0, children), first)
    this.addClassifiers(this.trainBase(part), first, features)
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
    const part = (places: Uint32Array): Dataset =>
      rows.part(
        node,
        places.map((place) => own[place]),
        features,
      )
    for (const { train, test } of splits) collect(this.trainBase(part(train)), part(test), collected)
    return fitCalibration(collected.grouped(), { method: 'platt', otherwise: above })
  }

  /** A classifier for each label of a part, by the base learner. */
  private trainBase(part: Dataset): Model {
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
    weightRowsFrom(arrays, 'weights', children).forEach((place, child, weight) => {
      this.weights.append(features[place], first + child, weight)
    })
  }
}

function makeTree(data: Dataset, options: TopDownOptions, { labelName, seed }: TrainingContext): LabelTree {
  const names = Array.from({ length: data.labelCount }, (_, label) => labelName?.(label) ?? String(label))
  const named =
    options.taxonomy.trim() === ''
      ? parentsFromPaths(names, options.separator)
      : parentsFromLines(names, options.taxonomy)
  const parents = groupSiblings(data, named, options.siblings, seed)
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
