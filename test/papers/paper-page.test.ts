// Pages and figures of papers: made from records, and those that are committed are what their records make.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { type PaperRecord, runItem } from '../../packages/lab/src/papers/item-record.js'
import { ITEMS } from '../../packages/lab/src/papers/list.js'
import { paperFigure } from '../../packages/lab/src/papers/paper-figures.js'
import { pageFiles } from '../../packages/lab/src/papers/paper-files.js'
import { paperPage, reportOf } from '../../packages/lab/src/papers/paper-page.js'
import { CS02, PAPERS } from '../../packages/lab/src/papers/papers.js'
import { deskOf, SETTINGS, SMALL } from './made-up.js'

const record = () => runItem(SMALL, deskOf({}), SETTINGS)

describe('the page of a paper', () => {
  it('has paper, ours and difference, each claim, the note and the figure', async () => {
    const page = paperPage(CS02, [SMALL], [await record()])
    const lines = page.split('\n')
    expect(lines[0]).toBe('# CS02: A New Family of Online Algorithms for Category Ranking')
    expect(lines).toContain('| [`cs02-small`](#cs02-small) | table 9 | reproduced | 1 of 1 |')
    expect(lines).toContain('| ours | R1 | 0.500 | 0.505 ± 0.007 | +0.005 |')
    expect(lines).toContain('|  | loss | – | 50.5 ± 0.7 |  |')
    expect(lines).toContain('| theirs | R1 | – | 0.410 ± 0.014 |  |')
    expect(lines).toContain(
      '| held, but luck might do it | Ours is better than theirs. | ours 0.505, theirs 0.410 (2 : 0, p .250) |',
    )
    expect(lines).toContain('- A note.')
    expect(lines).toContain('![A <curve>](cs02-small-curve.svg)')
    expect(page).toContain('Run on 2026-01-31, 2 cores, Node 20, seed 1, 0 s. Counted: documents 12,345.')
  })

  it('says what was not run and what was a quick run', async () => {
    expect(paperPage(CS02, [SMALL], [])).toContain('Status: **not run yet**.')
    expect(paperPage(CS02, [SMALL], [{ ...(await record()), quick: true }])).toContain('A quick run')
  })

  it('has its chief figures on a line', async () => {
    expect(reportOf(SMALL, await record()).headline).toBe('ours: R1 0.505 ± 0.007 (paper 0.500)')
    expect(reportOf(SMALL, undefined)).toMatchObject({ headline: '', status: 'not run yet' })
  })
})

describe('a figure', () => {
  it('is SVG, the same each time, with a key and the title as text', async () => {
    const [plot] = (await record()).plots
    const svg = paperFigure(plot)
    expect(svg).toBe(paperFigure(plot))
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [\s\S]*<\/svg>\n$/)
    const { document } = parseHTML(svg)
    expect([...document.querySelectorAll('text')].map(({ textContent }) => textContent)).toContain(
      'A <curve>',
    )
    expect(document.querySelectorAll('path').length).toBeGreaterThan(0)
  })

  it('may have axes of logarithms and many lines', () => {
    const lines = Array.from({ length: 9 }, (_, i) => ({
      name: `line ${i}`,
      points: [1, 10, 100].map((x) => [x, x + i] as const),
    }))
    const svg = paperFigure({
      name: 'a',
      title: 'b',
      x: { label: 'x', log: true },
      y: { label: 'y', log: true },
      lines,
    })
    expect(svg).not.toContain('NaN')
    expect(svg.match(/line \d/g)?.length).toBe(9)
  })
})

describe('the committed results', () => {
  const folder = new URL('../../docs/papers/', import.meta.url)
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
  const measured = PAPERS.filter(({ id }) => existsSync(new URL(`${id}.json`, folder)))

  it.each(measured)('of $id are what its records make', (paper) => {
    const { items } = JSON.parse(read(`${paper.id}.json`)) as PaperRecord
    const files = pageFiles(paper, ITEMS, items)
    for (const [name, text] of files) expect(read(name), name).toBe(text)
    const own = readdirSync(fileURLToPath(folder)).filter((name) => name.startsWith(paper.id))
    expect(own.sort()).toEqual([...files.keys()].sort())
  })

  it.each(measured)('of $id say of each claim that does not hold what an experiment found', (paper) => {
    const { items } = JSON.parse(read(`${paper.id}.json`)) as PaperRecord
    for (const { id, claims, decisions = {} } of items)
      for (const [name, { verdict }] of Object.entries(claims))
        if (verdict === 'not held') expect(Object.keys(decisions), id).toContain(name)
  })
})
