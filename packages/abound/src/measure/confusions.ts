// Who is taken for whom.
//
// A document with true labels Y and assigned labels A confuses every label of Y \ A with every label of A \ Y. Where
// every document has one label, whatever is assigned, it confuses its label with the first of its ranking if that is
// wrong: the confusion matrix. Which of the two it is shows only at the end, so both are counted until a document has
// two labels. Labels unknown to the model are numbered on after those it knows.

import type { DocumentLabels } from './document-labels.js'
import { PairTally } from './pair-tally.js'

/**
 * The number of documents where `truth` is missing among the assigned labels while wrong `taken` is there. Where every document
 * has one label, `taken` is the first label instead. Beyond two million different pairs the number may be too low.
 */
export interface Confusion {
  readonly truth: string
  readonly taken: string
  readonly documents: number
}

/** Where every document has one label. */
export interface ConfusionMatrix {
  /** Those that are true or first somewhere, in label order, those unknown to the model last. */
  readonly labels: readonly string[]
  /** `counts[t][f]`: documents of label t whose first label is f. */
  readonly counts: readonly (readonly number[])[]
  /** `none[t]`: documents of label t for which nothing was retrieved. */
  readonly none: readonly number[]
}

/** Confusions that are named. */
const MOST_NAMED = 200
const MOST_IN_MATRIX = 200
/** A bad threshold may assign thousands of wrong labels to a document: no more than this many are counted. */
const MOST_WRONG = 100

/** Collects documents; memory does not grow with the square of anything. */
export class Confusions {
  private readonly missed = new PairTally()
  /** (label, first label), right ones too; undefined from the first document with two labels on. */
  private firsts: PairTally | undefined = new PairTally()
  /** By label: documents without any retrieved label. */
  private readonly nothing = new Map<number, number>()
  private readonly labelCount: number

  constructor(labelCount: number) {
    this.labelCount = labelCount
  }

  /** A judged document; `first`: its best label, −1 where none was retrieved. */
  add(first: number, document: DocumentLabels): void {
    const { missed } = this
    const { missing, wrong, known, unknown, size } = document
    const most = Math.min(wrong.count, MOST_WRONG)
    for (let m = 0; m < missing.count; m++)
      for (let w = 0; w < most; w++) missed.add(missing.labels[m], wrong.labels[w])
    if (size > 1) this.firsts = undefined
    else if (size === 1) {
      this.addFirst(first, known.count === 1 ? known.labels[0] : this.labelCount + unknown.labels[0])
    }
  }

  /** Whether no document had more than one label. */
  get singleLabel(): boolean {
    return this.firsts !== undefined
  }

  /** Most documents first, then in label order. */
  named(nameOf: (label: number) => string): Confusion[] {
    return (this.firsts ?? this.missed)
      .mostFrequent(MOST_NAMED, true)
      .map(({ first, second, count }) => ({ truth: nameOf(first), taken: nameOf(second), documents: count }))
  }

  /** Undefined where documents have several labels, or there are too many labels to look at. */
  matrix(nameOf: (label: number) => string): ConfusionMatrix | undefined {
    const { firsts, nothing } = this
    if (firsts === undefined) return undefined
    const present = new Set(nothing.keys())
    firsts.forEach((truth, first) => {
      present.add(truth)
      present.add(first)
    })
    if (present.size === 0 || present.size > MOST_IN_MATRIX) return undefined
    const ids = [...present].sort((a, b) => a - b)
    const place = new Map(ids.map((id, at) => [id, at]))
    const counts = ids.map(() => new Array<number>(ids.length).fill(0))
    firsts.forEach((truth, first, count) => {
      counts[place.get(truth) as number][place.get(first) as number] = count
    })
    return { labels: ids.map(nameOf), counts, none: ids.map((id) => nothing.get(id) ?? 0) }
  }

  private addFirst(first: number, label: number): void {
    const { firsts, nothing } = this
    if (firsts === undefined) return
    if (first >= 0) firsts.add(label, first)
    else nothing.set(label, (nothing.get(label) ?? 0) + 1)
  }
}
