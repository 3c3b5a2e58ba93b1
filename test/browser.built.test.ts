// The bundle for web pages, in a real browser: what it reads and says is what Node says.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Classifier,
  type Document,
  type TrainOptions,
  toBytes,
  train,
} from '../packages/abound/src/internal.js'
import { findChromium } from './chromium.js'
import { topicDocuments } from './conformance/documents.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'packages/abound/dist/browser')
const documents: Document[] = topicDocuments({ count: 150, labels: 4, length: 10, multi: true })
const texts = ['topic0word1 TOPIC0WORD2, shared1', 'topic3word3 Ünknown topic2word1', '', '日本 topic1word1']

const executablePath = findChromium()
if (executablePath === undefined)
  console.info('the bundle in a browser: skipped, as no Chromium was found in PATH (or CHROMIUM)')

describe('the bundle for web pages', () => {
  it('asks for nothing that a page may not have', () => {
    const code = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'))
    expect(code.join('\n')).not.toMatch(
      /WebAssembly|["'`]node:|\beval\(|new Function\(|\bprocess\.|XMLHttpRequest/,
    )
  })

  it('is small: what trains is not in it', () => {
    const whole = readFileSync(join(FOLDER, 'abound.min.js'), 'utf8')
    expect(whole.length).toBeLessThan(240_000)
    expect(whole).not.toContain('goodFor:"Short')
  })
})

describe.skipIf(executablePath === undefined)('the bundle in a browser', () => {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
  const models = new Map<string, Uint8Array>()
  const asked: string[] = []
  let server: Server
  let url: string
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    server = createServer(({ url: path = '/' }, response) => {
      asked.push(path)
      const { pathname } = new URL(path, 'http://x')
      const model = models.get(pathname)
      const file = join(ROOT, pathname)
      if (model !== undefined) return response.end(model)
      if (!/^\/(examples|packages)\//.test(pathname) || !statSync(file, { throwIfNoEntry: false })?.isFile())
        return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
      response.end(readFileSync(file))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await chromium.launch({ executablePath: String(executablePath), args: ['--no-sandbox'] })
    page = await browser.newPage({ viewport: { width: 390, height: 800 } })
    page.setDefaultTimeout(300_000)
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) complaints.push(request.url())
    })
  })
  afterAll(async () => {
    await browser?.close()
    server.close()
    server.closeAllConnections()
  })

  /** Runs a function body with the bundle as `abound` and what it is given as `given`. */
  const inPage = (body: string, given: unknown): Promise<unknown> =>
    page.evaluate(
      `(async (given) => { const abound = await import('${url}/packages/abound/dist/browser/abound.min.js'); ${body} })` +
        `(${JSON.stringify(given)})`,
    )

  const said = (model: Classifier): unknown =>
    texts.map((text) => ({
      ranked: model.rank(text),
      assigned: model.assign(text),
      predicted: model.predict(text, { reject: 0.01 }),
      explained: model.explainInPlace(text, 'label1'),
    }))
  // The last digits are the engine's: Math.exp and Math.log are not the same in all of them.
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, one) =>
      typeof one === 'number' ? Number(one.toPrecision(12)) : one,
    )

  it.each<TrainOptions>([
    { learner: 'ff' },
    { learner: 'naive-bayes', ngrams: 2, probabilities: 'platt' },
    { learner: 'svm', stop: 'english', stem: 'porter' },
    { learner: 'boost', rounds: 10 },
    { learner: 'ripper' },
    { learner: 'top-down' },
    { learner: 'committee' },
    { learner: 'rocchio', stem: 'german' },
    { learner: 'sleeping-experts' },
  ])('says what Node says: %j', async (options) => {
    const model = await train(documents, options)
    models.set('/m.abound', toBytes(model))
    asked.length = 0
    await page.goto(`${url}/examples/browser-page/index.html`)
    const found = await inPage(
      `const model = await abound.load('/m.abound')
      return JSON.parse(JSON.stringify(given.map((text) => ({
        ranked: model.rank(text),
        assigned: model.assign(text),
        predicted: model.predict(text, { reject: 0.01 }),
        explained: model.explainInPlace(text, 'label1'),
      }))))`,
      texts,
    )
    expect(plain(found)).toEqual(plain(said(model)))
    expect(asked.some((path) => path.includes('snowball'))).toBe(options.stem === 'german')
    expect(complaints).toEqual([])
  })

  it('learns on as Node does', async () => {
    const model = await train(documents, { learner: 'ff' })
    models.set('/m.abound', toBytes(model))
    const more = { text: 'a brand new word', labels: ['new'] }
    const found = await inPage(
      `const model = await abound.load(await (await fetch('/m.abound')).blob())
      model.learn(given)
      return [...abound.toBytes(model)]`,
      more,
    )
    model.learn(more)
    expect(Uint8Array.from(found as number[])).toEqual(Uint8Array.from(toBytes(model)))
  })

  it('says what is wrong with what it is given', async () => {
    const errors = await inPage(
      `const out = []
      for (const source of ['/none.abound', '/examples/browser-page/index.html', new Uint8Array(0), new ArrayBuffer(99)])
        await abound.load(source).catch((error) => out.push([error.name, error.message]))
      return out`,
      [],
    )
    expect(errors).toEqual([
      ['InputError', `${url}/none.abound: the server answered 404`],
      ['InputError', expect.stringContaining('index.html: not an Abound model')],
      ['InputError', expect.stringContaining('it is empty')],
      ['InputError', expect.stringContaining('not an Abound model')],
    ])
    complaints.length = 0
  })

  it('has an example page that ranks, explains and learns', async () => {
    const model = await train(documents, { learner: 'ff' })
    await page.goto(`${url}/examples/browser-page/index.html`)
    await page
      .getByLabel('A model file')
      .setInputFiles({ name: 'news.abound', mimeType: '', buffer: Buffer.from(toBytes(model)) })
    await page.getByText('ff: 4 labels').waitFor()
    await page.getByLabel('A text').fill(texts[0])
    const shown = await page.locator('#labels li span:first-child').allTextContents()
    expect(shown).toEqual(model.rank(texts[0], { top: 5 }).map(({ label }) => label))
    expect((await page.locator('#text mark').allTextContents())[0]).toBe('topic0word1')
    expect(await page.locator('#text').textContent()).toBe(texts[0])
    await page.getByLabel('A text').fill('zebra <b>crossing</b>')
    expect(await page.locator('#labels li').count()).toBe(0)
    await page.getByLabel('It should be').fill('traffic')
    await page.getByRole('button', { name: 'Teach' }).click()
    expect(await page.locator('#labels li span:first-child').allTextContents()).toEqual(['traffic'])
    for (const width of [390, 1024, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      expect(
        await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
      ).toBeLessThanOrEqual(0)
    }
    await page.goto(`${url}/examples/browser-page/index.html?model=/none.abound`)
    await page.getByText('the server answered 404').waitFor()
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  })
})
