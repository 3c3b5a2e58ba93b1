// Real Spark: a standalone master and three workers. Its model is that of `--cluster local`, to the byte, with one, two
// and three executors, and whatever goes wrong on the way. Run by `npm run test:cluster`; on a corpus of yours, which
// ABOUND_CLUSTER_DATA names (in place of 900 documents of the sample), with -t 'same bytes', and with more options for
// all learners as JSON in ABOUND_CLUSTER_OPTIONS.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClusterRun } from '../../packages/lab/src/index.js'
import { SparkCluster, whyNoSpark } from './spark-cluster.js'

const why = whyNoSpark()
if (why !== undefined) console.log(`Spark is left out: ${why}`)

const DIST = new URL('../../packages/', import.meta.url)
const MAIN = fileURLToPath(new URL('abound/dist/bin/main.js', DIST))
const FAULTY = fileURLToPath(new URL('./faulty.mjs', import.meta.url))
const SHARDS = 3
/** A large corpus takes its time. */
const HOURS = 10_800_000

/** What every machine of a test can have. */
const CONF = [
  'spark.ui.enabled=false',
  'spark.driver.host=127.0.0.1',
  'spark.driver.bindAddress=127.0.0.1',
  'spark.driver.memory=512m',
  'spark.executor.memory=512m',
  'spark.executor.cores=1',
]

describe.skipIf(why !== undefined)('on Spark', { timeout: HOURS }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'abound-spark-'))
  const given = process.env.ABOUND_CLUSTER_DATA
  const more = JSON.parse(process.env.ABOUND_CLUSTER_OPTIONS ?? '{}')
  const data = given ?? join(folder, 'news.jsonl')
  let house: typeof import('../../packages/abound/src/node/internal.js') &
    typeof import('../../packages/lab/src/index.js')
  let spark: SparkCluster
  let runs = 0

  beforeAll(async () => {
    house = {
      ...(await import(new URL('abound/dist/node/internal.js', DIST).href)),
      ...(await import(new URL('lab/dist/index.js', DIST).href)),
    }
    if (given === undefined) writeSample()
    spark = await SparkCluster.start(folder, 3)
  }, 1_200_000)

  function writeSample(): void {
    const sample = gunzipSync(readFileSync(new URL('../../sample/train.jsonl.gz', import.meta.url)))
    writeFileSync(data, sample.toString().split('\n').slice(0, 900).join('\n'))
  }

  afterAll(async () => {
    await spark?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function begun(options: { learner: string } & Record<string, unknown>): Promise<ClusterRun> {
    const path = join(folder, `run-${runs++}`)
    const shards = await house.cutShards(house.openSource(data), SHARDS, join(path, 'shards'))
    return house.beginRun(path, house.planTraining(shards, options))
  }

  async function sumOf(run: ClusterRun): Promise<string> {
    return createHash('sha256')
      .update(readFileSync(await house.resultPath(run)))
      .digest('hex')
  }

  async function local(options: { learner: string } & Record<string, unknown>): Promise<string> {
    const run = await begun(options)
    await house.runLocally(run, 2)
    return sumOf(run)
  }

  const submit = (run: ClusterRun, command: readonly string[], conf: readonly string[] = []): Promise<void> =>
    house.submitToSpark(run, {
      master: spark.master,
      command: [process.execPath, ...command],
      conf: [...CONF, ...conf],
    })

  it.each([
    { learner: 'naive-bayes' },
    { learner: 'ind' },
    { learner: 'ff', passes: 2 },
    { learner: 'mmp' },
    { learner: 'svm' },
  ])('$learner comes to the same bytes with 1, 2 and 3 executors', async (own) => {
    const options = { ...own, ...more }
    const expected = await local(options)
    for (const executors of [1, 2, 3]) {
      const run = await begun(options)
      await submit(run, [MAIN], [`spark.cores.max=${executors}`])
      expect(await sumOf(run)).toBe(expected)
    }
  })

  describe('what goes wrong', () => {
    const options = { learner: 'ff', passes: 2 }
    let expected: string
    beforeAll(async () => {
      expected = await local(options)
    })

    /** Runs with a fault in a stage; answers how many maps of the stage were started in all. */
    async function withFault(fault: string, stage: string, conf: readonly string[] = []): Promise<number> {
      const state = join(folder, `fault-${runs}`)
      mkdirSync(state)
      const run = await begun(options)
      await submit(run, [FAULTY, MAIN, state, fault, stage], conf)
      expect(existsSync(join(state, 'happened'))).toBe(true)
      expect(await sumOf(run)).toBe(expected)
      return readFileSync(join(state, 'executors'), 'utf8').trimEnd().split('\n').length
    }

    it('a killed child is started again', async () => {
      expect(await withFault('kill-child', 'epoch-1')).toBeGreaterThan(SHARDS)
    })

    it('a killed executor is replaced', async () => {
      expect(await withFault('kill-executor', 'epoch-1')).toBeGreaterThan(SHARDS)
    })

    it('a worker killed after its map was done takes its records with it, and they are made again', async () => {
      expect(await withFault('kill-worker', 'epoch-1')).toBeGreaterThan(SHARDS)
      await spark.addWorker()
    })

    it('a child that ends well too early is refused, and started again', async () => {
      expect(await withFault('early', 'epoch-2')).toBeGreaterThan(SHARDS)
    })

    it('a slow shard is done twice, and counts once', async () => {
      const often = ['spark.speculation=true', 'spark.speculation.interval=200ms']
      const soon = ['spark.speculation.multiplier=1.2', 'spark.speculation.quantile=0.3']
      expect(await withFault('slow', 'look', [...often, ...soon])).toBeGreaterThan(SHARDS)
    })

    it('a driver killed between epochs goes on where it was', async () => {
      const run = await begun(options)
      const code = `import { openRun, submitToSpark } from ${JSON.stringify(new URL('node/index.js', DIST).href)}
        await submitToSpark(await openRun(${JSON.stringify(run.folder)}),
          { master: ${JSON.stringify(spark.master)}, command: ${JSON.stringify([process.execPath, MAIN])},
            conf: ${JSON.stringify(CONF)} })`
      const driver = spawn(process.execPath, ['--input-type=module', '-e', code], {
        detached: true,
        stdio: 'ignore',
      })
      const manifest = join(run.folder, '_MANIFEST.json')
      const stages = (): string[] =>
        existsSync(manifest) ? Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).stages) : []
      while (!stages().includes('epoch-1')) await new Promise((resolve) => setTimeout(resolve, 20))
      // It and the Spark it started, which are a group of their own.
      process.kill(-driver.pid!, 'SIGKILL')
      expect(stages()).not.toContain('model')
      await submit(run, [MAIN])
      expect(await sumOf(run)).toBe(expected)
    })

    it('a corrupt shard is refused before anything is learned, by name; mended, it is learned from', async () => {
      const run = await begun(options)
      const { uri } = run.plan.shards[1]
      const whole = readFileSync(uri, 'utf8')
      writeFileSync(uri, whole.replace('e', 'E'))
      await expect(submit(run, [MAIN])).rejects.toThrow(`${uri} is damaged, or another file`)
      expect(existsSync(join(run.folder, '_MANIFEST.json'))).toBe(false)
      writeFileSync(uri, whole)
      await submit(run, [MAIN])
      expect(await sumOf(run)).toBe(expected)
    })
  })
})
