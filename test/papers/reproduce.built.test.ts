// Items on the corpora of a folder, and folders of results.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  paperItems,
  paperReport,
  readRecords,
  reproduce,
  writeRecords,
} from '../../packages/lab/src/papers/reproduce.js'
import { abound, requireBuild } from '../cli/abound.js'
import { madeUp } from './made-up.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-papers-'))
const data = join(folder, 'data')
const results = join(folder, 'results')

beforeAll(() => {
  requireBuild()
  mkdirSync(join(data, 'reuters21578'), { recursive: true })
  for (const [part, documents] of [
    ['train', madeUp(80)],
    ['test', madeUp(40, 80)],
  ] as const) {
    const lines = documents.map((document) => `${JSON.stringify(document)}\n`)
    writeFileSync(join(data, 'reuters21578', `modapte-${part}.jsonl.gz`), gzipSync(lines.join('')))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('items by name', () => {
  it('are one, those of a paper, or all', async () => {
    const all = await paperItems()
    expect((await paperItems('CS02')).every(({ paper }) => paper.id === 'cs02')).toBe(true)
    expect((await paperItems('cs02-fig4')).map(({ id }) => id)).toEqual(['cs02-fig4'])
    expect(all.length).toBeGreaterThan((await paperItems('cs02')).length)
  })

  it('that are not there are an error that helps', async () => {
    await expect(paperItems('cs02-fig')).rejects.toThrow(
      /no item "cs02-fig"; did you mean cs02-fig4, cs02-fig6/,
    )
    await expect(paperItems('x')).rejects.toThrow('there is no item "x": `abound reproduce` lists them')
  })
})

describe('a run', () => {
  it('goes into a folder of results, which keeps what it has', async () => {
    const [tables] = await paperItems('cs02-tables')
    const [fig4] = await paperItems('cs02-fig4')
    const first = await reproduce(tables, { data, threads: 1 })
    expect(await writeRecords(results, [first])).toEqual(
      ['cs02.json', 'cs02.md'].map((name) => join(results, name)),
    )
    await writeRecords(results, [await reproduce(fig4, { data, quick: true })])
    const records = await readRecords(results)
    expect(records.map(({ id }) => id)).toEqual(['cs02-tables', 'cs02-fig4'])
    expect(records[0]).toEqual(first)
    expect(readFileSync(join(results, 'cs02-fig4-loss1.svg'), 'utf8')).toMatch(/^<svg/)
    expect((await paperReport(tables, records[0])).held).toMatch(/^\d+ of 9/)
  })

  it('is the same at any number of threads', async () => {
    const [item] = await paperItems('cs02-fig6')
    const strip = ({ seconds: _, ...rest }: Awaited<ReturnType<typeof reproduce>>) => rest
    expect(strip(await reproduce(item, { data, threads: 2 }))).toEqual(
      strip(await reproduce(item, { data, threads: 1 })),
    )
  })

  it('without its corpus says what is missing and where', async () => {
    const [item] = await paperItems('cs02-large')
    await expect(reproduce(item, { data })).rejects.toThrow(/nvd-cve.*abound datasets get nvd-cve/)
  })

  it('spoilt results are an error', async () => {
    const spoilt = join(folder, 'spoilt')
    mkdirSync(spoilt)
    writeFileSync(join(spoilt, 'cs02.json'), '{')
    await expect(readRecords(spoilt)).rejects.toThrow(
      /cs02\.json: expected the results of abound reproduce -o/,
    )
  })
})

describe('abound reproduce', () => {
  const run = (...args: string[]) =>
    abound(['reproduce', ...args], { cwd: folder, env: { ABOUND_DATA: data } })

  it('lists every item with its status', async () => {
    const { stdout, code } = await run()
    expect(code).toBe(0)
    for (const { id, title } of await paperItems()) {
      expect(stdout).toContain(id)
      expect(stdout).toContain(title)
    }
    const empty = await run('-o', 'nothing')
    expect(empty.stdout.match(/not run yet|not possible/g)?.length).toBe((await paperItems()).length)
  })

  it('prints paper, ours and difference, and as JSON', async () => {
    const { stdout, code } = await run('cs02-tables', '--threads', '1')
    expect(code).toBe(0)
    expect(stdout).toMatch(/perceptron +one-error % +9\.59 +\d+\.\d\d ± \d+\.\d\d +[+−]\d+\.\d\d/)
    expect(stdout).toMatch(/status: .*; claims held: \d of 9/)
    const json = JSON.parse((await run('cs02-fig6', '--quick', '--json')).stdout) as {
      items: { id: string }[]
    }
    expect(json.items.map(({ id }) => id)).toEqual(['cs02-fig6'])
    const listed = JSON.parse((await run('--json')).stdout) as { items: { status: string }[] }
    expect(listed.items.length).toBe((await paperItems()).length)
  })

  it('ends with 2 and one line where it cannot', async () => {
    for (const args of [['cs02-large'], ['nothing-of-it'], ['cs02-fig4', '--threads', '0']]) {
      const { code, stderr } = await run(...args)
      expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, lines: 1 })
    }
  })
})
