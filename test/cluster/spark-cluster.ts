// A real Spark for tests: a standalone master and worker processes on loopback, found by SPARK_HOME.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Why there can be no Spark here, if there can be none. */
export function whyNoSpark(): string | undefined {
  if (process.env.ABOUND_TEST_CLUSTER !== '1') return 'run by `npm run test:cluster` alone'
  const home = process.env.SPARK_HOME
  if (home === undefined) return 'SPARK_HOME is not set (scripts/get-spark.mjs fetches Spark)'
  if (!existsSync(join(home, 'bin', 'spark-class'))) return `there is no Spark in ${home}`
  for (const tool of ['java', 'javac', 'jar']) {
    if (spawnSync(tool, ['-version'], { stdio: 'ignore' }).error !== undefined) return `there is no ${tool}`
  }
  return undefined
}

const HOST = '127.0.0.1'
const START_MS = 300_000

/** Master and workers; `stop` ends those that are left. */
export class SparkCluster {
  readonly master: string
  readonly workers: ChildProcess[] = []
  private readonly all: ChildProcess[] = []
  private readonly folder: string

  private constructor(master: string, folder: string) {
    this.master = master
    this.folder = folder
  }

  static async start(folder: string, workers: number): Promise<SparkCluster> {
    mkdirSync(folder, { recursive: true })
    const port = await freePort()
    const cluster = new SparkCluster(`spark://${HOST}:${port}`, folder)
    try {
      const master = cluster.spawn('org.apache.spark.deploy.master.Master', [
        ...['--host', HOST, '--port', String(port), '--webui-port', '0'],
      ])
      await said(master, /I have been elected leader/)
      for (let i = 0; i < workers; i++) await cluster.addWorker()
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return cluster
  }

  async addWorker(): Promise<ChildProcess> {
    const work = join(this.folder, `work-${this.all.length}`)
    // Each is a host of its own: Spark starts no second copy of a task on the host of the first.
    const host = `127.0.0.${this.all.length + 1}`
    const worker = this.spawn(
      'org.apache.spark.deploy.worker.Worker',
      [
        ...['--host', host, '--cores', '1', '--memory', '1g', '--webui-port', '0', '--work-dir', work],
        this.master,
      ],
      host,
    )
    await said(worker, /Successfully registered with master/)
    this.workers.push(worker)
    return worker
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.all.map((child) => {
        if (child.exitCode !== null || child.signalCode !== null) return undefined
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        return ended
      }),
    )
  }

  private spawn(main: string, args: readonly string[], host = HOST): ChildProcess {
    const log4j = join(this.folder, 'log4j2.properties')
    writeFileSync(log4j, LOG4J)
    const child = spawn(join(process.env.SPARK_HOME!, 'bin', 'spark-class'), [main, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        SPARK_LOCAL_IP: host,
        SPARK_NO_DAEMONIZE: '1',
        SPARK_DAEMON_MEMORY: '256m',
        SPARK_DAEMON_JAVA_OPTS: `-Dlog4j2.configurationFile=${log4j} -Dspark.worker.timeout=10`,
      },
    })
    this.all.push(child)
    return child
  }
}

const LOG4J = `rootLogger.level = info
rootLogger.appenderRef.stderr.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %p %c{1}: %m%n
`

function said(child: ChildProcess, words: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const give = setTimeout(() => reject(new Error(`Spark did not start: ${text.slice(-2000)}`)), START_MS)
    const hear = (chunk: Buffer): void => {
      text += chunk.toString()
      if (!words.test(text)) return
      clearTimeout(give)
      text = ''
      resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => {
      clearTimeout(give)
      reject(new Error(`Spark ended with ${code}: ${text.slice(-2000)}`))
    })
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, HOST, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
