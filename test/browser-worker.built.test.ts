// Training and ranking in a Web Worker, in a real browser: the bytes are those of Node, and the page stays free.

import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toBytes, train } from '../packages/abound/src/internal.js'
import { findChromium } from './chromium.js'
import { topicDocuments } from './conformance/documents.js'

const DIST = fileURLToPath(new URL('../packages/abound/dist/', import.meta.url))
const documents = topicDocuments({ count: 300, labels: 4, length: 10 })
const texts = documents.map(({ text }) => String(text))

const executablePath = findChromium()
if (executablePath === undefined)
  console.info('a Web Worker: skipped, as no Chromium was found in PATH (or CHROMIUM)')

describe.skipIf(executablePath === undefined)('a Web Worker', () => {
  let server: Server
  let url: string
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    server = createServer(({ url: path = '/' }, response) => {
      const { pathname } = new URL(path, 'http://x')
      if (pathname === '/')
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
      if (!/^\/browser\/[\w.-]+\.js$/.test(pathname)) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(join(DIST, pathname)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await chromium.launch({ executablePath: String(executablePath), args: ['--no-sandbox'] })
    page = await browser.newPage()
    page.setDefaultTimeout(300_000)
    await page.goto(url)
  })
  afterAll(async () => {
    await browser?.close()
    server.close()
    server.closeAllConnections()
  })

  /** Runs a function body with the bundle as `abound`, what starts a worker as `start`, and what it is given as `given`. */
  const inPage = (body: string, given: unknown): Promise<unknown> =>
    page.evaluate(
      `(async (given) => {
        const abound = await import('${url}/browser/abound.min.js')
        const start = () => new Worker('/browser/abound-worker.min.js', { type: 'module' })
        ${body}
      })(${JSON.stringify(given)})`,
    )

  it.each(['ff', 'svm', 'rocchio'] as const)(
    'trains %s to the bytes of Node, and says how far it is',
    async (learner) => {
      const found = (await inPage(
        `const said = new Set()
      const model = await abound.trainIn(start, given.documents, {
        learner: given.learner, probabilities: 'none', onProgress: (phase) => said.add(phase),
      })
      return { bytes: [...abound.toBytes(model)], said: [...said] }`,
        { documents, learner },
      )) as { bytes: number[]; said: string[] }
      const here = await train(documents, { learner, probabilities: 'none' })
      expect(Buffer.compare(Uint8Array.from(found.bytes), toBytes(here))).toBe(0)
      expect(found.said).toContain('reading')
    },
  )

  it('ends with the reason of the signal', async () => {
    const found = await inPage(
      `const controller = new AbortController()
      const training = abound.trainIn(start, given, {
        learner: 'boost', rounds: 10000000, signal: controller.signal, onProgress: () => controller.abort('enough'),
      })
      return training.catch((reason) => reason)`,
      documents,
    )
    expect(found).toBe('enough')
  })

  it('ranks many texts in order', async () => {
    const model = await train(documents, { learner: 'naive-bayes', probabilities: 'none' })
    const found = await inPage(
      `const model = await abound.load(Uint8Array.from(given.bytes))
      const labels = []
      for await (const ranked of abound.rankManyIn(start, model, given.texts, { top: 1 })) labels.push(ranked[0].label)
      let first
      for await (const ranked of abound.rankManyIn(start, model, given.texts)) { first = ranked.length; break }
      return { labels, first }`,
      { bytes: [...toBytes(model)], texts },
    )
    expect(found).toEqual({
      labels: texts.map((text) => model.rank(text, { top: 1 })[0].label),
      first: model.rank(texts[0]).length,
    })
  })

  it('says what is wrong', async () => {
    const found = await inPage(
      `const wrong = [
        abound.trainIn('worker.js', given),
        abound.trainIn(start, 'x'),
        abound.trainIn(start, given, { learner: 'svm', cost: -1 }),
        abound.trainIn(() => new Worker('/none.js', { type: 'module' }), given),
      ]
      return (await Promise.allSettled(wrong)).map(({ reason }) => [reason.name, reason.message])`,
      documents,
    )
    expect(found).toEqual([
      ['InputError', expect.stringContaining('expected a function that starts a worker, found "worker.js"')],
      ['InputError', expect.stringContaining('expected documents')],
      ['InputError', expect.stringMatching(/^cost: /)],
      ['WorkerLost', 'a thread was lost: its file could not be loaded'],
    ])
  })
})
