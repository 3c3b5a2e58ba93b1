// The state of a learner cut by feature: bucket b of n has the features f with f mod n = b (frequent words come first,
// so that ranges would be uneven), and the labels likewise. A slice names only what is not 0; of two states it can hold
// the difference. Slices add up in the order of the shards, and never otherwise: floats do not forgive that.

import {
  type Container,
  type NumberArray,
  PairIndex,
  Postings,
  type State,
  type StateLayout,
} from 'abound/internal'
import { exact } from './names.js'
import { payload, toFloats, toIds } from './payload.js'

/** Lists of a state with the place where each begins. */
interface Lists {
  readonly starts: Uint32Array
  readonly labels: Uint32Array
  readonly values: Float64Array
}

/** Cuts a state, or what it has more than the one it began from, into slices. */
export class StateCutter {
  private readonly state: State
  private readonly layout: StateLayout
  private readonly base: State | undefined
  private readonly buckets: number
  private readonly scratch = new Map<number, number>()

  constructor(state: State, layout: StateLayout, buckets: number, base?: State) {
    this.state = state
    this.layout = layout
    this.buckets = buckets
    this.base = base
  }

  slice(bucket: number): Uint8Array {
    const { layout, state, base, buckets } = this
    const arrays: Record<string, NumberArray> = {}
    const sizes: Record<string, number> = {}
    for (const names of layout.lists) {
      const lists = listsOf(state, names)
      if (lists === undefined) continue
      sizes[names.values] = lists.starts.length - 1
      this.cutLists(bucket, names.values, lists, base && listsOf(base, names), arrays)
    }
    for (const name of [...layout.byFeature, ...layout.byLabel]) {
      const all = state.arrays[name]
      if (all === undefined) continue
      sizes[name] = all.length
      const before = base?.arrays[name]
      const ids: number[] = []
      const values: number[] = []
      for (let i = bucket; i < all.length; i += buckets) {
        const value = all[i] - (before !== undefined && i < before.length ? before[i] : 0)
        if (value === 0) continue
        ids.push(i)
        values.push(value)
      }
      arrays[`${name}:ids`] = Uint32Array.from(ids)
      arrays[`${name}:values`] = Float64Array.from(values)
    }
    for (const name of othersOf(state, layout)) arrays[`same:${name}`] = state.arrays[name]
    const numbers = Object.fromEntries(
      Object.entries(state.numbers).map(([name, value]) => [
        name,
        layout.numbers.includes(name) ? value - (base?.numbers[name] ?? 0) : value,
      ]),
    )
    return payload({ numbers, sizes }, arrays)
  }

  private cutLists(
    bucket: number,
    name: string,
    lists: Lists,
    before: Lists | undefined,
    arrays: Record<string, NumberArray>,
  ): void {
    const features: number[] = []
    const lengths: number[] = []
    const labels: number[] = []
    const values: number[] = []
    const { scratch } = this
    for (let f = bucket; f < lists.starts.length - 1; f += this.buckets) {
      const from = labels.length
      if (before !== undefined && f < before.starts.length - 1) {
        for (let i = before.starts[f]; i < before.starts[f + 1]; i++)
          scratch.set(before.labels[i], before.values[i])
      }
      for (let i = lists.starts[f]; i < lists.starts[f + 1]; i++) {
        const label = lists.labels[i]
        const value = lists.values[i] - (scratch.get(label) ?? 0)
        scratch.delete(label)
        if (value === 0) continue
        labels.push(label)
        values.push(value)
      }
      for (const [label, value] of scratch) {
        if (value === 0) continue
        labels.push(label)
        values.push(-value)
      }
      scratch.clear()
      if (labels.length === from) continue
      features.push(f)
      lengths.push(labels.length - from)
    }
    arrays[`${name}:features`] = Uint32Array.from(features)
    arrays[`${name}:lengths`] = Uint32Array.from(lengths)
    arrays[`${name}:labels`] = Uint32Array.from(labels)
    arrays[`${name}:values`] = Float64Array.from(values)
  }
}

/** Arrays that are the same for all shards. */
function othersOf({ arrays }: State, { lists, byFeature, byLabel }: StateLayout): string[] {
  const toGlobalIds = new Set([...lists.flatMap((names) => Object.values(names)), ...byFeature, ...byLabel])
  return Object.keys(arrays).filter((name) => !toGlobalIds.has(name))
}

function listsOf({ arrays }: State, names: StateLayout['lists'][number]): Lists | undefined {
  if (!(names.lengths in arrays)) return undefined
  const lengths = arrays[names.lengths]
  const starts = new Uint32Array(lengths.length + 1)
  for (let f = 0; f < lengths.length; f++) starts[f + 1] = starts[f] + lengths[f]
  return { starts, labels: toIds(arrays[names.labels]), values: toFloats(arrays[names.values]) }
}

