// Submits a run to Spark: finds it, compiles the driver against its jars where no jar is at hand, and waits.

import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { InputError } from '../../errors.js'
import type { ClusterRun } from './run.js'

const MAIN = 'AboundCluster'

export interface SparkSettings {
  /** `spark://…`, `yarn`, `k8s://…`. */
  readonly master: string
  /** The folder of Spark; else SPARK_HOME, else where `spark-submit` is on the PATH. */
  readonly sparkHome?: string
  /** The command that executors run, as words: Node and the command's main file. */
  readonly command: readonly string[]
  /** A bundle of both (`scripts/cluster-bundle.mjs`), shipped to executors; then `command` is not needed there. */
  readonly bundle?: string
  /** Spark's settings, `key=value`. */
  readonly conf?: readonly string[]
  /** Takes what Spark logs. */
  log?(line: string): void
}

/**
 * Runs what is left of a run on Spark.
 *
 * ```ts
 * await submitToSpark(run, { master: 'spark://host:7077', command: ['node', 'dist/cli/main.js'] })
 * ```
 */
export async function submitToSpark(run: ClusterRun, settings: SparkSettings): Promise<void> {
  const home = sparkHomeOf(settings.sparkHome)
  const jar = await driverJar(home)
  const { master, conf = [], bundle } = settings
  const shipped = bundle === undefined ? [] : ['--archives', `${bundle}#abound`]
  const words = bundle === undefined ? settings.command : ['abound/bin/node', 'abound/dist/cli/main.js']
  const args = [
    ...['--master', master, '--class', MAIN, '--name', 'abound'],
    ...conf.flatMap((setting) => ['--conf', setting]),
    ...shipped,
    jar,
    run.folder,
    ...words,
  ]
  const child = spawn(join(home, 'bin', 'spark-submit'), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SPARK_HOME: home },
  })
  let last = ''
  const listen = (stream: NodeJS.ReadableStream): void => {
    let rest = ''
    stream.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const refused = /abound: (?!map |reduce )(.+)/.exec(line)
        if (refused !== null) last = refused[1]
        settings.log?.(line)
      }
    })
  }
  listen(child.stdout)
  listen(child.stderr)
  const stop = (): void => {
    child.kill()
  }
  process.once('exit', stop)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  process.removeListener('exit', stop)
  if (code !== 0) {
    throw new InputError(
      `Spark ended with code ${code}${last === '' ? '' : `: ${last}`} (the run is kept in ${run.folder}; the same command goes on from there)`,
    )
  }
}

/** Where Spark is. */
function sparkHomeOf(given: string | undefined): string {
  const named = given ?? process.env.SPARK_HOME
  const submit = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'spark-submit'))
    .find((path) => existsSync(path))
  const home = named ?? (submit === undefined ? undefined : dirname(dirname(submit)))
  if (home === undefined || !existsSync(join(home, 'bin', 'spark-submit'))) {
    throw new InputError(
      `${home === undefined ? 'no Spark' : `no Spark in ${home}`}: expected SPARK_HOME, or spark-submit on the PATH`,
    )
  }
  return home
}

/** The driver's source, beside the build or in the repository. */
function driverSource(): string {
  for (const up of ['../../cluster', '../../../cluster', '../cluster']) {
    const path = fileURLToPath(new URL(`${up}/${MAIN}.java`, import.meta.url))
    if (existsSync(path)) return path
  }
  throw new Error(`${MAIN}.java is missing from the package`)
}

/**
 * The driver's jar for a Spark: compiled by the JDK's `javac` against its jars into the folder `into`, or one beside
 * the driver's source, and kept there.
 */
export async function driverJar(sparkHome: string, into?: string): Promise<string> {
  const source = driverSource()
  const folder = into ?? dirname(source)
  const jar = join(folder, 'abound-cluster.jar')
  if (into === undefined && existsSync(jar)) return jar
  const run = promisify(execFile)
  const classes = await mkdtemp(join(tmpdir(), 'abound-driver-'))
  try {
    await mkdir(folder, { recursive: true })
    const jars = join(sparkHome, 'jars', '*')
    await run('javac', ['--release', '17', '-Xlint:-options', '-cp', jars, '-d', classes, source])
    const made = join(classes, 'made.jar')
    await run('jar', ['--create', '--file', made, '--main-class', MAIN, '-C', classes, '.'])
    const beside = `${jar}.${process.pid}.tmp`
    await promisify(execFile)('cp', [made, beside])
    await rename(beside, jar)
  } catch (error) {
    const { code, stderr = '' } = error as { code?: string | number; stderr?: string }
    if (code === 'ENOENT')
      throw new InputError('javac and jar are missing: expected a JDK of version 17 or later')
    throw new InputError(`the driver does not compile against ${sparkHome}: ${stderr.split('\n')[0]}`)
  } finally {
    await rm(classes, { recursive: true, force: true })
  }
  return jar
}
