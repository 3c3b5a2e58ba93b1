// The documentation site, as `npm run docs` makes it: every link leads somewhere, the pages are in order for those who
// read them by ear or keyboard, and in a browser, from a folder, search finds things and nothing is asked of a network.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseHTML } from 'linkedom'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../chromium.js'

type Parsed = ReturnType<typeof parseHTML>['document']

const lowContrasts = readFileSync(new URL('contrast-in-page.js', import.meta.url), 'utf8')
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const site = mkdtempSync(join(tmpdir(), 'abound-site-'))
// Before the tests are told, as there is one for each page.
execFileSync(process.execPath, [join(ROOT, 'scripts/docs/build.mjs'), site], { stdio: 'pipe' })

const addresses = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
)
const pages = new Map(
  addresses.map((name) => [name, parsed(readFileSync(join(site, name), 'utf8'))] as const),
)

afterAll(() => rmSync(site, { recursive: true, force: true }))

function parsed(html: string): Parsed {
  return parseHTML(html).document
}

/** What is wrong with the links of a page: files that are not there, anchors that no element has. */
function brokenLinks(address: string, document: Parsed): string[] {
  return [...document.querySelectorAll('[href], [src]')].flatMap((element) => {
    const target = element.getAttribute('href') ?? element.getAttribute('src') ?? ''
    if (/^(https?|mailto):/.test(target)) return element.tagName === 'A' ? [] : [`${target} is fetched`]
    const [path, anchor] = target.split('#')
    const file = path === '' ? address : relative(site, join(site, dirname(address), decodeURI(path)))
    if (!existsSync(join(site, file))) return [`${target}: no such file`]
    if (anchor === undefined || anchor === '') return []
    const id = decodeURIComponent(anchor)
    return pages.get(file)?.getElementById(id) == null ? [`${target}: no such place`] : []
  })
}

