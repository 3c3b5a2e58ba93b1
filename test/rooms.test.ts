// The rooms of each package and who may enter: reads every import and fails on a breach. There is no list of
// exceptions; import-rules.ts has how they are read.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { type BuildOptions, build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { breachesOf, circleIn, demandsOf, type House } from './import-rules.js'

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url))
const SRC = join(PACKAGES, 'abound', 'src')

const ABOUND: House = {
  rooms: [
    'contract.ts',
    'wording.ts',
    'errors.ts',
    'options.ts',
    'declaration-checks.ts',
    'declarations.ts',
    'custom.ts',
    'engine',
    'structures',
    'text',
    'vector',
    'data',
    'measure',
    'models',
    'decide',
    'solvers',
    'learners',
    'modelfile',
    'pipeline',
    'selection',
    'words',
    'check',
    'report',
    'threads',
    'extend.ts',
    'index.ts',
    'internal.ts',
    'browser.ts',
    'browser-worker.ts',
    'node',
    'cli',
    'bin',
  ],
  node: new Set(['node', 'cli', 'bin']),
  doors: new Map([['cli', ['internal.ts', 'node/internal.ts']]]),
  packages: /^@abound\/\w+\/commands\//,
  namedByUsers: 'node/plugins.ts',
}

const SERVER_IN_NODE = [
  'http-error.ts',
  'fair-queue.ts',
  'log',
  'model',
  'ranking',
  'worker.ts',
  'labelling-queue.ts',
  'http',
  'routes',
  'create-app.ts',
  'server.ts',
  'index.ts',
  'commands',
]

const SERVER: House = {
  rooms: [...SERVER_IN_NODE, 'web'],
  node: new Set(SERVER_IN_NODE),
  doors: new Map([
    ['commands', ['index.ts']],
    ['web', ['http/define-route.ts', 'routes/index.ts']],
  ]),
  packages: /^abound(\/|$)/,
  onlyTypes: new Set(['web']),
}

function readTree(root: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = join(root, entry)
    if (statSync(file).isFile())
      files.set(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8'))
  }
  return files
}

describe('the rooms of src', () => {
  it('are entered only as the list allows', () => {
    const files = readTree(SRC)
    expect(files.size).toBeGreaterThan(20)
    expect(breachesOf(files, ABOUND)).toEqual([])
  })

  it('hold no room that is not in the list, not even an empty one', () => {
    expect(readdirSync(SRC).filter((name) => !ABOUND.rooms.includes(name))).toEqual([])
  })
})

describe('the rooms of the server', () => {
  const files = readTree(join(PACKAGES, 'server', 'src'))

  it('are entered only as the list allows', () => {
    expect(files.size).toBeGreaterThan(20)
    expect(breachesOf(files, SERVER)).toEqual([])
  })

  it('import in no circle', () => {
    expect(circleIn(files)).toEqual([])
    const turning = { 'log/a.ts': "import './b.js'", 'log/b.ts': "export * from './a.js'", 'log/c.ts': '' }
    expect(circleIn(new Map(Object.entries(turning)))).toEqual(['log/a.ts', 'log/b.ts', 'log/a.ts'])
  })

  const planted: [path: string, text: string, why: string][] = [
    ['log/x.ts', "import '../routes/index.js'", 'routes comes after log'],
    ['ranking/x.ts', "import type { A } from '../http/define-route.js'", 'http comes after ranking'],
    ['routes/x.ts', "import '../create-app.js'", 'create-app.ts comes after routes'],
    ['web/x.ts', "import { ROUTES } from '../routes/index.js'", 'which needs Node'],
    ['web/x.ts', "import type { A } from '../model/lineage.js'", 'web uses the house through'],
    ['web/x.ts', 'Buffer.from([])', 'which a browser does not have'],
    ['web/X.svelte', '<!-- x -->\n<script lang="ts">\nimport fs from \'node:fs\'\n</script>', 'X.svelte:3'],
  ]
  it.each(planted)('would find that %s says %j', (path, text, why) => {
    const empty = ['http/define-route.ts', 'routes/index.ts', 'create-app.ts', 'model/lineage.ts']
    const house = new Map([...empty.map((one): [string, string] => [one, '']), [path, text]])
    const [breach] = breachesOf(house, SERVER)
    expect(breach).toContain(why)
  })
})

