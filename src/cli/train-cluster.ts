// abound train DATA… --cluster local | spark://… -o MODEL

import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { AUTO, InputError } from '../index.js'
import { beginRun, type ClusterNews, load, resultPath, runLocally, submitToSpark } from '../node/index.js'
import { type CutFlags, planOf } from './cluster.js'
import type { DataFlags } from './data-flags.js'
import { Progress } from './progress.js'
import { counted, print, sized, wholeNumber } from './terminal.js'

export interface ClusterFlags extends DataFlags, CutFlags {
  readonly cluster?: string
  readonly bundle?: string
  readonly conf?: readonly string[]
  readonly learner?: string
  readonly output: string
  readonly threads?: string
  readonly quiet?: boolean
  readonly json?: boolean
}

const LOCAL = 'local'
const MASTER = /^(spark:\/\/|k8s:\/\/|yarn$)/

/** Trains on a cluster; `others` are flags that it has no use for. */
export async function trainOnCluster(
  paths: readonly string[],
  flags: ClusterFlags,
  given: Record<string, unknown>,
  others: readonly string[],
): Promise<void> {
  const started = performance.now()
  const master = flags.cluster ?? LOCAL
  if (master !== LOCAL && !MASTER.test(master)) {
    throw new InputError(`--cluster ${master}: expected local, spark://HOST:PORT, yarn or k8s://…`)
  }
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
  const progress = new Progress(flags.quiet === true)
  const threads =
    flags.threads === undefined ? availableParallelism() : wholeNumber('--threads', flags.threads)
  const moved: { stage: string; moved: number; written: number }[] = []
  const news: ClusterNews = {
    progress: (stage, done, total) => progress.update(stage, done / total, done, 'tasks'),
    stage: (stage, bytes, written) => moved.push({ stage, moved: bytes, written }),
  }
  if (master === LOCAL) await runLocally(run, threads, news)
  else {
    await submitToSpark(run, {
      master,
      command: [process.execPath, resolve(process.argv[1])],
      ...(flags.bundle === undefined ? {} : { bundle: resolve(flags.bundle) }),
      ...(flags.conf === undefined ? {} : { conf: flags.conf }),
      log: (line) => {
        const stage = /^abound: stage (\S+)/.exec(line)
        if (stage !== null) progress.update(stage[1], undefined, 0, 'stages')
      },
    })
  }
  progress.clear()
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
    `${result.learner} learned ${counted(result.labels, 'label')} from ${counted(result.documents, 'document')} in ` +
      `${counted(result.shards, 'shard')} on ${master} in ${result.seconds.toFixed(2)} s` +
      `${moved.length > 0 ? `, ${sized(between)} between maps and reduces` : ''}\nwrote ${flags.output}\n`,
  )
}

/** Copies a file beside its new name first: what was there stays whole. */
async function copyInto(from: string, to: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(resolve(to)), '.abound-'))
  try {
    await copyFile(from, join(folder, 'model'))
    await rename(join(folder, 'model'), to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
