// What the documents of each label add up to, word by word, for learners that count: sums by feature and label, their
// totals, and the number of documents. Adding a row costs O(its labels · its entries).

import type { Dataset, Model, NumberArray, OnlineTrainer, State, StateLayout } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { InputError } from '../errors.js'
import { grow } from '../structures/grow.js'
import { PairIndex } from '../structures/pair-index.js'
import { Postings } from '../structures/postings.js'
import { floatsFrom, idsFrom, lengthsFrom, packNumbers } from '../structures/state-arrays.js'
import { featuresUpTo, labelsUpTo, sumOfCounts } from './row-extent.js'

/** Where the state of sums has what. */
export const LABEL_SUMS_LAYOUT: StateLayout = {
  lists: [{ lengths: 'lengths', labels: 'labels', values: 'counts' }],
  byFeature: [],
  byLabel: ['documents', 'totals'],
  numbers: [],
}

export class LabelSums {
  labelCount: number
  /** By feature: its sum for each label met with it. */
  readonly lists: Postings
  /** By label; the first `labelCount` count. */
  documents: Float64Array
  totals: Float64Array
  private pairs: PairIndex | undefined

  constructor(features: number, labels: number, lists = new Postings(features)) {
    this.lists = lists
    lists.ensure(features - 1)
    this.labelCount = labels
    this.documents = new Float64Array(labels)
    this.totals = new Float64Array(labels)
  }

  /** Adds a row's values to the sums of its labels; `shares`: divided by their sum. Values below 0 are refused. */
  add(data: Dataset, row: number, shares: boolean, refusal: string): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { offsets, columns, values, labels, labelOffsets } = chunk
    const r = row & CHUNK_MASK
    const from = offsets[r]
    const to = offsets[r + 1]
    const length = sumOfCounts(chunk, r, refusal)
    this.lists.ensure(featuresUpTo(chunk, r) - 1)
    this.ensure(labelsUpTo(chunk, r))
    const pairs = (this.pairs ??= new PairIndex(this.lists))
    const unit = shares ? length : 1
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 1]; t++) {
      const label = labels[t]
      this.documents[label]++
      if (length > 0) this.totals[label] += length / unit
      for (let e = from; e < to; e++) {
        const at = pairs.locate(columns[e], label)
        this.lists.values[at] += values[e] / unit
      }
    }
  }

  /** As a state holds them. */
  arrays(): Record<string, NumberArray> {
    const { lengths, labels, values } = this.lists.packed()
    return {
      lengths: packNumbers(lengths),
      labels: packNumbers(labels),
      counts: packNumbers(values),
      documents: packNumbers(this.documents.subarray(0, this.labelCount)),
      totals: packNumbers(this.totals.subarray(0, this.labelCount)),
    }
  }

  /** The sums back from a state's arrays; refuses what could not have been stored. */
  static from(arrays: State['arrays']): LabelSums {
    const labelCount = arrays.documents?.length ?? 0
    const labels = idsFrom(arrays.labels, labelCount, 'count labels')
    const lengths = lengthsFrom(arrays.lengths, labels.length, 'count lists')
    const counts = floatsFrom(arrays.counts, labels.length, 'counts')
    const sums = new LabelSums(lengths.length, labelCount, Postings.over(lengths, labels, counts))
    sums.documents.set(floatsFrom(arrays.documents, labelCount, 'label counts'))
    sums.totals.set(floatsFrom(arrays.totals, labelCount, 'label totals'))
    for (const numbers of [counts, sums.documents, sums.totals]) {
      if (numbers.some((x) => x < 0)) throw new InputError("the model's counts: expected none below 0")
    }
    return sums
  }

  private ensure(labels: number): void {
    if (labels <= this.labelCount) return
    if (labels > this.documents.length) {
      const size = Math.max(labels, this.documents.length * 2)
      this.documents = grow(this.documents, size)
      this.totals = grow(this.totals, size)
    }
    this.labelCount = labels
  }
}

/** Adds rows up, and makes its model of the sums when it is asked for. */
export class CountingTrainer implements OnlineTrainer {
  private readonly sums: LabelSums
  private readonly refusal: string
  private readonly shares: boolean
  private readonly build: (sums: LabelSums) => Model
  private built: Model | undefined

  /** `shares`: each row's values are divided by their sum. */
  constructor(sums: LabelSums, learner: string, shares: boolean, build: (sums: LabelSums) => Model) {
    this.sums = sums
    this.refusal = `${learner} counts words: expected values of at least 0`
    this.shares = shares
    this.build = build
  }

  learn(data: Dataset, row: number): void {
    this.sums.add(data, row, this.shares, this.refusal)
    this.built = undefined
  }

  model(): Model {
    this.built ??= this.build(this.sums)
    return this.built
  }

  state(): State {
    return { numbers: {}, arrays: this.sums.arrays() }
  }
}
