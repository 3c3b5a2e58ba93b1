// Every public function and class has a runnable example in its doc comment, and every example is run here, those
// of the inner rooms and of the README too. In an example, `expression // value` is checked where the value is a
// literal: numbers with a little tolerance, `…` for anything (in a list or an object: whatever else there is);
// words may follow behind a comma.
//
// An example may use all public names, those of its own room, and what `context` and `beforeEach` prepare.

import './fresh-modules.js'

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as browser from '../packages/abound/src/browser.js'
import * as core from '../packages/abound/src/internal.js'
import * as publicNode from '../packages/abound/src/node/index.js'
import * as node from '../packages/abound/src/node/internal.js'
import { check, instrumented } from './example-checks.js'

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
  'node/reports.ts',
].map((path) => join(SRC, path))
/** What the rooms and packages of ours do. */
const INTERNAL = ['internal.ts', 'node/internal.ts'].map((path) => join(SRC, path))

interface Example {
  readonly name: string
  readonly file: string
  readonly code: string
}

const program = ts.createProgram([...PUBLIC, ...INTERNAL], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  noLib: true,
  types: [],
})
const checker = program.getTypeChecker()

/** The functions and classes that a module exports, by the name they have there. */
function exportsOf(file: string): Map<string, ts.Symbol> {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)
  const found = new Map<string, ts.Symbol>()
  for (const symbol of module === undefined ? [] : checker.getExportsOfModule(module)) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    if (target.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Class)) found.set(symbol.name, target)
  }
  return found
}

/** What `@example` says in the doc comment of a declaration, and what stands there between fences. */
function examplesOf(symbol: ts.Symbol): string[] {
  const tags = symbol.getJsDocTags(checker).filter((tag) => tag.name === 'example')
  const tagged = tags.map((tag) => ts.displayPartsToString(tag.text))
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  return [...tagged, ...Array.from(comment.matchAll(/^```ts\n(.*?)^```/gms), ([, code]) => code)]
}

const publicNames = PUBLIC.flatMap((file) => [...exportsOf(file)])
const files = program
  .getSourceFiles()
  .filter(({ fileName, isDeclarationFile }) => fileName.startsWith(SRC) && !isDeclarationFile)
  .filter(
    ({ fileName }) =>
      !/(^|\/)(index|internal|reports)\.ts$/.test(fileName) || /learners\/.+\/index\.ts$/.test(fileName),
  )
  .map(({ fileName }) => relative(SRC, fileName))
const examples: Example[] = files.flatMap((file) =>
  [...exportsOf(join(SRC, file))].flatMap(([name, symbol]) =>
    examplesOf(symbol).map((code) => ({ name, file, code })),
  ),
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
  return { documents, model, bytes: node.toBytes(model), parquetBytes: parquet.buffer, tools, check }
}

/** All that the files of a room export. */
async function roomOf(file: string): Promise<Record<string, unknown>> {
  const inRoom = files.filter((other) => dirname(other) === dirname(file) || other === 'options.ts')
  const modules = await Promise.all(inRoom.map((other) => import(join(SRC, other)) as Promise<object>))
  return Object.assign({}, ...modules)
}

async function runExample({ file, code }: Example): Promise<number> {
  const door = file.startsWith('node/') ? node : core
  const names = { ...(await roomOf(file)), ...door, ...(await context()) }
  const made = instrumented(code)
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<unknown>
  // In a block of its own an example may declare names that are there already.
  await new AsyncFunction(...Object.keys(names), `{${made.code}\n}`)(...Object.values(names))
  return made.checks
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
    const without = publicNames.filter(([, symbol]) => examplesOf(symbol).length === 0)
    expect(without.map(([name]) => name)).toEqual([])
    const names = new Set(publicNames.map(([name]) => name))
    const atRunTime = Object.entries({ ...publicNode, ...browser }).filter(
      ([, value]) => typeof value === 'function',
    )
    expect(atRunTime.map(([name]) => name).filter((name) => !names.has(name))).toEqual([])
    expect(names.size).toBeGreaterThan(30)
  })

  it.each(examples)('$file: $name', async (example) => {
    await runExample(example)
  })

  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const shown = Array.from(readme.matchAll(/^```ts\n(.*?)^```/gms), ([, code]) => code)

  it('are there in the README', () => {
    expect(shown.length).toBeGreaterThan(0)
  })

  it.each(shown)('README: %s', async (code) => {
    const imports = /^import .* from 'abound'\n/gm
    await runExample({ name: 'README', file: 'node/index.ts', code: code.replace(imports, '') })
  })

  it('mostly say what comes out', () => {
    const checked = examples.filter(({ code }) => instrumented(code).checks > 0)
    expect(checked.length / examples.length).toBeGreaterThan(0.8)
  })
})

describe('the check of examples', () => {
  const run = (code: string) => runExample({ name: 'x', file: 'errors.ts', code })

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
