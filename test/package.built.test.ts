// The package as people get it: what is packed, that it works when installed, that its types are right, and that
// a browser's bundle of it holds nothing of Node.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { build } from 'esbuild'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireBuild } from './cli/abound.js'

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'abound-package-'))
const app = join(folder, 'app')
let packed: Packed

/** Packs, unpacks into node_modules, and links the packages that it says it needs, and no others. */
beforeAll(() => {
  requireBuild()
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(root, 'packages/abound'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  packed = (JSON.parse(said) as Packed[])[0]
  const installed = join(app, 'node_modules', 'abound')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', installed, '--strip-components=1'])
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(app, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(app, 'node_modules', name))
  }
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }\n')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a module of the app that has the package installed. */
function runModule(name: string, code: string): unknown {
  writeFileSync(join(app, name), code)
  const said = execFileSync(process.execPath, [name], { cwd: app, encoding: 'utf8' })
  return JSON.parse(said)
}

const DOCUMENTS = `[
  { text: 'Wheat exports rose 4 pct', labels: ['wheat', 'grain'] },
  { text: 'Wheat and corn harvest', labels: ['wheat', 'corn', 'grain'] },
  { text: 'Corn prices fell', labels: ['corn', 'grain'] },
  { text: 'Gold fell to a new low', labels: ['gold'] },
  { text: 'A gold mine reopened', labels: ['gold'] },
]`

describe('the package', () => {
  it('holds what is needed to run it, and nothing else', () => {
    const files = packed.files.map(({ path }) => path)
    // Beside `abound predict`, what the engine that built it has made of it.
    const compiled = files.filter((path) => /^dist\/bin\/predict-command\.\w+-v8-[\w.-]+\.bin$/.test(path))
    expect(compiled).toHaveLength(1)
    const others = files.filter((path) => !/^dist\/.+\.(js|d\.ts)$/.test(path))
    expect(others.filter((path) => !compiled.includes(path)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/bin/package.json',
      'package.json',
    ])
    expect(files).toContain('dist/core/index.js')
    expect(files).toContain('dist/node/index.d.ts')
    expect(files).toContain('dist/bin/main.js')
    expect(files.filter((path) => /(^|\/)tests?\/|\.test\.|\.map$/.test(path))).toEqual([])
  })

  it('runs the command', () => {
    const main = join(app, 'node_modules', 'abound', 'dist', 'bin', 'main.js')
    const { version } = JSON.parse(readFileSync(join(root, 'packages/abound/package.json'), 'utf8')) as {
      version: string
    }
    expect(readFileSync(main, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    expect(execFileSync(main, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
    expect(execFileSync(process.execPath, [main, 'learners'], { encoding: 'utf8' })).toMatch(/^ff /)
  })

  it('trains, ranks, assigns, explains, learns, saves and loads', () => {
    const result = runModule(
      'example.js',
      `import { train, load } from 'abound'
const model = await train(${DOCUMENTS}, { learner: 'ff', margin: 0.1 })
const text = 'Wheat exports rose 4 pct'
const top = model.rank(text, { top: 3 })
const assigned = model.assign(text)
const terms = model.explain(text, 'wheat')
const sum = terms.reduce((total, { weight }) => total + weight, 0)
const score = model.rank(text).find(({ label }) => label === 'wheat').score
model.learn({ text: 'Silver and gold', labels: ['silver', 'gold'] })
await model.save('news.abound')
const same = await load('news.abound')
console.log(JSON.stringify({
  top, assigned, terms, sum, score,
  before: model.rank('gold wheat silver'),
  after: same.rank('gold wheat silver'),
}))`,
    ) as {
      top: { label: string; score: number }[]
      assigned: string[]
      terms: { term: string; weight: number }[]
      sum: number
      score: number
      before: { label: string }[]
      after: unknown
    }
    expect(result.top).toHaveLength(3)
    expect(['wheat', 'grain']).toContain(result.top[0].label)
    expect(result.assigned).toContain('wheat')
    expect(result.terms.map(({ term }) => term)).toContain('exports')
    expect(result.sum).toBeCloseTo(result.score, 12)
    expect(result.after).toEqual(result.before)
    expect(result.before.map(({ label }) => label)).toContain('silver')
  })

  it('tells bad input from faults', () => {
    const result = runModule(
      'errors.js',
      `import { InputError, load, train } from 'abound'
const errors = await Promise.allSettled([load('nowhere.abound'), train([]), train([], { learner: 'svn' })])
console.log(JSON.stringify(errors.map(({ reason }) => [reason instanceof InputError, reason.message])))`,
    )
    expect(result).toEqual([
      [true, expect.stringMatching(/^nowhere\.abound: /)],
      [true, 'there are no documents to learn from'],
      [true, expect.stringMatching(/^no learner is called "svn": did you mean svm\? expected one of ff, /)],
    ])
  })
})

describe('the types of the package', () => {
  const written: string[] = []
  const module = (name: string, code: string): void => {
    writeFileSync(join(app, name), code)
    written.push(join(app, name))
  }

  /** The complaints of a strict compiler about the modules of the app, and about the package's own types. */
  function complaints(): string[] {
    const program = ts.createProgram(written, {
      lib: ['lib.es2022.d.ts'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
    })
    return ts.getPreEmitDiagnostics(program).map((one) => {
      const at = one.file === undefined ? '' : `${one.file.fileName.slice(app.length + 1)}: `
      return `${at}${ts.flattenDiagnosticMessageText(one.messageText, ' ')}`
    })
  }

  const USE = `import {
  type Document, evaluate, type FileClassifier, fromBytes, load, type Measures, openSource, type RankedLabel, toBytes,
  train,
} from 'abound'
import { learners } from 'abound/learners'
import { signTest } from 'abound/measures'

declare module 'abound' {
  interface CustomLearners {
    steady: { pace: number }
  }
  interface CustomWeightings {
    loudness: true
  }
}

const documents: Document[] = [{ text: 'wheat', labels: ['grain'] }]
async function* stream(): AsyncGenerator<Document> {
  yield { id: 'a', text: new Uint8Array(3), labels: [], notLabels: ['gold'], partial: true }
}

export async function use(): Promise<void> {
  const model: FileClassifier = await train(documents, { learner: 'ff', margin: 0.1, passes: 2, ngrams: 2 })
  await train(stream(), { learner: 'naive-bayes', weighting: 'tf', stem: 'porter', thresholds: 'top:1' })
  await train(documents, { learner: 'boost', variant: 'discrete-mh', thresholds: 'fixed:0.5', chars: '2-5' })
  await train(documents, { learner: 'mmp', loss: 2, norm: 'l2', select: 'chi2', stop: 'english', tokens: 'alpha' })
  await train(documents, { learner: 'steady', pace: 2, weighting: 'loudness' })
  await train(documents, { budget: 1 })
  await train(documents)
  const ranked: RankedLabel[] = model.rank('corn', { top: 3 })
  const probability: number | undefined = ranked[0]?.probability
  const labels: string[] = model.assign({ text: 'corn' })
  const weights: number[] = model.explain('corn', 'grain').map(({ weight }) => weight)
  model.learn({ text: 'rye', labels: ['grain'] })
  model.learn(documents)
  const { bytes }: { bytes: number } = await model.save('news.abound')
  const again: FileClassifier = await load('news.abound')
  const same = await fromBytes(toBytes(again))
  const measures: Measures = await evaluate(same, openDocuments())
  const r1: number | null = measures.R1
  const chance: number = signTest([1, 2], [0, 1]).oneTailed
  const passes: number = learners.ff.options.passes.default as number
  void [probability, labels, weights, bytes, r1, chance, passes]

  // @ts-expect-error An option that no learner has.
  await train(documents, { learner: 'ff', marginn: 0.1 })
  // @ts-expect-error An option of another learner.
  await train(documents, { learner: 'naive-bayes', margin: 0.1 })
  // @ts-expect-error A learner that is misspelt.
  await train(documents, { learner: 'naive-baies' })
  // @ts-expect-error An option of the wrong type.
  await train(documents, { passes: '2' })
  // @ts-expect-error A weighting that is misspelt.
  await train(documents, { weighting: 'tf-idf' })
  // @ts-expect-error No such norm.
  await train(documents, { learner: 'ff', norm: 'l1' })
  // @ts-expect-error No such tokeniser.
  await train(documents, { tokens: 'letters' })
  // @ts-expect-error No such stemmer.
  await train(documents, { stem: 'klingon' })
  // @ts-expect-error No such stop-list.
  await train(documents, { stop: 'klingon' })
  // @ts-expect-error No such selection of features.
  await train(documents, { select: 'best' })
  // @ts-expect-error No such choice of thresholds.
  await train(documents, { thresholds: 'top:some' })
  // @ts-expect-error No such probabilities.
  await train(documents, { probabilities: 'yes' })
  // @ts-expect-error No such variant.
  await train(documents, { learner: 'boost', variant: 'real' })
  // @ts-expect-error No such loss.
  await train(documents, { learner: 'svm', loss: 'squared' })
  // @ts-expect-error MMP's losses are 1 to 4.
  await train(documents, { learner: 'mmp', loss: 5 })
  // @ts-expect-error An option that a learner from outside has not declared.
  await train(documents, { learner: 'steady', speed: 1 })
  // @ts-expect-error Labels are a list.
  await train([{ text: 'wheat', labels: 'grain' }])
  // @ts-expect-error There is no such option of ranking.
  model.rank('corn', { topp: 3 })
  // @ts-expect-error The bytes come from a promise.
  fromBytes(toBytes(same)).rank('corn')
  // @ts-expect-error Only what was loaded in Node can be saved.
  await same.save('x.abound')
}

async function* openDocuments(): AsyncGenerator<Document> {
  for await (const batch of openSource('news.jsonl').documents()) yield* batch
}
`

  const NO_ANY = `import * as abound from 'abound'
type IsAny<T> = 0 extends 1 & T ? true : false
type AnyIn<T> = { [K in keyof T]: IsAny<T[K]> extends true ? K : T[K] extends (...args: never[]) => infer R
  ? (IsAny<R> extends true ? K : IsAny<Awaited<R>> extends true ? K : never) : never }[keyof T]
const none: AnyIn<typeof abound> extends never ? true : AnyIn<typeof abound> = true
const noneInModel: AnyIn<abound.FileClassifier> extends never ? true : AnyIn<abound.FileClassifier> = true
void [none, noneInModel]
`

  it('fit the use of the library, find what is wrong, and hold no any', () => {
    module('use.ts', USE)
    module('no-any.ts', NO_ANY)
    // Some of what a compiler must complain about: silence would prove nothing.
    module('control.ts', "import { train } from 'abound'\nexport const m: string = await train([])\n")
    module('control-any.ts', NO_ANY.replace("'abound'", "'./loose.js'").replaceAll('FileClassifier', 'Loose'))
    module(
      'loose.ts',
      'export class Loose { x = 1; f(): Promise<any> { return Promise.resolve() } }\nexport const g = (): any => 1\n',
    )
    expect(complaints().sort()).toEqual([
      `control-any.ts: Type 'true' is not assignable to type '"f"'.`,
      `control-any.ts: Type 'true' is not assignable to type '"g"'.`,
      "control.ts: Type 'FileClassifier' is not assignable to type 'string'.",
    ])
  })
})

describe('the package in a browser', () => {
  it('is the core alone, and ranks to the last bit as in Node', async () => {
    const made = runModule(
      'make.js',
      `import { toBytes, train } from 'abound'
const model = await train(${DOCUMENTS}, { learner: 'naive-bayes', stem: 'english', stop: 'english', ngrams: 2 })
console.log(JSON.stringify({
  bytes: Buffer.from(toBytes(model)).toString('base64'),
  ranked: model.rank('Corn and gold exports'),
}))`,
    ) as { bytes: string; ranked: unknown }

    writeFileSync(
      join(app, 'page.js'),
      `import * as abound from 'abound'
export const names = Object.keys(abound)
export const rank = async (bytes, text) => JSON.stringify((await abound.fromBytes(bytes)).rank(text))`,
    )
    const { outputFiles, metafile } = await build({
      absWorkingDir: app,
      entryPoints: ['page.js'],
      bundle: true,
      platform: 'browser',
      conditions: ['browser'],
      format: 'iife',
      globalName: 'page',
      target: 'es2022',
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    const inputs = Object.entries(metafile.inputs)
    expect(inputs.map(([path]) => path)).toContain('node_modules/abound/dist/core/index.js')
    expect(inputs.filter(([path]) => /abound\/dist\/(bundle|node|cli|bin)\//.test(path))).toEqual([])
    const builtins = inputs.flatMap(([, { imports }]) => imports.filter(({ path }) => isBuiltin(path)))
    expect(builtins).toEqual([])

    const page = vm.createContext({
      TextEncoder,
      TextDecoder,
      atob,
      bytes: Buffer.from(made.bytes, 'base64'),
    })
    vm.runInContext(outputFiles[0].text, page)
    expect(vm.runInContext('page.names', page)).toContain('train')
    expect(vm.runInContext('page.names', page)).not.toContain('load')
    const ranked = await vm.runInContext('page.rank(new Uint8Array(bytes), "Corn and gold exports")', page)
    expect(ranked).toBe(JSON.stringify(made.ranked))
  })
})
