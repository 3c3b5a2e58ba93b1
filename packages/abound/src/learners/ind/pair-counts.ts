// How many documents each feature was in, and how many of them had each label, counted exactly. Partly judged
// documents count for the labels they speak of alone, so those pairs have a number of documents of their own.

import type { NumberArray, State } from '../../contract.js'
import { InputError } from '../../errors.js'
import { grow } from '../../structures/grow.js'
import { PairIndex } from '../../structures/pair-index.js'
import { Postings } from '../../structures/postings.js'
import { floatsFrom, idsFrom, lengthsFrom, packNumbers } from '../../structures/state-arrays.js'

export class PairCounts {
  /** n_f: fully judged documents with the feature. */
  documents: Float64Array
  /** n_{f,l}: documents with the feature and the label. */
  private readonly together: CountLists
  /** Partly judged documents with the feature that say whether they have the label. */
  private readonly partly: CountLists
  /** Scratch by label, all 0 between calls. */
  private byLabel = new Float64Array(0)

  constructor(features: number, together = new CountLists(), partly = new CountLists()) {
    this.documents = new Float64Array(features)
    this.together = together
    this.partly = partly
    this.ensure(features - 1)
  }

  /** Features 0 … featureCount − 1 are known. */
  get featureCount(): number {
    return this.together.lists.count
  }

  /** Makes features 0 … feature exist. */
  ensure(feature: number): void {
    this.together.lists.ensure(feature)
    if (feature < this.documents.length) return
    this.documents = grow(this.documents, Math.max(feature + 1, this.documents.length * 2))
  }

  /** The document at hand has the feature and the label. */
  countTogether(feature: number, label: number): void {
    this.together.add(feature, label)
  }

  /** The partly judged document at hand has the feature and says whether it has the label. */
  countPartly(feature: number, label: number): void {
    this.partly.lists.ensure(feature)
    this.partly.add(feature, label)
  }

  /** Calls back with the share of the feature's documents that have the label, for each label met with it. */
  forEachShare(feature: number, labelCount: number, visit: (label: number, share: number) => void): void {
    const { starts, lengths, labels, values } = this.together.lists
    const from = starts[feature]
    const to = from + lengths[feature]
    const documents = this.documents[feature]
    const { lists: partly } = this.partly
    if (feature >= partly.count || partly.lengths[feature] === 0) {
      for (let i = from; i < to; i++) visit(labels[i], values[i] / documents)
      return
    }
    if (this.byLabel.length < labelCount) this.byLabel = new Float64Array(labelCount * 2)
    const { byLabel } = this
    const partlyFrom = partly.starts[feature]
    const partlyTo = partlyFrom + partly.lengths[feature]
    for (let i = partlyFrom; i < partlyTo; i++) byLabel[partly.labels[i]] = partly.values[i]
    for (let i = from; i < to; i++) visit(labels[i], values[i] / (documents + byLabel[labels[i]]))
    for (let i = partlyFrom; i < partlyTo; i++) byLabel[partly.labels[i]] = 0
  }

  /** Adds the counts to the arrays of a state, under a name. */
  store(name: string, arrays: Record<string, NumberArray>): void {
    arrays[`${name}.documents`] = packNumbers(this.documents.subarray(0, this.featureCount))
    this.together.store(`${name}.together`, arrays)
    this.partly.store(`${name}.partly`, arrays)
  }

  /** The counts stored under a name; refuses what could not have been stored. */
  static from(arrays: State['arrays'], name: string, labelCount: number): PairCounts {
    const together = CountLists.from(arrays, `${name}.together`, labelCount)
    const partly = CountLists.from(arrays, `${name}.partly`, labelCount)
    const { count } = together.lists
    const counts = new PairCounts(count, together, partly)
    counts.documents.set(floatsFrom(arrays[`${name}.documents`], count, 'document counts'))
    for (let f = 0; f < count; f++) {
      counts.forEachShare(f, labelCount, (_label, share) => {
        if (!(share >= 0 && share <= 1))
          throw new InputError(`the model's counts make a share of ${share}: expected 0 to 1`)
      })
    }
    return counts
  }
}

class CountLists {
  readonly lists: Postings
  private pairs: PairIndex | undefined

  constructor(lists = new Postings()) {
    this.lists = lists
  }

  add(feature: number, label: number): void {
    const at = (this.pairs ??= new PairIndex(this.lists)).locate(feature, label)
    this.lists.values[at]++
  }

  store(name: string, arrays: Record<string, NumberArray>): void {
    const { lengths, labels, values } = this.lists.packed()
    arrays[`${name}.lengths`] = packNumbers(lengths)
    arrays[`${name}.labels`] = packNumbers(labels)
    arrays[`${name}.counts`] = packNumbers(values)
  }

  static from(arrays: State['arrays'], name: string, labelCount: number): CountLists {
    const labels = idsFrom(arrays[`${name}.labels`], labelCount, 'count labels')
    const lengths = lengthsFrom(arrays[`${name}.lengths`], labels.length, 'count lists')
    const counts = floatsFrom(arrays[`${name}.counts`], labels.length, 'counts')
    return new CountLists(Postings.over(lengths, labels, counts))
  }
}