/** What those who do not see a page, or do not use a mouse, would stumble over. */
function obstacles(document: Parsed): string[] {
  const found: string[] = []
  const headings = [...document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')]
  const depths = headings.map(({ tagName }) => Number(tagName[1]))
  if (depths[0] !== 1 || depths.filter((depth) => depth === 1).length !== 1) found.push('not one h1, first')
  depths.forEach((depth, i) => {
    if (i > 0 && depth > depths[i - 1] + 1)
      found.push(`h${depth} after h${depths[i - 1]}: ${headings[i].textContent}`)
  })
  for (const image of document.querySelectorAll('img'))
    if (!image.getAttribute('alt')) found.push(`no alt: ${image.getAttribute('src')}`)
  for (const one of document.querySelectorAll('a, button, summary'))
    if (!(one.getAttribute('aria-label') ?? one.textContent).trim()) found.push(`no name: ${one.outerHTML}`)
  for (const one of document.querySelectorAll('svg[role=img], [role=region], nav, dialog'))
    if (!one.getAttribute('aria-label')) found.push(`no label: ${one.outerHTML.slice(0, 80)}`)
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  found.push(...ids.filter((id, i) => ids.indexOf(id) < i).map((id) => `twice: #${id}`))
  if (!document.documentElement.getAttribute('lang')) found.push('no language')
  if (!document.title) found.push('no title')
  return found
}

describe('the site', () => {
  it('has a page for each Markdown file of docs/, and each learner', () => {
    const sources = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    const expected = sources
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html'))
    expect(expected.filter((name) => !pages.has(name))).toEqual([])
    const learners = readdirSync(join(ROOT, 'packages/abound/src/learners'), { withFileTypes: true })
    const folders = learners.filter((entry) => entry.isDirectory()).map(({ name }) => `learners/${name}.html`)
    expect(folders.filter((name) => !pages.has(name))).toEqual([])
  })

  it('has no link that leads nowhere, and fetches nothing', () => {
    const broken = [...pages].flatMap(([name, page]) =>
      brokenLinks(name, page).map((what) => `${name}: ${what}`),
    )
    expect(broken).toEqual([])
  })

  it('is in order for ears and keyboards', () => {
    const found = [...pages].flatMap(([name, page]) => obstacles(page).map((what) => `${name}: ${what}`))
    expect(found).toEqual([])
  })

  it('is one chain of previous and next', () => {
    let at = 'index.html'
    const seen = new Set<string>()
    for (;;) {
      seen.add(at)
      const next = pages.get(at)?.querySelector('a.next')?.getAttribute('href')
      if (next == null) break
      const to = relative(site, join(site, dirname(at), next))
      const back = pages.get(to)?.querySelector('a.prev')?.getAttribute('href') ?? ''
      expect(relative(site, join(site, dirname(to), back))).toBe(at)
      at = to
    }
    expect(addresses.filter((name) => !seen.has(name) && !name.startsWith('source/'))).toEqual([])
  })

  it('would be found out', () => {
    const page = parsed(
      '<html><body><main><h2 id="a">x</h2><h4 id="a">y</h4><img src="x.svg"><a href="#b"></a></main>',
    )
    expect(obstacles(page)).toHaveLength(7)
    expect(brokenLinks('index.html', page)).toEqual(['x.svg: no such file', '#b: no such place'])
  })
})

const executablePath = findChromium()

describe.skipIf(executablePath === undefined)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())

  /** Opens a page in a fresh window; `asked` gathers every address that is asked for. */
  async function open(address: string, width = 1280) {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    const asked: string[] = []
    const errors: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(pathToFileURL(join(site, address)).href)
    return { page, asked, errors, close: () => context.close() }
  }

  /** The addresses of what a search finds, best first. */
  async function search(page: Page, words: string): Promise<string[]> {
    await page.fill('dialog input', words)
    await page.waitForSelector(`dialog[data-asked="${words}"]`)
    const links = await page.locator('#search-results a').all()
    const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
    return hrefs.map((href) => href ?? '')
  }

  it('finds what is looked for, by keyboard alone, without a network', async () => {
    const { page, asked, errors, close } = await open('index.html')
    await page.keyboard.press('/')
    expect((await search(page, 'choosing a lear'))[0]).toBe('choosing.html')
    expect((await search(page, 'many labe'))[0]).toBe('guides/many-labels.html')
    expect((await search(page, 'trainCorpus'))[0]).toBe('api/abound.html#traincorpus')
    expect((await search(page, '--min-weight')).slice(0, 5).join()).toContain('learners/ff.html#options')
    expect((await search(page, 'crammer-singer')).slice(0, 5).join()).toContain('learners/svm.html')
    expect((await search(page, 'transduce')).length).toBeGreaterThan(3)
    expect((await search(page, 'perceptorn'))[0]).toContain('learners/perceptron.html')
    expect(await search(page, 'zyzzyva')).toEqual([])
    expect((await search(page, 'start in five minutes'))[0]).toBe('start.html')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/start\.html$/)
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
    expect(errors).toEqual([])
    await close()
  })

  it('keeps the theme that was chosen', async () => {
    const { page, close } = await open('start.html')
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await paper()
    await page.click('.theme')
    const dark = await paper()
    expect(dark).not.toBe(light)
    // The browser may keep it a moment after it was chosen.
    await expect
      .poll(
        async () => {
          await page.reload()
          return paper()
        },
        { timeout: 60_000 },
      )
      .toBe(dark)
    await close()
  })

  const KINDS = [
    'index.html',
    'start.html',
    'learners/svm.html',
    'learners.html',
    'performance.html',
    'api/index.html',
    'api/abound.html',
    'guides/from-annif.html',
  ]

  it('fits phones and wide windows', async () => {
    const { page, close } = await open(KINDS[0])
    for (const address of KINDS) {
      await page.goto(pathToFileURL(join(site, address)).href)
      for (const width of [390, 1024, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        expect([address, width, wider <= 0]).toEqual([address, width, true])
      }
    }
    await close()
  })

  it('has enough contrast, light and dark', async () => {
    const { page, close } = await open(KINDS[0], 1920)
    for (const address of KINDS) {
      await page.goto(pathToFileURL(join(site, address)).href)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect([address, colorScheme, await page.evaluate(lowContrasts)]).toEqual([address, colorScheme, []])
      }
    }
    await close()
  })

  it('shows its pages in a narrow window behind a button', async () => {
    const { page, close } = await open('start.html', 390)
    expect(await page.locator('#all-pages').isVisible()).toBe(false)
    await page.click('.menu')
    await page.click('#all-pages a[href="tour.html"]')
    await page.waitForURL(/tour\.html$/)
    await close()
  })
})
