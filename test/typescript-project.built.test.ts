// A TypeScript project of somebody's own, from the packed package alone: strictly compiled, it trains from a generator with
// progress, ends a training half-way, ranks, assigns, explains, learns, saves and loads.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireBuild } from './cli/abound.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'abound-typescript-'))
const app = join(folder, 'app')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MAIN = `import { fileURLToPath } from 'node:url'
import {
  type Document,
  type FileClassifier,
  InputError,
  load,
  loadPlugin,
  type RankedLabel,
  train,
} from 'abound'
import { counted } from './counted.js'

const WORDS: Record<string, readonly string[]> = {
  grain: ['wheat', 'corn', 'harvest', 'barley'],
  metal: ['gold', 'silver', 'mine', 'copper'],
  money: ['dollar', 'rate', 'bank', 'yen'],
}

let closed = 0
async function* documents(count: number): AsyncGenerator<Document> {
  const labels = Object.keys(WORDS)
  try {
    for (let i = 0; i < count; i++) {
      const label = labels[i % labels.length] ?? ''
      const words = WORDS[label] ?? []
      yield { text: [0, 1, 2].map((k) => words[(i + k) % words.length]).join(' '), labels: [label] }
    }
  } finally {
    closed++
  }
}

const phases = new Set<string>()
const model: FileClassifier = await train(documents(2000), {
  learner: 'ff',
  margin: 0.1,
  onProgress(phase, done: number, total: number, unit: string) {
    phases.add(phase)
    if (done < 0 || total < 0 || unit === '') throw new Error('no progress')
  },
})

const controller = new AbortController()
const stopped: unknown = await train(documents(1e9), {
  learner: 'naive-bayes',
  signal: controller.signal,
  onProgress: (phase, done) => {
    if (phase === 'reading' && done > 1000) controller.abort(new Error('half-way'))
  },
}).catch((reason: unknown) => reason)

const ranked: RankedLabel[] = model.rank('wheat harvest', { top: 2 })
const many: string[] = []
for await (const labels of model.rankMany(['gold mine', 'bank rate'], { top: 1 })) many.push(labels[0]?.label ?? '')
const assigned: string[] = model.assign('corn and barley')
const terms: string[] = model.explain('gold mine', 'metal').map(({ term }) => term)
model.learn({ text: 'oil barrel', labels: ['oil'] })
await model.save('news.abound')
const again = await load('news.abound')

await loadPlugin(fileURLToPath(new URL('./counted.js', import.meta.url)))
const counts = await train(documents(300), { learner: 'counted' })

// @ts-expect-error A signal is no number.
const refused: unknown = await train(documents(3), { signal: 5 }).catch((reason: unknown) => reason)

console.log(
  JSON.stringify({
    phases: [...phases],
    stopped: stopped instanceof Error ? stopped.message : stopped,
    closed,
    ranked: ranked.map(({ label }) => label),
    many,
    assigned,
    terms,
    same: JSON.stringify(again.rank('oil')) === JSON.stringify(model.rank('oil')),
    learned: again.rank('oil')[0]?.label,
    counted: [counted.name, counts.learner, counts.documents],
    refused: refused instanceof InputError && refused.message,
  }),
)
`

/** A learner of the project's own, which workers import, too. */
const COUNTED = `import { defineLearner } from 'abound'
import { learners } from 'abound/learners'

declare module 'abound' {
  interface CustomLearners {
    counted: Record<never, never>
  }
}

export const counted = defineLearner({ ...learners.frequency, name: 'counted' })
export default { learners: [counted] }
`

beforeAll(() => {
  requireBuild()
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(root, 'packages/abound'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(said) as { filename: string }[]
  const modules = join(app, 'node_modules')
  mkdirSync(join(modules, 'abound'), { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', join(modules, 'abound'), '--strip-components=1'])
  const { dependencies } = JSON.parse(readFileSync(join(modules, 'abound/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2022',
    module: 'NodeNext',
    types: ['node'],
  }
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  writeFileSync(join(app, 'main.ts'), MAIN)
  writeFileSync(join(app, 'counted.ts'), COUNTED)
})

describe('a TypeScript project', () => {
  it('compiles strictly', () => {
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', app], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, ''])
  })

  it('trains from a generator, ends half-way, ranks, assigns, explains, learns, saves and loads', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['main.js'], {
      cwd: app,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({
      phases: expect.arrayContaining(['reading', 'learning']),
      stopped: 'half-way',
      closed: 3,
      ranked: expect.arrayContaining(['grain']),
      many: ['metal', 'money'],
      assigned: ['grain'],
      terms: expect.arrayContaining(['gold', 'mine']),
      same: true,
      learned: 'oil',
      counted: ['counted', 'counted', 300],
      refused: 'signal: expected an AbortSignal, found 5',
    })
    expect(existsSync(join(app, 'news.abound'))).toBe(true)
  })
})
