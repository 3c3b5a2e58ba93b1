// The HTTP contract, over a real socket: what each route gives, who may, what is refused and how.

import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { train } from '../../packages/abound/src/internal.js'
import { ROUTES } from '../../packages/server/src/routes/index.js'
import { batchesOf, DOCUMENTS, examples, modelBytes, TestServer } from './serving.js'

const text = String(DOCUMENTS[0].text)

describe('a server with a model', () => {
  const server = new TestServer()
  beforeAll(async () => {
    const bytes = await modelBytes()
    await server.start({ models: [{ name: 'news', bytes, corpus: batchesOf(DOCUMENTS) }], version: '1.2.3' })
  })
  afterAll(() => server.end())

  it('says that it is alive and ready', async () => {
    expect((await server.get('/healthz')).body).toEqual({ status: 'alive' })
    expect((await server.get('/readyz')).body).toEqual({ status: 'ready' })
  })

  it('ranks as the library does', async () => {
    const model = await train(DOCUMENTS, { learner: 'ff' })
    const { body, headers } = await server.post('/v1/rank', { texts: [text, 'nothing known'], top: 3 })
    expect(body.model).toEqual({ name: 'news', version: 1 })
    expect(body.results[0].labels).toEqual(model.rank(text, { top: 3 }))
    expect(body.results[1]).toEqual({ labels: [] })
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    const same = await server.post('/v1/models/news/rank', { texts: [text], top: 3 })
    expect(same.body.results[0]).toEqual(body.results[0])
  })

  it('leaves trials out of drift', async () => {
    const seen = async (): Promise<number> => (await server.get('/v1/progress')).body.drift.texts
    const before = await seen()
    await server.post('/v1/rank', { texts: [text, 'and', 'more'], trial: true })
    expect(await seen()).toBe(before)
    await server.post('/v1/rank', { texts: [text] })
    expect(await seen()).toBe(before + 1)
  })

  it('assigns and rejects', async () => {
    const model = await train(DOCUMENTS, { learner: 'ff' })
    const { body } = await server.post('/v1/rank', { texts: [text, 'nothing'], assign: true, reject: 0.01 })
    expect(body.results[0]).toMatchObject({ assigned: model.assign(text), rejected: false })
    expect(body.results[1]).toEqual({ labels: [], assigned: [], rejected: true })
  })

  it('streams NDJSON in the order it came', async () => {
    const texts = Array.from({ length: 3000 }, (_, i) => ({ id: `n${i}`, text: DOCUMENTS[i % 200].text }))
    const lines = texts.map((line) => `${JSON.stringify(line)}\n`).join('')
    const { status, body } = await server.post('/v1/rank?top=2', lines, {
      'content-type': 'application/x-ndjson',
    })
    expect(status).toBe(200)
    const answers = (body as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id }) => id)).toEqual(texts.map(({ id }) => id))
    const whole = await server.post('/v1/rank', { texts: texts.slice(0, 200).map((one) => one.text), top: 2 })
    expect(answers.slice(0, 200).map(({ labels }) => labels)).toEqual(
      whole.body.results.map(({ labels }: { labels: unknown }) => labels),
    )
  })

  it('says in the last line where NDJSON is malformed', async () => {
    const { body } = await server.post('/v1/rank', `${JSON.stringify({ text })}\n{"text":\n{"text":"x"}\n`, {
      'content-type': 'application/x-ndjson',
    })
    const [first, last] = (body as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(first.labels.length).toBe(1)
    expect(last.error).toMatchObject({ code: 'bad_input', message: expect.stringContaining('body:2') })
  })

  it('explains over the text, adding up to the score', async () => {
    const { body } = await server.post('/v1/explain', { text: `X ${text.toUpperCase()}!` })
    const { results } = (await server.post('/v1/rank', { texts: [`X ${text.toUpperCase()}!`] })).body
    expect(body.label).toBe(results[0].labels[0].label)
    const sum = (list: { weight: number }[]): number => list.reduce((total, { weight }) => total + weight, 0)
    expect(sum(body.words) + sum(body.rest)).toBeCloseTo(results[0].labels[0].score, 9)
    for (const { text: word, from, to } of body.words)
      expect(`X ${text.toUpperCase()}!`.slice(from, to)).toBe(word)
    expect((await server.post('/v1/explain', { text, label: 'no such' })).status).toBe(404)
    expect((await server.post('/v1/explain', { text: 'nothing' })).body).toMatchObject({
      label: null,
      words: [],
    })
  })

  it('learns what is accepted and rejected; a repeat is harmless', async () => {
    const taught = await server.post('/v1/learn', { id: 'p1', text, accept: [], reject: ['label1'] })
    expect(taught.body).toMatchObject({ taught: 1, repeated: 0, ids: ['p1'] })
    const again = await server.post('/v1/learn', { id: 'p1', text, accept: [], reject: ['label1'] })
    expect(again.body).toMatchObject({ taught: 0, repeated: 1, version: taught.body.version })
    expect((await server.post('/v1/learn', { text, accept: ['a'], reject: ['a'] })).body.error.code).toBe(
      'contradiction',
    )
    expect((await server.post('/v1/learn', { text })).body.error.code).toBe('no_labels')
  })

  it('finds labels as one types, and says what is known of each', async () => {
    await server.post('/v1/labels', { label: 'Zebra crossing' })
    expect((await server.get('/v1/labels?query=cross')).body).toEqual({
      total: 1,
      labels: [{ label: 'Zebra crossing', documents: 0, taught: 0 }],
    })
    const { body } = await server.get('/v1/labels/label0?top=3')
    expect(body.words.length).toBe(3)
    expect(body.documents).toBeGreaterThan(10)
    expect((await server.get('/v1/labels/none')).status).toBe(404)
    const { labels } = (await server.get('/v1/labels?sort=count&limit=2&offset=1')).body
    expect(labels.length).toBe(2)
  })

  it('says what a word speaks for', async () => {
    const { body } = await server.get('/v1/words?term=Topic0word1')
    expect(body).toMatchObject({ term: 'topic0word1', labels: [{ label: 'label0' }] })
    const { words } = (await server.get('/v1/words?prefix=topic0w&limit=4')).body
    expect(words.length).toBe(4)
    expect(words[0].documents).toBeGreaterThanOrEqual(words[3].documents)
    expect((await server.get('/v1/words')).status).toBe(400)
  })

  it('shows progress and drift', async () => {
    await server.post('/v1/learn', { examples: examples(20, 500) })
    const { body } = await server.get('/v1/progress')
    expect(body.points.at(-1).taught).toBeGreaterThanOrEqual(20)
    expect(body.points.at(-1).R1).toBeGreaterThan(0.5)
    expect(body.volume[0].taught).toBeGreaterThanOrEqual(20)
    expect(body.drift.texts).toBeGreaterThan(0)
    expect(body.unbiased).toEqual({ documents: 0, R1: null, low: null, high: null })
  })

  it('gives the model as a file that loads', async () => {
    const response = await fetch(`${server.running.url}/v1/model/file`)
    const { fromBytes } = await import('../../packages/abound/src/internal.js')
    const model = await fromBytes(new Uint8Array(await response.arrayBuffer()))
    expect(model.labelCount).toBe((await server.get('/v1/model')).body.labels)
  })

  it('counts for Prometheus', async () => {
    const { body } = await server.get('/metrics')
    expect(body).toMatch(
      /abound_http_request_seconds_bucket\{le="0.05",method="post",route="\/v1\/rank",status="200"\} \d/,
    )
    expect(body).toMatch(/abound_model_version\{model="news"\} \d+/)
  })

  it('documents all of it', async () => {
    const { body } = await server.get('/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(body.info.version).toBe('1.2.3')
    expect(Object.keys(body.paths)).toContain('/v1/models/{name}/rank')
    const ids = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  const refused: [what: string, status: number, code: string, ask: () => ReturnType<TestServer['ask']>][] = [
    ['no JSON', 400, 'bad_json', () => server.post('/v1/rank', '{', { 'content-type': 'application/json' })],
    [
      'a wrong type',
      415,
      'unsupported_type',
      () => server.post('/v1/rank', '{}', { 'content-type': 'text/plain' }),
    ],
    ['a missing field', 400, 'bad_request', () => server.post('/v1/rank', {})],
    ['an unknown field', 400, 'bad_request', () => server.post('/v1/rank', { texts: ['x'], topp: 1 })],
    ['no texts', 400, 'bad_request', () => server.post('/v1/rank', { texts: [] })],
    ['an unknown query', 400, 'bad_request', () => server.get('/v1/labels?limitt=3')],
    ['an unknown model', 404, 'unknown_model', () => server.post('/v1/models/none/rank', { texts: ['x'] })],
    ['an unknown path', 404, 'not_found', () => server.get('/v1/nothing')],
    ['a path to a file', 404, 'not_found', () => server.get('/..%2f..%2fetc/passwd')],
    ['another method', 405, 'method_not_allowed', () => server.get('/v1/rank')],
    [
      'too many texts',
      413,
      'batch_too_large',
      () => server.post('/v1/rank', { texts: Array(1001).fill('x') }),
    ],
    [
      '10 MB of one letter',
      413,
      'body_too_large',
      () => server.post('/v1/rank', { texts: ['a'.repeat(1e7)] }),
    ],
    [
      'a long text',
      413,
      'text_too_long',
      () => server.post('/v1/rank', { texts: ['a'.repeat(2 ** 20 + 1)] }),
    ],
    [
      'another origin',
      403,
      'cross_origin',
      () => server.post('/v1/rank', { texts: ['x'] }, { origin: 'http://evil.example' }),
    ],
    ['an unknown job', 404, 'unknown_job', () => server.get('/v1/jobs/1')],
    [
      'an unknown learner',
      400,
      'bad_input',
      () => server.post('/v1/models/x?learner=none', 'text,label\na,b\n', { 'content-type': 'text/csv' }),
    ],
    [
      'a bad name',
      400,
      'bad_name',
      () => server.post('/v1/models/..%2fx', 'text,label\na,b\n', { 'content-type': 'text/csv' }),
    ],
  ]
  it.each(refused)('refuses %s with %i %s', async (_, status, code, ask) => {
    const answer = await ask()
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
    expect(answer.body.error.message.length).toBeGreaterThan(5)
  })

  it('refuses names that lead here from elsewhere', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        { port: server.running.port, path: '/v1/model', headers: { host: 'evil.example' } },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      sent.on('error', reject)
      sent.end()
    })
    expect(status).toBe(421)
  })

  const odd = [
    '\ud800\udfff \udc00',
    '\u202eabc\u202c',
    '<script>alert(1)</script>',
    '\u0000',
    'é'.repeat(5e5),
    ' '.repeat(1e6),
  ]
  it.each(odd)('ranks odd texts (%#)', async (hostile) => {
    const { status, body } = await server.post('/v1/rank', { texts: [hostile] })
    expect(status).toBe(200)
    expect(body.results.length).toBe(1)
  })
})

