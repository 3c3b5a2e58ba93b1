// Who is admitted over HTTP: tokens and their roles, and what is turned away when there is too much to do.

import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccessTokens } from '../../packages/server/src/index.js'
import { DOCUMENTS, examples, modelBytes, TestServer } from './serving.js'

const text = String(DOCUMENTS[0].text)

describe('a server with tokens', () => {
  const server = new TestServer()
  const tokens = { read: 'r'.repeat(20), teach: 't'.repeat(20), admin: 'a'.repeat(20) }
  beforeAll(async () => {
    const lines = Object.entries(tokens).map(([role, token]) => `${role}:${token} # comment`)
    await server.start({
      models: [{ name: 'm', bytes: await modelBytes() }],
      tokens: AccessTokens.from(lines.join('\n'), 'tokens'),
    })
  })
  afterAll(() => server.end())
  const as = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

  it('says which role a token has', async () => {
    for (const [role, token] of Object.entries(tokens)) {
      const { body } = await server.get('/v1/access', { authorization: `Bearer ${token}` })
      expect(body).toEqual({ role })
    }
    expect((await server.get('/v1/access')).status).toBe(401)
  })

  it('lets each role do its part', async () => {
    const asks = {
      read: (token: string) => server.post('/v1/rank', { texts: ['x'] }, as(token)),
      teach: (token: string) => server.post('/v1/learn', { examples: examples(1) }, as(token)),
      admin: (token: string) => server.ask('DELETE', '/v1/examples/none', undefined, as(token)),
    }
    const statuses: Record<string, number[]> = {}
    for (const [role, token] of Object.entries(tokens)) {
      statuses[role] = []
      for (const ask of Object.values(asks)) statuses[role].push((await ask(token)).status)
    }
    expect(statuses).toEqual({ read: [200, 403, 403], teach: [200, 200, 403], admin: [200, 200, 404] })
  })

  it('refuses requests without one it knows, but for health', async () => {
    const none = await server.get('/v1/model')
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await server.get('/v1/model', as('x'.repeat(20)))).status).toBe(401)
    expect((await server.get('/v1/model', { authorization: 'Basic eDp5' })).status).toBe(401)
    expect((await server.get('/healthz')).status).toBe(200)
  })

  it('are needed off loopback, and long enough', async () => {
    const open = new TestServer()
    await expect(open.start({ host: '0.0.0.0' })).rejects.toThrow('needs tokens')
    expect(() => AccessTokens.from('admin:short', 'tokens')).toThrow('at least 16')
    expect(() => AccessTokens.from('root:xxxxxxxxxxxxxxxxxxxx', 'tokens')).toThrow('role')
  })
})

/** A request to rank whose body has not come yet; the server has let it in once it says to go on. */
function beginRank(url: string): { inside: Promise<void>; finish(): Promise<number> } {
  const headers = { 'content-type': 'application/json', expect: '100-continue' }
  const sent = request(`${url}/v1/rank`, { method: 'POST', headers })
  const status = new Promise<number>((done, fail) => {
    sent.on('error', fail).on('response', (answer) => done(answer.resume().statusCode!))
  })
  const inside = new Promise<void>((done) => sent.on('continue', done))
  sent.flushHeaders()
  return {
    inside,
    finish: () => {
      sent.end(JSON.stringify({ texts: ['x'] }))
      return status
    },
  }
}

describe('a server with much to do', () => {
  it('turns away what is too much, with word of when to try again, and recovers', async () => {
    const server = await new TestServer().start({
      models: [{ name: 'm', bytes: await modelBytes() }],
      limits: { requests: 6, clientRequests: 4 },
    })
    try {
      const begun = Array.from({ length: 4 }, () => beginRank(server.running.url))
      await Promise.all(begun.map(({ inside }) => inside))
      const shed = await server.post('/v1/rank', { texts: ['x'] })
      expect([shed.status, shed.headers.get('retry-after')]).toEqual([429, '1'])
      expect(await Promise.all(begun.map(({ finish }) => finish()))).toEqual([200, 200, 200, 200])
      expect((await server.post('/v1/rank', { texts: ['x'] })).status).toBe(200)
    } finally {
      await server.end()
    }
  })

  it('ends a batch that takes too long', async () => {
    const server = await new TestServer().start({
      models: [{ name: 'm', bytes: await modelBytes() }],
      limits: { time: 1 },
    })
    try {
      const { status, body } = await server.post('/v1/rank', { texts: Array(900).fill(text.repeat(40)) })
      expect([status, body.error.code]).toEqual([503, 'timeout'])
    } finally {
      await server.end()
    }
  })
})
