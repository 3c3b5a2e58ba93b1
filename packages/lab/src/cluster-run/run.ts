// A run in its folder: the plan, and `_MANIFEST.json`, which is replaced whole after each stage. That is the only point
// at which something is done for good: wherever a run broke off, it resumes after the last stage that was done.

import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { InputError } from 'abound'
import { fileError, writeFileSafely } from 'abound/internal'
import { type Descriptor, type Outputs, type Plan, planFrom, type Stage } from '../cluster/plan.js'
import { FolderStore, objectPath } from './folder-store.js'

const MANIFEST = '_MANIFEST.json'
const PLAN = 'plan.json'
const REFUSED = 'refused'

interface Manifest {
  /** The sha256 of the plan. */
  readonly plan: string
  /** By stage: the sha256 of what each bucket came to. */
  readonly stages: Outputs
}

/** A run that can be resumed. */
export interface ClusterRun {
  readonly folder: string
  readonly plan: Plan
  /** The sha256 of the plan. */
  readonly sha256: string
}

/**
 * Puts a plan into a folder; refuses a folder in which another run has got anywhere.
 *
 * @example
 * const shards = await cutShards(openSource('news.jsonl.gz'), 2, 'begun.shards')
 * const run = await beginRun('begun.run', planTraining(shards, { learner: 'ff' }))
 * run.plan.shards.length // 2
 */
export async function beginRun(folder: string, plan: Plan): Promise<ClusterRun> {
  const path = resolve(folder)
  const json = new TextEncoder().encode(`${JSON.stringify(plan, null, 1)}\n`)
  await mkdir(path, { recursive: true }).catch((error: unknown) => {
    throw fileError(path, 'write', error)
  })
  const sha256 = await new FolderStore(path).write([json])
  const older = await readManifest(path)
  if (older !== undefined && older.plan !== sha256) {
    throw new InputError(
      `${folder} has another run in it: expected the same data and options to go on with it, or another --run`,
    )
  }
  await writeFileSafely(join(path, PLAN), json)
  return { folder: path, plan, sha256 }
}

/** The outputs of the stages that are done. */
export async function outputsSoFar({ folder, sha256 }: ClusterRun): Promise<Outputs> {
  const manifest = await readManifest(folder)
  return manifest?.plan === sha256 ? manifest.stages : {}
}

/** A stage is done. */
export async function commitStage(
  run: ClusterRun,
  done: Outputs,
  stage: Stage,
  outputs: string[],
): Promise<Outputs> {
  const stages = { ...done, [stage.name]: outputs }
  const manifest: Manifest = { plan: run.sha256, stages }
  await writeFileSafely(join(run.folder, MANIFEST), `${JSON.stringify(manifest)}\n`)
  return stages
}

/** What a task or bucket of a stage is told. */
export function descriptorOf(
  { folder, sha256 }: ClusterRun,
  stage: Stage,
  done: Outputs,
  which: { readonly task: number } | { readonly bucket: number },
): Descriptor {
  const inputs = Object.fromEntries(stage.needs.map((name) => [name, done[name]]))
  return { run: folder, plan: sha256, stage: stage.name, ...which, inputs }
}

/**
 * Where the last stage left its result: of training, a model file.
 *
 * @example
 * const shards = await cutShards(openSource('news.jsonl.gz'), 2, 'result.shards')
 * const run = await beginRun('result.run', planTraining(shards, { learner: 'naive-bayes' }))
 * await runLocally(run, 1)
 * const model = await load(await resultPath(run))
 * model.learner // 'naive-bayes'
 */
export async function resultPath(run: ClusterRun): Promise<string> {
  const done = await outputsSoFar(run)
  const last = run.plan.stages[run.plan.stages.length - 1].name
  if (done[last] === undefined) throw new InputError(`${run.folder}: its last stage, ${last}, is not done`)
  return objectPath(run.folder, done[last][0])
}

/**
 * The run in a folder, to go on with.
 *
 * @example
 * const shards = await wholeShards(['news.jsonl.gz'], {})
 * await beginRun('again.run', planTraining(shards, { learner: 'svm' }))
 * const run = await openRun('again.run')
 * run.plan.stages[2].name // 'labels'
 */
export async function openRun(folder: string): Promise<ClusterRun> {
  const path = join(resolve(folder), PLAN)
  let json: Uint8Array
  try {
    json = await readFile(path)
  } catch (error) {
    throw fileError(path, 'read', error)
  }
  const plan = planFrom(new TextDecoder().decode(json), path)
  return { folder: resolve(folder), plan, sha256: await new FolderStore(resolve(folder)).write([json]) }
}

/** Notes why a task or bucket was refused, where whoever drives the run finds it. */
export async function noteRefusal({ run, stage, task, bucket }: Descriptor, message: string): Promise<void> {
  const which = task === undefined ? `bucket ${bucket}` : `task ${task}`
  await mkdir(join(run, REFUSED), { recursive: true })
  await writeFileSafely(join(run, REFUSED, `${stage} ${which}.txt`), `${message}\n`)
}

/** Forgets what was refused before. */
export async function forgetRefusals({ folder }: ClusterRun): Promise<void> {
  await rm(join(folder, REFUSED), { recursive: true, force: true })
}

/** Why something was refused, if anything was. */
export async function firstRefusal({ folder }: ClusterRun): Promise<string | undefined> {
  const names = await readdir(join(folder, REFUSED)).catch(() => [])
  const [name] = names.filter((one) => one.endsWith('.txt')).sort()
  return name === undefined ? undefined : (await readFile(join(folder, REFUSED, name), 'utf8')).trim()
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fileError(path, 'read', error)
  }
  try {
    return JSON.parse(text) as Manifest
  } catch {
    throw new InputError(`${path} is damaged: expected JSON: remove it to start over`)
  }
}
