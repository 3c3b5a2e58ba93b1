// What became of each document, so that two systems can be compared on the same ones and figures get intervals.
//
// About 60 bytes a document. What depends on the number of labels K, which may grow until the last document, is
// worked out when asked for.

import type { DocumentLabels } from './document-labels.js'
import type { RankingSums } from './ranking-sums.js'
import type { TrueRanks } from './true-ranks.js'

/** Measures of one document, each an array over the documents that have a label, in the order they were added. */
export interface DocumentOutcomes {
  /** Which document it was, counted from 0 over all that were added. */
  readonly document: Uint32Array
  /** How many labels it has. */
  readonly labels: Uint32Array
  readonly oneError: Uint8Array
  readonly R1: Uint8Array
  readonly coverage: Uint32Array
  readonly averagePrecision: Float64Array
  readonly loss1: Uint8Array
  readonly loss2: Float64Array
  readonly loss3: Float64Array
  /** 1 / best rank of a true label, 0 if none was retrieved. */
  readonly reciprocalRank: Float64Array
  readonly maxF1: Float64Array
  /** F1 of its assigned labels, and whether they are exactly the true ones. */
  readonly f1: Float64Array
  readonly allRight: Uint8Array
}

/** Collects judged documents one by one. */
export class OutcomeCollector {
  count = 0
  columns = columnsOf(1024)

  /** A document without a true label: only the decision counts. */
  addUnlabelled(position: number, document: DocumentLabels): void {
    const at = this.next(position)
    this.columns.assigned[at] = document.assigned
  }

  /** A document with true labels; `rankings` has just seen it. */
  add(position: number, document: DocumentLabels, truth: TrueRanks, rankings: RankingSums): void {
    const at = this.next(position)
    const { columns } = this
    columns.labels[at] = truth.count
    columns.assigned[at] = document.assigned
    columns.right[at] = document.right.count
    columns.bestRank[at] = truth.retrieved > 0 ? truth.ranks[0] : 0
    columns.lastRank[at] = truth.ranks[truth.count - 1]
    columns.missed[at] = truth.count - truth.retrieved
    columns.errors[at] = truth.errors
    columns.averagePrecision[at] = rankings.lastAveragePrecision
    columns.maxF1[at] = rankings.lastMaxF1
  }

  /** `labels`: K, all labels met, known to the model or not. */
  result(labels: number): DocumentOutcomes {
    const { columns } = this
    const rows = this.labelled()
    const count = rows.length
    const out = {
      document: selectRows(columns.document, rows),
      labels: selectRows(columns.labels, rows),
      oneError: new Uint8Array(count),
      R1: new Uint8Array(count),
      coverage: new Uint32Array(count),
      averagePrecision: selectRows(columns.averagePrecision, rows),
      loss1: new Uint8Array(count),
      loss2: new Float64Array(count),
      loss3: new Float64Array(count),
      reciprocalRank: new Float64Array(count),
      maxF1: selectRows(columns.maxF1, rows),
      f1: new Float64Array(count),
      allRight: new Uint8Array(count),
    }
    for (let i = 0; i < count; i++) {
      const row = rows[i]
      const size = columns.labels[row]
      const best = columns.bestRank[row]
      const wrong = labels - size
      const pairs = wrong === 0 ? 0 : columns.errors[row] + columns.missed[row] * wrong
      const right = columns.right[row]
      const assigned = columns.assigned[row]
      out.R1[i] = best === 1 ? 1 : 0
      out.oneError[i] = 1 - out.R1[i]
      out.coverage[i] = columns.lastRank[row] - 1
      out.loss1[i] = pairs > 0 ? 1 : 0
      out.loss2[i] = pairs
      out.loss3[i] = wrong === 0 ? 0 : pairs / (size * wrong)
      out.reciprocalRank[i] = best > 0 ? 1 / best : 0
      out.f1[i] = (2 * right) / (size + assigned)
      out.allRight[i] = right === size && right === assigned ? 1 : 0
    }
    return out
  }

  /** Rows with a true label. */
  labelled(): Uint32Array {
    const { labels } = this.columns
    const rows = new Uint32Array(this.count)
    let count = 0
    for (let i = 0; i < this.count; i++) if (labels[i] > 0) rows[count++] = i
    return rows.subarray(0, count)
  }

  private next(position: number): number {
    const at = this.count++
    if (at === this.columns.document.length) this.grow()
    this.columns.document[at] = position
    return at
  }

  private grow(): void {
    const old = this.columns
    const grown = columnsOf(old.document.length * 2)
    for (const name of Object.keys(old) as (keyof typeof old)[]) grown[name].set(old[name])
    this.columns = grown
  }
}

/** Numbers kept of each judged document, as columns. */
function columnsOf(size: number) {
  return {
    document: new Uint32Array(size),
    /** True labels, assigned labels, and those that are both. */
    labels: new Uint32Array(size),
    assigned: new Uint32Array(size),
    right: new Uint32Array(size),
    /** Best rank of a true label that was retrieved (0: none), and the worst rank of any. */
    bestRank: new Uint32Array(size),
    lastRank: new Uint32Array(size),
    /** True labels not retrieved, and wrong pairs of the others. */
    missed: new Uint32Array(size),
    errors: new Float64Array(size),
    averagePrecision: new Float64Array(size),
    maxF1: new Float64Array(size),
  }
}

function selectRows<A extends Uint32Array | Float64Array>(from: A, rows: Uint32Array): A {
  const out = from.slice(0, rows.length) as A
  for (let i = 0; i < rows.length; i++) out[i] = from[rows[i]]
  return out
}
