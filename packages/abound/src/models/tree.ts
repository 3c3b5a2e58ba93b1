// Tree of linear classifiers (Madani, Connor & Greiner 2009, figure 7): probabilities multiplied down a taxonomy.
//
// Node c: s_c = b_c + Σ_j w_{j,c}·x_j, P_c = 1/(1 + e^{A_c·s_c + B_c}), A_c ≤ 0. From the top, the children of a node
// are looked at where its path is still worth at least `minPath`: path probability of c = that of its parent · P_c.
// Labels on the way that have none of their children in the list, and the leaves, are retrieved. The score is the
// logarithm of the path probability, never above 0.
//
// Weights are lists by feature, nodes ascending; siblings stand side by side, so their part of a list is found by
// bisection. A score costs, for each node whose children are looked at, the document's features · ln(list) and
// their weights for the children; nothing for the rest of the tree.
//
// What a word adds: ln P_c as a function of f = −(A_c·s_c + B_c) is a curve, and s_c is a sum over words. Each
// word gets its part of f times the mean steepness of the curve between no words at all and this document; what
// the curve says of no words is the part of no word. The parts of all nodes on the path add up to the score.

import type { Contribution, Dataset, LabelWeight, Model, NumberArray, Scores, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { createScores } from '../engine/scores.js'
import { InputError } from '../errors.js'
import { logistic, logLogistic } from '../structures/logistic.js'
import { startsOf } from '../structures/postings.js'
import { floatsFrom, idsFrom, lengthsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { CompactRows, type Ids } from './compact-rows.js'
import { strongestFeatures, strongestLabels } from './strongest.js'
import type { Taxonomy } from './taxonomy.js'
import type { WeightLists } from './weights.js'

/** The parts of a tree model; arrays are used in place. */
export interface TreeParts {
  readonly tree: Taxonomy
  readonly labelCount: number
  /** By node. */
  readonly bias: Float64Array
  readonly slopes: Float64Array
  readonly offsets: Float64Array
  /** Lists end to end by feature, nodes ascending in each. */
  readonly lengths: Uint32Array
  readonly nodes: Ids
  /** Where they were made small: to be multiplied by the scale of their feature. */
  readonly weights: NumberArray
  readonly compact?: CompactRows
  /** Paths less probable than this end. */
  readonly minPath: number
}

/** Below this difference a curve is as good as straight. */
const STRAIGHT = 1e-6

export class TreeModel implements Model {
  readonly kind = 'tree'
  readonly scale = 'comparable'
  readonly labelCount: number
  readonly featureCount: number
  private readonly parts: TreeParts
  private readonly starts: Uint32Array
  /** By feature: what its weights are to be multiplied by. */
  private readonly scales: Float64Array
  private readonly nodeOf: Uint32Array
  private readonly leastLog: number
  /** Scratch: scores of siblings, path probabilities of nodes, nodes to look below. */
  private readonly sums: Float64Array
  private readonly paths: Float64Array
  private readonly open: Uint32Array

  constructor(parts: TreeParts) {
    const { tree, labelCount, lengths, minPath } = parts
    this.parts = parts
    this.labelCount = labelCount
    this.featureCount = lengths.length
    this.starts = startsOf(lengths)
    this.scales = parts.compact?.scales ?? new Float64Array(lengths.length).fill(1)
    this.nodeOf = new Uint32Array(labelCount)
    for (let n = 0; n < tree.nodeCount; n++) if (tree.labels[n] >= 0) this.nodeOf[tree.labels[n]] = n
    this.leastLog = Math.log(minPath)
    this.sums = new Float64Array(tree.nodeCount)
    this.paths = new Float64Array(tree.nodeCount)
    this.open = new Uint32Array(tree.nodeCount)
  }

  score(data: Dataset, row: number, out: Scores): void {
    const { childStarts, labels } = this.parts.tree
    const { sums, paths, open, leastLog } = this
    const { slopes, offsets } = this.parts
    let openCount = 0
    // Node −1 is above the top: its children are the top nodes.
    for (let next = -1; next < openCount; next++) {
      const node = next < 0 ? -1 : open[next]
      const from = childStarts[node + 1]
      const to = childStarts[node + 2]
      const path = node < 0 ? 0 : paths[node]
      this.addSiblings(data, row, from, to)
      let kept = 0
      for (let child = from; child < to; child++) {
        const own = path + logLogistic(-(slopes[child] * sums[child] + offsets[child]))
        if (!(own >= leastLog)) continue
        kept++
        paths[child] = own
        if (childStarts[child + 1] < childStarts[child + 2]) open[openCount++] = child
        else retrieve(out, labels[child], own)
      }
      if (kept === 0 && node >= 0) retrieve(out, labels[node], path)
    }
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    const scores = createScores(this.labelCount)
    this.score(data, row, scores)
    if (scores.seen[label] !== 1) return []
    const { bias, slopes, offsets, tree } = this.parts
    const { offsets: rowOffsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const from = rowOffsets[row & CHUNK_MASK]
    const to = rowOffsets[(row & CHUNK_MASK) + 1]
    const shares = new Float64Array(to - from)
    let wordless = 0
    for (let node = this.nodeOf[label]; node >= 0; node = tree.parents[node]) {
      const slope = slopes[node]
      let sum = bias[node]
      for (let e = from; e < to; e++) sum += values[e] * this.weight(columns[e], node)
      const start = -(slope * bias[node] + offsets[node])
      const end = -(slope * sum + offsets[node])
      const steepness = meanSteepness(start, end)
      wordless += logLogistic(start)
      for (let e = from; e < to; e++)
        shares[e - from] -= steepness * slope * values[e] * this.weight(columns[e], node)
    }
    const parts: Contribution[] = []
    if (wordless !== 0) parts.push({ feature: -1, weight: wordless })
    for (let e = from; e < to; e++) {
      if (columns[e] < this.featureCount) parts.push({ feature: columns[e], weight: shares[e - from] })
    }
    return parts
  }

  /** By what a unit of the feature adds to the log-odds of the nodes on the label's path. */
  strongestFeatures(label: number, top: number): Contribution[] {
    const { tree, slopes } = this.parts
    return strongestFeatures(this.featureCount, top, (feature) => {
      let sum = 0
      for (let node = this.nodeOf[label]; node >= 0; node = tree.parents[node])
        sum -= slopes[node] * this.weight(feature, node)
      return sum
    })
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    const { tree, slopes, nodes, weights } = this.parts
    const added = new Float64Array(tree.nodeCount)
    if (feature < this.featureCount) {
      for (let i = this.starts[feature]; i < this.starts[feature + 1]; i++)
        added[nodes[i]] = -slopes[nodes[i]] * weights[i] * this.scales[feature]
    }
    for (let n = 0; n < tree.nodeCount; n++) if (tree.parents[n] >= 0) added[n] += added[tree.parents[n]]
    return strongestLabels(this.labelCount, top, (label) => added[this.nodeOf[label]])
  }

  figures(): Record<string, number> {
    const { tree, weights } = this.parts
    const depths = new Uint32Array(tree.nodeCount)
    let depth = 0
    for (let n = 0; n < tree.nodeCount; n++) {
      depths[n] = tree.parents[n] < 0 ? 1 : depths[tree.parents[n]] + 1
      depth = Math.max(depth, depths[n])
    }
    return { nodes: tree.nodeCount, depth, weights: weights.length }
  }

  /** Its weights by node, to be made small. */
  lists(): WeightLists {
    const { lengths, nodes, weights, compact } = this.parts
    return (
      compact?.lists() ?? { lengths, labels: Uint32Array.from(nodes), values: Float64Array.from(weights) }
    )
  }

  /** The label of a node; −1 of an inner one. */
  labelOf(node: number): number {
    return this.parts.tree.labels[node]
  }

  /** How many nodes have weights. */
  get nodeCount(): number {
    return this.parts.tree.nodeCount
  }

  /** The same with small weights. */
  withWeights(compact: CompactRows): TreeModel {
    return new TreeModel({ ...this.parts, ...weightsIn(compact) })
  }

  state(): State {
    const { tree, bias, slopes, offsets, lengths, nodes, weights, compact, minPath } = this.parts
    const children = new Uint32Array(tree.nodeCount + 1)
    for (let n = 0; n <= tree.nodeCount; n++) children[n] = tree.childStarts[n + 1] - tree.childStarts[n]
    const arrays: Record<string, NumberArray> = {
      children: packNumbers(children),
      // 0: no label.
      labels: packNumbers(Uint32Array.from(tree.labels, (label) => label + 1)),
      bias: packNumbers(bias),
      slopes: packNumbers(slopes),
      offsets: packNumbers(offsets),
    }
    if (compact !== undefined) compact.store('nodes', arrays)
    else {
      arrays.lengths = packNumbers(lengths)
      arrays.nodes = packNumbers(nodes)
      arrays.weights = packNumbers(weights)
    }
    return { numbers: { labelCount: this.labelCount, minPath }, arrays }
  }

  static from({ numbers, arrays }: State): TreeModel {
    const labelCount = numberFrom(numbers, 'labelCount')
    const minPath = numberFrom(numbers, 'minPath')
    if (!(minPath >= 0 && minPath <= 1))
      throw new InputError(`the model's least path probability is ${minPath}: expected 0 to 1`)
    const tree = treeFrom(arrays, labelCount)
    const { nodeCount } = tree
    const slopes = floatsFrom(arrays.slopes, nodeCount, 'slopes')
    if (slopes.some((slope) => slope > 0)) throw new InputError("the model's slopes are above 0")
    return new TreeModel({
      tree,
      labelCount,
      bias: floatsFrom(arrays.bias, nodeCount, 'biases'),
      slopes,
      offsets: floatsFrom(arrays.offsets, nodeCount, 'offsets'),
      ...(CompactRows.isIn(arrays, 'nodes')
        ? weightsIn(CompactRows.from(arrays, 'nodes', nodeCount))
        : weightsFrom(arrays, nodeCount)),
      minPath,
    })
  }

  /** Sets `sums` of the nodes from … to, all siblings, to their scores. */
  private addSiblings(data: Dataset, row: number, first: number, end: number): void {
    const { sums, starts, scales, featureCount } = this
    const { bias, nodes, weights } = this.parts
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    for (let node = first; node < end; node++) sums[node] = bias[node]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = columns[e]
      if (feature >= featureCount) continue
      const last = starts[feature + 1]
      const x = values[e] * scales[feature]
      for (let i = firstNotBelow(nodes, starts[feature], last, first); i < last && nodes[i] < end; i++)
        sums[nodes[i]] += x * weights[i]
    }
  }

  private weight(feature: number, node: number): number {
    if (feature >= this.featureCount) return 0
    const { nodes, weights } = this.parts
    const last = this.starts[feature + 1]
    const at = firstNotBelow(nodes, this.starts[feature], last, node)
    return at < last && nodes[at] === node ? weights[at] * this.scales[feature] : 0
  }
}

function retrieve(out: Scores, label: number, score: number): void {
  if (label < 0) return
  out.values[label] = score
  out.seen[label] = 1
  out.touched[out.count++] = label
}

/** The first place in sorted ids[from … to] whose id is not below `id`. */
function firstNotBelow(ids: Ids, from: number, to: number, id: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle] < id) low = middle + 1
    else high = middle
  }
  return low
}

