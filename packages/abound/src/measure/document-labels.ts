// One document's labels sorted out: true, assigned, both, missing. One object serves all documents of an evaluation,
// and numbers the labels unknown to the model as it meets them.

import { grow } from '../structures/grow.js'

const TRUE = 1
const ASSIGNED = 2

/** Label ids: the first `count` of an array that grows. */
export class LabelList {
  labels = new Uint32Array(16)
  count = 0

  push(label: number): void {
    if (this.count === this.labels.length) this.labels = grow(this.labels, this.count * 2)
    this.labels[this.count++] = label
  }
}

export class DocumentLabels {
  /** True labels that the model knows. */
  readonly known = new LabelList()
  /** Numbers, from 0, of those it does not. */
  readonly unknown = new LabelList()
  /** Assigned labels that are true, and those that are not. */
  readonly right = new LabelList()
  readonly wrong = new LabelList()
  /** True labels that were not assigned; those unknown to the model are numbered on from its last. */
  readonly missing = new LabelList()
  /** The names of the labels unknown to the model met so far. */
  readonly unknownNames: string[] = []
  private readonly labelCount: number
  private readonly marks: Uint8Array
  private readonly unknownIds = new Map<string, number>()
  /** The last document with an unknown label. */
  private readonly unknownLast: number[] = []
  private documents = 0

  constructor(labelCount: number) {
    this.labelCount = labelCount
    this.marks = new Uint8Array(labelCount)
  }

  /** How many true labels the document has. */
  get size(): number {
    return this.known.count + this.unknown.count
  }

  /** How many different labels it was given. */
  get assigned(): number {
    return this.right.count + this.wrong.count
  }

  take(truth: ArrayLike<number>, unknown: readonly string[], assigned: ArrayLike<number>): void {
    const { known, marks, missing } = this
    this.documents++
    this.takeKnown(truth)
    this.takeUnknown(unknown)
    this.takeAssigned(assigned)
    missing.count = 0
    for (let i = 0; i < known.count; i++) {
      const label = known.labels[i]
      if ((marks[label] & ASSIGNED) === 0) missing.push(label)
    }
    this.missUnknown()
    for (let i = 0; i < assigned.length; i++) marks[assigned[i]] = 0
    for (let i = 0; i < known.count; i++) marks[known.labels[i]] = 0
  }

  /** Puts the labels unknown to the model, which are never assigned, to the missing ones. */
  missUnknown(): void {
    const { unknown, missing, labelCount } = this
    for (let i = 0; i < unknown.count; i++) missing.push(labelCount + unknown.labels[i])
  }

  /** The number of a label unknown to the model. */
  numberOf(name: string): number {
    const { unknownIds, unknownNames, unknownLast } = this
    let id = unknownIds.get(name)
    if (id === undefined) {
      id = unknownIds.size
      unknownIds.set(name, id)
      unknownNames.push(name)
      unknownLast.push(0)
    }
    return id
  }

  /** Labels unknown to the model are numbered from 0 again. */
  forgetUnknown(): void {
    this.unknownIds.clear()
    this.unknownNames.length = 0
    this.unknownLast.length = 0
  }

  private takeKnown(truth: ArrayLike<number>): void {
    const { marks, known } = this
    known.count = 0
    for (let i = 0; i < truth.length; i++) {
      const label = this.checked(truth[i])
      if (marks[label] !== 0) continue
      marks[label] = TRUE
      known.push(label)
    }
  }

  private takeUnknown(names: readonly string[]): void {
    const { unknown, unknownLast, documents } = this
    unknown.count = 0
    for (const name of names) {
      const id = this.numberOf(name)
      if (unknownLast[id] === documents) continue
      unknownLast[id] = documents
      unknown.push(id)
    }
  }

  private takeAssigned(assigned: ArrayLike<number>): void {
    const { marks, right, wrong } = this
    right.count = 0
    wrong.count = 0
    for (let i = 0; i < assigned.length; i++) {
      const label = this.checked(assigned[i])
      const mark = marks[label]
      if ((mark & ASSIGNED) !== 0) continue
      marks[label] = mark | ASSIGNED
      if ((mark & TRUE) !== 0) right.push(label)
      else wrong.push(label)
    }
  }

  private checked(label: number): number {
    if (!(label < this.labelCount)) throw new RangeError(`label ${label} is not below ${this.labelCount}`)
    return label
  }
}
