// Names over shards: numbered as one machine would have numbered them, whatever the shards and buckets.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteTable } from '../../packages/abound/src/structures/byte-table.js'
import { exact, NameSums, namePayloads, namesInOrder } from '../../packages/lab/src/cluster/names.js'
import { openPayload } from '../../packages/lab/src/cluster/payload.js'

function counted(words: readonly string[]): { table: ByteTable; counts: { n: Float64Array } } {
  const table = new ByteTable()
  const n: number[] = []
  for (const word of words) {
    const id = table.internString(word)
    n[id] = (n[id] ?? 0) + 1
  }
  return { table, counts: { n: Float64Array.from(n) } }
}

describe('names of shards', () => {
  it('are those of one machine, in its order and to its bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 5 }),
        (shards, buckets) => {
          const whole = counted(shards.flat())
          const sums = Array.from({ length: buckets }, () => new NameSums())
          shards.forEach((words, shard) => {
            const { table, counts } = counted(words)
            namePayloads(table, counts, buckets).forEach((bytes, bucket) => {
              sums[bucket].add(shard, openPayload(bytes, 'names'))
            })
          })
          const { table, counts } = namesInOrder(sums.map((sum) => openPayload(sum.payload(), 'names')))
          expect(table.arrays()).toEqual(whole.table.arrays())
          expect(counts.n ?? new Float64Array(0)).toEqual(whole.counts.n)
        },
      ),
    )
  })

  it('refuse counts that are exact no more', () => {
    expect(exact(2 ** 53 - 1)).toBe(2 ** 53 - 1)
    expect(() => exact(2 ** 53)).toThrow('counts are exact below 2^53 only')
  })
})