/** By how much ln(1/(1 + e^{−f})) rises for a unit of f, on average between two points: 0 to 1. */
function meanSteepness(start: number, end: number): number {
  const apart = end - start
  if (Math.abs(apart) < STRAIGHT) return logistic(-(start + apart / 2))
  return Math.min(Math.max((logLogistic(end) - logLogistic(start)) / apart, 0), 1)
}

type TreeWeights = Pick<TreeParts, 'lengths' | 'nodes' | 'weights' | 'compact'>

function weightsIn(compact: CompactRows): TreeWeights {
  const { starts, labels: nodes, codes: weights, featureCount } = compact
  const lengths = Uint32Array.from({ length: featureCount }, (_, f) => starts[f + 1] - starts[f])
  return { lengths, nodes, weights, compact }
}

function weightsFrom(arrays: State['arrays'], nodeCount: number): TreeWeights {
  const nodes = idsFrom(arrays.nodes, nodeCount, 'weight nodes')
  const lengths = lengthsFrom(arrays.lengths, nodes.length, 'weight lists')
  for (let f = 0, at = 0; f < lengths.length; at += lengths[f++]) {
    for (let i = at + 1; i < at + lengths[f]; i++) {
      if (nodes[i] <= nodes[i - 1]) throw new InputError("the model's weight nodes do not rise")
    }
  }
  return { lengths, nodes, weights: floatsFrom(arrays.weights, nodes.length, 'weights') }
}

