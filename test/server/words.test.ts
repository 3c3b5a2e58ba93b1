// A model of words behind the server: gaps are filled, a text is taught word by word through the log.

import { afterEach, describe, expect, it } from 'vitest'
import { toBytes } from '../../packages/abound/src/internal.js'
import { predictWords } from '../../packages/abound/src/words/predict-words.js'
import { trainWords } from '../../packages/abound/src/words/train-words.js'
import { cleanReplay, modelBytes, TestServer } from './serving.js'

const TEXT = 'They saw a red rose there. They saw a blue sky there. They saw a green leaf there. '.repeat(10)
const CROW = 'They saw a black crow there. '.repeat(15)

let server: TestServer
afterEach(() => server.end())

async function start(settings = {}) {
  const { model } = await trainWords(TEXT, { validate: false })
  server = await new TestServer().start({
    models: [{ name: 'words', bytes: toBytes(model) }],
    saveEvery: 40,
    ...settings,
  })
  return model
}

const firstWord = async (text: string): Promise<string | undefined> =>
  (await server.post('/v1/words', { text, k: 1 })).body.gaps[0].words[0]?.word

describe('POST /v1/words', () => {
  it('answers as the library does', async () => {
    const model = await start()
    for (const text of ['They saw a _ rose _.', 'they saw', '']) {
      const { body, status } = await server.post('/v1/words', { text, k: 3 })
      expect(status).toBe(200)
      expect(body).toEqual({
        model: { name: 'words', version: 1 },
        gaps: predictWords(model, text, { top: 3 }),
      })
      expect((await server.post('/v1/models/words/words', { text, k: 3 })).body).toEqual(body)
    }
    expect(
      (await server.post('/v1/words', { text: 'they _' })).body.gaps[0].words.length,
    ).toBeLessThanOrEqual(5)
  })

  it('refuses what it cannot answer', async () => {
    await start()
    const refused = async (path: string, body: unknown) => {
      const { status, body: answer } = await server.post(path, body)
      return [status, answer.error.code]
    }
    expect(await refused('/v1/words', { text: '_ '.repeat(101) })).toEqual([413, 'too_many_gaps'])
    expect(await refused('/v1/words/learn', { text: 'a '.repeat(1001) })).toEqual([413, 'too_many_words'])
    expect((await server.post('/v1/words', { text: 'a _', k: 0 })).status).toBe(400)
  })

  it('refuses a model of something else', async () => {
    server = await new TestServer().start({ models: [{ name: 'news', bytes: await modelBytes() }] })
    for (const path of ['/v1/words', '/v1/words/learn']) {
      const { status, body } = await server.post(path, { text: 'a _' })
      expect([status, body.error.code]).toEqual([409, 'no_words'])
    }
  })
})

describe('POST /v1/words/learn', () => {
  it('teaches new words, which survive a crash as the same bytes', async () => {
    await start()
    expect(await firstWord('They saw a black _ there.')).not.toBe('crow')
    const { body, status } = await server.post('/v1/words/learn', { id: 'crows', text: CROW })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      taught: 90,
      repeated: 0,
      ids: expect.arrayContaining(['crows:0', 'crows:89']),
    })
    expect(await firstWord('They saw a black _ there.')).toBe('crow')
    const again = await server.post('/v1/words/learn', { id: 'crows', text: CROW })
    expect(again.body).toMatchObject({ taught: 0, repeated: 90 })
    const running = await server.sha256()
    expect(await cleanReplay(server, 'words')).toBe(running)
    await server.crash()
    await server.start()
    expect(await server.sha256()).toBe(running)
    expect(await firstWord('They saw a black _ there.')).toBe('crow')
  })

  it('takes a word back, and nothing of an empty text', async () => {
    await start()
    const before = await server.sha256()
    const { body } = await server.post('/v1/words/learn', { text: 'Zebras.' })
    expect(body.ids).toHaveLength(1)
    expect((await server.post('/v1/undo', { id: body.ids[0] })).status).toBe(200)
    expect(await server.sha256()).toBe(before)
    expect((await server.post('/v1/words/learn', { text: ' … ' })).body).toMatchObject({ taught: 0, ids: [] })
  })
})
