// Every public function and class has a runnable example in its doc comment, and every example is run here, those
// of the inner rooms and of the README too. In an example, `expression // value` is checked where the value is a
// literal: numbers with a little tolerance, `…` for anything (in a list or an object: whatever else there is);
// words may follow behind a comma.
//
// An example may use all public names, those of its own room, and what `context` and `beforeEach` prepare. Those of
// @abound/server and @abound/lab are run in examples-of-packages.test.ts.

import './fresh-modules.js'

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as browser from '../packages/abound/src/browser.js'
import * as core from '../packages/abound/src/internal.js'
import * as publicNode from '../packages/abound/src/node/index.js'
import * as node from '../packages/abound/src/node/internal.js'
import { DocExamples, runExample } from './doc-examples.js'
import { instrumented } from './example-checks.js'

const SRC = fileURLToPath(new URL('../packages/abound/src/', import.meta.url))
/** What people import. */
const PUBLIC = [
  'index.ts',
  'node/index.ts',
  'browser.ts',
  'learners/index.ts',
  'measure/index.ts',
  'data/index.ts',
  'vector/index.ts',
  'words/index.ts',
  'node/reports.ts',
].map((path) => join(SRC, path))
/** What the rooms and packages of ours do. */
const INTERNAL = ['internal.ts', 'node/internal.ts'].map((path) => join(SRC, path))

const sources = new DocExamples(SRC, [...PUBLIC, ...INTERNAL])
const { examples } = sources
const publicNames = PUBLIC.flatMap((file) => [...sources.valuesOf(file)]).filter(
  ([, { flags }]) => (flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Class)) !== 0,
)

const documents = [
  { id: 'a', text: 'wheat and corn', labels: ['grain'] },
  { id: 'b', text: 'corn prices rose', labels: ['grain'] },
  { id: 'c', text: 'gold and silver', labels: ['metal'] },
  { id: 'd', text: 'gold mine', labels: ['metal'] },
]
const folder = mkdtempSync(join(tmpdir(), 'abound-examples-'))
const before = process.cwd()

/** What examples find around them: documents, a model of them and its bytes, a Parquet file, what draws plots. */
async function context(): Promise<Record<string, unknown>> {
  const model = await node.train(documents)
  const parquet = new Uint8Array(readFileSync(new URL('golden/input/rows.parquet', import.meta.url)))
  const tools = await node.drawingTools()
  return { documents, model, bytes: node.toBytes(model), parquetBytes: parquet.buffer, tools }
}

async function runIn(file: string, code: string): Promise<number> {
  const door = file.startsWith('node/') ? node : core
  return runExample(code, { ...(await sources.roomOf(file)), ...door, ...(await context()) })
}

beforeEach(async () => {
  const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join('')
  writeFileSync(join(folder, 'news.jsonl.gz'), gzipSync(lines))
  writeFileSync(join(folder, 'january.jsonl'), lines)
  writeFileSync(join(folder, 'february.csv'), 'text,label\nsilver fell,metal\n')
  await (await node.train(documents)).save(join(folder, 'news.abound'))
  process.chdir(folder)
})

afterEach(() => process.chdir(before))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('examples in doc comments', () => {
  it('are there for every public function and class', () => {
    const without = publicNames.filter(([, symbol]) => sources.examplesOf(symbol).length === 0)
    expect(without.map(([name]) => name)).toEqual([])
    const names = new Set(publicNames.map(([name]) => name))
    const atRunTime = Object.entries({ ...publicNode, ...browser }).filter(
      ([, value]) => typeof value === 'function',
    )
    expect(atRunTime.map(([name]) => name).filter((name) => !names.has(name))).toEqual([])
    expect(names.size).toBeGreaterThan(30)
  })

  it.each(examples)('$file: $name', async ({ file, code }) => {
    await runIn(file, code)
  })

  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const shown = Array.from(readme.matchAll(/^```ts\n(.*?)^```/gms), ([, code]) => code)

  it('are there in the README', () => {
    expect(shown.length).toBeGreaterThan(0)
  })

  it.each(shown)('README: %s', async (code) => {
    const imports = /^import .* from 'abound'\n/gm
    await runIn('node/index.ts', code.replace(imports, ''))
  })

  it('mostly say what comes out', () => {
    const checked = examples.filter(({ code }) => instrumented(code).checks > 0)
    expect(checked.length / examples.length).toBeGreaterThan(0.8)
  })
})

describe('the check of examples', () => {
  const run = (code: string) => runIn('errors.ts', code)

  it('finds what is not so', async () => {
    expect(await run(`flagName('minWeight') // '--min-weight'`)).toBe(1)
    await expect(run(`flagName('minWeight') // '--max-weight'`)).rejects.toThrow('expected')
    await expect(run(`const x = { a: 1, b: [1, 2.5] } // { a: 1, b: [1, 2.6] }`)).rejects.toThrow('expected')
    await expect(run(`const x = { a: 1, b: 2 }\nx // { a: 1 }`)).rejects.toThrow('expected')
    await expect(run(`[1, 2] // [1]`)).rejects.toThrow('expected')
    await expect(run(`null // [1`)).rejects.toThrow('is none')
    await expect(run(`nothingOfThatName()`)).rejects.toThrow('not defined')
  })

  it('knows what may be anything', async () => {
    expect(await run(`[1, 2, 3] // [1, …]`)).toBe(1)
    expect(await run(`const x = { a: 1, b: 2 } // { a: …, … }`)).toBe(1)
    expect(await run(`'one line\\nand more' // 'one line…'`)).toBe(1)
    expect(await run(`0.1 + 0.2 // 0.3`)).toBe(1)
    expect(await run(`flagName('x') // the flag`)).toBe(0)
    expect(await run(`for (const n of [1, 1]) n // 1`)).toBe(1)
  })
})