interface SliceHead {
  readonly numbers: Readonly<Record<string, number>>
  /** How long lists and arrays are over all features or labels. */
  readonly sizes: Readonly<Record<string, number>>
}

/** Adds slices of one bucket up. */
export class SliceSums {
  private readonly layout: StateLayout
  private readonly bucket: number
  private readonly buckets: number
  private readonly numbers: Record<string, number> = {}
  private readonly sizes: Record<string, number> = {}
  private readonly lists = new Map<string, { postings: Postings; pairs: PairIndex }>()
  private readonly sums = new Map<string, Float64Array>()
  private readonly same: Record<string, NumberArray> = {}

  constructor(layout: StateLayout, bucket: number, buckets: number) {
    this.layout = layout
    this.bucket = bucket
    this.buckets = buckets
  }

  /** this += factor · slice; numbers add up whole. */
  add({ header, sections }: Container, factor = 1): void {
    const { numbers, sizes } = header as unknown as SliceHead
    for (const [name, value] of Object.entries(numbers)) {
      this.numbers[name] = this.layout.numbers.includes(name) ? (this.numbers[name] ?? 0) + value : value
    }
    for (const [name, size] of Object.entries(sizes)) this.sizes[name] = Math.max(this.sizes[name] ?? 0, size)
    for (const { values: name } of this.layout.lists) {
      if (sizes[name] !== undefined) this.addLists(name, sections, factor)
    }
    for (const name of [...this.layout.byFeature, ...this.layout.byLabel]) {
      if (sizes[name] === undefined) continue
      const sums = this.sumsFor(name, sizes[name])
      const ids = toIds(sections[`${name}:ids`])
      const values = toFloats(sections[`${name}:values`])
      for (let i = 0; i < ids.length; i++) {
        const at = (ids[i] - this.bucket) / this.buckets
        sums[at] = exact(sums[at] + factor * values[i])
      }
    }
    for (const [name, array] of Object.entries(sections)) {
      if (name.startsWith('same:')) this.same[name.slice('same:'.length)] = array
    }
  }

  /** What came together, with features and labels numbered within the bucket; `tidy`: by label, without zeros. */
  state(tidy: boolean): State {
    const arrays: Record<string, NumberArray> = { ...this.same }
    for (const names of this.layout.lists) {
      const size = this.sizes[names.values]
      if (size === undefined) continue
      const { postings } = this.listsFor(names.values)
      const own = this.ownOf(size)
      if (own > 0) postings.ensure(own - 1)
      const { lengths, labels, values } = tidy ? sortLists(postings) : postings.packed()
      arrays[names.lengths] = lengths
      arrays[names.labels] = labels
      arrays[names.values] = values
    }
    for (const name of [...this.layout.byFeature, ...this.layout.byLabel]) {
      if (this.sizes[name] !== undefined)
        arrays[name] = this.sumsFor(name, this.sizes[name]).slice(0, this.ownOf(this.sizes[name]))
    }
    return { numbers: { ...this.numbers }, arrays }
  }

  /** A state of the bucket's own numbering as a slice. */
  payload(own: State): Uint8Array {
    const { bucket, buckets, layout } = this
    const arrays: Record<string, NumberArray> = {}
    const named = (ids: number[]): Uint32Array => Uint32Array.from(ids, (id) => id * buckets + bucket)
    for (const names of layout.lists) {
      const lengths = own.arrays[names.lengths]
      if (lengths === undefined) continue
      const filled: number[] = []
      for (let f = 0; f < lengths.length; f++) if (lengths[f] > 0) filled.push(f)
      arrays[`${names.values}:features`] = named(filled)
      arrays[`${names.values}:lengths`] = Uint32Array.from(filled, (f) => lengths[f])
      arrays[`${names.values}:labels`] = own.arrays[names.labels]
      arrays[`${names.values}:values`] = own.arrays[names.values]
    }
    for (const name of [...layout.byFeature, ...layout.byLabel]) {
      const all = own.arrays[name]
      if (all === undefined) continue
      const filled: number[] = []
      for (let i = 0; i < all.length; i++) if (all[i] !== 0) filled.push(i)
      arrays[`${name}:ids`] = named(filled)
      arrays[`${name}:values`] = Float64Array.from(filled, (i) => all[i])
    }
    for (const name of othersOf(own, layout)) arrays[`same:${name}`] = own.arrays[name]
    return payload({ numbers: own.numbers, sizes: this.sizes }, arrays)
  }

  /** How many of `size` features or labels are in the bucket. */
  private ownOf(size: number): number {
    return Math.max(0, Math.ceil((size - this.bucket) / this.buckets))
  }

