// The last task of training: what all shards came to, decided by the documents held out, as the bytes of a model file.

import { toBytes } from 'abound'
import {
  assemble,
  type Container,
  chooseDecisions,
  DatasetBuilder,
  type Model,
  type OnlineLearner,
  rowsAsMetByRest,
  type State,
  StreamDecider,
  type Trained,
} from 'abound/internal'
import type { ClusterStore } from './cluster-store.js'
import { readSettled, type Settled } from './first-stage.js'
import { contextFor, type Learning, learningsOf, readState, shapeOf } from './learning-tasks.js'
import type { MapContext } from './map-context.js'
import { openPayload, readItem } from './payload.js'
import { addWeighed } from './row-file.js'

/** Makes the model. */
export async function modelTask(context: MapContext): Promise<void> {
  const { stage, inputs, store, out } = context
  const { needs } = stage
  const settled = await readSettled(context)
  const { options, seen } = settled
  const heldOut = await readHeldOut(settled, inputs[needs[1]], store)
  const { all, part } = await collectTrained(settled, inputs[needs[needs.length - 1]], heldOut, store)
  const decider = new StreamDecider(
    chooseDecisions(options.run, seen.withOneLabel / seen.documents, options.learner),
    seen.labels.count,
    seen.documents,
  )
  if (part !== undefined) decider.observe(rowsAsMetByRest(heldOut, seen.vectoriser), part.model)
  const classifier = assemble(options, seen, all, decider.decide(options.learner.naturalThreshold))
  await out.put(0, 'model', toBytes(classifier))
}

type Both = { readonly [L in Learning]: L extends 'all' ? Trained : Trained | undefined }

async function collectTrained(
  settled: Settled,
  outputs: readonly string[],
  heldOut: DatasetBuilder,
  store: ClusterStore,
): Promise<Both> {
  const { learner, learnerOptions } = settled.options
  const learnings = learningsOf(settled)
  if (!learner.online && learner.labelwise !== undefined) {
    const parts = await readParts(outputs, store)
    const model = (learning: Learning): Model =>
      learner.labelwise!.model(parts[learning], shapeOf(settled), learnerOptions)
    const batch = (learning: Learning): Trained => ({ model: model(learning), trainer: undefined })
    return { all: batch('all'), part: learnings.length > 1 ? batch('part') : undefined }
  }
  let all = await readState(settled, 'all', outputs, store)
  let part = learnings.length > 1 ? await readState(settled, 'part', outputs, store) : undefined
  if (!learner.online) {
    const batch = (sums: State): Trained => ({
      model: learner.summing!.model(sums, learnerOptions),
      trainer: undefined,
    })
    return { all: batch(all), part: part && batch(part) }
  }
  if (part !== undefined && learner.sharding?.tune !== undefined) {
    const tuned = learner.sharding.tune(all, part, heldOut, learnerOptions)
    all = tuned.all
    part = tuned.part
  }
  return { all: resume(learner, all, settled), part: part && resume(learner, part, settled) }
}

function resume(learner: OnlineLearner, state: State, settled: Settled): Trained {
  const { learnerOptions, run } = settled.options
  const trainer = learner.resume(state, learnerOptions, contextFor(settled, run.seed))
  return { model: trainer.model(), trainer }
}

/** The documents held out, in the order of all documents. */
async function readHeldOut(
  { held, seen }: Settled,
  outputs: readonly string[],
  store: ClusterStore,
): Promise<DatasetBuilder> {
  const rows = new DatasetBuilder()
  if (held > 0) {
    const output = openPayload(await store.read(outputs[0]), 'documents held out')
    for (const name of itemsOf(output, 'held')) addWeighed(openPayload(readItem(output, name), name), rows)
  }
  rows.featureCount = seen.vectoriser.terms.count
  rows.labelCount = seen.labels.count
  return rows.seal()
}

/** What labels came to, wherever they were trained. */
async function readParts(
  outputs: readonly string[],
  store: ClusterStore,
): Promise<Record<Learning, State[]>> {
  const found: Record<Learning, State[]> = { all: [], part: [] }
  for (const sha256 of outputs) {
    const output = openPayload(await store.read(sha256), 'labels')
    for (const learning of ['all', 'part'] as const) {
      for (const name of itemsOf(output, learning)) {
        found[learning].push({ numbers: {}, arrays: openPayload(readItem(output, name), name).sections })
      }
    }
  }
  return found
}

/** The items that were kept for each task under a key, in the order of the tasks. */
function itemsOf({ sections }: Container, key: string): string[] {
  return Object.keys(sections)
    .filter((name) => name.startsWith(`${key}.`))
    .sort()
}
