// A bucket of a reduce: its sorted records in, one output out, under its sha256. Nothing is written before all trailers
// were there and right.

import { InputError } from 'abound'
import { type ClusterRecord, headOf, type Payload, payloadsOf } from './cluster-record.js'
import { readSettled } from './first-stage.js'
import { layoutOf } from './learn.js'
import { NameSums } from './names.js'
import { bundle, itemOf, opened } from './payload.js'
import { type Descriptor, type Plan, planFrom, type Stage, stageOf } from './plan.js'
import { ScoreSums } from './score.js'
import { SliceSums } from './slices.js'
import type { ClusterStore } from './store.js'

const decoder = new TextDecoder()

/** Merges a bucket; answers the sha256 and size of what was written. */
export async function reduceBucket(
  descriptor: Descriptor,
  records: AsyncIterable<ClusterRecord> | Iterable<ClusterRecord>,
  store: ClusterStore,
): Promise<{ sha256: string; bytes: number }> {
  const plan = planFrom(decoder.decode(await store.read(descriptor.plan)), 'the plan')
  const stage = stageOf(plan, descriptor)
  const { bucket } = descriptor
  if (bucket === undefined)
    throw new InputError('a reduce needs a bucket: expected "bucket" in its descriptor')
  const merger = await mergerOf(plan, stage, descriptor, bucket, store)
  for await (const payload of payloadsOf(records, bucket, stage.tasks)) merger.add(payload)
  const parts = merger.output()
  return { sha256: await store.write(parts), bytes: parts.reduce((sum, part) => sum + part.length, 0) }
}

/** Takes payloads by key and then in the order of the tasks. */
interface Merger {
  add(payload: Payload): void
  output(): Uint8Array[]
}

async function mergerOf(
  plan: Plan,
  stage: Stage,
  { inputs }: Descriptor,
  bucket: number,
  store: ClusterStore,
): Promise<Merger> {
  switch (stage.kind) {
    case 'look':
      return new LookMerger()
    case 'settle':
    case 'labels':
      return new Collector()
    case 'sums':
    case 'epoch':
      return StateMerger.for(plan, stage, inputs, bucket, store)
    case 'model':
      return new OnlyOne()
    case 'score':
      return new ScoreSums(plan)
  }
}

/** Keeps every payload under its key and task. */
class Collector implements Merger {
  protected readonly items = new Map<string, Uint8Array>()

  add({ key, task, bytes }: Payload): void {
    this.items.set(`${key}.${headOf(0, key, task, 0).split('\t')[2]}`, bytes)
  }

  output(): Uint8Array[] {
    return bundle(this.items)
  }
}

/** Names are added up; what shards say of themselves is kept. */
class LookMerger extends Collector {
  private readonly names = new Map([
    ['labels', new NameSums()],
    ['terms', new NameSums()],
  ])

  override add(payload: Payload): void {
    const sums = this.names.get(payload.key)
    if (sums === undefined) super.add(payload)
    else sums.add(payload.task, opened(payload.bytes, payload.key))
  }

  override output(): Uint8Array[] {
    for (const [key, sums] of this.names) this.items.set(key, sums.payload())
    return super.output()
  }
}

/** Slices are added up, to what the epoch began with if it began with anything; rows held out are kept. */
class StateMerger extends Collector {
  private readonly learnings = new Map<string, SliceSums>()
  private readonly factors: readonly number[]
  private readonly begin: (key: string) => SliceSums
  private readonly finish: (sums: SliceSums) => Uint8Array

  private constructor(
    factors: readonly number[],
    begin: (key: string) => SliceSums,
    finish: (sums: SliceSums) => Uint8Array,
  ) {
    super()
    this.factors = factors
    this.begin = begin
    this.finish = finish
  }

  static async for(
    plan: Plan,
    { buckets, epoch = 1, needs }: Stage,
    inputs: Descriptor['inputs'],
    bucket: number,
    store: ClusterStore,
  ): Promise<StateMerger> {
    const settled = await readSettled(plan, inputs.settle, store)
    const { learner, learnerOptions } = settled.options
    const sharding = learner.online ? learner.sharding : undefined
    const layout = layoutOf(settled)
    const before = epoch === 1 ? undefined : inputs[needs[needs.length - 1]][bucket]
    const base = before === undefined ? undefined : opened(await store.read(before), 'the epoch before')
    const { documents } = settled.seen
    return new StateMerger(
      settled.shardDocuments.map((own) => (sharding?.merge === 'mean' ? own / documents : 1)),
      (key) => {
        const sums = new SliceSums(layout, bucket, buckets)
        if (base !== undefined) sums.add(opened(itemOf(base, key), key))
        return sums
      },
      (sums) => {
        const state = sums.state(sharding !== undefined && sharding.merge !== 'counts')
        return sums.payload(sharding?.settle?.(state, learnerOptions) ?? state)
      },
    )
  }

  override add(payload: Payload): void {
    const { key, task, bytes } = payload
    if (key !== 'all' && key !== 'part') {
      super.add(payload)
      return
    }
    let sums = this.learnings.get(key)
    if (sums === undefined) {
      sums = this.begin(key)
      this.learnings.set(key, sums)
    }
    sums.add(opened(bytes, key), this.factors[task])
  }

  override output(): Uint8Array[] {
    for (const [key, sums] of this.learnings) this.items.set(key, this.finish(sums))
    return super.output()
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
