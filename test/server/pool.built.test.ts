// Batches in threads, from the build: the same answers as on the event loop, others not kept waiting, and an error
// where a thread dies.

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { toShared, train } from '../../packages/abound/src/node/internal.js'
import { DOCUMENTS, examples, modelBytes, TestServer } from './serving.js'

const built = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../packages/server/dist/${path}`, import.meta.url).href) as Promise<Module>
const { startServer } = await built<typeof import('../../packages/server/src/index.js')>('index.js')
const { RankPool } =
  await built<typeof import('../../packages/server/src/ranking/rank-pool.js')>('ranking/rank-pool.js')

const NDJSON = { 'content-type': 'application/x-ndjson' }
const DYING = new URL('./threads/dying-thread.mjs', import.meta.url)
const bytes = await modelBytes({ learner: 'ff', probabilities: 'platt' })
const models = [{ name: 'news', bytes }]

const textAt = (i: number): string =>
  `${String(DOCUMENTS[i % 200].text)} ${i % 7 === 0 ? 'Ünknown wörd' : ''}`
const texts = (count: number): string[] => Array.from({ length: count }, (_, i) => textAt(i))
const lines = (count: number): string =>
  texts(count)
    .map((text, i) => `${JSON.stringify(i % 3 === 0 ? { text } : { id: `n${i}`, text })}\n`)
    .join('')

describe('batches in threads', () => {
  it('are answered as on the event loop', async () => {
    const here = await new TestServer(startServer).start({ models, threads: 0 })
    const there = await new TestServer(startServer).start({ models, threads: 2 })
    try {
      const both = async (ask: (server: TestServer) => Promise<unknown>): Promise<void> => {
        const [one, other] = [await ask(here), await ask(there)]
        expect(other).toEqual(one)
      }
      const requests = async (): Promise<void> => {
        await both(async (server) => {
          const body = { texts: texts(500), top: 3, assign: true, reject: 0.05 }
          const { status, body: answer } = await server.post('/v1/rank', body)
          expect([status, answer.results.length]).toEqual([200, 500])
          return answer
        })
        await both(async (server) => {
          const { status, body } = await server.post('/v1/rank?top=2', lines(1000), NDJSON)
          expect([status, body.trim().split('\n').length]).toEqual([200, 1000])
          return body
        })
        await both(async (server) => {
          const { body } = await server.post('/v1/rank', { texts: [texts(2000).join(' ')], top: 5 })
          expect(body.results[0].labels.length).toBeGreaterThan(3)
          return body
        })
      }
      await requests()
      await both((server) => server.post('/v1/labels/rename', { from: 'label1', to: 'Zwei' }).then(statusOf))
      await both((server) => server.post('/v1/labels/merge', { from: ['label2'], to: 'Zwei' }).then(statusOf))
      await requests()
      await both((server) => server.post('/v1/learn', { examples: examples(8, 0, 'new') }).then(statusOf))
      await requests()
      await both(async (server) => {
        const { texts: seen, before } = (await server.get('/v1/progress')).body.drift
        return [seen, before.confidence.toFixed(9), before.unknownWords.toFixed(9)]
      })
      await both(async (server) => {
        const bad = `${lines(100)}{"text":\n${lines(3)}`
        const { body } = await server.post('/v1/rank', bad, NDJSON)
        expect(body.trim().split('\n').length).toBe(101)
        return body
      })
    } finally {
      await here.end()
      await there.end()
    }
  })

  it('tell drift of texts in their order, whichever thread ends first', async () => {
    const before: unknown[] = []
    for (const threads of [0, 2]) {
      const server = await new TestServer(startServer).start({ models, threads, rankThread: DYING })
      try {
        const { status, body } = await server.post('/v1/rank', `{"text":"dawdle"}\n${lines(1500)}`, NDJSON)
        expect([status, body.trim().split('\n').length]).toEqual([200, 1501])
        before.push((await server.get('/v1/progress')).body.drift)
      } finally {
        await server.end()
      }
    }
    expect(before[1]).toEqual(before[0])
  })

  it('keep nobody waiting who has one short text', async () => {
    const server = await new TestServer(startServer).start({ models, threads: 1 })
    try {
      const stream = request(`${server.running.url}/v1/rank`, { method: 'POST', headers: NDJSON })
      const thousand = lines(1000)
      let sent = 0
      let enough = false
      const sending = (async () => {
        for (; !enough; sent += 1000) if (!stream.write(thousand)) await once(stream, 'drain')
        stream.end()
      })()
      const [response] = (await once(stream, 'response')) as [IncomingMessage]
      const receiving = (async () => {
        let count = 0
        for await (const part of response.setEncoding('utf8')) count += part.split('\n').length - 1
        return count
      })()
      // The stream does not end before they are answered.
      for (let i = 0; i < 10; i++)
        expect((await server.post('/v1/rank', { texts: [textAt(i)] })).status).toBe(200)
      enough = true
      await sending
      expect(await receiving).toBe(sent)
    } finally {
      await server.end()
    }
  })

  it('lose nothing when the model is swapped, taught or stopped meanwhile', async () => {
    const server = await new TestServer(startServer).start({ models, threads: 1 })
    const others = await modelBytes({ learner: 'naive-bayes' })
    const streams = [1, 2, 3].map(() => server.post('/v1/rank', lines(5000), NDJSON))
    const batches = Array.from({ length: 10 }, () => server.post('/v1/rank', { texts: texts(1000) }))
    await server.running.models.serve('news', others)
    await server.post('/v1/learn', { examples: examples(5) })
    await server.running.models.serve('news', bytes.slice())
    const ended = server.end()
    for (const { status, body } of await Promise.all(streams)) {
      expect(status).toBe(200)
      const answered = (body as string).trim().split('\n')
      expect(answered.length).toBe(5000)
      expect(answered.every((line) => line.includes('"labels":[{"label":"label'))).toBe(true)
    }
    for (const { status, body } of await Promise.all(batches))
      expect([status, body.results.length]).toEqual([200, 1000])
    await ended
  })

  it('are turned away beyond a number, to come again later', async () => {
    const server = await new TestServer(startServer).start({ models, threads: 1, limits: { batches: 2 } })
    try {
      const all = await Promise.all(
        Array.from({ length: 20 }, () => server.post('/v1/rank', { texts: texts(1000) })),
      )
      const refused = all.filter(({ status }) => status === 503)
      expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
      expect(refused.length).toBeGreaterThan(0)
      for (const { body, headers } of refused) {
        expect(body.error.code).toBe('overloaded')
        expect(headers.get('retry-after')).toBe('1')
      }
      expect((await server.post('/v1/rank', { texts: texts(100) })).status).toBe(200)
    } finally {
      await server.end()
    }
  })
})

describe('a thread that dies', () => {
  it.each(['exit', 'throw', 'hang'])(
    '(%s) fails what it was at, and another takes its place',
    async (how) => {
      const limits = how === 'hang' ? { time: 10_000 } : {}
      const server = await new TestServer(startServer).start({
        models,
        threads: 1,
        rankThread: DYING,
        limits,
      })
      try {
        const code = how === 'hang' ? 'timeout' : 'thread_lost'
        for (let round = how === 'hang' ? 1 : 0; round < 2; round++) {
          const bad = server.post('/v1/rank', { texts: [...texts(100), how] })
          // Whoever waits behind it is served by the next.
          const good = server.post('/v1/rank', { texts: texts(100) })
          const { status, body, headers } = await bad
          expect([status, body.error.code]).toEqual([503, code])
          expect(headers.get('retry-after')).toBe('1')
          expect((await good).status).toBe(200)
        }
        const stream = await server.post(
          '/v1/rank',
          `${lines(64)}${JSON.stringify({ text: how })}\n${lines(500)}`,
          NDJSON,
        )
        const answered = (stream.body as string).trim().split('\n')
        expect(answered.length).toBe(65)
        expect(JSON.parse(answered[64]).error.code).toBe(code)
        const lost = /^abound_rank_threads_lost_total (\d+)$/m.exec((await server.get('/metrics')).body)?.[1]
        expect(Number(lost)).toBe(how === 'hang' ? 0 : 3)
        expect((await server.post('/v1/rank', { texts: texts(100) })).status).toBe(200)
      } finally {
        await server.end()
      }
    },
  )

  it('of too little memory does, too', async () => {
    const lost: string[] = []
    const pool = new RankPool({
      size: 2,
      time: 600_000,
      file: DYING.href,
      resourceLimits: { maxOldGenerationSizeMb: 24 },
      lost: (why) => lost.push(why),
    })
    const memory = toShared(await train(DOCUMENTS, { learner: 'ff' }))
    const model = { name: 'news', key: 1, version: 1, memory, shownAs: [] }
    await expect(pool.rank(model, { texts: ['grow'], options: {} })).rejects.toMatchObject({
      code: 'thread_lost',
    })
    expect(lost).toEqual([expect.stringContaining('memory')])
    const { bytes: ranked } = await pool.rank(model, { texts: [textAt(1)], options: {} })
    expect(JSON.parse(new TextDecoder().decode(ranked)).labels.length).toBe(1)
    const cut = pool.rank(model, { texts: ['hang'], options: {} })
    const closed = pool.close()
    await expect(cut).rejects.toMatchObject({ code: 'stopping' })
    await expect(pool.rank(model, { texts: [], options: {} })).rejects.toMatchObject({ code: 'stopping' })
    await closed
  })

  it('that cannot even start is no hang', async () => {
    const pool = new RankPool({
      size: 1,
      time: 600_000,
      file: new URL('./threads/no-such-thread.mjs', import.meta.url).href,
      lost() {},
    })
    const model = { name: 'x', key: 1, version: 1, memory: new SharedArrayBuffer(8), shownAs: [] }
    const piece = { texts: ['x'], options: {} }
    const all = await Promise.allSettled([pool.rank(model, piece), pool.rank(model, piece)])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await pool.close()
  })

  it('says what is wrong with a model, and takes the next', async () => {
    const pool = new RankPool({
      size: 1,
      time: 600_000,
      file: new URL('../../packages/server/dist/worker.js', import.meta.url).href,
      lost() {},
    })
    const broken = { name: 'x', key: 1, version: 1, memory: new SharedArrayBuffer(64), shownAs: [] }
    const piece = { texts: ['x'], options: {} }
    for (let i = 0; i < 2; i++) await expect(pool.rank(broken, piece)).rejects.toThrow('not an Abound model')
    const memory = toShared(await train(DOCUMENTS, { learner: 'svm' }))
    for (let key = 2; key < 12; key++) await pool.rank({ ...broken, key, memory }, piece)
    await pool.rank({ ...broken, key: 2, memory }, piece)
    await pool.close()
  })
})

function statusOf({ status }: { readonly status: number }): number {
  return status
}
