// A task of a map: a descriptor in, records out.

import { InputError } from 'abound'
import { type ClusterRecord, RecordWriter } from './cluster-record.js'
import { lookTask, settleTask } from './first-stage.js'
import { epochTask, labelsTask, sumsTask } from './learn.js'
import { modelTask } from './model.js'
import { type Descriptor, planFrom, stageOf } from './plan.js'
import { scoreTask } from './score.js'
import type { ClusterStore } from './store.js'

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
  switch (stage.kind) {
    case 'look':
      await lookTask(plan, task, stage.buckets, store, out)
      break
    case 'settle':
      await settleTask(plan, inputs.look, store, out)
      break
    case 'sums':
      await sumsTask(plan, task, stage, inputs, store, out)
      break
    case 'epoch':
      await epochTask(plan, task, stage, inputs, store, out)
      break
    case 'labels':
      await labelsTask(plan, task, stage, inputs, store, out)
      break
    case 'model':
      await modelTask(plan, stage, inputs, store, out)
      break
    case 'score':
      await scoreTask(plan, task, store, out)
      break
  }
  await out.end()
}