  private addLists(name: string, sections: Container['sections'], factor: number): void {
    const { postings, pairs } = this.listsFor(name)
    const features = toIds(sections[`${name}:features`])
    const lengths = toIds(sections[`${name}:lengths`])
    const labels = toIds(sections[`${name}:labels`])
    const values = toFloats(sections[`${name}:values`])
    for (let f = 0, i = 0; f < features.length; f++) {
      const own = (features[f] - this.bucket) / this.buckets
      postings.ensure(own)
      for (const end = i + lengths[f]; i < end; i++) {
        const at = pairs.locate(own, labels[i])
        postings.values[at] = exact(postings.values[at] + factor * values[i])
      }
    }
  }

  private listsFor(name: string): { postings: Postings; pairs: PairIndex } {
    const known = this.lists.get(name)
    if (known !== undefined) return known
    const postings = new Postings()
    const made = { postings, pairs: new PairIndex(postings) }
    this.lists.set(name, made)
    return made
  }

  private sumsFor(name: string, size: number): Float64Array {
    const known = this.sums.get(name)
    const own = this.ownOf(size)
    if (known !== undefined && known.length >= own) return known
    const grown = new Float64Array(own)
    if (known !== undefined) grown.set(known)
    this.sums.set(name, grown)
    return grown
  }
}

/** Lists with ascending labels, without zeros: one form, whatever order things came in. */
function sortLists(postings: Postings): { lengths: Uint32Array; labels: Uint32Array; values: Float64Array } {
  const { starts, lengths, labels, values, count } = postings
  const out = { lengths: new Uint32Array(count), labels: [] as number[], values: [] as number[] }
  for (let f = 0; f < count; f++) {
    const places = Array.from({ length: lengths[f] }, (_, i) => starts[f] + i)
      .filter((at) => values[at] !== 0)
      .sort((a, b) => labels[a] - labels[b])
    out.lengths[f] = places.length
    for (const at of places) {
      out.labels.push(labels[at])
      out.values.push(values[at])
    }
  }
  return { ...out, labels: Uint32Array.from(out.labels), values: Float64Array.from(out.values) }
}

/** The state that slices of all buckets make. */
export function stateOf(slices: readonly Container[], layout: StateLayout): State {
  const arrays: Record<string, NumberArray> = {}
  const sizes: Record<string, number> = {}
  let numbers: SliceHead['numbers'] = {}
  for (const { header, sections } of slices) {
    const head = header as unknown as SliceHead
    numbers = { ...numbers, ...head.numbers }
    for (const [name, size] of Object.entries(head.sizes)) sizes[name] = Math.max(sizes[name] ?? 0, size)
    for (const [name, array] of Object.entries(sections)) {
      if (name.startsWith('same:')) arrays[name.slice('same:'.length)] = array.slice()
    }
  }
  for (const names of layout.lists) {
    const size = sizes[names.values]
    if (size !== undefined) Object.assign(arrays, joinedLists(slices, names, size))
  }
  for (const name of [...layout.byFeature, ...layout.byLabel]) {
    if (sizes[name] === undefined) continue
    const all = new Float64Array(sizes[name])
    for (const { sections } of slices) {
      const ids = toIds(sections[`${name}:ids`])
      const values = toFloats(sections[`${name}:values`])
      for (let i = 0; i < ids.length; i++) all[ids[i]] = values[i]
    }
    arrays[name] = all
  }
  return { numbers, arrays }
}

function joinedLists(
  slices: readonly Container[],
  { lengths: lengthsName, labels: labelsName, values: valuesName }: StateLayout['lists'][number],
  size: number,
): Record<string, NumberArray> {
  const part = ({ sections }: Container, what: string): NumberArray | undefined =>
    sections[`${valuesName}:${what}`]
  const lengths = new Uint32Array(size)
  for (const slice of slices) {
    const features = toIds(part(slice, 'features'))
    const own = toIds(part(slice, 'lengths'))
    for (let f = 0; f < features.length; f++) lengths[features[f]] = own[f]
  }
  const starts = new Uint32Array(size + 1)
  for (let f = 0; f < size; f++) starts[f + 1] = starts[f] + lengths[f]
  const labels = new Uint32Array(starts[size])
  const values = new Float64Array(starts[size])
  for (const slice of slices) {
    const features = toIds(part(slice, 'features'))
    const ownLabels = toIds(part(slice, 'labels'))
    const ownValues = toFloats(part(slice, 'values'))
    for (let f = 0, from = 0; f < features.length; f++) {
      const start = starts[features[f]]
      const length = lengths[features[f]]
      labels.set(ownLabels.subarray(from, from + length), start)
      values.set(ownValues.subarray(from, from + length), start)
      from += length
    }
  }
  return { [lengthsName]: lengths, [labelsName]: labels, [valuesName]: values }
}
