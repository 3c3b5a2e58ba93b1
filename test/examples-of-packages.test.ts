// What @abound/server and @abound/lab export has examples too, which are run here as examples.test.ts runs those of
// abound. One of a public name finds what people have who import the package and abound; one of an inner name, all of
// its room and of abound's.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as abound from '../packages/abound/src/node/index.js'
import * as internal from '../packages/abound/src/node/internal.js'
import * as lab from '../packages/lab/src/index.js'
import * as server from '../packages/server/src/index.js'
import { DocExamples, runExample } from './doc-examples.js'
import { instrumented } from './example-checks.js'

const before = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'abound-examples-'))

beforeAll(() => {
  const texts = {
    'wheat and corn': 'grain',
    'corn prices': 'grain',
    'gold and silver': 'metal',
    mine: 'metal',
  }
  const lines = Object.entries(texts).map(([text, label]) => `${JSON.stringify({ text, labels: [label] })}\n`)
  writeFileSync(join(folder, 'news.jsonl.gz'), gzipSync(lines.join('')))
  process.chdir(folder)
})

afterAll(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  { name: 'server', entry: server, given: { Type } },
  { name: 'lab', entry: lab, given: {} },
])('@abound/$name', ({ name, entry, given }) => {
  const src = fileURLToPath(new URL(`../packages/${name}/src/`, import.meta.url))
  const index = join(src, 'index.ts')
  const sources = new DocExamples(src, [index])
  const values = sources.valuesOf(index)

  it('has an example of all that it exports', () => {
    expect([...values.keys()].sort()).toEqual(Object.keys(entry).sort())
    const without = [...values].filter(([, symbol]) => sources.examplesOf(symbol).length === 0)
    expect(without.map(([value]) => value)).toEqual([])
  })

  it('says what comes out of each', () => {
    const silent = sources.examples.filter(({ code }) => instrumented(code).checks === 0)
    expect(silent.map((example) => example.name)).toEqual([])
  })

  it.each(sources.examples)('$file: $name', async ({ name: exported, file, code }) => {
    const more = values.has(exported) ? abound : { ...(await sources.roomOf(file)), ...internal }
    await runExample(code, { ...more, ...entry, ...given })
  })
})
