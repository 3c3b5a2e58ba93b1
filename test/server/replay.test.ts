// The model is a function of its base and the log: after any crash, undoing, erasing, going back, renaming or
// rebuilding, what runs is what a clean replay gives, byte for byte.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { batchesOf, cleanReplay, DOCUMENTS, examples, modelBytes, TestServer } from './serving.js'

let server: TestServer
afterEach(() => server.end())

const rank = async (text: string): Promise<string> =>
  (await server.post('/v1/rank', { texts: [text] })).body.results[0].labels[0]?.label

describe.each(['ff', 'mmp', 'naive-bayes', 'perceptron', 'widrow-hoff'] as const)('%s', (learner) => {
  it('is the same after a crash, whatever was saved', async () => {
    const bytes = await modelBytes({ learner })
    const corpus = () => batchesOf(DOCUMENTS)
    server = await new TestServer().start({ models: [{ name: 'm', bytes, corpus: corpus() }], saveEvery: 10 })
    for (let i = 0; i < 35; i += 5) {
      const { status } = await server.post('/v1/learn', {
        examples: examples(5, i, i > 20 ? 'late' : undefined),
      })
      expect(status).toBe(200)
    }
    const running = await server.sha256()
    expect(await cleanReplay(server, 'm')).toBe(running)
    await server.crash()
    await server.start({ models: [{ name: 'm', bytes, corpus: corpus() }] })
    expect(await server.sha256()).toBe(running)
    await server.post('/v1/learn', { examples: examples(3, 50) })
    expect(await cleanReplay(server, 'm')).toBe(await server.sha256())
  })
})

