// A task of a map: a descriptor in, records out.

import { InputError } from 'abound'
import { type ClusterRecord, RecordWriter } from './cluster-record.js'
import type { ClusterStore } from './cluster-store.js'
import { lookTask, settleTask } from './first-stage.js'
import { epochTask, labelsTask, sumsTask } from './learning-tasks.js'
import type { MapContext } from './map-context.js'
import { modelTask } from './model.js'
import { type Descriptor, planFrom, type StageKind, stageOf } from './plan.js'
import { scoreTask } from './score.js'

const TASKS: Readonly<Record<StageKind, (context: MapContext) => Promise<void>>> = {
  look: lookTask,
  settle: settleTask,
  sums: sumsTask,
  epoch: epochTask,
  labels: labelsTask,
  model: modelTask,
  score: scoreTask,
}

const decoder = new TextDecoder()

/** Does one task; when it returns without an error all of its records were written, trailers too. */
export async function mapTask(
  descriptor: Descriptor,
  store: ClusterStore,
  write: (record: ClusterRecord) => Promise<void> | void,
): Promise<void> {
  const plan = planFrom(decoder.decode(await store.read(descriptor.plan)), 'the plan')
  const stage = stageOf(plan, descriptor)
  const { task, inputs } = descriptor
  if (task === undefined) throw new InputError('a map needs a task: expected "task" in its descriptor')
  for (const name of stage.needs) {
    if (inputs[name] === undefined) throw new InputError(`stage ${stage.name} needs the output of ${name}`)
  }
  const out = new RecordWriter(task, stage.buckets, write)
  await TASKS[stage.kind]({ plan, stage, task, inputs, store, out })
  await out.end()
}