describe('a server without a model', () => {
  const server = new TestServer()
  beforeAll(() => server.start())
  afterAll(() => server.end())

  it('is not ready, and says what to do', async () => {
    expect((await server.get('/readyz')).status).toBe(503)
    expect((await server.post('/v1/rank', { texts: ['x'] })).body.error.code).toBe('no_model')
    expect((await server.get('/v1/models')).body).toEqual({ default: null, models: [] })
  })

  it('trains one from an upload, has texts labelled, learns, and gives it up', async () => {
    const csv = `text,label\n${DOCUMENTS.map(({ text: words, labels }) => `${words},${labels![0]}`).join('\n')}\n`
    const upload = await server.post('/v1/models/default?learner=naive-bayes', csv, {
      'content-type': 'text/csv',
    })
    expect(upload.status).toBe(202)
    expect(await jobState(upload.body.job)).toMatchObject({ state: 'done', progress: 1 })
    const twice = await server.post('/v1/models/default', csv, { 'content-type': 'text/csv' })
    expect(twice.body.error.code).toBe('model_exists')
    expect((await server.get('/v1/model')).body).toMatchObject({
      learner: 'naive-bayes',
      labels: 5,
      corpus: true,
    })

    const lines = Array.from(
      { length: 60 },
      (_, i) => `topic${i % 5}word${i % 7} topic${(i + 1) % 5}word3 odd${i}`,
    )
    const added = await server.post('/v1/queue', `${lines.join('\n')}\n\n`, { 'content-type': 'text/plain' })
    expect(added.body).toEqual({ added: 60, total: 60 })
    expect(
      (await server.post('/v1/queue', lines.join('\n'), { 'content-type': 'text/plain' })).body.added,
    ).toBe(0)
    const { items, total } = (await server.get('/v1/queue?limit=10')).body
    expect([items.length, total]).toEqual([10, 60])
    expect(new Set(items.map(({ why }: { why: string }) => why))).toContain('random')
    expect(items[0].labels.length).toBeGreaterThan(2)
    for (const { id, text: words, labels } of items)
      await server.post('/v1/learn', { id, text: words, accept: [labels[0].label], reject: [] })
    const left = (await server.get('/v1/queue?limit=50')).body
    expect(left.total).toBe(50)
    const ids = left.items.map(({ id }: { id: string }) => id)
    for (const { id } of items) expect(ids).not.toContain(id)
    expect((await server.post('/v1/queue/skip', { id: ids[0] })).body).toEqual({ done: true })
    expect((await server.post('/v1/queue/skip', { id: ids[0] })).status).toBe(404)
    const { unbiased } = (await server.get('/v1/progress')).body
    expect(unbiased).toMatchObject({
      documents: items.filter(({ why }: { why: string }) => why === 'random').length,
      R1: 1,
    })

    expect((await server.ask('DELETE', '/v1/models/default')).status).toBe(200)
    expect((await server.get('/readyz')).status).toBe(503)
  })

  it('says why an upload cannot be trained on', async () => {
    const { body } = await server.post('/v1/models/bad', 'text\nonly\n', { 'content-type': 'text/csv' })
    const { state, message } = await jobState(body.job)
    expect(state).toBe('failed')
    expect(message).toContain('label')
  })

  async function jobState(job: string): Promise<{ state: string; message: string }> {
    for (;;) {
      const { body } = await server.get(`/v1/jobs/${job}`)
      if (body.state !== 'running') return body
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
})

describe('docs/serving.md', () => {
  it('names every route', () => {
    const page = readFileSync(new URL('../../docs/serving.md', import.meta.url), 'utf8')
    expect(ROUTES.map(({ at }) => at).filter((at) => !page.includes(`\`${at}\``))).toEqual([])
  })
})
