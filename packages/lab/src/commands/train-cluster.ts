// abound train DATA… --cluster local | spark://… -o MODEL

import { rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { InputError, load } from 'abound'
import { AUTO } from 'abound/internal'
import { type ClusterFlags, formatAmount, formatBytes, print } from 'abound/internal/command'
import { beginRun, resultPath } from '../cluster-run/run.js'
import { planOf } from './cluster.js'
import { checkMaster, copyInto, LOCAL, runOn } from './cluster-run.js'

/** Trains on a cluster; `others` are flags that it has no use for. */
export async function trainOnCluster(
  paths: readonly string[],
  flags: ClusterFlags,
  given: Record<string, unknown>,
  others: readonly string[],
): Promise<void> {
  const started = performance.now()
  const master = flags.cluster ?? LOCAL
  checkMaster(master)
  if (others.length > 0)
    throw new InputError(`${others[0]} is not for --cluster: train, then evaluate the model`)
  if (flags.learner === undefined || flags.learner === AUTO) {
    throw new InputError(`--cluster trains one learner: expected --learner, and not ${AUTO}`)
  }
  if (master !== LOCAL && flags.run === undefined) {
    throw new InputError('--cluster: expected --run, a folder that the driver and all workers can reach')
  }
  const beside = join(dirname(resolve(flags.output)), `.${basename(flags.output)}.run`)
  const folder = resolve(flags.run ?? beside)
  const plan = await planOf(paths, flags, given, folder)
  const run = await beginRun(folder, plan)
  const moved = await runOn(run, master, flags)
  await copyInto(await resultPath(run), flags.output)
  if (flags.run === undefined) await rm(folder, { recursive: true, force: true })
  const model = await load(flags.output)
  const result = {
    learner: model.learner,
    options: model.options,
    documents: model.documents,
    features: model.featureCount,
    labels: model.labelCount,
    seconds: (performance.now() - started) / 1000,
    cluster: master,
    shards: plan.shards.length,
    stages: plan.stages.map(({ name }) => name),
    ...(moved.length > 0 ? { moved } : {}),
    ...model.figures(),
  }
  if (flags.json === true) return print(`${JSON.stringify(result)}\n`)
  if (flags.quiet === true) return
  const between = moved.reduce((sum, stage) => sum + stage.moved, 0)
  await print(
    `${result.learner} learned ${formatAmount(result.labels, 'label')} from ${formatAmount(result.documents, 'document')} in ` +
      `${formatAmount(result.shards, 'shard')} on ${master} in ${result.seconds.toFixed(2)} s` +
      `${moved.length > 0 ? `, ${formatBytes(between)} between maps and reduces` : ''}\nwrote ${flags.output}\n`,
  )
}
