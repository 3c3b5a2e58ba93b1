// Index model: each feature points to few labels. s_c = Σ_{f∈x} r_f · (w'_{f,c} / W_f) · x_f over the
// first d_max entries of each active feature's list (sorted by w' descending, then label id) whose
// weight is at least `retrieveAbove`; r_f = min(1, #f/10) when rated; where only presence counts x_f is 1.
// Touches only the labels it reaches: cost O(active features · d_max), whatever the number of labels.
//
// A feature with a negative value is another feature: the minus half holds those.

import type {
  Contribution,
  Dataset,
  LabelWeight,
  Model,
  NumberArray,
  RowScorer,
  Scores,
  ScoringThread,
  State,
} from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import type { ListHead } from '../engine/contract.js'
import { engine } from '../engine/engine.js'
import { InputError } from '../errors.js'
import { grow } from '../structures/grow.js'
import { Postings, storeLists } from '../structures/postings.js'
import { floatsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { explainRow, strongestFeatures } from './strongest.js'
import { collectLists, type WeightLists } from './weights.js'

/** Features seen so often speak with full voice. */
const FULL_RATING = 10

/** The features of one sign: their lists, totals W_f and counts #f. */
export class IndexHalf {
  readonly postings: Postings
  totals: Float64Array
  counts: Float64Array

  constructor(postings: Postings, totals: Float64Array, counts: Float64Array) {
    this.postings = postings
    this.totals = totals
    this.counts = counts
  }

  static empty(features: number): IndexHalf {
    const size = Math.max(16, features)
    return new IndexHalf(new Postings(size), new Float64Array(size), new Float64Array(size))
  }

  ensure(feature: number): void {
    this.postings.ensure(feature)
    if (feature < this.totals.length) return
    const size = Math.max(feature + 1, this.totals.length * 2)
    this.totals = grow(this.totals, size)
    this.counts = grow(this.counts, size)
  }
}

/** How an index is read. */
export interface Retrieval {
  /** d_max: how many of a feature's labels speak. */
  readonly maxDegree: number
  /** Edges weaker than this stay silent. */
  readonly retrieveAbove: number
  /** Whether features seen fewer than ten times speak more softly. */
  readonly rating: boolean
  /** Whether features are Boolean: that one is there counts, its value does not (IND). */
  readonly presence?: boolean
}

export class IndexModel implements Model {
  readonly kind = 'index'
  readonly scale = 'comparable'
  labelCount: number
  readonly plus: IndexHalf
  minus: IndexHalf | undefined
  private readonly retrieval: Retrieval

  constructor(labelCount: number, plus: IndexHalf, minus: IndexHalf | undefined, retrieval: Retrieval) {
    this.labelCount = labelCount
    this.plus = plus
    this.minus = minus
    this.retrieval = retrieval
  }

  get featureCount(): number {
    return Math.max(this.plus.postings.count, this.minus?.postings.count ?? 0)
  }

  score(data: Dataset, row: number, out: Scores): void {
    const { maxDegree, retrieveAbove, rating, presence } = this.retrieval
    const { values: scores, seen, touched } = out
    let count = out.count
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { columns, values: x } = chunk
    const to = chunk.offsets[(row & CHUNK_MASK) + 1]
    let half = this.plus
    let { starts, lengths, labels, values: w, count: features } = half.postings
    let { totals, counts } = half
    for (let e = chunk.offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = columns[e]
      let value = x[e]
      const wanted = value < 0 ? this.minus : this.plus
      if (wanted === undefined) continue
      if (wanted !== half) {
        half = wanted
        ;({ starts, lengths, labels, values: w, count: features } = half.postings)
        ;({ totals, counts } = half)
      }
      if (value < 0) value = -value
      if (feature >= features) continue
      const total = totals[feature]
      const seenTimes = counts[feature]
      const rate = rating && seenTimes < FULL_RATING ? seenTimes / FULL_RATING : 1
      const factor = (presence ? rate : rate * value) / total
      const weakest = retrieveAbove * total
      const start = starts[feature]
      const length = lengths[feature]
      const end = start + Math.min(length, maxDegree)
      for (let i = start; i < end; i++) {
        const weight = w[i]
        if (weight < weakest) break
        const label = labels[i]
        if (seen[label] === 0) {
          seen[label] = 1
          touched[count++] = label
        }
        scores[label] += factor * weight
      }
    }
    out.count = count
  }

  scorer(thread?: ScoringThread): RowScorer | undefined {
    const { plus, labelCount } = this
    const { maxDegree, retrieveAbove, presence = false } = this.retrieval
    if (this.minus !== undefined) return undefined
    const { starts, lengths, labels, values, count } = plus.postings
    const head = (feature: number): ListHead => {
      const start = starts[feature]
      const total = plus.totals[feature]
      const last = start + Math.min(lengths[feature], maxDegree)
      let end = start
      while (end < last && values[end] >= retrieveAbove * total) end++
      return { rate: this.rate(plus, feature), total, start, end }
    }
    return engine().listScorer(
      { features: count, head, labels, weights: values, labelCount, presence },
      thread,
    )
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    return explainRow(data, row, (feature, value) => {
      const half = value < 0 ? this.minus : this.plus
      const weight = half === undefined ? 0 : this.edge(half, feature, label)
      const x = this.retrieval.presence ? 1 : Math.abs(value)
      return weight > 0 ? this.rate(half!, feature) * weight * x : undefined
    })
  }

  strongestFeatures(label: number, top: number): Contribution[] {
    const { plus } = this
    const { count } = plus.postings
    return strongestFeatures(count, top, (f) => this.rate(plus, f) * this.edge(plus, f, label))
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    const { plus } = this
    if (feature >= plus.postings.count) return []
    const { starts, lengths, labels, values } = plus.postings
    const end = starts[feature] + Math.min(top, lengths[feature], this.retrieval.maxDegree)
    const weakest = this.retrieval.retrieveAbove * plus.totals[feature]
    const out: LabelWeight[] = []
    for (let i = starts[feature]; i < end && values[i] >= weakest; i++) {
      out.push({ label: labels[i], weight: (this.rate(plus, feature) * values[i]) / plus.totals[feature] })
    }
    return out
  }

  /** |W|, and edges met per active feature if the training documents came again. */
  figures(): Record<string, number> {
    let edges = 0
    let met = 0
    let active = 0
    for (const half of this.minus === undefined ? [this.plus] : [this.plus, this.minus]) {
      const { lengths, count } = half.postings
      for (let f = 0; f < count; f++) {
        edges += lengths[f]
        active += half.counts[f]
        met += half.counts[f] * Math.min(lengths[f], this.retrieval.maxDegree)
      }
    }
    return { edges, edgesPerFeature: active === 0 ? 0 : met / active }
  }

  /** What retrieval reads, r_f · w'/W_f by feature, labels ascending; undefined if features of value below 0 speak, too. */
  lists(): WeightLists | undefined {
    const { plus, minus } = this
    if (minus !== undefined && minus.postings.entries() > 0) return undefined
    const { maxDegree, retrieveAbove } = this.retrieval
    return collectLists(plus.postings.count, (feature, add) => {
      const { starts, lengths, labels, values } = plus.postings
      const end = starts[feature] + Math.min(lengths[feature], maxDegree)
      const weakest = retrieveAbove * plus.totals[feature]
      const factor = this.rate(plus, feature) / plus.totals[feature]
      for (let i = starts[feature]; i < end && values[i] >= weakest; i++) add(labels[i], factor * values[i])
    })
  }

  get presence(): boolean {
    return this.retrieval.presence === true
  }

  state(): State {
    const arrays: Record<string, NumberArray> = {}
    storeHalf(this.plus, 'plus', arrays)
    if (this.minus !== undefined) storeHalf(this.minus, 'minus', arrays)
    const { maxDegree, retrieveAbove, rating, presence } = this.retrieval
    return {
      numbers: {
        labelCount: this.labelCount,
        maxDegree,
        retrieveAbove,
        rating: rating ? 1 : 0,
        presence: presence ? 1 : 0,
      },
      arrays,
    }
  }

  static from({ numbers, arrays }: State): IndexModel {
    const labelCount = numberFrom(numbers, 'labelCount')
    if (!Number.isInteger(labelCount))
      throw new InputError(`the model has ${labelCount} labels: expected a whole number`)
    const retrieval = {
      maxDegree: numberFrom(numbers, 'maxDegree'),
      retrieveAbove: numberFrom(numbers, 'retrieveAbove'),
      rating: numberFrom(numbers, 'rating') === 1,
      // Files from before there was a choice do not have it.
      presence: numbers.presence === 1,
    }
    const minus = 'minus.lengths' in arrays ? halfFrom(arrays, 'minus', labelCount) : undefined
    return new IndexModel(labelCount, halfFrom(arrays, 'plus', labelCount), minus, retrieval)
  }

  private rate(half: IndexHalf, feature: number): number {
    return this.retrieval.rating ? Math.min(1, half.counts[feature] / FULL_RATING) : 1
  }

  /** w'/W_f of an edge that retrieval would follow, else 0. */
  private edge(half: IndexHalf, feature: number, label: number): number {
    const { starts, lengths, labels, values, count } = half.postings
    if (feature >= count) return 0
    const end = starts[feature] + Math.min(lengths[feature], this.retrieval.maxDegree)
    for (let i = starts[feature]; i < end; i++) {
      if (labels[i] !== label) continue
      const total = half.totals[feature]
      return values[i] < this.retrieval.retrieveAbove * total ? 0 : values[i] / total
    }
    return 0
  }
}

function storeHalf(half: IndexHalf, name: string, arrays: Record<string, NumberArray>): void {
  const { postings, totals, counts } = half
  storeLists(postings.packed(), name, arrays)
  arrays[`${name}.totals`] = packNumbers(totals.subarray(0, postings.count))
  arrays[`${name}.counts`] = packNumbers(counts.subarray(0, postings.count))
}

function halfFrom(arrays: State['arrays'], name: string, labelCount: number): IndexHalf {
  const postings = Postings.from(arrays, name, labelCount, 'index')
  const { count, lengths } = postings
  const totals = floatsFrom(arrays[`${name}.totals`], count, 'index totals')
  for (let f = engine().arrays.allPositive(totals) ? count : 0; f < count; f++) {
    if (lengths[f] > 0 && !(totals[f] > 0))
      throw new InputError(`the model's index totals hold ${totals[f]}: expected more than 0`)
  }
  return new IndexHalf(postings, totals, floatsFrom(arrays[`${name}.counts`], count, 'feature counts'))
}
