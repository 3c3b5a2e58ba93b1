// A primary with a synchronous standby, two trainers, two replicas, all processes of their own, and four clients that
// teach through both replicas. kill -9 of a replica, of the trainer that leads, of the primary (the standby is
// promoted): what was acknowledged is in the log once, in order, and everybody ends on the version that a clean replay
// gives. `ABOUND_KILLS=20` kills replicas and trainers so many times.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { openStoreAt } from '../../packages/server/src/log/open.js'
import { requireBuild } from '../cli/abound.js'
import { noPostgres, query, startCluster, type TestCluster } from './postgres.js'
import {
  epochOf,
  killAll,
  pause,
  postTo,
  type Running,
  replayed,
  startCommand,
  stateOf,
  until,
} from './processes.js'
import { DOCUMENTS, examples, modelBytes, TestServer } from './serving.js'

const KILLS = Number(process.env.ABOUND_KILLS ?? 1)
const CLIENTS = 4

requireBuild()
const folder = mkdtempSync(join(tmpdir(), 'abound-replicas-kill-'))
const missing = noPostgres()
if (missing !== undefined) console.warn(`PostgreSQL is left out: ${missing}`)
let cluster: TestCluster

beforeAll(async () => {
  if (missing === undefined) cluster = await startCluster()
})
afterAll(async () => {
  killAll()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(missing !== undefined)('a primary with a synchronous standby', () => {
  it('whose standby is away lets nobody hang: teaching is refused in time, ranking goes on', async () => {
    await query(cluster.primary, 'CREATE DATABASE away')
    const database = cluster.url.replace(/postgres$/, 'away')
    const modelsAt = join(folder, 'away')
    const both = { database, modelsAt, databasePatience: 5000, pollEvery: 100 }
    const trainer = await new TestServer().start({
      ...both,
      role: 'trainer',
      models: [{ name: 'm', bytes: await modelBytes() }],
    })
    const replica = await new TestServer().start({ ...both, role: 'replica' })
    const taught = { examples: examples(3) }
    expect((await replica.post('/v1/learn', taught)).body).toMatchObject({ taught: 3 })
    await cluster.stopStandby()
    const refused = await Promise.all(
      [10, 20, 30].map((from) => replica.post('/v1/learn', { examples: examples(2, from) })),
    )
    for (const { status, body, headers } of refused) {
      expect([status, body.error.code]).toEqual([503, 'log_unavailable'])
      expect(headers.get('retry-after')).toBe('2')
    }
    expect((await replica.post('/v1/rank', { texts: [String(DOCUMENTS[0].text)] })).status).toBe(200)
    await cluster.startStandby()
    // The same ids once more: whatever was committed late is there once.
    let answered = 0
    for (const from of [10, 20, 30]) {
      await until(async () => {
        const { status, body } = await replica.post('/v1/learn', { examples: examples(2, from) })
        answered += status === 200 ? body.taught + body.repeated : 0
        return status === 200
      }, 'teaching again')
    }
    expect(answered).toBe(6)
    const { log } = replica.running.models.host.store
    const ids = (await log.read('m', 0, 100)).flatMap(({ id, body }) => (body.kind === 'learn' ? [id] : []))
    expect(ids.sort()).toEqual(
      [...examples(3), ...[10, 20, 30].flatMap((from) => examples(2, from))].map(({ id }) => id).sort(),
    )
    const now = async (server: TestServer): Promise<string> =>
      (await server.get('/v1/model?sha256=true')).body.sha256
    await until(async () => (await now(replica)) === (await now(trainer)), 'the same version')
    await replica.end()
    await trainer.end()
  })

  it(
    'loses nothing, doubles nothing and forks nothing under kill -9',
    async () => {
      const model = join(folder, 'm.abound')
      const data = join(folder, 'data.jsonl')
      const modelsAt = join(folder, 'models')
      writeFileSync(model, await modelBytes())
      writeFileSync(data, DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
      const common = ['--database', cluster.url, '--models-at', modelsAt, '--port', '0']
      const trainerFlags = ['--role', 'trainer', '--publish-every', '0.1', '--save-every', '40']
      const start = (name: string, ...more: string[]): Promise<Running> =>
        startCommand([...common, '--store', join(folder, name), ...more])
      const startTrainer = (i: number): Promise<Running> =>
        start(`t${i}`, model, '--data', data, '--rebuild-after', '150', ...trainerFlags)
      const trainers = [await startTrainer(0), await startTrainer(1)]
      const replicas = await Promise.all([0, 1].map((i) => start(`r${i}`, '--role', 'replica')))
      for (const { url } of replicas) await until(async () => (await fetch(`${url}/readyz`)).ok, 'ready')

      const rng = new Rng(11)
      /** By request: its client, its ids, and the number that was answered for the last of them. */
      const acknowledged: { client: number; ids: string[]; seq: number }[] = []
      const texts = new Map<string, string>()
      let running = true
      let refusals = 0
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let n = 0; running; n++) {
          const given = Array.from({ length: 1 + rng.below(3) }, (_, i) => {
            const { text, labels } = DOCUMENTS[rng.below(DOCUMENTS.length)]
            const id = `c${client}-${n}-${i}`
            texts.set(id, `${String(text)} ${id}`)
            return { id, text: texts.get(id), labels: rng.below(10) === 0 ? ['late'] : [...labels!] }
          })
          // Until it is heard of, by way of either replica, under the same ids.
          for (let tries = client; ; tries++) {
            const answer = await teach(replicas[tries % 2].url, given)
            if (answer === undefined) {
              refusals++
              await pause(50)
              continue
            }
            acknowledged.push({ client, ids: answer.ids, seq: answer.seq })
            break
          }
          await pause(rng.below(20))
        }
      })
      const some = async (): Promise<void> => {
        const before = acknowledged.length
        await until(async () => acknowledged.length > before + 20, 'teaching goes on')
      }
      await some()
      for (let kill = 0; kill < KILLS; kill++) {
        replicas[kill % 2].child.kill('SIGKILL')
        await some()
        replicas[kill % 2] = await start(`r${kill % 2}`, '--role', 'replica')
        const leads = await Promise.all(trainers.map(({ url }) => epochOf(url)))
        expect(leads.filter((epoch) => epoch > 0).length).toBe(1)
        const leader = leads.findIndex((epoch) => epoch > 0)
        trainers[leader].child.kill('SIGKILL')
        await until(async () => (await epochOf(trainers[1 - leader].url)) > leads[leader], 'the other leads')
        await some()
        trainers[leader] = await startTrainer(leader)
        // The lock is taken from under the leader, who does not know for a moment: again one leads, in a later epoch.
        const [{ epoch }] = await query(cluster.primary, 'SELECT epoch FROM trainer')
        await query(
          cluster.primary,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'abound leads'`,
        )
        await until(async () => {
          const now = await Promise.all(trainers.map(({ url }) => epochOf(url)))
          return now.filter((one) => one > Number(epoch)).length === 1
        }, 'one leads again')
        await some()
      }
      await cluster.killPrimary()
      const refusedBefore = refusals
      await until(async () => refusals > refusedBefore + CLIENTS, 'teaching is refused')
      // Ranking goes on, and a load balancer is not told otherwise.
      for (const { url } of replicas) {
        expect((await postTo(url, '/v1/rank', { texts: ['a text'] })).status).toBe(200)
        expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
          status: 'ready',
          log: 'unavailable',
        })
      }
      await cluster.promoteStandby()
      await some()
      running = false
      await Promise.all(clients)

      const opened = await openStoreAt(cluster.standby)
      const everyone = [...trainers, ...replicas]
      await until(async () => {
        const states = await Promise.all(everyone.map(stateOf))
        const last = await opened.log.last('m')
        return states.every(
          ({ version, sha256, settled, rebuilding }) =>
            version === last && sha256 === states[0].sha256 && settled && !rebuilding,
        )
      }, 'everybody at the same version')
      const { sha256 } = await stateOf(replicas[0])
      for (const { child } of everyone) child.kill('SIGKILL')

      const last = await opened.log.last('m')
      const events = await opened.log.read('m', 0, last)
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: last }, (_, i) => i + 1))
      const places = new Map<string, number[]>()
      for (const { seq, id, body } of events)
        if (body.kind === 'learn') {
          expect(body.text).toBe(texts.get(id))
          places.set(id, [...(places.get(id) ?? []), seq])
        }
      const reached = Array.from({ length: CLIENTS }, () => 0)
      for (const { client, ids, seq } of acknowledged) {
        const seqs = ids.map((id) => places.get(id) ?? [])
        expect(seqs.map((own) => own.length)).toEqual(ids.map(() => 1))
        // In the order in which the client taught, under the number it was told.
        expect(seqs.flat()).toEqual(seqs.flat().sort((a, b) => a - b))
        expect(seqs[0][0]).toBeGreaterThan(reached[client])
        reached[client] = seqs.at(-1)![0]
        expect(reached[client]).toBe(seq)
      }
      expect(acknowledged.length).toBeGreaterThan(60)

      const line = await opened.versions.all('m')
      for (const [i, version] of line.slice(1).entries()) {
        expect(version.parent).toBeGreaterThanOrEqual(line[i].version)
        expect(version.epoch).toBeGreaterThanOrEqual(line[i].epoch)
        expect(version.seq).toBeGreaterThan(line[i].seq)
      }
      expect(line.at(-1)!.sha256).toBe(sha256)
      expect(await replayed('m', opened, modelsAt)).toBe(sha256)
      await opened.close()
    },
    600_000 + KILLS * 60_000,
  )
})

/** What was acknowledged, undefined where nothing was. */
async function teach(
  url: string,
  examples: unknown,
): Promise<{ readonly ids: string[]; readonly seq: number } | undefined> {
  try {
    const response = await postTo(url, '/v1/learn', { examples })
    const body = (await response.json()) as { ids: string[]; seq: number }
    if (!response.ok && response.status !== 503) throw new Error(`${response.status} ${JSON.stringify(body)}`)
    return response.ok ? body : undefined
  } catch (error) {
    if (/^\d/.test((error as Error).message)) throw error
    return undefined
  }
}
