// Pages in a real browser: what they show, what they do, and that they ask the network for nothing. Needs Chromium
// (chromium.ts).

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../chromium.js'
import { abound, requireBuild } from '../cli/abound.js'
import { topicDocuments } from '../conformance/documents.js'
import { comparison, HOSTILE, hostilePage, widePage } from './sample-pages.js'

const executablePath = findChromium()
if (executablePath === undefined) {
  console.info('reports in a browser: skipped, as no Chromium was found in PATH (or CHROMIUM)')
}

interface Opened {
  readonly page: Page
  /** What the browser complained of, and what it asked for beyond the file. */
  readonly complaints: string[]
}

describe.skipIf(executablePath === undefined)('reports in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'abound-report-'))
  let browser: Browser

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: String(executablePath), args: ['--no-sandbox'] })
  })

  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function open(file: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Opened> {
    const page = await browser.newPage({ viewport: { width: 1024, height: 800 }, colorScheme })
    page.setDefaultTimeout(300_000)
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (request.url() !== `file://${file}`) complaints.push(request.url())
    })
    await page.goto(`file://${file}`)
    return { page, complaints }
  }

  function written(name: string, text: string): string {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }

  /** The cells of a column of the table of labels, from 0. */
  const column = (page: Page, at: number): Promise<string[]> =>
    page.locator(`#labels-table tbody tr > :nth-child(${at + 1})`).allTextContents()

  async function expectToFit(file: string): Promise<void> {
    const { page, complaints } = await open(file)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      page.setDefaultTimeout(300_000)
      for (const width of [390, 1024, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
        expect(over, `${file} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
    expect(complaints).toEqual([])
    await page.close()
  }

  it('shows what evaluate --json prints', async () => {
    requireBuild()
    const documents = topicDocuments({ count: 600, labels: 40, length: 5 })
    const lines = (from: number, to: number): string =>
      documents
        .slice(from, to)
        .map((one) => `${JSON.stringify(one)}\n`)
        .join('')
    writeFileSync(join(folder, 'train.jsonl'), lines(0, 300))
    writeFileSync(join(folder, 'test.jsonl'), lines(300, 600))
    const run = (line: string) => abound(line.split(' '), { cwd: folder })
    const curve = '--cumulative losses.tsv'
    const trained = await run(
      `train train.jsonl --learner ff -o m.abound ${curve} --validate test.jsonl --report train.html --quiet`,
    )
    expect(trained).toMatchObject({ code: 0, stderr: '' })
    const without = await run('evaluate m.abound test.jsonl --json')
    const { stdout, code } = await run('evaluate m.abound test.jsonl --json --report report.html')
    expect(code).toBe(0)
    expect(stdout).toBe(without.stdout)
    const measures = JSON.parse(stdout) as Record<string, unknown> & {
      perLabel: { label: string; f1: number; documents: number }[]
    }
    const { page, complaints } = await open(join(folder, 'report.html'))
    const figure = async (name: string): Promise<number> =>
      Number(await page.locator(`[data-measure="${name}"]`).textContent())
    for (const name of ['R1', 'microF1', 'macroF1', 'averagePrecision', 'breakeven'])
      expect(await figure(name)).toBeCloseTo(measures[name] as number, 3)
    expect(await page.locator('[data-headline=R1] b').textContent()).toBe((measures.R1 as number).toFixed(3))

    const sorted = [...measures.perLabel].sort((a, b) => b.documents - a.documents)
    expect(await column(page, 0)).toEqual(sorted.slice(0, 25).map(({ label }) => label))
    await page.getByRole('button', { name: 'F1', exact: true }).click()
    const f1 = (await column(page, 6)).map(Number)
    expect(f1).toEqual(
      measures.perLabel
        .map((one) => Number(one.f1.toFixed(3)))
        .sort((a, b) => b - a)
        .slice(0, 25),
    )
    await page.getByRole('button', { name: 'On', exact: true }).click()
    expect(await page.locator('#labels-where').textContent()).toBe(
      `26 to ${measures.perLabel.length} of ${measures.perLabel.length}`,
    )
    await page.getByRole('button', { name: 'label', exact: true }).click()
    expect((await column(page, 0))[0]).toBe('label0')
    await page.getByLabel('Find a label').fill('LABEL2')
    expect((await column(page, 0)).every((label) => label.startsWith('label2'))).toBe(true)
    expect(await column(page, 0)).toHaveLength(
      measures.perLabel.filter(({ label }) => /^label2/.test(label)).length,
    )
    expect(complaints).toEqual([])
    await expectToFit(join(folder, 'report.html'))

    const training = await open(join(folder, 'train.html'))
    expect(await training.page.locator('h2#training').textContent()).toBe('Training')
    expect(training.complaints).toEqual([])
  })

  it('switches between light and dark, and prints light', async () => {
    const { page: text } = await hostilePage()
    const file = written('hostile.html', text)
    const { page, complaints } = await open(file, 'dark')
    const ground = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(await ground()).toBe('rgb(20, 24, 31)')
    await page.getByRole('button', { name: 'light' }).click()
    expect(await ground()).toBe('rgb(255, 255, 255)')
    await page.getByRole('button', { name: 'dark' }).click()
    expect(await ground()).toBe('rgb(20, 24, 31)')
    await page.emulateMedia({ media: 'print' })
    expect(await ground()).toBe('rgb(255, 255, 255)')
    expect(complaints).toEqual([])
  })

  it('runs nothing that labels and texts say, and shows it as it is', async () => {
    for (const { page: text } of [await hostilePage(), await comparison()]) {
      const file = written('hostile.html', text)
      const { page, complaints } = await open(file)
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
      expect(await page.evaluate('window.hacked')).toBeUndefined()
      expect(await page.locator('h1').textContent()).toBe(HOSTILE[2])
      expect(complaints).toEqual([])
      await expectToFit(file)
    }
    const { page } = await open(written('hostile.html', (await hostilePage()).page))
    await page.getByLabel('Find a label').fill('script')
    expect((await column(page, 0)).sort()).toEqual([HOSTILE[0], HOSTILE[2]].sort())
    await page.getByRole('button', { name: 'label', exact: true }).click()
    expect(await page.evaluate('window.hacked')).toBeUndefined()
  })

  it('finds, sorts and turns pages with 25,000 labels', async () => {
    const { page, complaints } = await open(written('wide.html', await widePage(25_000)))
    await page.getByRole('button', { name: 'F1', exact: true }).click()
    await page.getByLabel('Find a label').fill('number 24999')
    expect(await column(page, 0)).toEqual(['label number 24999'])
    await page.getByLabel('Find a label').fill('')
    await page.getByRole('button', { name: 'Last' }).click()
    expect(await page.locator('#labels-where').textContent()).toBe('24,976 to 25,000 of 25,000')
    expect(complaints).toEqual([])
  })
})
