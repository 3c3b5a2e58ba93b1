// A bucket of a reduce: its sorted records in, one output out, under its sha256. Nothing is written before all trailers
// were there and right.

import { InputError } from 'abound'
import { type ClusterRecord, itemName, type Payload, payloadsOf } from './cluster-record.js'
import type { ClusterStore } from './cluster-store.js'
import { readSettled } from './first-stage.js'
import { layoutOf } from './learning-tasks.js'
import { NameSums } from './names.js'
import { openPayload, packItems, readItem } from './payload.js'
import { type Descriptor, type Outputs, type Plan, planFrom, type Stage, stageOf } from './plan.js'
import { ScoreSums } from './score.js'
import { SliceSums } from './slices.js'

const decoder = new TextDecoder()

/** Merges a bucket; answers the sha256 and size of what was written. */
export async function reduceBucket(
  descriptor: Descriptor,
  records: AsyncIterable<ClusterRecord> | Iterable<ClusterRecord>,
  store: ClusterStore,
): Promise<{ sha256: string; bytes: number }> {
  const plan = planFrom(decoder.decode(await store.read(descriptor.plan)), 'the plan')
  const stage = stageOf(plan, descriptor)
  const { bucket, inputs } = descriptor
  if (bucket === undefined)
    throw new InputError('a reduce needs a bucket: expected "bucket" in its descriptor')
  const merger = await createMerger({ plan, stage, inputs, bucket, store })
  for await (const payload of payloadsOf(records, bucket, stage.tasks)) merger.add(payload)
  const parts = merger.output()
  return { sha256: await store.write(parts), bytes: parts.reduce((sum, part) => sum + part.length, 0) }
}

/** Takes payloads by key and then in the order of the tasks. */
interface Merger {
  add(payload: Payload): void
  output(): Uint8Array[]
}

/** What a merger is made for. */
interface BucketContext {
  readonly plan: Plan
  readonly stage: Stage
  readonly inputs: Outputs
  readonly bucket: number
  readonly store: ClusterStore
}

async function createMerger(context: BucketContext): Promise<Merger> {
  switch (context.stage.kind) {
    case 'look':
      return new ItemMerger((key) => {
        if (key !== 'labels' && key !== 'terms') return undefined
        const sums = new NameSums()
        return {
          add: ({ task, bytes }) => sums.add(task, openPayload(bytes, key)),
          output: () => sums.payload(),
        }
      })
    case 'settle':
    case 'labels':
      return new ItemMerger(() => undefined)
    case 'sums':
    case 'epoch':
      return new ItemMerger(await stateSums(context))
    case 'model':
      return new OnlyOne()
    case 'score':
      return new ScoreSums(context.plan)
  }
}

/** The payloads of a key, added up. */
interface KeySums {
  add(payload: Payload): void
  output(): Uint8Array
}

/** Keeps every payload under its key and task, but those of keys that are added up. */
class ItemMerger implements Merger {
  private readonly items = new Map<string, Uint8Array>()
  private readonly sums = new Map<string, KeySums>()
  private readonly begin: (key: string) => KeySums | undefined

  constructor(begin: (key: string) => KeySums | undefined) {
    this.begin = begin
  }

  add(payload: Payload): void {
    const { key, task, bytes } = payload
    const sums = this.sums.get(key) ?? this.begin(key)
    if (sums === undefined) {
      this.items.set(itemName(key, task), bytes)
      return
    }
    this.sums.set(key, sums)
    sums.add(payload)
  }

  output(): Uint8Array[] {
    for (const [key, sums] of this.sums) this.items.set(key, sums.output())
    return packItems(this.items)
  }
}

/** Slices of `all` and `part` are added up, to what the epoch began with if it began with anything. */
async function stateSums(context: BucketContext): Promise<(key: string) => KeySums | undefined> {
  const { stage, inputs, bucket, store } = context
  const { buckets, epoch = 1, needs } = stage
  const settled = await readSettled(context)
  const { learner, learnerOptions } = settled.options
  const sharding = learner.online ? learner.sharding : undefined
  const before = epoch === 1 ? undefined : inputs[needs[needs.length - 1]][bucket]
  const base = before === undefined ? undefined : openPayload(await store.read(before), 'the epoch before')
  const factors = settled.shardDocuments.map((own) =>
    sharding?.merge === 'mean' ? own / settled.seen.documents : 1,
  )
  return (key) => {
    if (key !== 'all' && key !== 'part') return undefined
    const sums = new SliceSums(layoutOf(settled), bucket, buckets)
    if (base !== undefined) sums.add(openPayload(readItem(base, key), key))
    return {
      add: ({ task, bytes }) => sums.add(openPayload(bytes, key), factors[task]),
      output() {
        const state = sums.state(sharding !== undefined && sharding.merge !== 'counts')
        return sums.payload(sharding?.settle?.(state, learnerOptions) ?? state)
      },
    }
  }
}

/** The bytes of the one payload there is, as they are. */
class OnlyOne implements Merger {
  private bytes: Uint8Array | undefined

  add({ bytes }: Payload): void {
    if (this.bytes !== undefined) throw new InputError('two models came out of one training')
    this.bytes = bytes
  }

  output(): Uint8Array[] {
    if (this.bytes === undefined) throw new InputError('no model came out of the training')
    return [this.bytes]
  }
}