describe('a served model', () => {
  const start = async (saveEvery = 4, learner: 'ff' | 'naive-bayes' = 'ff'): Promise<void> => {
    const bytes = await modelBytes({ learner })
    server = await new TestServer().start({
      models: [{ name: 'm', bytes, corpus: batchesOf(DOCUMENTS) }],
      saveEvery,
    })
  }
  const same = async (): Promise<void> => expect(await cleanReplay(server, 'm')).toBe(await server.sha256())

  it('takes an example back as if it had never been taught', async () => {
    await start()
    await server.post('/v1/learn', { examples: examples(6) })
    const before = await server.sha256()
    await server.post('/v1/learn', { examples: [{ id: 'u', text: 'llamas spit', labels: ['llama'] }] })
    expect(await rank('llamas')).toBe('llama')
    expect((await server.post('/v1/undo', { id: 'u' })).status).toBe(200)
    expect(await server.sha256()).toBe(before)
    await same()
    // It is back in the queue, and may be taught again.
    expect((await server.get('/v1/queue')).body.items.map(({ id }: { id: string }) => id)).toEqual(['u'])
    const again = await server.post('/v1/learn', {
      examples: [{ id: 'u', text: 'llamas spit', labels: ['camel'] }],
    })
    expect(again.body).toMatchObject({ taught: 1, repeated: 0 })
    expect(await rank('llamas')).toBe('camel')
    expect((await server.get('/v1/queue')).body.total).toBe(0)
    await same()
  })

  it('erases an example from the log, the model and the versions', async () => {
    await start()
    await server.post('/v1/learn', { examples: examples(5) })
    await server.post('/v1/learn', { examples: [{ id: 'e', text: 'llamas spit', labels: ['llama'] }] })
    await server.post('/v1/learn', { examples: examples(5, 20) })
    expect((await server.ask('DELETE', '/v1/examples/e')).status).toBe(200)
    await server.sha256()
    expect(await rank('llamas')).not.toBe('llama')
    await same()
    const { store } = server.running.models.host
    expect(JSON.stringify(await store.log.read('m', 0, 100))).not.toContain('llamas')
    expect((await server.ask('DELETE', '/v1/examples/e')).status).toBe(404)
    await server.crash()
    await server.start()
    await same()
  })

  it('goes back to a version, and on from there', async () => {
    await start()
    await server.post('/v1/learn', { examples: examples(7) })
    const then = await server.sha256()
    const { version } = (await server.get('/v1/model')).body
    await server.post('/v1/learn', { examples: [{ text: 'llamas spit', labels: ['llama'] }] })
    await server.post('/v1/learn', { examples: examples(6, 30) })
    expect(await server.sha256()).not.toBe(then)
    const answer = await server.post('/v1/model/rollback', { version })
    expect(answer.status).toBe(200)
    expect(answer.body.version).toBeGreaterThan(version)
    expect(await server.sha256()).toBe(then)
    await server.post('/v1/learn', { examples: examples(6, 60) })
    await same()
    await server.crash()
    await server.start()
    await same()
    expect((await server.post('/v1/model/rollback', { version: 999 })).status).toBe(404)
    // Back over the going back.
    const { versions } = (await server.get('/v1/model')).body
    await server.post('/v1/model/rollback', { version: versions.at(-1).version })
    await same()
  })

  it('is retrained, learns on, and is trained again if its file is lost', async () => {
    await start()
    await server.post('/v1/learn', { examples: examples(9, 0, 'llama') })
    const { status, body } = await server.post('/v1/model/rebuild')
    expect(status).toBe(202)
    await server.post('/v1/learn', { examples: examples(2, 40) })
    await jobDone(body.job)
    expect((await server.get('/v1/model')).body).toMatchObject({ documents: 211, taught: 11 })
    await server.post('/v1/learn', { examples: examples(5, 80) })
    await same()
    const sha256 = await server.sha256()
    const { base } = server.running.models.get('m').lineage.recipe(11)!
    await server.crash()
    const kept = new Set([`${base.body.sha256}.abound`, `${base.body.corpus}.jsonl`])
    const files = join(server.folder, 'files')
    const lost = readdirSync(files).filter((name) => !kept.has(name))
    expect(lost.length).toBeGreaterThan(0)
    for (const name of lost) rmSync(join(files, name))
    await server.start()
    expect(await server.sha256()).toBe(sha256)
  })

  it('renames and merges labels, also in what is taught', async () => {
    await start(4, 'naive-bayes')
    const [first, second, third] = (await server.get('/v1/labels?sort=name')).body.labels.map(
      ({ label }: { label: string }) => label,
    )
    const text = String(DOCUMENTS.find(({ labels }) => labels![0] === first)!.text)
    await server.post('/v1/labels/rename', { from: first, to: 'new name' })
    expect(await rank(text)).toBe('new name')
    expect((await server.post('/v1/labels/rename', { from: first, to: 'x' })).status).toBe(404)
    expect((await server.post('/v1/labels/rename', { from: second, to: third })).status).toBe(409)
    await server.post('/v1/learn', { examples: [{ text, labels: ['new name'] }] })
    expect((await server.get('/v1/model')).body.labels).toBe(5)
    await server.post('/v1/labels/merge', { from: [second, 'new name'], to: 'both' })
    expect(await rank(text)).toBe('both')
    expect((await server.get('/v1/labels')).body.total).toBe(4)
    await server.post('/v1/learn', { examples: examples(6, 3) })
    await same()
    const { job } = (await server.post('/v1/model/rebuild')).body
    await jobDone(job)
    expect((await server.get('/v1/model')).body.labels).toBe(4)
    expect(await rank(text)).toBe('both')
    await same()
  })

  it('teaches a new model file what was taught before', async () => {
    await start()
    await server.post('/v1/learn', { examples: [{ text: 'llamas spit', labels: ['llama'] }] })
    await server.crash()
    await server.start({ models: [{ name: 'm', bytes: await modelBytes({ learner: 'ff', margin: 0.2 }) }] })
    expect(await rank('llamas')).toBe('llama')
    expect((await server.get('/v1/model')).body.options.margin).toBe(0.2)
    await same()
  })

  it('of a batch learner takes over only when it is better', async () => {
    const bytes = await modelBytes({ learner: 'rocchio' })
    server = await new TestServer().start({ models: [{ name: 'm', bytes, corpus: batchesOf(DOCUMENTS) }] })
    const llamas = Array.from({ length: 40 }, (_, i) => ({ text: `llamas spit far ${i}`, labels: ['llama'] }))
    await server.post('/v1/learn', { examples: llamas })
    expect(await rank('llamas')).not.toBe('llama')
    await jobDone((await server.post('/v1/model/rebuild')).body.job)
    expect(await rank('llamas')).toBe('llama')
    await same()
    // Three wrong answers for each right one, which is held out: what is trained on them is worse.
    const mixed = examples(600, 100).map(({ text, labels }, i) => ({
      text,
      labels: i % 4 === 3 ? labels : [`label${(Number(labels[0].slice(5)) + 1) % 5}`],
    }))
    await server.post('/v1/learn', { examples: mixed })
    const before = await server.sha256()
    const { message } = await jobDone((await server.post('/v1/model/rebuild')).body.job)
    expect(message).toContain('the old one stays')
    expect(await server.sha256()).toBe(before)
    await same()
  })

  async function jobDone(job: string): Promise<{ message: string }> {
    for (;;) {
      const { body } = await server.get(`/v1/jobs/${job}`)
      if (body.state === 'done') return body
      if (body.state === 'failed') throw new Error(body.message)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
})
