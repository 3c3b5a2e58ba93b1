import { createHash } from 'node:crypto'
import { parseHTML } from 'linkedom'
import { beforeAll, describe, expect, it } from 'vitest'
import { explanationPage, train } from '../../packages/abound/src/internal.js'
import { comparison, HOSTILE, hostilePage, MADE, type MadePage, widePage } from './sample-pages.js'

interface Element {
  readonly textContent: string
  readonly outerHTML: string
  readonly localName: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  getAttribute(name: string): string | null
  querySelectorAll(selector: string): Element[]
}

function parsed(page: string): Element {
  return parseHTML(page).document as unknown as Element
}

/** Everything that must hold of any page. */
function expectSafe(page: string): void {
  const document = parsed(page)
  const all = [...document.querySelectorAll('*')]
  const names = new Set(all.map(({ localName }) => localName))
  for (const name of ['img', 'iframe', 'link', 'object', 'embed', 'base', 'form', 'a[href^=http]'])
    expect(names.has(name), name).toBe(false)
  for (const element of all) {
    for (const { name, value } of element.attributes) {
      expect(name, element.outerHTML).not.toMatch(/^on|^style$/)
      if (/^(href|src|xlink:href|action)$/.test(name)) expect(value).toMatch(/^#/)
    }
  }
  const scripts = [...document.querySelectorAll('script')]
  const run = scripts.filter((script) => script.getAttribute('type') !== 'application/json')
  expect(run).toHaveLength(1)
  const [, script] = /<script>(.*?)<\/script>/s.exec(page) ?? []
  const [, style] = /<style>(.*?)<\/style>/s.exec(page) ?? []
  const hash = (text: string): string => createHash('sha256').update(text).digest('base64')
  const policy = document.querySelectorAll('meta[http-equiv]')[0].getAttribute('content') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`script-src 'sha256-${hash(script)}'`)
  expect(policy).toContain(`style-src 'sha256-${hash(style)}'`)
  expect(policy).not.toContain('unsafe')
  expect(page.match(/<style/g)).toHaveLength(1)
  expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)/)
  // One heading of the first order, parts with headings, ids that are unique.
  expect([...document.querySelectorAll('h1')]).toHaveLength(1)
  const ids = all.map((element) => element.getAttribute('id')).filter((id) => id !== null)
  expect(new Set(ids).size).toBe(ids.length)
  for (const link of document.querySelectorAll('nav a'))
    expect(ids).toContain(link.getAttribute('href')?.slice(1))
  for (const svg of document.querySelectorAll('svg')) {
    expect(svg.getAttribute('role')).toBe('img')
    expect(svg.getAttribute('aria-label')).not.toBe('')
  }
}

describe('the page of an evaluation', () => {
  let made: MadePage
  beforeAll(async () => {
    made = await hostilePage()
  })

  it('is safe, whatever labels, ids and texts say', () => {
    expectSafe(made.page)
    const [body] = parsed(made.page).querySelectorAll('body')
    for (const text of HOSTILE) expect(body.textContent).toContain(text)
  })

  it('has every part', () => {
    const titles = [...parsed(made.page).querySelectorAll('h2')].map(({ textContent }) => textContent)
    expect(titles).toEqual([
      ...['Summary', 'Training', 'Curves', 'Labels', 'Confusions', 'Worst mistakes', 'All measures'],
      'Model and data',
    ])
    expect([...parsed(made.page).querySelectorAll('svg')].length).toBeGreaterThanOrEqual(8)
  })

  it('has the figures of the measures', () => {
    const { measures } = made
    const cells = [...parsed(made.page).querySelectorAll('[data-measure]')]
    const figures = new Map(
      cells.map((cell) => [cell.getAttribute('data-measure'), cell.getAttribute('data-value')]),
    )
    expect(Number(figures.get('R1'))).toBe(measures.R1)
    expect(Number(figures.get('microF1'))).toBe(measures.microF1)
    expect(Number(figures.get('precisionAt.3'))).toBe(measures.precisionAt['3'])
    expect(Number(figures.get('probability.brier'))).toBe(measures.probability?.brier)
    expect(Number(figures.get('rejection.accuracy'))).toBe(measures.rejection?.accuracy)
    expect(figures.size).toBeGreaterThan(30)
  })

  it('is the same for the same run', async () => {
    expect((await hostilePage()).page).toBe(made.page)
  })

  it('stays small and quick to open with 25,000 labels', async () => {
    const page = await widePage(25_000)
    expectSafe(page)
    const document = parsed(page)
    expect([...document.querySelectorAll('#labels-table tbody tr')]).toHaveLength(25)
    expect([...document.querySelectorAll('*')].length).toBeLessThan(4000)
    expect(page.length).toBeLessThan(3e6)
  })
})

describe('the page of a comparison', () => {
  it('is safe, and has the figures', async () => {
    const { page, result } = await comparison()
    expectSafe(page)
    const cells = [...parsed(page).querySelectorAll('#contenders [data-measure="R1"]')]
    expect(cells.map((cell) => Number(cell.getAttribute('data-value')))).toEqual(
      result.contenders.map(({ measures }) => measures.R1.mean),
    )
    expect(cells[0].getAttribute('class')).toContain('best')
    expect(parsed(page).querySelectorAll('#tests')[0].textContent).toBe('Sign tests')
  })
})

describe('the page of an explanation', () => {
  it('is safe, and marks the text', async () => {
    const model = await train([
      { text: 'wheat and corn', labels: [HOSTILE[0]] },
      { text: 'gold', labels: ['metal'] },
    ])
    const text = `Wheat ${HOSTILE.join(' ')} corn`
    const label = {
      ...model.explainInPlace(text, HOSTILE[0]),
      terms: model.explain(text, HOSTILE[0]),
      rule: HOSTILE[1],
    }
    const page = await explanationPage({ title: text, made: MADE, lead: HOSTILE[2], labels: [label] })
    expectSafe(page)
    const shown = [...parsed(page).querySelectorAll('p.text')].map(({ textContent }) => textContent)
    expect(shown).toEqual([text])
    expectSafe(await explanationPage({ title: '', made: MADE, lead: '', labels: [] }))
  })
})
