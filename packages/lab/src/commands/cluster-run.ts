// Doing a planned run: on threads of this machine, or on Spark.

import { copyFile, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { InputError } from 'abound'
import { writeFileSafely } from 'abound/internal'
import { Progress, parseWholeNumber, print, type RunFlags } from 'abound/internal/command'
import { type ClusterHooks, runLocally } from '../cluster-run/local.js'
import { type ClusterRun, openRun, resultPath } from '../cluster-run/run.js'
import { submitToSpark } from '../cluster-run/spark.js'

export const LOCAL = 'local'
const MASTER = /^(spark:\/\/|k8s:\/\/|yarn$)/

/** Bytes that a stage moved from maps to reduces, and wrote. */
export interface StageBytes {
  readonly stage: string
  readonly moved: number
  readonly written: number
}

export function checkMaster(master: string): void {
  if (master !== LOCAL && !MASTER.test(master)) {
    throw new InputError(`--cluster ${master}: expected local, spark://HOST:PORT, yarn or k8s://…`)
  }
}

/** Does what is left of a run; answers what moved, where that is known. */
export async function runOn(run: ClusterRun, master: string, flags: RunFlags): Promise<StageBytes[]> {
  const progress = new Progress(flags.quiet === true)
  const bytes: StageBytes[] = []
  try {
    if (master === LOCAL) {
      const threads =
        flags.threads === undefined ? availableParallelism() : parseWholeNumber('--threads', flags.threads)
      const hooks: ClusterHooks = {
        progress: (stage, done, total) => progress.update(stage, done / total, done, 'tasks'),
        stage: (stage, moved, written) => bytes.push({ stage, moved, written }),
      }
      await runLocally(run, threads, hooks)
      return bytes
    }
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
    return bytes
  } finally {
    progress.clear()
  }
}

/** abound cluster run FOLDER */
export async function runPlanned(folder: string, flags: RunFlags): Promise<void> {
  const { cluster = LOCAL, output } = flags
  checkMaster(cluster)
  const run = await openRun(folder)
  if (run.plan.task === 'train' && output === undefined) {
    throw new InputError('expected -o, the model file to write')
  }
  await runOn(run, cluster, flags)
  const result = await resultPath(run)
  if (run.plan.task !== 'predict') {
    if (output === undefined) return print(await readFile(result, 'utf8'))
    return copyInto(result, output)
  }
  const { files } = JSON.parse(await readFile(result, 'utf8')) as { files: string[] }
  const paths = files.map((sha256) => join(dirname(result), sha256))
  if (output !== undefined) return writeFileSafely(output, contentsOf(paths))
  for await (const content of contentsOf(paths)) await print(content)
}

async function* contentsOf(paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths) yield await readFile(path, 'utf8')
}

/** Copies a file beside its new name first: what was there stays whole. */
export async function copyInto(from: string, to: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(resolve(to)), '.abound-'))
  try {
    await copyFile(from, join(folder, 'model'))
    await rename(join(folder, 'model'), to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
