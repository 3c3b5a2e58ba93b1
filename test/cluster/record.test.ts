// Records between maps and reduces: what is lost, doubled, changed or out of order is refused, never merged.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CHUNK_BYTES,
  type ClusterRecord,
  type Payload,
  payloadsOf,
  RecordWriter,
} from '../../packages/lab/src/cluster/cluster-record.js'
import { lineOf, recordOf } from '../../packages/lab/src/cluster-run/record-lines.js'

const KEYS = ['all', 'held', 'part']

type Told = { readonly [bucket: number]: { readonly [key: string]: Uint8Array } }

async function written(tasks: readonly Told[], buckets: number): Promise<ClusterRecord[]> {
  const records: ClusterRecord[] = []
  for (const [task, told] of tasks.entries()) {
    const out = new RecordWriter(task, buckets, (record) => {
      records.push(record)
    })
    for (let bucket = 0; bucket < buckets; bucket++) {
      for (const key of KEYS) {
        const payload = told[bucket]?.[key]
        if (payload !== undefined) await out.put(bucket, key, payload)
      }
    }
    await out.end()
  }
  return records
}

const sorted = (records: readonly ClusterRecord[]): ClusterRecord[] =>
  [...records].sort((a, b) => (a.head < b.head ? -1 : 1))

async function read(records: readonly ClusterRecord[], bucket: number, tasks: number): Promise<Payload[]> {
  const found: Payload[] = []
  for await (const payload of payloadsOf(records, bucket, tasks)) found.push(payload)
  return found
}

const ofBucket = (records: readonly ClusterRecord[], bucket: number): ClusterRecord[] =>
  records.filter(({ head }) => Number(head.split('\t')[0]) === bucket)

const payloads = fc.dictionary(fc.constantFrom(...KEYS), fc.uint8Array({ maxLength: 40 }))
const task = fc.record({ 0: payloads, 1: payloads })

describe('records', () => {
  it('come back by key and then by task, whatever order they were sent in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(task, { minLength: 1, maxLength: 4 }), fc.integer(), async (tasks, seed) => {
        const records = await written(tasks, 2)
        // Sent anyhow, sorted by whoever moves them, as lines.
        const moved = records
          .map((record, i) => ({ record, at: Math.imul(i + 1, seed | 1) }))
          .sort((a, b) => a.at - b.at)
          .map(({ record }) => recordOf(lineOf(record).replace('\n', '')))
        for (const bucket of [0, 1]) {
          const found = await read(sorted(ofBucket(moved, bucket)), bucket, tasks.length)
          const expected = KEYS.flatMap((key) =>
            tasks.flatMap((told, task) => {
              const bytes = (told as Told)[bucket]?.[key]
              return bytes === undefined ? [] : [{ key, task, bytes: Uint8Array.from(bytes) }]
            }),
          )
          expect(found.map(({ bytes, ...rest }) => ({ ...rest, bytes: Uint8Array.from(bytes) }))).toEqual(
            expected,
          )
        }
      }),
    )
  })

  it('are refused where any one is missing, twice there, or changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(task, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        fc.constantFrom('lost', 'twice', 'changed'),
        async (tasks, which, how) => {
          const records = sorted(ofBucket(await written(tasks, 2), 0))
          const at = which % records.length
          const { head, bytes } = records[at]
          const broken =
            how === 'lost'
              ? records.filter((_, i) => i !== at)
              : how === 'twice'
                ? records.flatMap((record, i) => (i === at ? [record, record] : [record]))
                : records.map((record, i) =>
                    i === at ? { head, bytes: Uint8Array.of(...bytes, 1) } : record,
                  )
          await expect(read(broken, 0, tasks.length)).rejects.toThrow(
            /missing|twice|came|no record|trailer|JSON/,
          )
        },
      ),
    )
  })

  it('are cut into chunks of at most 1 MiB of base64', async () => {
    const payload = new Uint8Array(CHUNK_BYTES * 2 + 5).map((_, i) => i)
    const records = await written([{ 0: { all: payload } }], 1)
    expect(records.map(({ head }) => head)).toEqual([
      '00000\tall\t000000\t000000',
      '00000\tall\t000000\t000001',
      '00000\tall\t000000\t000002',
      '00000\t~\t000000\t000000',
    ])
    for (const record of records) {
      expect(lineOf(record).split('\t')[4].trimEnd().length).toBeLessThanOrEqual(2 ** 20)
    }
    const [found] = await read(records, 0, 1)
    expect(Buffer.from(found.bytes).equals(Buffer.from(payload))).toBe(true)
    // What was cut off within a payload is not handed out as if it were one.
    const given: Payload[] = []
    const cut = async (): Promise<void> => {
      for await (const one of payloadsOf(records.slice(0, 2), 0, 1)) given.push(one)
    }
    await expect(cut()).rejects.toThrow('1 of 1 trailers are missing')
    expect(given).toEqual([])
  })

  it('end every bucket with a trailer, also one that nothing was put into', async () => {
    const records = await written([{}, {}], 2)
    expect(records.map(({ head }) => head.split('\t').slice(0, 3).join(' '))).toEqual([
      '00000 ~ 000000',
      '00001 ~ 000000',
      '00000 ~ 000001',
      '00001 ~ 000001',
    ])
    await expect(read([], 0, 2)).rejects.toThrow(
      'bucket 0: 2 of 2 trailers are missing: a task ended too early',
    )
    expect(await read(sorted(ofBucket(records, 1)), 1, 2)).toEqual([])
  })

  it('are refused out of order, from another bucket, from a task that is not there, and as other lines', async () => {
    const records = await written([{ 0: { all: Uint8Array.of(1), part: Uint8Array.of(2) } }], 1)
    await expect(read([records[1], records[0], records[2]], 0, 1)).rejects.toThrow('records are not sorted')
    await expect(read(records, 1, 1)).rejects.toThrow('a record of bucket 0 came to bucket 1')
    await expect(read(await written([{}, {}], 1), 0, 1)).rejects.toThrow(
      'a record of task 1: there are only 1',
    )
    for (const line of ['', 'a', '00000\tall\t000000\t000000', '00000\tall\t000000\t000000\tnot base64!']) {
      expect(() => recordOf(line)).toThrow('expected bucket⇥key⇥shard⇥chunk⇥base64')
    }
    const odd = recordOf('0\tall\t000000\t000000\tAAAA')
    await expect(read([odd], 0, 1)).rejects.toThrow('expected bucket⇥key⇥shard⇥chunk before the payload')
  })
})
