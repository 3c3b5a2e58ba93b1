// Submits a run to Spark: finds it, compiles the driver against its jars where no jar is at hand, and waits.

import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, constants, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { InputError } from 'abound'
import { type ClusterRun, firstRefusal, forgetRefusals } from './run.js'

const MAIN = 'AboundCluster'
/** How Spark says why it gave up, and how much of that is told. */
const ABORTED = /Job aborted due to stage failure|OutOfMemoryError/
const MOST_REASON = 300

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
 * @example
 * const shards = await cutShards(openSource('news.jsonl.gz'), 2, 'spark.shards')
 * const run = await beginRun('spark.run', planTraining(shards, { learner: 'ff' }))
 * const settings = { master: 'spark://host:7077', sparkHome: 'nowhere', command: ['node', 'dist/bin/main.js'] }
 * const problem = await submitToSpark(run, settings).catch((error: unknown) => error)
 * String(problem) // 'InputError: no Spark in nowhere: expected SPARK_HOME, or spark-submit on the PATH'
 */
export async function submitToSpark(run: ClusterRun, settings: SparkSettings): Promise<void> {
  const home = sparkHomeOf(settings.sparkHome)
  const jar = await jarFor(home, run)
  const { master, conf = [], bundle } = settings
  const shipped = bundle === undefined ? [] : ['--archives', `${bundle}#abound`]
  const words =
    bundle === undefined
      ? settings.command
      : ['abound/bin/node', 'abound/node_modules/abound/dist/bin/main.js']
  const args = [
    ...['--master', master, '--class', MAIN, '--name', 'abound'],
    ...conf.flatMap((setting) => ['--conf', setting]),
    ...shipped,
    jar,
    run.folder,
    ...words,
  ]
  await forgetRefusals(run)
  const child = spawn(join(home, 'bin', 'spark-submit'), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SPARK_HOME: home },
  })
  let reason: string | undefined
  const listen = (stream: NodeJS.ReadableStream): void => {
    let rest = ''
    stream.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (ABORTED.test(line)) reason ??= line.slice(line.search(ABORTED)).slice(0, MOST_REASON)
        settings.log?.(line)
      }
    })
  }
  listen(child.stdout)
  listen(child.stderr)
  const stop = (): void => {
    child.kill()
  }
  // A command that is stopped takes the driver with it.
  process.once('exit', stop)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  process.removeListener('exit', stop)
  if (code !== 0) {
    // What was refused may only follow from what befell Spark.
    const why = [await firstRefusal(run), reason].filter((one) => one !== undefined)
    throw new InputError(
      `Spark ended with code ${code}${why.length === 0 ? '' : `: ${why.join('; ')}`} (the run is kept in ${run.folder}; the same command goes on from there)`,
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

/** The driver's source, which the package brings. */
function driverSource(): string {
  return fileURLToPath(new URL(`../../java/${MAIN}.java`, import.meta.url))
}

const JAR = 'abound-cluster.jar'

/** The jar beside the driver's source, made if it is not there; where nothing can be written there, in the run's folder. */
async function jarFor(sparkHome: string, run: ClusterRun): Promise<string> {
  const beside = dirname(driverSource())
  const known = [beside, run.folder].map((folder) => join(folder, JAR)).find((path) => existsSync(path))
  if (known !== undefined) return known
  const writable = await access(beside, constants.W_OK).then(
    () => true,
    () => false,
  )
  return driverJar(sparkHome, writable ? beside : run.folder)
}

/** The driver's jar for a Spark, compiled by the JDK's `javac` against its jars into a folder. */
export async function driverJar(sparkHome: string, folder: string): Promise<string> {
  const source = driverSource()
  const jar = join(folder, JAR)
  const run = promisify(execFile)
  const classes = await mkdtemp(join(tmpdir(), 'abound-driver-'))
  try {
    await mkdir(folder, { recursive: true })
    const jars = join(sparkHome, 'jars', '*')
    await run('javac', ['--release', '17', '-Xlint:-options', '-cp', jars, '-d', classes, source])
    const made = join(classes, 'made.jar')
    await run('jar', ['--create', '--file', made, '--main-class', MAIN, '-C', classes, '.'])
    const beside = `${jar}.${process.pid}.tmp`
    await copyFile(made, beside)
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
