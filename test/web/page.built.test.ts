// The page of `abound serve` in a real browser: from an uploaded table to a taught model and back, by keyboard; nothing
// that its policy forbids; roles; 25,000 labels. Needs Chromium and a build.
// Pictures of every view are left in the folder that ABOUND_SHOTS names, or in one below the system's for such.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/internal.js'
import { AccessTokens } from '../../packages/server/src/index.js'
import { findChromium } from '../chromium.js'
import { requireBuild } from '../cli/abound.js'
import { batchesOf, modelBytes, TestServer } from '../server/serving.js'
import { type Opened, openPage } from './opened.js'
import { ServingCommand } from './serving-command.js'

const executablePath = findChromium()
if (executablePath === undefined)
  console.info('the page in a browser: skipped, as no Chromium was found in PATH (or CHROMIUM)')

const WEB = fileURLToPath(new URL('../../packages/server/dist/web/', import.meta.url))
const SHOTS = process.env.ABOUND_SHOTS ?? join(tmpdir(), 'abound-shots')

/** Glosses of WordNet with their kinds, from the sample of the repository. */
const GLOSSES: Document[] = gunzipSync(readFileSync(new URL('../../sample/train.jsonl.gz', import.meta.url)))
  .toString()
  .split('\n', 2500)
  .map((line) => JSON.parse(line) as Document)

const cell = (text: unknown): string => `"${String(text).replaceAll('"', '""')}"`
const CSV = `gloss,category\n${GLOSSES.slice(0, 2000)
  .map(({ text, labels }) => `${cell(text)},${cell(labels?.[0])}\n`)
  .join('')}`
const LINES = GLOSSES.slice(2000, 2040)
  .map(({ text }) => `${String(text).replaceAll('\n', ' ')}\n`)
  .join('')