function treeFrom(arrays: State['arrays'], labelCount: number): Taxonomy {
  const nodeCount = (arrays.children?.length ?? 0) - 1
  if (nodeCount < 0) throw new InputError("the model's tree is missing")
  const children = lengthsFrom(arrays.children, nodeCount, "tree's children")
  const marks = idsFrom(arrays.labels, labelCount + 1, 'node labels')
  if (marks.length !== nodeCount)
    throw new InputError(`the model's tree has ${nodeCount} nodes, but labels for ${marks.length}`)
  const parents = new Int32Array(nodeCount)
  const childStarts = new Uint32Array(nodeCount + 2)
  const labels = Int32Array.from(marks, (mark) => mark - 1)
  const seen = new Set<number>()
  for (let n = -1; n < nodeCount; n++) {
    const from = childStarts[n + 1]
    const to = from + children[n + 1]
    if (from <= n && to > from) throw new InputError(`the model's tree has node ${n} above itself`)
    childStarts[n + 2] = to
    parents.fill(n, from, to)
    if (n < 0 || labels[n] < 0) continue
    if (seen.has(labels[n])) throw new InputError(`the model's tree has label ${labels[n]} twice`)
    seen.add(labels[n])
  }
  if (seen.size !== labelCount)
    throw new InputError(`the model's tree has ${seen.size} labels, expected ${labelCount}`)
  return { nodeCount, parents, childStarts, labels }
}
