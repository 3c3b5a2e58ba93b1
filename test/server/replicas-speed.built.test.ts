// How fast two replicas with a synchronous standby are taught, and how soon both serve what was. For the page in docs:
// `ABOUND_MEASURE=news.abound npx vitest run test/server/replicas-speed.built.test.ts` (a model of an online learner).

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { requireBuild } from '../cli/abound.js'
import { noPostgres, query, startCluster, type TestCluster } from './postgres.js'
import { killAll, pause, postTo, startCommand } from './processes.js'
import { DOCUMENTS } from './serving.js'

const MODEL = process.env.ABOUND_MEASURE
const SINGLE = 20
const SECONDS = 8
const CONNECTIONS = 32

const folder = mkdtempSync(join(tmpdir(), 'abound-replicas-speed-'))
let cluster: TestCluster | undefined
afterAll(async () => {
  killAll()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(MODEL === undefined || noPostgres() !== undefined)('two replicas', () => {
  it('are taught', async () => {
    requireBuild()
    cluster = await startCluster()
    const common = ['--database', cluster.url, '--models-at', join(folder, 'models'), '--port', '0']
    const quiet = ['--log-level', 'error']
    await startCommand([...common, ...quiet, '--store', join(folder, 't'), '--role', 'trainer', `m=${MODEL}`])
    const replicas = await Promise.all(
      ['r0', 'r1'].map((name) =>
        startCommand([...common, ...quiet, '--store', join(folder, name), '--role', 'replica']),
      ),
    )
    let next = 0
    const example = () => {
      const { text, labels } = DOCUMENTS[next % DOCUMENTS.length]
      return { id: `s${next++}`, text: String(text), labels: [...labels!] }
    }
    const teach = async (i: number, count: number): Promise<number> => {
      const examples = Array.from({ length: count }, example)
      const answer = await postTo(replicas[i % 2].url, '/v1/learn', { examples })
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { seq: number }).seq
    }
    const served = async (seq: number): Promise<void> => {
      for (const { url } of replicas) {
        for (;;) {
          const answer = await postTo(url, '/v1/rank', { texts: ['a'] })
          if (((await answer.json()) as { model: { version: number } }).model.version >= seq) break
          await pause(5)
        }
      }
    }
    await served(await teach(0, 1))

    // After a pause a version is published at once; those who teach on wait for the next one.
    for (const [what, between] of [
      ['one example now and then', 1300],
      ['one example after another', 100],
    ] as const) {
      const acknowledged: number[] = []
      const everywhere: number[] = []
      for (let i = 0; i < SINGLE; i++) {
        await pause(between)
        const begun = performance.now()
        const seq = await teach(i, 1)
        acknowledged.push(performance.now() - begun)
        await served(seq)
        everywhere.push(performance.now() - begun - acknowledged[i])
      }
      say(
        `${what}: acknowledged after ${spread(acknowledged)}, then served by both after ${spread(everywhere)}`,
      )
    }

    for (const batch of [1, 20]) {
      const begun = performance.now()
      let taught = 0
      let last = 0
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async (_, i) => {
          while (performance.now() - begun < SECONDS * 1000) {
            last = Math.max(last, await teach(i, batch))
            taught += batch
          }
        }),
      )
      const seconds = (performance.now() - begun) / 1000
      const [{ committed }] = await query(
        cluster.primary,
        `SELECT count(*)::int AS committed FROM feedback WHERE kind = 'learn'`,
      )
      expect(Number(committed)).toBe(next)
      await served(last)
      const behind = (performance.now() - begun) / 1000 - seconds
      say(
        `${CONNECTIONS} connections, ${batch} a request: ${Math.round(taught / seconds)} examples/s acknowledged; ` +
          `served by both ${behind.toFixed(1)} s after the last`,
      )
    }
    say(`the model file has ${(statSync(MODEL!).size / 2 ** 20).toFixed(1)} MB`)
  })
})

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number): string => `${Math.round(sorted[Math.floor(share * (sorted.length - 1))])} ms`
  return `${at(0.5)} (median), ${at(0.95)} (95 %)`
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`)
}