describe.skipIf(executablePath === undefined)('the page', () => {
  let browser: Browser
  const folder = mkdtempSync(join(tmpdir(), 'abound-page-'))
  const servers: TestServer[] = []

  beforeAll(async () => {
    requireBuild()
    browser = await chromium.launch({ executablePath: String(executablePath), args: ['--no-sandbox'] })
    mkdirSync(SHOTS, { recursive: true })
  })

  afterAll(async () => {
    await browser?.close()
    for (const server of servers) await server.end()
    rmSync(folder, { recursive: true, force: true })
  })

  async function serving(...settings: Parameters<TestServer['start']>): Promise<TestServer> {
    const server = await new TestServer().start({ web: WEB, ...settings[0] })
    servers.push(server)
    return server
  }

  const open = (server: TestServer, hash = ''): Promise<Opened> =>
    openPage(browser, `${server.running.url}/${hash}`)

  async function expectToFit(page: Page, name: string): Promise<void> {
    for (const width of [390, 1024, 1920]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 1000 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
        expect(over, `${name} at ${width}`).toBeLessThanOrEqual(0)
        const path = join(SHOTS, `${name}-${width}-${colorScheme}.png`)
        await page.screenshot({ path, fullPage: true })
      }
    }
    await page.setViewportSize({ width: 1024, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  const version = async (page: Page): Promise<number> =>
    Number(await page.getByTestId('version').textContent())

  it('trains, teaches by keyboard, shows what changed, and goes back', async () => {
    writeFileSync(join(folder, 'glosses.csv'), CSV)
    writeFileSync(join(folder, 'new.txt'), LINES)
    const command = await ServingCommand.start(folder)
    try {
      const { page, complaints } = await openPage(browser, command.url)
      await page.getByRole('heading', { name: 'Let’s train your first model' }).waitFor()
      await expectToFit(page, 'welcome')
      await page.locator('input[type=file]').setInputFiles(join(folder, 'glosses.csv'))
      const textColumn = page.getByLabel('The text is in the column')
      expect(await textColumn.inputValue()).toBe('gloss')
      expect(await page.getByLabel('The labels are in the column').inputValue()).toBe('category')
      await expectToFit(page, 'train')
      await page.getByRole('button', { name: 'Train', exact: true }).press('Enter')

      // From here on by keyboard alone.
      const text = page.getByLabel('Type or paste a text')
      await text.waitFor()
      expect(await version(page)).toBe(1)
      const gadget = 'a zorbling wimplet that frobs the quexles of a kitchen'
      await page.keyboard.press('/')
      // All at once: the first ranking that is shown is that of the whole text.
      await page.keyboard.insertText(gadget)
      const ranking = page.getByRole('list', { name: 'Labels, most likely first' })
      await ranking.getByRole('listitem').first().waitFor()
      const before = await ranking.getByRole('listitem').allTextContents()
      expect(before.join()).not.toContain('noun.gadget')
      await page.keyboard.press('Escape')

      await page.keyboard.press('g')
      await page.keyboard.press('q')
      await page.getByRole('heading', { name: 'Add texts to label' }).waitFor()
      await expectToFit(page, 'triage-empty')
      await page.locator('input[type=file]').setInputFiles(join(folder, 'new.txt'))
      await page.getByText('40 texts waiting').waitFor()
      const taught = (n: number): Promise<void> => page.getByText(`${n} taught now`).waitFor()
      // A new label, several times, then what is suggested.
      for (let n = 1; n <= 3; n++) {
        await page.getByRole('combobox', { name: 'Another label' }).waitFor()
        await page.keyboard.press('/')
        await page.keyboard.type('noun.gadget')
        await page.getByRole('option', { name: 'noun.gadget' }).waitFor()
        await page.keyboard.press('Enter')
        await taught(n)
        expect(await page.evaluate("document.activeElement.getAttribute('role')")).not.toBe('combobox')
      }
      for (let n = 4; n <= 10; n++) {
        await page.keyboard.press(String(1 + (n % 3)))
        await taught(n)
      }
      await page.getByText('30 texts waiting').waitFor()
      expect(await version(page)).toBe(11)
      await page.keyboard.press('s')
      await page.getByText('29 texts waiting').waitFor()
      await page.keyboard.press('u')
      await page.getByText('30 texts waiting').waitFor()
      await page.keyboard.press('u')
      await taught(9)
      await page.getByText('31 texts waiting').waitFor()
      await page.keyboard.press('1')
      await taught(10)
      expect(await version(page)).toBe(13)
      await page.keyboard.press('e')
      await page.getByText('Coloured by what the words said').waitFor()
      await expectToFit(page, 'triage')

      // Several labels a text, one rejected, the rest unknown.
      await page.keyboard.press('m')
      await page.keyboard.press('1')
      await page.keyboard.press('Shift+Digit2')
      await page.getByText('and no other.').waitFor()
      await page.getByLabel('These are all its labels').press('Space')
      await page.getByText('the others stay unknown').waitFor()
      await expectToFit(page, 'triage-several')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter')
      await taught(11)
      await page.keyboard.press('m')

      // The gadget is taught in Try too, and the ranking follows.
      await page.keyboard.press('g')
      await page.keyboard.press('t')
      const teach = page.getByRole('combobox', { name: 'Teach the right label' })
      await teach.focus()
      await page.keyboard.type('gadget')
      await page.getByRole('option', { name: /^noun\.gadget/ }).waitFor()
      await page.keyboard.press('Enter')
      await ranking.getByRole('listitem').first().getByText('noun.gadget').waitFor()
      expect(await version(page)).toBe(15)
      await page.keyboard.press('Escape')

      // What if a word were not there.
      const word = page.getByRole('button', { name: 'zorbling', exact: true })
      await word.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Without these words' }).waitFor()
      expect(await word.getAttribute('aria-pressed')).toBe('true')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Bring back 2 words' }).waitFor()
      await expectToFit(page, 'try')

      for (const [key, name, wait] of [
        ['l', 'labels', '^4\\d labels'],
        ['w', 'words', 'The commonest words'],
      ] as const) {
        await page.keyboard.press('g')
        await page.keyboard.press(key)
        await page.getByText(new RegExp(wait)).first().waitFor()
        await expectToFit(page, name)
      }
      await page.goto(`${command.url}/#/words/genus`)
      await page.getByRole('list', { name: 'Labels by weight' }).waitFor()
      await expectToFit(page, 'word')
      await page.goto(`${command.url}/#/labels/noun.gadget`)
      await page.getByRole('list', { name: 'Strongest words' }).waitFor()
      await expectToFit(page, 'label')

      await page.keyboard.press('g')
      await page.keyboard.press('p')
      await page.getByRole('heading', { name: 'Versions' }).waitFor()
      await page.getByRole('img', { name: /^After 1\d examples/ }).waitFor()
      await expectToFit(page, 'progress')
      await page.getByRole('button', { name: 'Go back to version 1', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Go back to version 1?').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('The model is what it was at version 1.').waitFor()
      expect(await version(page)).toBe(16)
      await page.keyboard.press('g')
      await page.keyboard.press('t')
      await ranking.getByRole('listitem').first().waitFor()
      await expect
        .poll(() => ranking.getByRole('listitem').allTextContents(), { timeout: 300_000 })
        .toEqual(before)

      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
      await expectToFit(page, 'help')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      expect(complaints).toEqual([])
    } finally {
      await command.stop()
    }
  })

  it('is served under a strict policy, for ever where names tell', async () => {
    const server = await serving()
    const { body, headers } = await server.get('/')
    expect(headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    )
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(body).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/)
    const assets = Array.from(
      String(body).matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g),
      ([, path]) => path,
    )
    expect(assets.length).toBeGreaterThanOrEqual(3)
    for (const path of assets) {
      const asset = await fetch(`${server.running.url}/${path}`)
      expect(asset.headers.get('cache-control')).toBe('max-age=31536000, immutable')
      expect(asset.headers.get('content-encoding')).toBe('gzip')
      const plain = await fetch(`${server.running.url}/${path}`, {
        headers: { 'accept-encoding': 'gzip;q=0' },
      })
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(await plain.text()).toBe(await asset.text())
    }
  })

  it('shows labels and texts as they are, whatever they say', async () => {
    const evil = '<img src=x onerror="hacked=1"><script>hacked=1</script>'
    const labels = [evil, 'a/b 100% "c" & d', '‮right to left']
    const documents = GLOSSES.slice(0, 60).map(({ text }, i) => ({
      text: `${text} ${evil}`,
      labels: [labels[i % 3]],
    }))
    const server = await serving({
      models: [{ name: 'evil', bytes: await modelBytes({ learner: 'ff' }, documents) }],
    })
    await server.post('/v1/queue', `${evil} first\n${evil} second\n`, { 'content-type': 'text/plain' })
    const { page, complaints } = await open(server, '#/try')
    await page.getByLabel('Type or paste a text').fill(`${evil} ${documents[0].text}`)
    await page.getByRole('heading', { name: 'What the words said' }).waitFor()
    for (const hash of [
      'triage',
      'labels',
      'words',
      'progress',
      ...labels.map((one) => `labels/${encodeURIComponent(one)}`),
    ]) {
      await page.goto(`${server.running.url}/#/${hash}`)
      if (hash === 'triage') {
        await page.getByText('2 texts waiting').waitFor()
        await page.keyboard.press('1')
        await page.getByText('1 taught now').waitFor()
      }
      if (hash.startsWith('labels/')) await page.getByRole('list', { name: 'Strongest words' }).waitFor()
    }
    await page.goto(`${server.running.url}/#/labels/${encodeURIComponent(evil)}`)
    expect(await page.locator('#label-title').textContent()).toBe(evil)
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('img, main script').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('renames, merges and makes labels', async () => {
    const server = await serving({
      models: [{ name: 'news', bytes: await modelBytes(), corpus: batchesOf([]) }],
    })
    const { page, complaints } = await open(server, '#/labels/label1')
    await page.getByLabel('Call it').fill('label2')
    await page.keyboard.press('Enter')
    await page.getByText('There is a label label2 already.').waitFor()
    await page.getByLabel('Call it').fill('first & best')
    await page.keyboard.press('Enter')
    await page.getByText('label1 is now called first & best.').waitFor()
    await page.getByRole('combobox', { name: 'Merge into' }).focus()
    await page.keyboard.type('label3')
    await page.getByRole('option', { name: 'label3 50', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Merge' }).press('Enter')
    await page.getByText('first & best is now part of label3.').waitFor()
    await page.getByRole('button', { name: 'New label' }).press('Enter')
    await page.keyboard.type('brand new')
    await page.keyboard.press('Enter')
    await page.getByText('No word speaks for it yet').waitFor()
    const { body } = await server.get('/v1/labels?sort=name')
    expect(body.labels.map(({ label }: { label: string }) => label)).toEqual([
      'brand new',
      'label0',
      'label2',
      'label3',
      'label4',
    ])
    // The browser itself remarks on the refusal of a name that is taken.
    expect(complaints.filter((one) => !one.includes('409'))).toEqual([])
  })

  it('asks for a token, and shows what it allows', async () => {
    const [reader, teacher] = ['reader-0123456789ab', 'teacher-0123456789ab']
    const server = await serving({
      tokens: AccessTokens.from(`read:${reader},teach:${teacher}`, 'test'),
      models: [{ name: 'news', bytes: await modelBytes() }],
    })
    const authorization = `Bearer ${teacher}`
    await server.post('/v1/queue', 'topic1word1 topic1word2\n', {
      'content-type': 'text/plain',
      authorization,
    })
    const { page, complaints } = await open(server, '#/triage')
    const field = page.getByRole('textbox', { name: 'Token' })
    await field.waitFor()
    await expectToFit(page, 'token')
    await field.fill('wrong-0123456789ab')
    await page.keyboard.press('Enter')
    await page.getByText('The server does not know this token.').waitFor()
    await field.fill(reader)
    await page.keyboard.press('Enter')
    await page.getByText('Teaching needs a token of the role teach').waitFor()
    expect(await page.getByRole('combobox', { name: 'Another label' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /Skip|Undo|Add texts/ }).count()).toBe(0)
    await page.keyboard.press('1')
    await page.goto(`${server.running.url}/#/progress`)
    await page.getByRole('heading', { name: 'Versions' }).waitFor()
    expect(await page.getByRole('button', { name: /Go back|Retrain/ }).count()).toBe(0)
    expect((await server.get('/v1/model', { authorization })).body.taught).toBe(0)

    await page.getByRole('button', { name: /forget the token/ }).click()
    await page.getByRole('textbox', { name: 'Token' }).fill(teacher)
    await page.keyboard.press('Enter')
    await page.goto(`${server.running.url}/#/triage`)
    await page.getByText('1 text waiting').waitFor()
    await page.keyboard.press('1')
    await page.getByText('1 taught now').waitFor()
    // The browser itself remarks on the refusals that were asked for.
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([])
  })

  it('finds among 25,000 labels as one types', async () => {
    const documents = Array.from({ length: 25_000 }, (_, i) => ({
      text: `word${i % 500} thing${i}`,
      labels: [`shelf ${i % 100} / product number ${i}`],
    }))
    const server = await serving({
      models: [{ name: 'wide', bytes: await modelBytes({ learner: 'ff' }, documents) }],
    })
    await server.post('/v1/queue', 'word3 thing77 to label\n', { 'content-type': 'text/plain' })
    const { page, complaints } = await open(server, '#/triage')
    await page.getByText('1 text waiting').waitFor()
    // Whoever reads the text first gives the labels the time to arrive.
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('/')
    // Each key shows what the server found for all that is in the field.
    let typed = ''
    for (const key of 'number 2499') {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      typed += key
      await page.locator(`[role=listbox][data-query="${typed.trim()}"]`).waitFor({ state: 'attached' })
    }
    await page.getByRole('option', { name: /product number 2499 / }).waitFor()

    await page.goto(`${server.running.url}/#/labels`)
    await page.getByText('25,000 labels').waitFor()
    const list = page.getByRole('listbox', { name: 'Labels' })
    await list.focus()
    await page.keyboard.press('End')
    await page.locator('[aria-posinset="25000"] bdi').waitFor()
    expect(await page.getByRole('option').count()).toBeLessThan(60)
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Strongest words' }).waitFor()
    expect(complaints).toEqual([])
  })
})
