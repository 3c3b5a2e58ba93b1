// Unweighted index: each class c has feature weights w_{f,c} that decide only whether the edge f → c is in
// the index (w_{f,c} ≥ minWeight). Retrieved is every class that an edge leads to from a feature that is
// there; s_c = Σ w_{f,c} over those edges or, with classifiers, s_c = Σ_f x_f · p_{f,c}, p_c the class's own. Of a
// committee p_c is the mean, which scores as the mean of their scores; the members are kept to learn on.
//
// Stored by feature: lists of (class, v) with w_{f,c} = scale_c · v, so that a class's weights are
// renormalised by one number. Cost O(lists of the document's features); a list holds every class that ever
// grew on the feature.

import type { Contribution, Dataset, LabelWeight, Model, NumberArray, Scores, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { InputError } from '../errors.js'
import { grow } from '../structures/grow.js'
import { Postings, storeLists } from '../structures/postings.js'
import { floatsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { explainRow, strongestFeatures, strongestLabels } from './strongest.js'
import { collectLists, type WeightLists } from './weights.js'

/** Classifiers a class. */
export const MOST_MEMBERS = 1000

export class UnweightedIndexModel implements Model {
  readonly kind = 'unweighted-index'
  readonly scale = 'comparable'
  labelCount: number
  readonly minWeight: number
  /** v by feature. */
  readonly lists: Postings
  /** scale_c, and V_c, all that was ever added to the class. */
  scales: Float64Array
  sums: Float64Array
  /** p by feature, if classes are ranked by classifiers. */
  readonly classifiers: Postings | undefined
  /** The p of each member of a committee; none where a class has one classifier. */
  readonly members: readonly Postings[]

  constructor(
    minWeight: number,
    lists: Postings,
    { classifiers, members = [] }: { classifiers?: Postings | undefined; members?: readonly Postings[] },
    scales: Float64Array,
    sums: Float64Array,
  ) {
    this.minWeight = minWeight
    this.lists = lists
    this.classifiers = classifiers
    this.members = members
    this.labelCount = scales.length
    this.scales = scales
    this.sums = sums
  }

  /** A model with no edges and so many classifiers a class. */
  static empty(labels: number, minWeight: number, classifiers: number): UnweightedIndexModel {
    const lists = new Postings()
    const scales = new Float64Array(labels).fill(1)
    const own = classifiers > 0 ? new Postings() : undefined
    const members = Array.from({ length: classifiers > 1 ? classifiers : 0 }, () => new Postings())
    return new UnweightedIndexModel(
      minWeight,
      lists,
      { classifiers: own, members },
      scales,
      new Float64Array(labels),
    )
  }

  get featureCount(): number {
    return this.lists.count
  }

  /** Makes features and labels below these exist. */
  ensure(features: number, labels: number): void {
    if (features > 0) {
      this.lists.ensure(features - 1)
      this.classifiers?.ensure(features - 1)
      for (const member of this.members) member.ensure(features - 1)
    }
    if (labels > this.scales.length) {
      const size = Math.max(labels, this.scales.length * 2)
      this.scales = grow(this.scales, size).fill(1, this.scales.length)
      this.sums = grow(this.sums, size)
    }
    this.labelCount = Math.max(labels, this.labelCount)
  }

  score(data: Dataset, row: number, out: Scores): void {
    this.retrieve(data, row, out)
    if (this.classifiers !== undefined) this.classify(data, row, out, this.classifiers)
  }

  /** Retrieves classes with the sums of their weights, whatever ranks them. */
  retrieve(data: Dataset, row: number, out: Scores): void {
    const { minWeight, scales } = this
    const { starts, lengths, labels, values: v, count: features } = this.lists
    const { values: scores, seen, touched } = out
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    let count = out.count
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = columns[e]
      if (feature >= features || values[e] < 0) continue
      const end = starts[feature] + lengths[feature]
      for (let i = starts[feature]; i < end; i++) {
        const label = labels[i]
        const weight = v[i] * scales[label]
        if (weight < minWeight) continue
        if (seen[label] === 0) {
          seen[label] = 1
          touched[count++] = label
        }
        scores[label] += weight
      }
    }
    out.count = count
  }

  /** Replaces the scores of the retrieved classes by those of their classifiers or of one member of them. */
  classify(
    data: Dataset,
    row: number,
    { values: scores, seen, touched, count }: Scores,
    { starts, lengths, labels, values: p, count: features }: Postings,
  ): void {
    for (let i = 0; i < count; i++) scores[touched[i]] = 0
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = columns[e]
      if (feature >= features) continue
      const x = values[e]
      const end = starts[feature] + lengths[feature]
      for (let i = starts[feature]; i < end; i++) if (seen[labels[i]] === 1) scores[labels[i]] += x * p[i]
    }
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    const { classifiers } = this
    const edges = explainRow(
      data,
      row,
      (feature, value) => (value >= 0 && this.edge(feature, label)) || undefined,
    )
    if (classifiers === undefined || edges.length === 0) return edges
    return explainRow(
      data,
      row,
      (feature, value) => value * valueIn(classifiers, feature, label) || undefined,
    )
  }

  strongestFeatures(label: number, top: number): Contribution[] {
    return strongestFeatures(this.featureCount, top, (feature) => this.voice(feature, label))
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    return strongestLabels(this.labelCount, top, (label) => this.voice(feature, label))
  }

  /** Edges in the index, and weights of classifiers. */
  figures(): Record<string, number> {
    const { lists, classifiers } = this
    let edges = 0
    for (let f = 0; f < lists.count; f++) {
      for (let i = lists.starts[f]; i < lists.starts[f] + lists.lengths[f]; i++) {
        if (lists.values[i] * this.scales[lists.labels[i]] >= this.minWeight) edges++
      }
    }
    return classifiers === undefined ? { edges } : { edges, weights: classifiers.entries() }
  }

  /** The edges in the index with their weights, labels ascending; undefined where classifiers rank. */
  edgeLists(): WeightLists | undefined {
    if (this.classifiers !== undefined) return undefined
    const { starts, lengths, labels, values, count } = this.lists
    return collectLists(count, (feature, add) => {
      const end = starts[feature] + lengths[feature]
      for (let i = starts[feature]; i < end; i++) {
        const weight = values[i] * this.scales[labels[i]]
        if (weight >= this.minWeight) add(labels[i], weight)
      }
    })
  }

  state(): State {
    const arrays: Record<string, NumberArray> = {
      scales: packNumbers(this.scales.subarray(0, this.labelCount)),
      sums: packNumbers(this.sums.subarray(0, this.labelCount)),
    }
    storeLists(this.lists.packed(), 'edges', arrays)
    if (this.classifiers !== undefined) storeLists(this.classifiers.packed(), 'classifiers', arrays)
    for (const [i, member] of this.members.entries()) storeLists(member.packed(), `member${i}`, arrays)
    const members = this.members.length > 0 ? { members: this.members.length } : {}
    return { numbers: { minWeight: this.minWeight, ...members }, arrays }
  }

  static from({ numbers, arrays }: State): UnweightedIndexModel {
    const labelCount = arrays.scales?.length ?? 0
    const scales = floatsFrom(arrays.scales, labelCount, 'label scales')
    const sums = floatsFrom(arrays.sums, labelCount, 'label sums')
    for (let l = 0; l < labelCount; l++) {
      if (!(scales[l] > 0 && sums[l] >= 0))
        throw new InputError(`the model's label scales hold ${scales[l]}: expected more than 0`)
    }
    const lists = Postings.from(arrays, 'edges', labelCount, "edges'")
    const classifiers =
      'classifiers.lengths' in arrays
        ? Postings.from(arrays, 'classifiers', labelCount, "classifiers'")
        : undefined
    const count = 'members' in numbers ? numberFrom(numbers, 'members') : 0
    if (count !== 0 && !(Number.isInteger(count) && count > 1 && count <= MOST_MEMBERS && classifiers))
      throw new InputError(`the index has committees of ${count}: expected 2 to ${MOST_MEMBERS}`)
    const members = Array.from({ length: count }, (_, i) =>
      Postings.from(arrays, `member${i}`, labelCount, `member ${i}'s`),
    )
    const minWeight = numberFrom(numbers, 'minWeight')
    return new UnweightedIndexModel(minWeight, lists, { classifiers, members }, scales, sums)
  }

  /** The weight of an edge, 0 if it is not in the index. */
  private edge(feature: number, label: number): number {
    const weight = valueIn(this.lists, feature, label) * this.scales[label]
    return weight < this.minWeight ? 0 : weight
  }

  /** What one unit of a feature adds to a label's score. */
  private voice(feature: number, label: number): number {
    return this.classifiers === undefined
      ? this.edge(feature, label)
      : valueIn(this.classifiers, feature, label)
  }
}

function valueIn(
  { starts, lengths, labels, values, count }: Postings,
  feature: number,
  label: number,
): number {
  if (feature >= count) return 0
  const end = starts[feature] + lengths[feature]
  for (let i = starts[feature]; i < end; i++) if (labels[i] === label) return values[i]
  return 0
}
