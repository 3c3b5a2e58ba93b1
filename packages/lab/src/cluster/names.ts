// Names (terms, labels) that shards met, with what they counted of each. Every shard numbers its names in order of
// arrival; put together they are numbered by the first shard that has them and their number there, which is the order
// of arrival on one machine. Names go to buckets by their hash.

import { InputError } from 'abound'
import { ByteTable, type Container, murmur3 } from 'abound/internal'
import { type Arrays, payload, toFloats, toIds } from './payload.js'

/** Numbers by name, under what they count. */
type NameCounts = Readonly<Record<string, Float64Array>>

/** The payload of each bucket: the names of a table that belong there. */
export function namePayloads(table: ByteTable, counts: NameCounts, buckets: number): Uint8Array[] {
  const members: number[][] = Array.from({ length: buckets }, () => [])
  for (let id = 0; id < table.count; id++) members[bucketOf(table, id, buckets)].push(id)
  return members.map((ids) =>
    payload({}, { ...nameArrays(table, '', ids), ids: Uint32Array.from(ids), ...selectCounts(counts, ids) }),
  )
}

function bucketOf({ bytes, offsets }: ByteTable, id: number, buckets: number): number {
  return (murmur3(bytes, offsets[id], offsets[id + 1]) >>> 0) % buckets
}

/** Names end to end, all of a table or some, as arrays under names that begin with `prefix`. */
export function nameArrays(
  { bytes, offsets, count }: ByteTable,
  prefix = '',
  ids: readonly number[] = Array.from({ length: count }, (_, id) => id),
): Arrays {
  const lengths = Uint32Array.from(ids, (id) => offsets[id + 1] - offsets[id])
  const blob = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const id of ids) {
    blob.set(bytes.subarray(offsets[id], offsets[id + 1]), at)
    at += offsets[id + 1] - offsets[id]
  }
  return { [`${prefix}bytes`]: blob, [`${prefix}lengths`]: lengths }
}

function selectCounts(counts: NameCounts, ids: readonly number[]): NameCounts {
  return Object.fromEntries(
    Object.entries(counts).map(([name, all]) => [
      `count.${name}`,
      Float64Array.from(ids, (id) => all[id] ?? 0),
    ]),
  )
}

/** Adds up what shards counted of names, shard by shard. */
export class NameSums {
  private readonly table = new ByteTable()
  /** The first shard with the name, and its number there. */
  private readonly shards: number[] = []
  private readonly ids: number[] = []
  private readonly counts = new Map<string, number[]>()

  /** Adds the names of a shard; shards come in order. */
  add(shard: number, { sections }: Container): void {
    const ids = toIds(sections.ids)
    const names = Object.keys(sections).filter((name) => name.startsWith('count.'))
    const added = names.map((name) => ({ sums: this.sumsOf(name), values: toFloats(sections[name]) }))
    forEachName(sections, (bytes, from, to, hash, i) => {
      const known = this.table.count
      const id = this.table.intern(bytes, from, to, hash)
      if (id === known) {
        this.shards.push(shard)
        this.ids.push(ids[i])
      }
      for (const { sums, values } of added) sums[id] = exact((sums[id] ?? 0) + values[i])
    })
  }

  payload(): Uint8Array {
    const all = Array.from({ length: this.table.count }, (_, id) => id)
    const counts = [...this.counts].map(([name, values]) => [
      name,
      Float64Array.from(all, (id) => values[id] ?? 0),
    ])
    return payload(
      {},
      {
        ...nameArrays(this.table),
        shards: Uint32Array.from(this.shards),
        ids: Uint32Array.from(this.ids),
        ...Object.fromEntries(counts),
      },
    )
  }

  private sumsOf(name: string): number[] {
    const known = this.counts.get(name)
    if (known !== undefined) return known
    const sums: number[] = []
    this.counts.set(name, sums)
    return sums
  }
}

/** A sum of whole numbers, as long as it is one. */
export function exact(sum: number): number {
  if (Math.abs(sum) <= Number.MAX_SAFE_INTEGER || !Number.isInteger(sum)) return sum
  throw new InputError(`a count has come to ${sum}: counts are exact below 2^53 only`)
}

/** Names of all buckets in one table, in order of arrival, and what was counted of them. */
export function namesInOrder(buckets: readonly Container[]): { table: ByteTable; counts: NameCounts } {
  const entries: { bucket: number; i: number; shard: number; id: number }[] = []
  const ranges = buckets.map(({ sections }, bucket) => {
    const shards = toIds(sections.shards)
    const ids = toIds(sections.ids)
    for (let i = 0; i < ids.length; i++) entries.push({ bucket, i, shard: shards[i], id: ids[i] })
    const starts: number[] = [0]
    forEachName(sections, (_bytes, _from, to) => starts.push(to))
    return { bytes: sections.bytes as Uint8Array, starts }
  })
  entries.sort((a, b) => a.shard - b.shard || a.id - b.id)
  const table = new ByteTable()
  const names = new Set(
    buckets.flatMap(({ sections }) => Object.keys(sections).filter((name) => name.startsWith('count.'))),
  )
  for (const { bucket, i } of entries) {
    const { bytes, starts } = ranges[bucket]
    table.intern(bytes, starts[i], starts[i + 1], murmur3(bytes, starts[i], starts[i + 1]))
  }
  const counts = [...names].map((name) => {
    const values = buckets.map(({ sections }) => toFloats(sections[name]))
    return [name.slice('count.'.length), Float64Array.from(entries, ({ bucket, i }) => values[bucket][i])]
  })
  return { table, counts: Object.fromEntries(counts) }
}

/** The names whose arrays begin with `prefix`, in their order, with their hashes. */
export function forEachName(
  sections: Container['sections'],
  visit: (bytes: Uint8Array, from: number, to: number, hash: number, i: number) => void,
  prefix = '',
): void {
  const bytes = sections[`${prefix}bytes`] as Uint8Array
  const lengths = toIds(sections[`${prefix}lengths`])
  for (let i = 0, from = 0; i < lengths.length; from += lengths[i++]) {
    const to = from + lengths[i]
    visit(bytes, from, to, murmur3(bytes, from, to), i)
  }
}
