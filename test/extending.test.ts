// Adding one of each concept takes one file and one line: here from outside, and seen wherever it should appear.

import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccessTokens, defineRoute } from '../packages/server/src/index.js'
import { modelBytes, TestServer } from './server/serving.js'

describe('a route', () => {
  // The file.
  const postCounts = defineRoute({
    at: 'POST /v1/counts/{unit}',
    role: 'teach',
    summary: 'Counts a text.',
    query: Type.Object({ least: Type.Optional(Type.Integer()) }, { additionalProperties: false }),
    body: Type.Object({ text: Type.String() }, { additionalProperties: false }),
    answer: Type.Object({ model: Type.String(), count: Type.Integer() }),
    errors: { unknown_unit: { status: 404, when: 'there is no such unit' } },
    perModel: true,
    handle({ model, params: { unit }, query: { least = 0 }, body: { text }, error }) {
      if (unit !== 'words') throw error('unknown_unit', `expected words: ${unit}`)
      return { model: model().name, count: Math.max(least, text.split(' ').length) }
    },
  })

  const [reader, teacher] = ['reader-0123456789ab', 'teacher-0123456789ab']
  const as = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
  const server = new TestServer()
  beforeAll(async () => {
    await server.start({
      models: [{ name: 'news', bytes: await modelBytes() }],
      tokens: AccessTokens.from(`read:${reader},teach:${teacher}`, 'test'),
      limits: { body: 1000 },
      // The line.
      routes: [postCounts],
    })
  })
  afterAll(() => server.end())

  it('answers, with and without the name of a model', async () => {
    for (const path of ['/v1/counts/words', '/v1/models/news/counts/words']) {
      const { status, body } = await server.post(path, { text: 'one two' }, as(teacher))
      expect([status, body]).toEqual([200, { model: 'news', count: 2 }])
    }
    const { body } = await server.post('/v1/counts/words?least=9', { text: 'one two' }, as(teacher))
    expect(body.count).toBe(9)
  })

  const refused: [what: string, code: string, ask: () => ReturnType<TestServer['ask']>][] = [
    ['no token', 'token_missing', () => server.post('/v1/counts/words', { text: 'x' })],
    ['a lesser role', 'forbidden', () => server.post('/v1/counts/words', { text: 'x' }, as(reader))],
    ['another body', 'bad_request', () => server.post('/v1/counts/words', { texts: [] }, as(teacher))],
    ['another query', 'bad_request', () => server.post('/v1/counts/words?most=1', { text: '' }, as(teacher))],
    ['its own error', 'unknown_unit', () => server.post('/v1/counts/lines', { text: 'x' }, as(teacher))],
    [
      'a large body',
      'body_too_large',
      () => server.post('/v1/counts/words', { text: 'x'.repeat(2000) }, as(teacher)),
    ],
  ]
  it.each(refused)('refuses %s with %s', async (_, code, ask) => {
    expect((await ask()).body.error.code).toBe(code)
  })

  it('is named in Allow', async () => {
    const { status, headers } = await server.get('/v1/models/news/counts/words', as(teacher))
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('is in the OpenAPI document, with its schemas and its errors', async () => {
    const { paths } = (await server.get('/openapi.json')).body
    for (const path of ['/v1/counts/{unit}', '/v1/models/{name}/counts/{unit}']) {
      const { post } = paths[path]
      expect(post.summary).toBe('Counts a text.')
      expect(post.description).toContain('teach')
      expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).concat('least'),
      )
      expect(post.requestBody.content['application/json'].schema.properties).toHaveProperty('text')
      expect(post.responses['200'].content['application/json'].schema.required).toEqual(['model', 'count'])
      expect(post.responses['404'].description).toContain('unknown_unit')
    }
  })

  it('is timed under its own name', async () => {
    const { body } = await server.get('/metrics', as(reader))
    expect(body).toContain('route="/v1/counts/{unit}",status="200"')
  })
})
