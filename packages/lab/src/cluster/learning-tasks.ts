// The tasks that learn. Each learns twice where documents are held out to decide by: `all` from every document, and
// `part` from those that are not. What comes out is cut into buckets by feature: sums, or in an epoch what changed.

import {
  contextOf,
  type Dataset,
  DatasetBuilder,
  LANES,
  type OnlineLearner,
  permutation,
  Rng,
  type RunContext,
  type Shape,
  type State,
  type StateLayout,
} from 'abound/internal'
import type { RecordWriter } from './cluster-record.js'
import type { ClusterStore } from './cluster-store.js'
import { readSettled, type Settled } from './first-stage.js'
import { heldOutBy } from './held-out-documents.js'
import type { MapContext } from './map-context.js'
import { openPayload, payload, readItem } from './payload.js'
import { shardSeed } from './plan.js'
import { addRows, weighedFile } from './row-file.js'
import { StateCutter, stateOf } from './slices.js'

/** The two learnings: from all documents, and from those that are not held out. */
const LEARNINGS = ['all', 'part'] as const
export type Learning = (typeof LEARNINGS)[number]

/** Those that there are. */
export function learningsOf({ held }: Settled): readonly Learning[] {
  return held > 0 ? LEARNINGS : ['all']
}

/** What a task has to learn from. */
interface TaskRows {
  readonly all: Dataset
  readonly part: Dataset
  readonly held: DatasetBuilder
}

/** The rows of some shards, one after the other. */
async function rowsOf(
  { options, seen, rows, held, shardDocuments }: Settled,
  shards: readonly number[],
  store: ClusterStore,
): Promise<TaskRows> {
  const isHeld = heldOutBy(seen.documents, held, options.run.seed)
  const all = new DatasetBuilder()
  const part = new DatasetBuilder()
  const apart = new DatasetBuilder()
  for (const shard of shards) {
    const file = openPayload(await store.read(rows[shard]), 'rows')
    const before = shardDocuments.slice(0, shard).reduce((sum, count) => sum + count, 0)
    const { vectoriser, labels } = seen
    addRows(file, vectoriser, labels, all)
    if (held === 0) continue
    addRows(file, vectoriser, labels, part, (row) => !isHeld(before + row))
    addRows(file, vectoriser, labels, apart, (row) => isHeld(before + row))
  }
  return { all: all.seal(), part: held === 0 ? all : part.seal(), held: apart.seal() }
}

/** The layout of what a learner's shards add to. */
export function layoutOf({ options: { learner } }: Settled): StateLayout {
  const layout = learner.online ? learner.sharding?.layout : learner.summing?.layout
  if (layout === undefined) throw new Error(`${learner.name} has no layout for shards`)
  return layout
}

/** The state that the buckets of a stage hold. */
export async function readState(
  settled: Settled,
  learning: Learning,
  outputs: readonly string[],
  store: ClusterStore,
): Promise<State> {
  const slices = []
  for (const sha256 of outputs) {
    slices.push(openPayload(readItem(openPayload(await store.read(sha256), 'a stage'), learning), learning))
  }
  return stateOf(slices, layoutOf(settled))
}

/** Counts what a shard adds up to. */
export async function sumsTask(context: MapContext): Promise<void> {
  const { task, stage, store, out } = context
  const { buckets } = stage
  const settled = await readSettled(context)
  const rows = await rowsOf(settled, [task], store)
  const { learner, learnerOptions } = settled.options
  const states = learningsOf(settled).map((learning): State => {
    const data = rows[learning]
    if (!learner.online) return learner.summing!.collect(data, learnerOptions)
    const trainer = learner.start(shapeOf(settled), learnerOptions, contextFor(settled, 0))
    // In their own order, since it does not matter: so the sums come in the order that one machine has with --no-shuffle.
    for (let row = 0; row < data.count; row++) trainer.learn(data, row)
    trainer.endPass?.()
    return trainer.state()
  })
  const cutters = states.map((state) => new StateCutter(state, layoutOf(settled), buckets))
  await putSlices(cutters, rows.held, buckets, out)
}

/** One pass over a shard, from the state that all shards begin it with. */
export async function epochTask(context: MapContext): Promise<void> {
  const { task, inputs, stage, store, out } = context
  const { buckets, epoch = 1, needs } = stage
  const settled = await readSettled(context)
  const rows = await rowsOf(settled, [task], store)
  const { learnerOptions, run } = settled.options
  const learner = settled.options.learner as OnlineLearner
  const seed = shardSeed(run.seed, epoch, task)
  const cutters: StateCutter[] = []
  for (const learning of learningsOf(settled)) {
    const data = rows[learning]
    const before = inputs[needs[needs.length - 1]]
    const base = epoch === 1 ? undefined : await readState(settled, learning, before, store)
    const context = { ...contextFor(settled, seed), passesMade: epoch - 1 }
    const trainer =
      base === undefined
        ? learner.start(shapeOf(settled), learnerOptions, context)
        : learner.resume(structuredClone(base), learnerOptions, context)
    const order = permutation(run.shuffle ? data.count : 0, new Rng(seed))
    for (let i = 0; i < data.count; i++) trainer.learn(data, run.shuffle ? order[i] : i)
    trainer.endPass?.()
    cutters.push(new StateCutter(trainer.state(), layoutOf(settled), buckets, base))
  }
  await putSlices(cutters, epoch === 1 ? rows.held : undefined, buckets, out)
}

/** Trains some of the labels on all rows. */
export async function labelsTask(context: MapContext): Promise<void> {
  const { plan, task, stage, store, out } = context
  const { tasks, buckets } = stage
  const settled = await readSettled(context)
  const shards = plan.shards.map(({ id }) => id)
  const rows = await rowsOf(settled, shards, store)
  const { learner, learnerOptions, run } = settled.options
  const labelwise = learner.online ? undefined : learner.labelwise
  const bucket = task % buckets
  const trainLabels = (learning: Learning): Uint8Array => {
    // Dealt out in turns of eight, which are trained together: long ones and short ones to every task.
    const data = rows[learning]
    const order = labelwise!.order(data).filter((_, i) => Math.floor(i / LANES) % tasks === task)
    const { arrays } = labelwise!.train(data, order, learnerOptions, contextFor(settled, run.seed))
    return payload({}, arrays)
  }
  await out.put(bucket, 'all', trainLabels('all'))
  if (settled.held === 0) return
  if (task === 0) await out.put(bucket, 'held', weighedFile(rows.held))
  await out.put(bucket, 'part', trainLabels('part'))
}

async function putSlices(
  [all, part]: readonly StateCutter[],
  held: DatasetBuilder | undefined,
  buckets: number,
  out: RecordWriter,
): Promise<void> {
  for (let bucket = 0; bucket < buckets; bucket++) {
    await out.put(bucket, 'all', all.slice(bucket))
    if (part === undefined) continue
    if (bucket === 0 && held !== undefined) await out.put(0, 'held', weighedFile(held))
    await out.put(bucket, 'part', part.slice(bucket))
  }
}

/** What is known of all documents. */
export function shapeOf({ seen }: Settled): Shape {
  return { documents: seen.documents, features: seen.vectoriser.terms.count, labels: seen.labels.count }
}

export function contextFor({ options, seen }: Settled, seed: number): RunContext {
  return { ...contextOf(options.run, seen.vectoriser), seed }
}
