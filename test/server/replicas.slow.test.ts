// A trainer and two replicas over one log, the same suite for both databases: what is taught through a replica comes
// back in a version, byte for byte what a clean replay of the log gives; nothing forks, nothing spoilt is served.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openStoreAt } from '../../packages/server/src/log/open.js'
import { openStore } from '../../packages/server/src/log/sql-store.js'
import { openSqlite } from '../../packages/server/src/log/sqlite.js'
import { startBucket } from './bucket.js'
import { noPostgres, query, startPostgres, type TestPostgres } from './postgres.js'
import { batchesOf, cleanReplay, DOCUMENTS, examples, modelBytes, TestServer } from './serving.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-replicas-'))
let made = 0
let postgres: TestPostgres | undefined
const missing = noPostgres()
if (missing !== undefined) console.warn(`PostgreSQL is left out: ${missing}`)

beforeAll(async () => {
  if (missing === undefined) postgres = await startPostgres({ hasty: true })
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const databases: [name: string, skip: boolean, place: () => Promise<string>][] = [
  ['SQLite', false, async () => join(folder, `${++made}.sqlite`)],
  ['PostgreSQL', missing !== undefined, () => postgres!.database()],
]

async function until(holds: () => Promise<boolean> | boolean, what: string, ms = 300_000): Promise<void> {
  const end = Date.now() + ms
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it did not come about: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe.each(databases)('a trainer and replicas over %s', (_, skip, place) => {
  const test = it.skipIf(skip)
  let servers: TestServer[] = []
  let database: string
  let modelsAt: string
  afterEach(async () => {
    for (const server of servers) await server.end()
    servers = []
  })
  const started = async (
    role: 'trainer' | 'replica',
    more: Parameters<TestServer['start']>[0] = {},
  ): Promise<TestServer> => {
    const server = new TestServer()
    await server.start({ role, database, modelsAt, pollEvery: 50, publishEvery: 50, ...more })
    servers.push(server)
    return server
  }
  const three = async (
    learner: 'ff' | 'naive-bayes' = 'ff',
  ): Promise<[trainer: TestServer, one: TestServer, other: TestServer]> => {
    database = await place()
    modelsAt = join(folder, `files${++made}`)
    const models = [{ name: 'm', bytes: await modelBytes({ learner }), corpus: batchesOf(DOCUMENTS) }]
    return [await started('trainer', { models }), await started('replica'), await started('replica')]
  }
  const version = async (server: TestServer): Promise<{ version: number; sha256: string }> => {
    const { body } = await server.get('/v1/model?sha256=true')
    return { version: body.version, sha256: body.sha256 }
  }
  /** All at one version, at least this one, with the bytes of a clean replay. */
  const agreed = async (seq: number): Promise<void> => {
    const [trainer, ...replicas] = servers
    for (const one of servers) await until(async () => (await version(one)).version >= seq, `version ${seq}`)
    const at = await version(trainer)
    for (const replica of replicas) expect(await version(replica)).toEqual(at)
    expect(await cleanReplay(trainer, 'm')).toBe(at.sha256)
  }
  const first = async (server: TestServer, text: string): Promise<string> =>
    (await server.post('/v1/rank', { texts: [text] })).body.results[0].labels[0]?.label

  test('teach through either, and agree', async () => {
    const [, one, other] = await three()
    const taught = await one.post('/v1/learn', { examples: examples(6) })
    expect(taught.body).toMatchObject({ taught: 6, repeated: 0, seq: 7 })
    const llama = { id: 'u', text: 'llamas spit', labels: ['llama'] }
    const { body } = await other.post('/v1/learn', { examples: [llama] })
    expect(body.seq).toBe(8)
    expect((await one.post('/v1/learn', { examples: [llama] })).body).toMatchObject({ repeated: 1, seq: 8 })
    await agreed(8)
    for (const server of servers) expect(await first(server, 'llamas')).toBe('llama')
    expect((await one.get('/v1/progress')).body.volume[0].taught).toBe(7)
    // Taken back through the other one; the text is in everybody's queue.
    expect((await other.post('/v1/undo', { id: 'u' })).body.seq).toBe(9)
    await agreed(9)
    expect(await first(one, 'llamas')).not.toBe('llama')
    expect((await one.get('/v1/queue')).body.items.map(({ id }: { id: string }) => id)).toEqual(['u'])
    expect((await one.ask('DELETE', '/v1/examples/x0')).status).toBe(200)
    await agreed(10)
    const { versions } = servers[0].running.models.host.store
    // What held the erased example is gone, with its file.
    await until(
      async () => (await versions.all('m')).every(({ seq, kind }) => seq > 9 || kind === 'base'),
      'erased',
    )
    const files = readdirSync(modelsAt).filter((name) => name.endsWith('.abound'))
    const wanted = new Set((await versions.all('m')).map(({ sha256 }) => `${sha256}.abound`))
    expect(files.filter((name) => !wanted.has(name))).toEqual([])
  })

  test('follow other names, going back and retraining', async () => {
    const [trainer, one, other] = await three('naive-bayes')
    const [label] = (await one.get('/v1/labels?sort=name')).body.labels
    const text = String(DOCUMENTS.find(({ labels }) => labels![0] === label.label)!.text)
    await one.post('/v1/labels/rename', { from: label.label, to: 'new name' })
    // At once where it was said, and elsewhere with the next version.
    expect(await first(one, text)).toBe('new name')
    await agreed(2)
    expect(await first(other, text)).toBe('new name')
    const before = await version(one)
    const { seq } = (await other.post('/v1/learn', { examples: examples(5, 0, 'late') })).body
    await agreed(seq)
    const back = await one.post('/v1/model/rollback', { version: before.version })
    await agreed(back.body.seq)
    expect((await version(other)).sha256).toBe(before.sha256)
    expect((await one.post('/v1/model/rollback', { version: 999 })).status).toBe(404)
    await other.post('/v1/learn', { examples: examples(3, 50) })
    await trainer.post('/v1/model/rebuild')
    const rebuilt = async (): Promise<boolean> =>
      (await one.get('/v1/model')).body.versions.some(({ kind }: { kind: string }) => kind === 'rebuilt')
    await until(rebuilt, 'retrained')
    await agreed((await trainer.get('/v1/model')).body.version)
    expect(await first(other, text)).toBe('new name')
  })

  test('say where to send what a replica does not do', async () => {
    const [trainer, one] = await three()
    const csv = { 'content-type': 'text/csv' }
    for (const answer of [
      await one.post('/v1/model/rebuild'),
      await one.post('/v1/models/other', 'text,label\na,b\n', csv),
      await one.ask('DELETE', '/v1/models/m'),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([409, 'not_trainer'])
      expect(answer.body.error.message).toMatch(/ask the trainer, \S+:0$/)
    }
    const upload = 'text,label\nwheat rose,wheat\noil fell,oil\nwheat fell,wheat\noil rose,oil\n'
    expect((await trainer.post('/v1/models/other', upload, csv)).status).toBe(202)
    await until(async () => (await one.get('/v1/models')).body.models.length === 2, 'another model')
    expect((await one.post('/v1/models/other/rank', { texts: ['wheat'] })).body.model.name).toBe('other')
    expect((await trainer.ask('DELETE', '/v1/models/other')).status).toBe(200)
    await until(async () => (await one.get('/v1/models')).body.models.length === 1, 'taken out')
  })

  test('serve on where a version is spoilt, and say so', async () => {
    const [trainer, one] = await three()
    await one.post('/v1/learn', { examples: examples(3) })
    await agreed(4)
    // From now on the store gives other bytes.
    const { files } = trainer.running.models.host
    const put = files.put.bind(files)
    let spoilt = ''
    files.put = async (bytes) => {
      const sha256 = await put(bytes)
      const path = join(modelsAt, `${sha256}.abound`)
      if (readFileSync(path).length === bytes.length) writeFileSync(path, bytes.subarray(0, 100))
      spoilt = sha256
      return sha256
    }
    await one.post('/v1/learn', { examples: examples(3, 20) })
    const problems = async (): Promise<string[]> => (await one.get('/readyz')).body.problems ?? []
    await until(async () => (await problems()).length > 0, 'a problem')
    expect((await problems())[0]).toMatch(/version \d+ of m: the file .* has other bytes than its name says/)
    expect((await one.get('/readyz')).status).toBe(200)
    expect((await version(one)).version).toBe(4)
    expect(String((await one.get('/metrics')).body)).toMatch(/versions_refused_total\{model="m"\} [1-9]/)
    rmSync(join(modelsAt, `${spoilt}.abound`))
    files.put = put
    const { seq } = (await one.post('/v1/learn', { examples: examples(1, 40) })).body
    await agreed(seq)
    expect(await problems()).toEqual([])
  })

  test('have one trainer that leads; the other takes over', async () => {
    const [trainer, one] = await three()
    const second = await started('trainer')
    const epochs = (): (number | undefined)[] =>
      [trainer, second].map(({ running }) => running.models.host.leader.epoch)
    expect(epochs()).toEqual([1, undefined])
    await one.post('/v1/learn', { examples: examples(3) })
    await agreed(4)
    await trainer.crash()
    await until(() => epochs()[1] === 2, 'the second leads')
    servers = servers.filter((server) => server !== trainer)
    servers.unshift(servers.pop()!)
    const { seq } = (await one.post('/v1/learn', { examples: examples(3, 30) })).body
    await agreed(seq)
    rmSync(trainer.folder, { recursive: true, force: true })
  })

  test('go back to what the log says where its end was lost', async () => {
    const [trainer, one] = await three()
    await one.post('/v1/learn', { examples: examples(2) })
    await agreed(3)
    const kept = await version(one)
    await one.post('/v1/learn', { examples: examples(3, 10) })
    await agreed(6)
    // As when a standby takes over that had not got all of it: other examples take the same numbers.
    const lose = async (sql: string): Promise<void> => {
      if (database.startsWith('postgres')) return void (await query(database, sql))
      const direct = openSqlite(database)
      await direct.transaction((connection) => connection.query(sql))
      await direct.close()
    }
    await lose('DELETE FROM model WHERE log_seq > 3')
    await lose('DELETE FROM feedback WHERE seq > 3')
    const { body } = await one.post('/v1/learn', { examples: examples(3, 50, 'llama') })
    expect(body.seq).toBe(6)
    await until(async () => (await first(one, 'llama')) === 'llama', 'the new end')
    await agreed(6)
    expect(kept.version).toBe(3)
    expect((await trainer.get('/v1/model')).body.taught).toBe(5)
  })

  test('get nothing that could not be rebuilt', async () => {
    const [trainer, one] = await three()
    await one.post('/v1/learn', {
      examples: [...examples(2), { id: 'u', text: 'llamas spit', labels: ['llama'] }],
    })
    await agreed(4)
    const { host } = trainer.running.models
    const { run } = host
    let failures = 0
    host.run = async () => {
      failures++
      throw new Error('as when the database goes away in the middle')
    }
    const { seq } = (await one.post('/v1/undo', { id: 'u' })).body
    await until(() => failures > 1, 'it is tried again')
    await one.post('/v1/learn', { examples: examples(1, 30) })
    await until(() => failures > 3, 'and again')
    expect((await version(one)).version).toBe(4)
    host.run = run
    await agreed(seq + 1)
    expect(await first(one, 'llamas')).not.toBe('llama')
  })

  test('do not fork where two trainers both believe to lead', async () => {
    const [trainer, one] = await three()
    const second = await started('trainer')
    const { leader, store } = trainer.running.models.host
    const mine = leader.epoch
    // Behind the first one's back: the second has an epoch without having the lock.
    const { leader: rival } = second.running.models.host
    Object.assign(rival, {
      epoch: await store.trainer.raise('second', 0),
      lead: { async check() {}, async release() {} },
    })
    expect(leader.epoch).toBe(mine)
    for (let i = 0; i < 5; i++) {
      await one.post('/v1/learn', { examples: examples(2, 10 * i) })
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    await until(() => leader.epoch !== mine, 'the first is fenced')
    const last = (await one.post('/v1/learn', { examples: examples(1, 90) })).body.seq
    await agreed(last)
    const line = await store.versions.all('m')
    for (const [i, { parent }] of line.slice(1).entries())
      expect(parent).toBeGreaterThanOrEqual(line[i].version)
    expect(new Set(line.map(({ parent }) => parent)).size).toBe(line.length)
    for (const [i, { seq, epoch }] of line.slice(1).entries()) {
      expect(seq).toBeGreaterThan(line[i].seq)
      expect(epoch).toBeGreaterThanOrEqual(line[i].epoch)
    }
  })
})

describe('a trainer and a replica over a bucket', () => {
  it('agree, and what no version needs leaves the bucket', async () => {
    const bucket = await startBucket('models')
    for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value)
    const both = { database: join(folder, 'bucket.sqlite'), modelsAt: 's3://models/here', pollEvery: 50 }
    const models = [{ name: 'm', bytes: await modelBytes(), corpus: batchesOf(DOCUMENTS) }]
    const trainer = await new TestServer().start({ ...both, role: 'trainer', publishEvery: 50, models })
    const replica = await new TestServer().start({ ...both, role: 'replica' })
    const sha256 = async (server: TestServer): Promise<string> =>
      (await server.get('/v1/model?sha256=true')).body.sha256
    for (let i = 0; i < 5; i++) {
      const { seq } = (await replica.post('/v1/learn', { examples: examples(2, 10 * i) })).body
      await until(async () => (await replica.get('/v1/model')).body.version >= seq, 'followed')
    }
    expect(await sha256(replica)).toBe(await sha256(trainer))
    const rows = await trainer.running.models.host.store.versions.all('m')
    expect(rows.at(-1)!.uri).toBe(`s3://models/here/${await sha256(replica)}.abound`)
    const wanted = new Set(rows.map((version) => `here/${version.sha256}.abound`))
    await until(() => bucket.objects.size === wanted.size + 1, 'old files are gone')
    for (const key of bucket.objects.keys()) expect(key.endsWith('.jsonl') || wanted.has(key)).toBe(true)
    await replica.end()
    await trainer.end()
    vi.unstubAllEnvs()
    await bucket.stop()
  })
})

describe('a replica', () => {
  it('takes no model file, and waits for a first version', async () => {
    const server = new TestServer()
    const models = [{ name: 'm', bytes: await modelBytes() }]
    await expect(server.start({ role: 'replica', models })).rejects.toThrow('expected no model file')
    await server.start({ role: 'replica', pollEvery: 50 })
    expect((await server.get('/readyz')).body.error.code).toBe('no_model')
    expect((await server.post('/v1/rank', { texts: ['x'] })).body.error.message).toContain(
      'a trainer publishes',
    )
    await server.end()
  })
})

describe('a database that is away', () => {
  it('at the start is said in a line', async () => {
    const away = 'postgresql://abound@127.0.0.1:9,127.0.0.1:10/x'
    await expect(openStoreAt(away)).rejects.toThrow(
      /^the database does not answer: no PostgreSQL host takes writes \(127\.0\.0\.1:9: .*; 127\.0\.0\.1:10: /,
    )
    await expect(openStoreAt('postgresql://abound@127.0.0.1:9/x')).rejects.toThrow(
      /^the database does not answer/,
    )
  })
})

describe('tables of before', () => {
  it('are renewed, and their versions become a line', async () => {
    const path = join(folder, 'before.sqlite')
    const before = openSqlite(path)
    await before.transaction(async (connection) => {
      await connection.query('CREATE TABLE abound (schema INTEGER NOT NULL)')
      await connection.query('INSERT INTO abound (schema) VALUES (1)')
      await connection.query(`CREATE TABLE model (
        model TEXT NOT NULL, seq BIGINT NOT NULL, kind TEXT NOT NULL, sha256 TEXT NOT NULL, bytes BIGINT NOT NULL,
        documents BIGINT NOT NULL, at BIGINT NOT NULL, progress TEXT NOT NULL, PRIMARY KEY (model, seq))`)
      for (const [model, seq] of [
        ['m', 9],
        ['m', 3],
        ['n', 1],
      ] as const)
        await connection.query(`INSERT INTO model VALUES ($1, $2, 'learned', 'aa', 10, 3, 5, '{}')`, [
          model,
          seq,
        ])
    })
    await before.close()
    const store = await openStoreAt(path)
    const shown = (await store.versions.all('m')).map(({ version, parent, seq }) => [version, parent, seq])
    expect(shown).toEqual([
      [1, 0, 3],
      [2, 1, 9],
    ])
    expect((await store.versions.heads()).length).toBe(2)
    await store.close()
    await (await openStoreAt(path)).close()
  })

  it('of a later program are left alone', async () => {
    const path = join(folder, 'later.sqlite')
    const later = openSqlite(path)
    await (await openStore(later)).close()
    const again = openSqlite(path)
    await again.transaction((connection) => connection.query('UPDATE abound SET schema = 99'))
    await again.close()
    await expect(openStoreAt(path)).rejects.toThrow('tables of version 99')
  })

  it.skipIf(missing !== undefined)('are renewed in PostgreSQL too', async () => {
    const url = await postgres!.database()
    await query(url, 'CREATE TABLE abound (schema INTEGER NOT NULL)')
    await query(url, 'INSERT INTO abound VALUES (1)')
    await query(
      url,
      `CREATE TABLE model (
        model TEXT NOT NULL, seq BIGINT NOT NULL, kind TEXT NOT NULL, sha256 TEXT NOT NULL, bytes BIGINT NOT NULL,
        documents BIGINT NOT NULL, at BIGINT NOT NULL, progress TEXT NOT NULL, PRIMARY KEY (model, seq))`,
    )
    await query(url, `INSERT INTO model VALUES ('m', 9, 'base', 'aa', 10, 3, 5, '{}')`)
    const store = await openStoreAt(url)
    expect(await store.versions.heads()).toEqual([{ model: 'm', version: 1, seq: 9, sha256: 'aa' }])
    await store.close()
  })
})
