// Rows of a dataset as a node of a taxonomy sees them: those that belong to it, under its children as labels and
// with only the features that they hold. A tree trains on many such parts, most of them small.
//
// A document belongs to the classes of its labels and to all classes above them; at a leaf made for documents
// that go no deeper (taxonomy.ts), if none of its labels is below that one. All belong to the top.
// Of a partly judged document: a label that it is known not to have rules out the whole class, and a class whose
// children are all ruled out is ruled out. Having goes before not having. Whether it goes deeper is not known.

import type { Dataset, Judgement } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import type { ClassParents, LabelTree } from '../../models/taxonomy.js'
import { DatasetBuilder } from '../../structures/dataset.js'

/** Labels of which some document has no deeper one: 1 where a leaf for them is needed. */
export function stoppingLabels(data: Dataset, parents: ClassParents): Uint8Array {
  const stops = new Uint8Array(data.labelCount)
  const above = new Int32Array(parents.length).fill(-1)
  for (let row = 0; row < data.count; row++) {
    const { labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    if (judged[r] !== 1) continue
    const from = labelOffsets[2 * r]
    const to = labelOffsets[2 * r + 1]
    for (let t = from; t < to; t++) {
      for (let one = parents[labels[t]]; one >= 0 && above[one] !== row; one = parents[one]) above[one] = row
    }
    for (let t = from; t < to; t++) if (above[labels[t]] !== row) stops[labels[t]] = 1
  }
  return stops
}

/** Cuts parts out of a dataset, one node at a time. */
export class TreeRows {
  private readonly data: Dataset
  private readonly tree: LabelTree
  /** Rows of node n: rowStarts[n + 1] … rowStarts[n + 2]; of the top: [0] … [1]. */
  private readonly rowStarts: Float64Array
  private readonly rowList: Uint32Array
  /** Row that last marked each node; the row being looked at has `stamp`. */
  private readonly has: Int32Array
  private readonly deeper: Int32Array
  private readonly ruledOut: Int32Array
  private readonly ruledChildren: Uint32Array
  private readonly countedFor: Int32Array
  private readonly hasList: number[] = []
  private readonly ruledList: number[] = []
  private stamp = 0
  private readonly places: Int32Array

  constructor(data: Dataset, tree: LabelTree) {
    const { nodeCount } = tree
    this.data = data
    this.tree = tree
    this.has = new Int32Array(nodeCount)
    this.deeper = new Int32Array(nodeCount)
    this.ruledOut = new Int32Array(nodeCount)
    this.ruledChildren = new Uint32Array(nodeCount)
    this.countedFor = new Int32Array(nodeCount)
    this.places = new Int32Array(data.featureCount).fill(-1)
    const counts = new Float64Array(nodeCount + 2)
    this.eachInner((node) => counts[node + 2]++)
    for (let n = 0; n <= nodeCount; n++) counts[n + 1] += counts[n]
    this.rowStarts = counts
    this.rowList = new Uint32Array(counts[nodeCount + 1])
    const next = counts.slice()
    this.eachInner((node, row) => {
      this.rowList[next[node + 1]++] = row
    })
  }

  /** The rows that belong to a node; −1 for all that are judged. */
  nodeRows(node: number): Uint32Array {
    return this.rowList.subarray(this.rowStarts[node + 1], this.rowStarts[node + 2])
  }

  /** The features of some rows, in the order in which they come. */
  usedFeatures(rows: Uint32Array): Uint32Array {
    const { places } = this
    const found: number[] = []
    for (const row of rows) {
      const { offsets, columns } = this.data.chunks[row >>> CHUNK_SHIFT]
      for (let e = offsets[row & CHUNK_MASK]; e < offsets[(row & CHUNK_MASK) + 1]; e++) {
        if (places[columns[e]] >= 0) continue
        places[columns[e]] = found.length
        found.push(columns[e])
      }
    }
    for (const feature of found) places[feature] = -1
    return Uint32Array.from(found)
  }

  /** Some rows of a node: label i is its i-th child, column i is features[i], which must be all they hold. */
  part(node: number, rows: Uint32Array, features: Uint32Array): Dataset {
    const { places, tree, data } = this
    const first = tree.childStarts[node + 1]
    const end = tree.childStarts[node + 2]
    for (let i = 0; i < features.length; i++) places[features[i]] = i
    const out = new DatasetBuilder()
    let columns = new Uint32Array(256)
    let values = new Float64Array(256)
    for (const row of rows) {
      const chunk = data.chunks[row >>> CHUNK_SHIFT]
      const r = row & CHUNK_MASK
      const from = chunk.offsets[r]
      const size = chunk.offsets[r + 1] - from
      if (size > columns.length) {
        columns = new Uint32Array(2 * size)
        values = new Float64Array(2 * size)
      }
      for (let i = 0; i < size; i++) {
        columns[i] = places[chunk.columns[from + i]]
        values[i] = chunk.values[from + i]
      }
      this.place(row)
      const child = (one: number): boolean => one >= first && one < end
      out.addRow(columns, values, size, {
        positives: this.hasList.filter(child).map((one) => one - first),
        negatives: this.ruledList.filter((one) => child(one) && !this.isIn(one)).map((one) => one - first),
        judged: chunk.judged[r] as Judgement,
        weight: chunk.weights?.[r],
      })
    }
    for (const feature of features) places[feature] = -1
    out.featureCount = features.length
    out.labelCount = end - first
    return out.seal()
  }

  /** Calls back with every judged row, for −1 and for each node with children that it belongs to. */
  private eachInner(visit: (node: number, row: number) => void): void {
    const { data, tree } = this
    for (let row = 0; row < data.count; row++) {
      if (data.chunks[row >>> CHUNK_SHIFT].judged[row & CHUNK_MASK] === 0) continue
      visit(-1, row)
      this.place(row)
      for (const node of this.hasList) {
        if (tree.childStarts[node + 1] < tree.childStarts[node + 2]) visit(node, row)
      }
    }
  }

  private isIn(node: number): boolean {
    return this.has[node] === this.stamp
  }

  /** Finds the nodes that a row belongs to, and those that it is known not to belong to. */
  private place(row: number): void {
    const { has, deeper, hasList, ruledList } = this
    const { parents, classNodes, stopNodes } = this.tree
    const { labels, labelOffsets, judged } = this.data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const from = labelOffsets[2 * r]
    const middle = labelOffsets[2 * r + 1]
    const stamp = ++this.stamp
    hasList.length = 0
    ruledList.length = 0
    for (let t = from; t < middle; t++) {
      for (let node = classNodes[labels[t]]; node >= 0 && has[node] !== stamp; node = parents[node]) {
        has[node] = stamp
        hasList.push(node)
      }
    }
    for (const node of hasList) if (parents[node] >= 0) deeper[parents[node]] = stamp
    for (let t = from; t < middle; t++) {
      const stop = stopNodes[labels[t]]
      if (stop < 0 || judged[r] !== 1 || deeper[classNodes[labels[t]]] === stamp || has[stop] === stamp)
        continue
      has[stop] = stamp
      hasList.push(stop)
    }
    if (judged[r] !== 2) return
    for (let t = middle; t < labelOffsets[2 * r + 2]; t++) {
      this.ruleOut(classNodes[labels[t]])
      if (stopNodes[labels[t]] >= 0) this.ruleOut(stopNodes[labels[t]])
    }
  }

  private ruleOut(node: number): void {
    const { ruledOut, ruledChildren, countedFor, ruledList, stamp } = this
    const { parents, childStarts } = this.tree
    for (let at = node; at >= 0 && ruledOut[at] !== stamp; ) {
      ruledOut[at] = stamp
      ruledList.push(at)
      at = parents[at]
      if (at < 0) return
      if (countedFor[at] !== stamp) {
        countedFor[at] = stamp
        ruledChildren[at] = 0
      }
      if (++ruledChildren[at] < childStarts[at + 2] - childStarts[at + 1]) return
    }
  }
}