describe('the other packages', () => {
  it.each(['server', 'lab'])('%s uses abound by its name, and nothing beyond its own sources', (name) => {
    const files = readTree(join(PACKAGES, name, 'src'))
    expect(files.size).toBeGreaterThan(20)
    const others = [...files].flatMap(([path, text]) =>
      !/\.ts$/.test(path)
        ? []
        : demandsOf(path, text)
            .map(({ what }) => what ?? 'what only running it would tell')
            .filter((what) =>
              what.startsWith('.')
                ? posix.join(posix.dirname(path), what).startsWith('..')
                : /^@abound\//.test(what),
            )
            .map((what) => `${path} imports ${what}`),
    )
    expect(others).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  it.each(['abound', 'server', 'lab'])('names every room of %s', (name) => {
    const page = readFileSync(join(PACKAGES, '..', 'docs', 'architecture.md'), 'utf8')
    const rooms = readdirSync(join(PACKAGES, name, 'src'), { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .filter((room) => room !== 'index.ts')
    expect(rooms.length).toBeGreaterThan(4)
    expect(rooms.filter((room) => !page.includes(room))).toEqual([])
  })
})

describe('the guard', () => {
  const house = {
    'contract.ts': '',
    'errors.ts': '',
    'structures/hash.ts': '',
    'text/words.ts': '',
    'models/linear.ts': '',
    'learners/ff/index.ts': '',
    'learners/svm/index.ts': '',
    'learners/registry.ts': "import { ff } from './ff/index.js'\nimport { svm } from './svm/index.js'",
    'pipeline/train.ts': '',
    'index.ts': "export { train } from './pipeline/train.js'",
    'internal.ts': '',
    'node/internal.ts': '',
    'node/index.ts': "import fs from 'node:fs'\nprocess.exit(Buffer.length)",
    'node/files.ts': '',
    'cli/main.ts': '',
    'cli/words.txt': '',
  }
  const breaches = (path: string, text: string): string[] =>
    breachesOf(new Map(Object.entries({ ...house, [path]: text })), ABOUND)

  it('finds nothing in an honest house', () => {
    expect(breachesOf(new Map(Object.entries(house)), ABOUND)).toEqual([])
  })

  const honest: [string, string][] = [
    [
      'text/words.ts',
      "import { murmur3 } from '../structures/hash.js'\nimport type { X } from '../contract.js'",
    ],
    ['text/words.ts', "import { stem } from 'stemmer'\nexport * from 'fzstd/esm'"],
    ['learners/svm/index.ts', "import { LinearModel } from '../../models/linear.js'"],
    ['learners/svm/index.ts', "import { LEARNERS } from '../registry.js'"],
    ['pipeline/train.ts', "import { LEARNERS } from '../learners/registry.js'"],
    [
      'cli/main.ts',
      "import { train } from '../internal.js'\nimport { load } from '../node/internal.js'\nprocess.exit()",
    ],
    ['cli/main.ts', "const { run } = await import('./main.js')"],
    ['node/files.ts', "new Worker(new URL('./index.js', import.meta.url))"],
    ['cli/main.ts', "const { define } = await import('@abound/server/commands/serve')"],
    [
      'structures/hash.ts',
      "// import fs from 'node:fs'\nconst s = \"import('node:fs')\"\nconst t = `from 'node:fs'`",
    ],
    [
      'structures/hash.ts',
      'class A { process() {}\n global = 1 }\nnew A().process()\nconst { process: p } = new A()',
    ],
    ['structures/hash.ts', 'interface A { require: number }\nconst a: A = { require: 1 }\na.require++'],
  ]
  it.each(honest)('lets %s say %j', (path, text) => {
    expect(breaches(path, text)).toEqual([])
  })

  // By the reason that must be given: who says what.
  const planted: Record<string, [path: string, text: string][]> = {
    'imports errors.ts: errors.ts comes after contract.ts': [
      ['contract.ts', "import { E } from './errors.js'"],
    ],
    'imports text/words.ts: text comes after structures': [
      ['structures/hash.ts', "import { w } from '../text/words.js'"],
      ['structures/hash.ts', "import type { W } from '../text/words.js'"],
      ['structures/hash.ts', "import { type W } from '../text/words.js'"],
      ['structures/hash.ts', "import '../text/words.js'"],
      ['structures/hash.ts', "export { w } from '../text/words.js'"],
      ['structures/hash.ts', "export * from '../text/words.js'"],
      ['structures/hash.ts', "export type { W } from '../text/words.js'"],
      ['structures/hash.ts', "const w = () => import('../text/words.js')"],
      ['structures/hash.ts', 'const w = import(`../text/words.js`)'],
      ['structures/hash.ts', "let w: import('../text/words.js').W"],
      ['structures/hash.ts', "import w = require('../text/words.js')"],
      ['structures/hash.ts', "new URL('../text/words.js', import.meta.url)"],
      ['structures/hash.ts', '/// <reference path="../text/words.ts" />'],
    ],
    'imports index.ts: index.ts comes after text': [['text/words.ts', "import { train } from '../index.js'"]],
    'imports node/index.ts: node comes after index.ts': [
      ['index.ts', "export { load } from './node/index.js'"],
    ],
    'imports cli/main.ts: cli comes after node': [['node/files.ts', "import { main } from '../cli/main.js'"]],
    'imports what only running it would tell': [
      ['structures/hash.ts', 'const w = import(name)'],
      ['cli/main.ts', 'const w = import(`./$' + '{name}.js`)'],
    ],
    'imports learners/ff/index.ts: only learners/registry.ts imports learners': [
      ['pipeline/train.ts', "import { ff } from '../learners/ff/index.js'"],
      ['index.ts', "export { type FfOptions, ff } from './learners/ff/index.js'"],
    ],
    'imports learners/ff/index.ts: it belongs to another learner': [
      ['learners/svm/index.ts', "import { ff } from '../ff/index.js'"],
    ],
    'imports node:fs, which a browser does not have': [
      ['text/words.ts', "import fs from 'node:fs'"],
      ['index.ts', "export * from 'node:fs'"],
    ],
    'imports fs, which a browser does not have': [
      ['text/words.ts', "import type { Stats } from 'fs'"],
      ['text/words.ts', "const fs = await import('fs')"],
    ],
    'imports node, which a browser does not have': [['text/words.ts', '/// <reference types="node" />']],
    'uses Buffer, which a browser does not have': [
      ['text/words.ts', "const b = Buffer.from('x')"],
      ['text/words.ts', 'const b: Buffer = x'],
    ],
    'uses process, which a browser does not have': [
      ['text/words.ts', "if (typeof process !== 'undefined') f()"],
      ['text/words.ts', 'const p = globalThis.process'],
      ['text/words.ts', 'f({ process })'],
    ],
    'uses require, which a browser does not have': [['text/words.ts', "const fs = require('x')"]],
    'imports pipeline/train.ts: cli uses the house through internal.ts and node/internal.ts': [
      ['cli/main.ts', "import { train } from '../pipeline/train.js'"],
    ],
    'imports contract.ts: cli uses the house through internal.ts and node/internal.ts': [
      ['cli/main.ts', "import type { T } from '../contract.js'"],
    ],
    'imports node/files.ts: cli uses the house through internal.ts and node/internal.ts': [
      ['cli/main.ts', "import { read } from '../node/files.js'"],
    ],
    'imports abound: rooms are entered by relative paths': [
      ['cli/main.ts', "import { train } from 'abound'"],
    ],
    'imports @abound/server: rooms are entered by relative paths': [
      ['node/files.ts', "import { startServer } from '@abound/server'"],
    ],
    'imports #text/words.js: rooms are entered by relative paths': [
      ['text/words.ts', "import { x } from '#text/words.js'"],
    ],
    'imports ../../test/x.js, which is not there': [['text/words.ts', "import { x } from '../../test/x.js'"]],
    'imports ../structures/gone.js, which is not there': [
      ['text/words.ts', "import { x } from '../structures/gone.js'"],
    ],
  }
  const cases = Object.entries(planted).flatMap(([why, sayings]) => sayings.map((saying) => [...saying, why]))
  it.each(cases)('finds that %s says %j', (path, text, why) => {
    // A reference is one only at the top of a file, and is told of as the file's.
    const [line, source] = text.startsWith('///') ? [1, text] : [2, `\n${text}`]
    expect(breaches(path, source)).toEqual([`${path}:${line}: ${why}`])
  })

  it('finds a room that is not in the list, whatever is in it', () => {
    expect(breaches('utils/strings.ts', '')).toEqual(['utils/strings.ts: utils is not in the list of rooms'])
    expect(breaches('assets/logo.svg', '')).toEqual(['assets/logo.svg: assets is not in the list of rooms'])
    expect(breaches('version.ts', '')).toEqual(['version.ts: version.ts is not in the list of rooms'])
  })
})

describe('the core in a browser', () => {
  /** Bundles as for a browser; gives the code, or what of Node it found. */
  async function bundle(options: BuildOptions): Promise<{ code: string; node: string[] }> {
    const result = await build({
      bundle: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'abound',
      target: 'es2022',
      write: false,
      metafile: true,
      logLevel: 'silent',
      ...options,
    }).catch((error: { errors?: { text: string }[] }) => {
      if (error.errors === undefined) throw error
      return error.errors.map(({ text }) => text)
    })
    if (Array.isArray(result)) return { code: '', node: result }
    const node = new Set<string>()
    for (const [input, { imports }] of Object.entries(result.metafile!.inputs)) {
      for (const { path, original } of imports) {
        // A package may replace a Node module by nothing for browsers: then it is not left.
        if (isBuiltin(path)) node.add(`${input} imports ${original ?? path}`)
      }
    }
    const code = result.outputFiles![0].text
    for (const [match] of code.matchAll(/["'`]node:[a-z_/]+["'`]/g)) node.add(`the bundle names ${match}`)
    return { code, node: [...node] }
  }
  const source = (contents: string, options: BuildOptions = {}) =>
    bundle({ stdin: { contents, resolveDir: SRC }, ...options })

  it('bundles without anything of Node', async () => {
    const { code, node } = await bundle({ entryPoints: [join(SRC, 'index.ts')] })
    expect(node).toEqual([])
    // Loads where there is nothing but the language and a few names of the web.
    const context = vm.createContext({ TextEncoder, TextDecoder, atob })
    vm.runInContext(code, context)
    expect(Object.keys(vm.runInContext('abound', context) as object)).toContain('InputError')
  })

  it('would not if it imported Node', async () => {
    expect(
      (await source("import { fine } from 'stemmer'\nconsole.log(fine)", { external: ['stemmer'] })).node,
    ).toEqual([])
    expect((await source("import fs from 'node:fs'\nfs.readFileSync('x')")).node.join()).toMatch(/node:fs/)
    expect((await source("export const fs = () => import('node:fs')")).node.join()).toMatch(/node:fs/)
    expect((await source("import fs from 'fs'\nfs.readFileSync('x')")).node.join()).toMatch(/fs/)
    expect((await source("import 'node:fs'", { external: ['node:*'] })).node.join()).toMatch(/node:fs/)
    expect((await source("const name = 'node:fs'\nexport const fs = import(name)")).node.join()).toMatch(
      /node:fs/,
    )
  })
})
