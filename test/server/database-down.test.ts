// With the database away, ranking goes on, teaching is refused for now, and nothing is acknowledged that is not there.

import { expect, it } from 'vitest'
import { noPostgres, startPostgres } from './postgres.js'
import { DOCUMENTS, examples, modelBytes, TestServer } from './serving.js'

const missing = noPostgres()
if (missing !== undefined) console.warn(`PostgreSQL is left out: ${missing}`)

it.skipIf(missing !== undefined)('ranks on while the database is away', async () => {
  const postgres = await startPostgres()
  const server = await new TestServer().start({
    models: [{ name: 'm', bytes: await modelBytes() }],
    database: await postgres.database(),
  })
  expect((await server.post('/v1/learn', { examples: examples(3) })).body.taught).toBe(3)
  await postgres.stop()
  expect((await server.post('/v1/rank', { texts: [String(DOCUMENTS[0].text)] })).status).toBe(200)
  const refused = await server.post('/v1/learn', { examples: examples(3, 10) })
  expect([refused.status, refused.body.error.code]).toEqual([503, 'log_unavailable'])
  expect(refused.headers.get('retry-after')).toBe('2')
  expect((await server.get('/readyz')).status).toBe(503)
  expect((await server.get('/healthz')).status).toBe(200)
  expect((await server.get('/v1/model?sha256=true')).status).toBe(503)
  await server.end().catch(() => {})
})
